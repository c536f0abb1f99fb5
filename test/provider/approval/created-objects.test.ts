/** Objects of another process are identified by parent, natural key and fields, and no other object counts as one of them. */
import type { Code, Values } from '../../../src/model/api';
import { createAllowance, createPlaceholder } from '../../../src/model/approval';
import type { ReportedWrite } from '../../../src/model/report';
import { ApiError } from '../../../src/client';
import type { Declaration } from '../../../src/model/schema';
import { createCreatedObjects, type LookupService } from '../../../src/provider/approval/created-objects';

const { signal } = new AbortController();
const root = 'c0ffee'.repeat(7).slice(0, 40);
const [one, other, third] = ['1', '2', '3'].map((digit) => `${root}/${digit.repeat(16)}`) as [string, string, string];
const inOne = `${one}/${'4'.repeat(16)}`;
const [team, squad, ci] = [createPlaceholder(root, 'a'), createPlaceholder(root, 'b'), createPlaceholder(root, 'c')];

const create = (kind: string, uid: string | undefined, parent: string, name: string): ReportedWrite => ({
  ...{ action: 'create', kind, path: 'p', key: {}, fields: { name } },
  ...(uid !== undefined && { uid }),
  parent,
});
const creates = [
  create('Group', team, root, 'a'),
  create('Group', squad, root, 'b'),
  create('Identity', ci, team, 'c'),
] as const;
const failure = (code: Code, resourceName?: string) =>
  new ApiError({
    ...{ code, explanation: 'no', method: 'GET', url: '/x', outcome: 'rejected' },
    ...(resourceName !== undefined && { resourceInfo: { resourceType: 'x', resourceName, description: '' } }),
  });

/** Starts with existing objects by kind and uid. `findAll` returns the objects with a key. */
function start(
  writes: readonly ReportedWrite[],
  objects: Record<string, Values | Error>,
  findAll: () => readonly object[] | Error = () => [{}],
  inV1?: readonly string[],
) {
  const reads: string[] = [];
  const keys: unknown[] = [];
  const service = {
    client: {
      get: async (declaration: Declaration, uid: string, options: object) => {
        expect(options).toEqual({ signal });
        await new Promise(setImmediate);
        reads.push(`${declaration.kind} ${uid}`);
        const object = objects[`${declaration.kind} ${uid}`] ?? failure('NOT_FOUND', uid);
        if (object instanceof Error) throw object;
        return object;
      },
      listUidsInV1: async (_kind: unknown, _query: unknown, options: object) => {
        expect(options).toEqual({ signal });
        if (inV1 === undefined) throw failure('NOT_FOUND');
        return inV1;
      },
    },
    existence: {
      findAll: async (_: unknown, { parent, values }: { parent: string | undefined; values: Values }) => {
        keys.push({ parent, ...values });
        const found = findAll();
        if (found instanceof Error) throw found;
        return found;
      },
    },
  } as unknown as LookupService;
  const allowance = createAllowance(writes);
  const created = createCreatedObjects(writes, allowance, service);
  return { allowance, reads, keys, identify: (...uids: readonly string[]) => created.identify(uids, signal) };
}

const a = { uid: one, name: 'a' };

test('an object with the parent and the fields of a create is its object, and the create is used', async () => {
  const { allowance, keys, identify } = start(creates, { [`Group ${one}`]: a });
  await identify(one);
  expect([allowance.getUid(team), allowance.open()]).toEqual([one, creates.slice(1)]);
  expect(keys).toEqual([{ parent: root, name: 'a' }]);
});

test('its parent is identified first', async () => {
  const { allowance, reads, identify } = start(creates, {
    [`Group ${one}`]: a,
    [`Identity ${inOne}`]: { uid: inOne, name: 'c' },
  });
  await identify(inOne);
  expect(reads).toEqual([`Group ${inOne}`, `Identity ${inOne}`, `Group ${one}`]);
  expect([allowance.getUid(team), allowance.getUid(ci)]).toEqual([one, inOne]);
});

