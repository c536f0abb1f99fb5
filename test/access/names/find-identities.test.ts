import { createAccessGraph } from '../../../src/access/graph';
import { requireMatchingIdentities, findIdentitiesByName } from '../../../src/access/names/find-identities';
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
    { key: 'i4', name: 'acme/shop/ci' },
    { key: 'i5', name: 'bob at login.example', account: { issuer: 'https://login.example', subject: 'bob' } },
  ],
});

test.each([
  ['a path', 'acme/shop/ci', ['acme/shop/ci']],
  ['a key', 'i2', ['acme/payments/ci']],
  ['the e-mail address of a person', 'ada@acme.example', ['ada@acme.example']],
  ['a pattern', 'acme/**', ['acme/shop/ci', 'acme/payments/ci']],
])('finds identities by %s', (_, text, paths) => {
  expect(new Set(requireMatchingIdentities(graph, text).map(({ path }) => path))).toEqual(new Set(paths));
});

test('the path of a workload comes before an equal name of a person', () => {
  expect(findIdentitiesByName(graph.identities, 'acme/shop/ci').map(({ key }) => key)).toEqual(['i1']);
});

test('an account is compared with accounts only', () => {
  expect(findIdentitiesByName(graph.identities, { issuer: 'https://login.example', subject: 'bob' })).toHaveLength(1);
  expect(findIdentitiesByName(graph.identities, { issuer: 'http://login.example', subject: 'bob' })).toEqual([]);
  expect(findIdentitiesByName(graph.identities, { issuer: 'https://login.example', subject: 'BOB' })).toEqual([]);
});

test.each([
  ['a sibling', 'acme/shop/cj', 'Did you mean acme/shop/ci?'],
  ['all that have the name, without a group', 'ci', 'Did you mean acme/payments/ci, acme/shop/ci or '],
  ['a person', 'bbo', 'Did you mean bob at login.example?'],
])('suggests %s for an unknown name', (_, name, hint) => {
  expect(() => requireMatchingIdentities(graph, name)).toThrow(QuestionError);
  expect(() => requireMatchingIdentities(graph, name)).toThrow(hint);
});
