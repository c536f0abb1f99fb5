import { builtInRole, createAccessGraph } from '../../../src/access/graph';
import { capabilitiesMeant, groupsMeant } from '../../../src/access/rules/names';
import { QuestionError } from '../../../src/access/rules/unknown-name';

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
  expect(new Set(groupsMeant(graph, text).map(({ path }) => path))).toEqual(new Set(paths));
});

test('finds capabilities by name and by pattern', () => {
  expect(capabilitiesMeant(graph, 'role_bindings.create')('role_bindings.create')).toBe(true);
  expect(capabilitiesMeant(graph, 'role_bindings.create')('role_bindings.delete')).toBe(false);
  expect(capabilitiesMeant(graph, 'role_bindings.*')('role_bindings.delete')).toBe(true);
});

test.each([
  ['a group', () => groupsMeant(graph, 'acme/shpo'), 'acme/shop'],
  ['a capability', () => capabilitiesMeant(graph, 'role_binding.create'), 'role_bindings.create'],
])('rejects the name of %s that matches nothing, and suggests a similar one', (_, find, suggestion) => {
  expect(find).toThrow(QuestionError);
  expect(find).toThrow(suggestion);
});
