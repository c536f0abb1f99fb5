/** An approval allows each of its writes once, also in part, and knows the objects that it has created. */
import { createAllowance, type ReportedWrite, type Write } from '../../src/approval';
import { group } from '../../src/resources';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const uid = `${root}/1111111111111111`;
const listed: ReportedWrite = { action: 'update', kind: 'Group', uid: root, path: 'a', key: {}, fields: { name: 'x' } };
const update = (fields: Write['fields']): Write => ({ action: 'update', declaration: group, uid: root, fields });

test('a write matches whole, or in part, once', () => {
  const allowance = createAllowance([{ ...listed, fields: { name: 'x', description: 'y' } }]);
  expect(allowance.match(update({ name: 'x', description: 'y' }))?.omitted.size).toBe(0);
  const found = allowance.match(update({ name: 'x' }));
  expect([...(found?.omitted ?? [])]).toEqual(['description']);
  expect(allowance.match(update({ name: 'z' }))).toBeUndefined();
  allowance.use(found!.listed);
  expect([allowance.match(update({ name: 'x' })), allowance.open()]).toEqual([undefined, []]);
});

test('a placeholder has one object', () => {
  const create: ReportedWrite = { ...listed, action: 'create', uid: `${root}/00000000aaaaaaaa` };
  const allowance = createAllowance([create]);
  expect([allowance.created(create, uid), allowance.created(create, root)]).toEqual([true, false]);
  expect([allowance.named(uid), allowance.uidOf(create.uid)]).toEqual([create.uid, uid]);
});
