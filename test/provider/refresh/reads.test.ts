// @slow
import fc from 'fast-check';
import { createReads } from '../../../src/provider/refresh/reads';
import { accountAssociation, group, identity, roleBinding } from '../../../src/model/kinds';
import { organization, refusal, ROOT, uidIn } from './organization';

const call = new AbortController();
const team = uidIn(ROOT, 0xa);
const many = (count: number, groupUid = ROOT) => Array.from({ length: count }, (_, index) => uidIn(groupUid, index));
const lists = (requests: readonly string[]) => requests.filter((request) => request === 'list').length;

/** Reads like Terraform: this many at a time, in any order. */
async function readAll(
  uids: readonly string[],
  atOnce: number,
  read: (uid: string) => Promise<unknown>,
): Promise<void> {
  const left = [...uids].reverse();
  const wrong: string[] = [];
  const worker = async (): Promise<void> => {
    for (let uid = left.pop(); uid !== undefined; uid = left.pop()) {
      const object = (await read(uid)) as { readonly uid?: string } | undefined;
      if (object?.uid !== uid) wrong.push(uid);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(wrong).toEqual([]);
}

/** Returns a number between 0 and 1 for each index and seed, to shuffle and to choose. */
function chance(index: number, seed: number): number {
  return (Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed | 1, 0x85ebca6b)) / 2 ** 32 + 0.5;
}

describe('a refresh', () => {
  it('takes at most 15 requests for 1,500 objects, in any order and with any parallelism', async () => {
    const uids = many(1500);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.integer(), async (atOnce, seed) => {
        const { client, requests } = organization(uids);
        const reads = createReads(client, { bulk: true });
        const order = uids
          .map((uid, index) => ({ uid, at: chance(index, seed) }))
          .sort((one, other) => one.at - other.at)
          .map(({ uid }) => uid);
        await readAll(order, atOnce, (uid) => reads.read(identity, uid, call));
        expect(requests.length).toBeLessThanOrEqual(15);
      }),
      { numRuns: 12 },
    );
  });

  it('takes at most 15 requests for 1,000 objects of three kinds', async () => {
    const groups = many(100);
    const identities = groups
      .flatMap((uid) => many(5, uid).slice(0, 4))
      .concat(groups.map((uid) => uidIn(uid, 9)).slice(50));
    const { client, requests } = organization([...groups, ...identities]);
    const reads = createReads(client, { bulk: true });
    // Like Terraform: the contents of a group follow after the group.
    await readAll(groups.slice(0, 10), 10, (uid) => reads.read(group, uid, call));
    await Promise.all([
      readAll(groups.slice(10), 3, (uid) => reads.read(group, uid, call)),
      readAll(identities, 4, (uid) => reads.read(identity, uid, call)),
      readAll(identities, 3, (uid) => reads.read(roleBinding, uid, call)),
    ]);
    expect(identities.length * 2 + groups.length).toBe(1000);
    expect(requests.length).toBeLessThanOrEqual(15);
  });

  it('of many objects through lists fails only for the malformed one, after a single read', async () => {
    const uids = many(40);
    const [malformed = ''] = uids.slice(20);
    const own = organization(uids);
    own.intercept = ({ list, uid }) => {
      const shown = (one: string) => ({ uid: one, name: one === malformed ? 7 : 'x' });
      if (list) return Response.json({ groups: uids.map(shown), totalCount: String(uids.length) });
      return uid === malformed ? Response.json(shown(uid)) : undefined;
    };
    const reads = createReads(own.client, { bulk: true });
    const failed: string[] = [];
    for (const uid of uids) await reads.read(group, uid, call).catch(() => failed.push(uid));
    expect(failed).toEqual([malformed]);
    expect(lists(own.requests)).toBe(1);
    expect(own.requests.filter((request) => request === malformed)).toHaveLength(1);
    expect(own.requests.length).toBeLessThan(10);
  });

  it('reads few objects of many kinds singly', async () => {
    const { client, requests } = organization(many(1000));
    const reads = createReads(client, { bulk: true });
    for (const kind of [group, identity, roleBinding]) {
      for (const uid of many(3)) await reads.read(kind, uid, call);
    }
    expect(lists(requests)).toBe(0);
  });

  it('never lists an organization of 50,000 for three objects', async () => {
    const uids = many(50_000);
    const { client, requests } = organization(uids);
    const reads = createReads(client, { bulk: true });
    await readAll([uids[0]!, uids[25_000]!, uids[49_999]!], 10, (uid) => reads.read(identity, uid, call));
    expect(requests).toHaveLength(3);
    expect(lists(requests)).toBe(0);
  });

  it('stops listing an organization if it needs few of its objects', async () => {
    const uids = many(50_000);
    const { client, requests } = organization(uids);
    const reads = createReads(client, { bulk: true });
    await readAll(
      uids.filter((_, index) => index % 2500 === 0),
      10,
      (uid) => reads.read(identity, uid, call),
    );
    expect(lists(requests)).toBe(1);
    expect(requests.length).toBeLessThanOrEqual(21);
  });

  it('never costs more than twice the optimum, plus a few requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer(),
        async (size, part, seed) => {
          const uids = many(size);
          const selected = uids.filter((_, index) => chance(index, seed) * 100 < part);
          const { client, requests } = organization(uids);
          const reads = createReads(client, { bulk: true });
          await readAll(selected, 10, (uid) => reads.read(identity, uid, call));
          const best = Math.min(selected.length, Math.ceil(size / 200));
          expect(requests.length).toBeLessThanOrEqual(2 * best + 6);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('lists no more than the common ancestor of the requested objects', async () => {
    const { client, requests } = organization([team, ...many(300, team), ...many(1000)]);
    const reads = createReads(client, { bulk: true });
    await readAll(many(300, team), 1, (uid) => reads.read(identity, uid, call));
    // The first page of the whole organization would have shown none of them.
    expect(requests.length).toBe(5 + 2);
  });

  it('widens the list when objects elsewhere are requested', async () => {
    const other = uidIn(ROOT, 0xb);
    const { client, requests } = organization([...many(100, team), ...many(100, other)]);
    const reads = createReads(client, { bulk: true });
    await readAll([...many(100, team), ...many(100, other)], 1, (uid) => reads.read(identity, uid, call));
    expect(requests.length).toBe(5 + 1 + 1);
  });

  it('keeps kinds apart that share a uid', async () => {
    const groups = many(10);
    const { client } = organization(groups);
    const reads = createReads(client, { bulk: true });
    await readAll(groups, 1, (uid) => reads.read(group, uid, call));
    const before = (await reads.read(group, groups[0]!, call))!;
    expect(before).toHaveProperty('verified');
    expect(await reads.read(accountAssociation, groups[0]!, call)).not.toHaveProperty('verified');
  });

  it('reads everything singly if lists are disabled', async () => {
    const { client, requests } = organization(many(30));
    const reads = createReads(client, { bulk: false });
    await readAll(many(30), 10, (uid) => reads.read(identity, uid, call));
    expect(lists(requests)).toBe(0);
  });

  it.each([
    [403, 7],
    [404, 5],
  ])('falls back to single reads if lists fail with %d', async (status, code) => {
    const own = organization(many(30));
    own.intercept = ({ list }) => (list ? refusal(status, code) : undefined);
    const reads = createReads(own.client, { bulk: true });
    await readAll(many(30), 3, (uid) => reads.read(identity, uid, call));
    expect(lists(own.requests)).toBe(1);
  });

  it.each([
    [429, 8],
    [503, 14],
    [500, 13],
  ])('fails if a list permanently fails with %d, and treats nothing as deleted', async (status, code) => {
    const own = organization(many(30));
    own.intercept = ({ list }) => (list ? refusal(status, code) : undefined);
    const reads = createReads(own.client, { bulk: true });
    await readAll(many(5), 1, (uid) => reads.read(identity, uid, call));
    await expect(reads.read(identity, many(6)[5]!, call)).rejects.toMatchObject({ status });
  });

  it('fails with one error for all objects on the rest of a list, without a further request', async () => {
    const uids = many(900);
    const own = organization(uids);
    own.intercept = ({ list }) => (list && lists(own.requests) === 3 ? refusal(500, 13) : undefined);
    const reads = createReads(own.client, { bulk: true });
    const errors: unknown[] = [];
    for (const uid of uids) await reads.read(identity, uid, call).catch((error: unknown) => errors.push(error));
    expect(errors.length).toBeGreaterThan(400);
    expect(new Set(errors).size).toBe(1);
    expect(errors.every((error) => reads.isOfList(error))).toBe(true);
    expect(lists(own.requests)).toBe(3);
  });

  it('fails with the first error if two lists fail, each with its own', async () => {
    const uids = [...many(20, team), ...many(20)];
    const own = organization(uids);
    own.intercept = ({ list }) => (list ? refusal(500, 13) : undefined);
    const reads = createReads(own.client, { bulk: true });
    const results = await Promise.allSettled(uids.map((uid) => reads.read(identity, uid, call)));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(lists(own.requests)).toBeGreaterThan(1);
    expect(new Set(errors).size).toBe(1);
    expect(errors.every((error) => reads.isOfList(error))).toBe(true);
  });

  it('does not delay the others when one of them is cancelled', async () => {
    const own = organization(many(30));
    const reads = createReads(own.client, { bulk: true });
    await readAll(many(5), 1, (uid) => reads.read(identity, uid, call));
    const cancel = new AbortController();
    const cancelled = reads.read(identity, many(7)[5]!, cancel);
    const other = reads.read(identity, many(7)[6]!, call);
    cancel.abort(new Error('interrupted'));
    await expect(cancelled).rejects.toThrow('interrupted');
    expect(await other).toMatchObject({ uid: many(7)[6] });
  });
});

describe('a cached object that changes', () => {
  it('is read again after every write', async () => {
    const own = organization(many(20));
    const reads = createReads(own.client, { bulk: true });
    await readAll(many(20), 1, (uid) => reads.read(identity, uid, call));
    const before = own.requests.length;
    const changed = many(20)[7]!;
    reads.invalidate(identity, changed);
    await reads.read(identity, changed, call);
    await reads.read(identity, many(20)[8]!, call);
    expect(own.requests.slice(before)).toEqual([changed]);
  });

  it('always has its current values, despite any writes in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('read', 'create', 'delete'), fc.nat({ max: 29 })), { maxLength: 80 }),
        async (steps) => {
          const own = organization([ROOT, ...many(15)]);
          const reads = createReads(own.client, { bulk: true });
          for (const [step, index] of steps) {
            const uid = many(30)[index]!;
            if (step === 'read') {
              expect((await reads.read(roleBinding, uid, call))?.['uid']).toBe(own.objects.has(uid) ? uid : undefined);
            } else {
              if (step === 'create') own.objects.add(uid);
              else own.objects.delete(uid);
              reads.invalidate(roleBinding, uid);
            }
          }
        },
      ),
    );
  });
});
