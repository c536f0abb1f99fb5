import fc from 'fast-check';
import { UNKNOWN } from '../../../src/plugin';
import { undeclaredAmong } from '../../../src/provider/exclusive/removals';
import { roleBinding } from '../../../src/model/kinds';

const binding = (uid: unknown, identity_uid: unknown, role_uid: unknown, group_uid: unknown = 'g') => ({
  ...{ uid, identity_uid, role_uid, group_uid },
});
const uidsOf = (existing: object[], declared: object[]): unknown[] =>
  undeclaredAmong(roleBinding, existing as never, declared as never).map(({ uid }) => uid);

const found = [binding('1', 'ci', 'viewer'), binding('2', 'ci', 'editor')];

test('a binding is declared by its uid, or by identity and role in the group', () => {
  expect(uidsOf(found, [])).toEqual(['1', '2']);
  expect(uidsOf(found, [binding('1', 'ci', 'viewer')])).toEqual(['2']);
  expect(uidsOf(found, [binding(UNKNOWN, 'ci', 'editor')])).toEqual(['1']);
});

test('a binding whose role changes in place remains', () => {
  expect(uidsOf(found, [binding('1', 'ci', 'owner'), binding('2', 'ci', 'editor')])).toEqual([]);
});

test('the same identity and role in another group declare nothing here', () => {
  expect(uidsOf(found, [binding('9', 'ci', 'viewer', 'other')])).toEqual(['1', '2']);
});

test('a new object is none of the existing ones, so what becomes known later does not change the decision', () => {
  const uid = fc.constantFrom('1', '2', '3', '4');
  const part = fc.constantFrom('a', 'b');
  const existing = fc.uniqueArray(fc.record({ uid, identity_uid: part, role_uid: part, group_uid: fc.constant('g') }), {
    selector: (one) => one.uid,
  });
  fc.assert(
    fc.property(existing, fc.array(part), (objects, roles) => {
      // The identity is new, so its uid differs from all existing ones.
      const planned = roles.map((role) => binding(UNKNOWN, UNKNOWN, role));
      const applied = roles.map((role, index) => binding(`new-${index}`, 'new', role));
      expect(uidsOf(objects, planned)).toEqual(uidsOf(objects, applied));
    }),
    { numRuns: 30 },
  );
});

test('an object without identity is declared only by its uid', () => {
  expect(uidsOf([binding('1', null, 'viewer')], [binding(UNKNOWN, UNKNOWN, 'viewer')])).toEqual(['1']);
});
