import fc from 'fast-check';
import {
  accountAssociation,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  role,
  roleBinding,
} from '../../../src/model/kinds';
import { accountKey, importKey, type KeyValue } from '../../../src/model/schema';

test('an object with a name has the path of its names as its key', () => {
  expect(importKey(group, [], { name: 'payments' })).toBe('payments');
  expect(importKey(identity, ['payments', 'cards'], { name: 'ci', description: 'Builds.' })).toBe('payments/cards/ci');
  expect(importKey(role, [], { name: 'auditor' })).toBe('auditor');
  expect(importKey(accountAssociation, ['payments'], { name: 'clouds' })).toBe('payments');
});

test('any other object has the path of its group and its natural key', () => {
  const ada = accountKey('https://login.example.com', 'ada');
  const binding = (parent: readonly string[], identityUid: KeyValue, roleUid: KeyValue) =>
    importKey(roleBinding, parent, { identityUid, roleUid });
  expect(binding(['payments'], ['payments', 'ci'], 'editor')).toBe('payments: payments/ci editor');
  expect(binding([], ada, 'owner')).toBe(': https://login.example.com|ada owner');
  expect(binding(['my team'], ['my team', 'ci'], ['auditor'])).toBe('"my team": "my team/ci" auditor');
  expect(binding([], ['viewer'], ['viewer'])).toBe(': ./viewer ./viewer');
  expect(importKey(groupInvite, ['payments'], { roleUid: 'viewer' })).toBe('payments: viewer');
  expect(importKey(externalGroupRoleMapping, ['staff'], { externalGroupId: 'a b', roleUid: 'viewer', scope: [] })).toBe(
    'staff: "a b" viewer',
  );
  expect(
    importKey(externalGroupRoleMapping, ['staff'], { externalGroupId: 'a', roleUid: ['dev'], scope: ['team', 'dev'] }),
  ).toBe('staff: a dev team/dev');
});

test('different objects of a kind have different keys', () => {
  const name = fc.stringMatching(/^[a-z0-9 ._:"/%-]{1,3}$/);
  const names = fc.array(name, { maxLength: 2 });
  const path = fc.tuple(names, name).map(([above, last]) => [...above, last]);
  const one = fc.record({
    parent: names,
    identityUid: path,
    roleUid: fc.oneof(path, fc.constantFrom('viewer', 'owner')),
  });
  fc.assert(
    fc.property(one, one, ({ parent, ...values }, { parent: otherParent, ...others }) => {
      const isSame = importKey(roleBinding, parent, values) === importKey(roleBinding, otherParent, others);
      expect(isSame).toBe(JSON.stringify([parent, values]) === JSON.stringify([otherParent, others]));
    }),
    { numRuns: 500 },
  );
});