test.each<[string, Record<string, Values | Error>, string]>([
  ['another field', { [`Group ${one}`]: { uid: one, name: 'x' } }, one],
  ['another parent', { [`Group ${inOne}`]: { uid: inOne, name: 'a' } }, inOne],
  ['another kind', { [`Identity ${one}`]: { uid: one, name: 'a' } }, one],
  ['a kind that cannot be read', { [`Group ${one}`]: failure('PERMISSION_DENIED') }, one],
  ['no kind', {}, one],
])('an object with %s is not identified', async (_, objects, uid) => {
  const { allowance, identify } = start(creates, objects);
  await identify(uid);
  expect(allowance.open()).toEqual(creates);
});

test('an object is not identified while another one has its key', async () => {
  const { allowance, identify } = start(creates, { [`Group ${one}`]: a }, () => [{}, {}]);
  await identify(one);
  expect(allowance.open()).toEqual(creates);
});

test('of two objects with the same fields, the first one is that of the create', async () => {
  const { allowance, identify } = start(creates, { [`Group ${one}`]: a, [`Group ${other}`]: { ...a, uid: other } });
  await identify(one, other);
  expect([allowance.getUid(team), allowance.isKnown(other)]).toEqual([one, false]);
});

test('of two creates with the same fields, each has its own object', async () => {
  const objects = { [`Group ${one}`]: a, [`Group ${other}`]: { ...a, uid: other } };
  const { allowance, identify } = start([creates[0], { ...creates[1], fields: { name: 'a' } }], objects);
  await identify(one, other);
  expect([allowance.getUid(team), allowance.getUid(squad)]).toEqual([one, other]);
});

test.each<[string, ReportedWrite]>([
  ['an update', { ...create('Group', third, root, 'a'), action: 'update' }],
  ['a create without a placeholder', create('Group', undefined, root, 'a')],
])('%s with the same fields has no new object', async (_, write) => {
  const { allowance, identify } = start([write, ...creates], { [`Group ${one}`]: a });
  await identify(one);
  expect([allowance.getUid(team), allowance.open()]).toEqual([one, [write, ...creates.slice(1)]]);
});

test('only uids that the report does not explain are read, with the kinds of creates that are open', async () => {
  const own = start([...creates, { ...create('Group', third, root, 'z'), action: 'update' }], {});
  own.allowance.created(creates[2], one);
  await own.identify(third, one, team, createPlaceholder(root, 'elsewhere'));
  expect(own.reads).toEqual([]);
  await own.identify(other);
  expect(own.reads).toEqual([`Group ${other}`]);
});

test('concurrent writes share a read, and a failed one is repeated', async () => {
  const objects: Record<string, Values | Error> = { [`Group ${one}`]: failure('UNAVAILABLE') };
  const { allowance, reads, identify } = start(creates, objects);
  const failures = await Promise.allSettled([identify(one), identify(one)]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(reads).toEqual([`Group ${one}`]);
  objects[`Group ${one}`] = a;
  await identify(one);
  expect(allowance.getUid(team)).toBe(one);
});

test.each<[readonly string[], boolean]>([
  [[one], true],
  [[one, other], false],
])(
  'without a list of its kind, the list of v1 shows whether the key has one object: %j',
  async (inV1, isIdentified) => {
    const objects = { [`Group ${one}`]: a, [`Group ${other}`]: { ...a, uid: other } };
    const { allowance, identify } = start(creates, objects, () => failure('UNIMPLEMENTED'), inV1);
    await identify(one);
    expect(allowance.isKnown(one)).toBe(isIdentified);
  },
);

test.each<[Code, string]>([
  ['UNIMPLEMENTED', `The API has no readable list of groups, so another group can have the natural key of ${one}.`],
  ['UNAVAILABLE', '[UNAVAILABLE] GET /x: no'],
])('while the list of its key fails with %s, an object is not identified', async (code, message) => {
  const { allowance, identify } = start(creates, { [`Group ${one}`]: a }, () => failure(code));
  await expect(identify(one)).rejects.toThrow(message);
  expect(allowance.open()).toEqual(creates);
});
