/** An approval allows each of its writes once, also in part, and knows the objects that it has created. */
import { createAllowance, createPlaceholder, type Write } from '../../../src/model/approval';
import type { ReportedWrite } from '../../../src/model/report';
import { group, role } from '../../../src/model/kinds';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const uid = `${root}/1111111111111111`;
const other = `${root}/2222222222222222`;
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
  expect([...allowance.used]).toEqual([found!.listed]);
});

const writes: Readonly<Record<string, ReportedWrite>> = {
  create: { ...listed, action: 'create', uid: createPlaceholder(root, 'x'), parent: root },
  update: { ...listed, uid },
  delete: { ...listed, action: 'delete', uid },
  adopt: { ...listed, action: 'adopt', uid },
  role: { ...listed, kind: 'Role', uid },
};
const attempts: readonly (readonly [what: string, attempt: Write, allowedBy: readonly string[]])[] = [
  ['a create', { action: 'create', declaration: group, parent: root, fields: { name: 'x' } }, ['create']],
  ['a create elsewhere', { action: 'create', declaration: group, parent: uid, fields: { name: 'x' } }, []],
  ['a create without a field', { action: 'create', declaration: group, parent: root, fields: {} }, []],
  ['an update', { action: 'update', declaration: group, uid, fields: { name: 'x' } }, ['update', 'adopt']],
  ['an update of another object', { action: 'update', declaration: group, uid: other, fields: { name: 'x' } }, []],
  ['an update of another kind', { action: 'update', declaration: role, uid, fields: { name: 'x' } }, ['role']],
  ['an adoption', { action: 'adopt', declaration: group, uid, fields: { name: 'x' } }, ['adopt']],
  ['a deletion', { action: 'delete', declaration: group, uid, fields: { name: 'x' } }, ['delete']],
  ['a deletion that is compared already', { action: 'delete', declaration: group, uid, fields: {} }, ['delete']],
  ['a deletion of another object', { action: 'delete', declaration: group, uid: other, fields: {} }, []],
  ['a deletion with other fields', { action: 'delete', declaration: group, uid, fields: { name: 'y' } }, []],
  ['a deletion with fewer fields', { action: 'delete', declaration: group, uid, fields: { description: '' } }, []],
];

test.each(attempts)('%s is allowed by its own approved write alone', (_, attempt, allowedBy) => {
  for (const [name, write] of Object.entries(writes)) {
    const { match, candidatesFor } = createAllowance([write]);
    const isAllowed = allowedBy.includes(name);
    expect([name, match(attempt)]).toEqual([name, isAllowed ? { listed: write, omitted: new Set() } : undefined]);
    const isCandidate =
      write.kind === attempt.declaration.kind &&
      (write.action === attempt.action || (write.action === 'adopt' && attempt.action === 'update'));
    expect([name, candidatesFor(attempt)]).toEqual([name, isCandidate ? [write] : []]);
  }
});

test('a create without a uid of its own is not allowed in part', () => {
  const { uid: _, ...create } = writes['create']!;
  const { match } = createAllowance([{ ...create, fields: { name: 'x', description: 'y' } }]);
  expect(match({ action: 'create', declaration: group, parent: root, fields: { name: 'x' } })).toBeUndefined();
});

test('an update can omit every field, and a deletion none', () => {
  const fields = { name: 'x', description: 'y' };
  const { match } = createAllowance([
    { ...writes['update']!, fields },
    { ...writes['delete']!, fields },
  ]);
  const attempt = { declaration: group, uid };
  expect([...(match({ ...attempt, action: 'update', fields: {} })?.omitted ?? [])]).toEqual(['description', 'name']);
  expect(match({ ...attempt, action: 'delete', fields: { name: 'x' } })).toBeUndefined();
});

test('the deletion of an object that the report lists without fields is compared with its own write', () => {
  const [first, second] = [uid, other].map((own): ReportedWrite => ({ ...writes['delete']!, uid: own, fields: {} }));
  const { match } = createAllowance([first!, second!]);
  expect(match({ action: 'delete', declaration: group, uid: other, fields: {} })?.listed).toBe(second);
});

test('a write that refers to a created object has its placeholder', () => {
  const create = writes['create']!;
  const inside: ReportedWrite = { ...create, uid: createPlaceholder(create.uid, 'y'), parent: create.uid! };
  const described: ReportedWrite = { ...listed, fields: { description: `in ${create.uid!}` } };
  const allowance = createAllowance([create, inside, described]);
  const attempt: Write = { action: 'create', declaration: group, parent: uid, fields: { name: 'x' } };
  const text = update({ description: `in ${uid}` });
  expect([allowance.match(attempt), allowance.match(text)]).toEqual([undefined, undefined]);
  expect([allowance.isCreated(create.uid), allowance.isKnown(uid)]).toEqual([false, false]);
  allowance.created(create, uid);
  expect([allowance.match(attempt)?.listed, allowance.match(text)?.listed]).toEqual([inside, described]);
  expect([allowance.isCreated(create.uid), allowance.isKnown(uid)]).toEqual([true, true]);
});

test('a placeholder has one object', () => {
  const create: ReportedWrite = { ...listed, action: 'create', uid: `${root}/00000000aaaaaaaa` };
  const { uid: _, ...without } = create;
  const allowance = createAllowance([create]);
  expect([allowance.created(create, uid), allowance.created(create, root)]).toEqual([true, false]);
  expect([allowance.named(uid), allowance.getUid(create.uid)]).toEqual([create.uid, uid]);
  expect([allowance.created(without, other), allowance.isCreated(undefined)]).toEqual([false, false]);
  expect([allowance.getUid(other), allowance.getUid(undefined)]).toEqual([other, undefined]);
});
