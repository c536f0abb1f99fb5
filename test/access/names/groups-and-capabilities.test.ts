import { builtInRole, createAccessGraph } from '../../../src/access/graph';
import { requireMatchingIdentities } from '../../../src/access/names/find-identities';
import { createCapabilityMatcher, requireMatchingGroups } from '../../../src/access/names/groups-and-capabilities';
import { QuestionError } from '../../../src/access/names/unknown-name';

const graph = createAccessGraph({
  groups: [
    { key: 'g1', name: 'acme' },
    { key: 'g2', name: 'shop', parent: 'g1' },
    { key: 'g3', name: 'payments', parent: 'g1' },
  ],
  identities: [
    { key: 'i1', name: 'ci', group: 'g2' },
    { key: 'i2', name: 'ci', group: 'g3' },
    { key: 'i3', name: 'ada@acme.example' },
  ],
  roles: [builtInRole('owner')],
});

test.each([
  ['a path', 'acme/shop', ['acme/shop']],
  ['a path that ends with a slash', 'acme/shop/', ['acme/shop']],
  ['a key', 'g3', ['acme/payments']],
  ['a pattern', 'acme/*', ['acme/shop', 'acme/payments']],
])('finds groups by %s', (_, text, paths) => {
  expect(new Set(requireMatchingGroups(graph, text).map(({ path }) => path))).toEqual(new Set(paths));
});

test('finds capabilities by name and by pattern', () => {
  expect(createCapabilityMatcher(graph, 'role_bindings.create')('role_bindings.create')).toBe(true);
  expect(createCapabilityMatcher(graph, 'role_bindings.create')('role_bindings.delete')).toBe(false);
  expect(createCapabilityMatcher(graph, 'role_bindings.*')('role_bindings.delete')).toBe(true);
});

test.each([
  ['a group', () => requireMatchingGroups(graph, 'acme/shpo'), 'acme/shop'],
  ['a capability', () => createCapabilityMatcher(graph, 'role_binding.create'), 'role_bindings.create'],
])('rejects the name of %s that matches nothing, and suggests a similar one', (_, find, suggestion) => {
  expect(find).toThrow(QuestionError);
  expect(find).toThrow(suggestion);
});

const root = 'fde30c6e6cc7e3b14e5dd2fef89a230d66aa9d76';
const unnamed = createAccessGraph({
  groups: [
    { key: root, name: root },
    ...['commerce', 'audit'].map((name) => ({ key: name, name, parent: root })),
    { key: 'payments', name: 'payments', parent: 'commerce' },
  ],
  identities: ['payments', 'audit'].map((group) => ({ key: `ci of ${group}`, name: 'ci', group })),
  roles: [builtInRole('owner')],
});

test.each([
  ['the root group', () => requireMatchingGroups(unnamed, 'globex'), 'Cannot find group "globex".'],
  [
    'a group',
    () => requireMatchingGroups(unnamed, 'globex/commerce'),
    `Cannot find group "globex/commerce". Did you mean ${root}/commerce?`,
  ],
  ['a pattern', () => requireMatchingGroups(unnamed, 'globex/**'), 'Cannot find group "globex/**".'],
  [
    'an identity',
    () => requireMatchingIdentities(unnamed, 'globex/commerce/payments/ci'),
    `Cannot find identity "globex/commerce/payments/ci". Did you mean ${root}/commerce/payments/ci?`,
  ],
])('without the name of the root group, the error for the path of %s says how to give it', (_, find, start) => {
  const step = `No source has the name of the root group. Add "names": { "${root}": "globex" } to review.config.json, or add --live.`;
  expect(find).toThrow(new QuestionError(`${start} ${step}`));
});

test.each([
  ['a path in a named root group', () => requireMatchingGroups(graph, 'acme/shpo')],
  ['a person', () => requireMatchingIdentities(unnamed, 'ada@globex.example')],
  ['a pattern of any root group', () => requireMatchingGroups(unnamed, '*/unknown')],
  ['another uid', () => requireMatchingGroups(unnamed, 'a'.repeat(40))],
])('the error for %s does not mention the name of the root group', (_, find) => {
  expect(find).toThrow(/^(?!.*No source has the name)/);
});
