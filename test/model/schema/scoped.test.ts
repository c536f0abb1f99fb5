import { outOfScope, outOfScopeText, scopedFields } from '../../../src/model/schema/scoped';
import { string, type Fields } from '../../../src/model/schema';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const [team, sub, other] = [
  `${root}/${'1'.repeat(16)}`,
  `${root}/${'1'.repeat(16)}/${'2'.repeat(16)}`,
  `${root}/${'3'.repeat(16)}`,
];
const fields: Fields = {
  roleUid: string(['required'], 'T.', {
    format: 'uid',
    refersTo: 'Role',
    scoped: { alternative: 'a built-in role' },
  }),
  identityUid: string(['required'], 'T.', { format: 'uid', refersTo: 'Identity' }),
  name: string(['optional'], 'T.'),
};
const roleIn = (group: string) => `${group}/${'a'.repeat(16)}`;

test('only references with a scope are scoped fields', () => {
  expect(scopedFields(fields)).toEqual([{ name: 'roleUid', kind: 'Role', scoped: { alternative: 'a built-in role' } }]);
});

test('an object is valid in its own group and beneath it', () => {
  expect(outOfScope(fields, { roleUid: roleIn(team) }, team)).toEqual([]);
  expect(outOfScope(fields, { roleUid: roleIn(team) }, sub)).toEqual([]);
  expect(outOfScope(fields, { roleUid: roleIn(root) }, other)).toEqual([]);
});

test.each([
  ['in a sibling of its group', other],
  ['above its group', root],
])('an object %s is not valid, and the reason names both groups', (_, parent) => {
  const object = roleIn(team);
  expect(outOfScope(fields, { roleUid: object, identityUid: roleIn(team) }, parent)).toEqual([
    { field: 'roleUid', reason: outOfScopeText(scopedFields(fields)[0]!, { object, home: team, parent }) },
  ]);
});

test('a group whose uid only begins like the other is not beneath it', () => {
  const longer = `${team.slice(0, -1)}2`;
  expect(outOfScope(fields, { roleUid: roleIn(team) }, longer)).toHaveLength(1);
});

test('unknown values, objects without a group and unknown parents are skipped', () => {
  expect(outOfScope(fields, { roleUid: Symbol('unknown') }, other)).toEqual([]);
  expect(outOfScope(fields, { roleUid: 'not a uid' }, other)).toEqual([]);
  expect(outOfScope(fields, { roleUid: root }, other)).toEqual([]);
  expect(outOfScope(fields, { roleUid: roleIn(team) }, undefined)).toEqual([]);
  expect(outOfScope(fields, {}, other)).toEqual([]);
});

test('the reason states the rule and the next step', () => {
  expect(outOfScopeText(scopedFields(fields)[0]!, { object: 'acme/x', home: 'acme', parent: 'shop' })).toBe(
    'role acme/x cannot be used in group shop: a role is valid only in its own group (acme) and under it. ' +
      'Use a role of shop, one of a group above it, or a built-in role',
  );
});
