import type { Retrying } from '../../../src/provider/refresh/deletion-check';
import { createReads } from '../../../src/provider/refresh/reads';
import { group, identity } from '../../../src/model/kinds';
import { organization, refusal, ROOT, uidIn } from './organization';

const call = new AbortController();
const team = uidIn(ROOT, 1);
const squad = uidIn(team, 2);
const missing = uidIn(squad, 3);

describe('an object that is not found', () => {
  it('is deleted if the service reports it and its group exists', async () => {
    const { client, requests } = organization([ROOT, team, squad]);
    const reads = createReads(client, { bulk: true });
    expect(await reads.read(identity, missing, call)).toBeUndefined();
    expect(requests).toEqual([missing, squad]);
  });

  it('needs no second read of the same group', async () => {
    const { client, requests } = organization([ROOT, team, squad]);
    const reads = createReads(client, { bulk: true });
    await reads.read(group, squad, call);
    const gone = [3, 4, 5, 6].map((index) => uidIn(squad, index));
    expect(await Promise.all(gone.map((uid) => reads.read(identity, uid, call)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(requests).toEqual([squad, ...gone]);
  });

  it('shares the read of its group with others that are not found, also later ones', async () => {
    const { client, requests } = organization([ROOT, team, squad]);
    const reads = createReads(client, { bulk: false });
    const gone = [3, 4, 5].map((index) => uidIn(squad, index));
    await Promise.all(gone.slice(0, 2).map((uid) => reads.read(identity, uid, call)));
    await reads.read(identity, gone[2]!, call);
    expect(requests).toEqual([gone[0], gone[1], squad, gone[2]]);
  });

  it('is deleted although another call that asked first for its group has stopped', async () => {
    const own = organization([ROOT, team, squad]);
    const first = new AbortController();
    let ended = (): void => undefined;
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    own.intercept = ({ uid }) => {
      if (uid !== squad) return undefined;
      asked();
      return new Promise((resolve) => (ended = () => resolve(Response.json({ uid: squad, name: 'x' }))));
    };
    const reads = createReads(own.client, { bulk: false });
    const [stopped, other] = [3, 4].map((index, at) =>
      reads.read(identity, uidIn(squad, index), at === 0 ? first : call),
    );
    await isAsked;
    await new Promise(setImmediate);
    first.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    ended();
    expect(await other).toBeUndefined();
  });

  it('needs no further read of its group if another call has read the group before a slow one failed', async () => {
    const own = organization([ROOT, team, squad]);
    let fail = (): void => undefined;
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    own.intercept = ({ uid }) => {
      if (uid !== squad) return undefined;
      own.intercept = () => undefined;
      asked();
      return new Promise((resolve) => (fail = () => resolve(refusal(403, 7))));
    };
    const reads = createReads(own.client, { bulk: false });
    const slow = reads.read(identity, missing, call);
    await isAsked;
    await new Promise(setImmediate);
    await reads.read(group, squad, call);
    fail();
    await expect(slow).rejects.toThrow('cannot be read either');
    expect(await reads.read(identity, uidIn(squad, 4), call)).toBeUndefined();
    expect(own.requests).toEqual([missing, squad, squad, uidIn(squad, 4)]);
  });

  it('asks for its group again after a failure', async () => {
    const own = organization([ROOT, team, squad]);
    const reads = createReads(own.client, { bulk: false });
    own.intercept = ({ uid }) => (uid === squad ? refusal(403, 7) : undefined);
    await expect(reads.read(identity, missing, call)).rejects.toThrow('cannot be read either');
    own.intercept = () => undefined;
    expect(await reads.read(identity, missing, call)).toBeUndefined();
  });

  it('stops the read of its group, and its repetition, with its call', async () => {
    const own = organization([ROOT, team, squad]);
    const stopping = new AbortController();
    const ofGroup: Promise<unknown>[] = [];
    const retryWhilePropagating: Retrying['retryWhilePropagating'] = (target, { signal }, work) => {
      if (target.uid !== squad) return work();
      const stopped = new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped')));
      const asked = work();
      ofGroup.push(stopped, expect(asked).rejects.toThrow('the call was cancelled'));
      stopping.abort(new Error('enough'));
      return asked;
    };
    own.intercept = ({ uid }) => (uid === squad ? new Promise(() => undefined) : undefined);
    const reads = createReads(own.client, { bulk: false, propagation: { retryWhilePropagating } });
    await expect(reads.read(identity, missing, stopping)).rejects.toThrow('enough');
    expect(await Promise.all(ofGroup)).toEqual(['stopped', undefined]);
  });

  it('is deleted with the groups that contained it if a group above them exists', async () => {
    const { client } = organization([ROOT]);
    expect(await createReads(client, { bulk: true }).read(identity, missing, call)).toBeUndefined();
  });

  it('is not deleted if no group above it exists: that is another organization', async () => {
    const own = organization([]);
    const proof = { '@type': 'type.googleapis.com/google.rpc.ResourceInfo', resourceType: 'x', resourceName: missing };
    own.intercept = ({ uid }) =>
      uid === missing ? Response.json({ code: 5, message: 'no', details: [proof] }, { status: 404 }) : undefined;
    await expect(createReads(own.client, { bulk: true }).read(identity, missing, call)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      cause: { code: 'NOT_FOUND', resourceInfo: expect.anything() },
      resourceInfo: undefined,
      message: expect.stringContaining(
        'does not prove that the object was deleted: none of the groups above it was found',
      ),
    });
  });

  it('is not deleted if its group cannot be read', async () => {
    const own = organization([]);
    own.intercept = ({ uid }) => (uid === squad ? refusal(403, 7) : undefined);
    await expect(createReads(own.client, { bulk: true }).read(identity, missing, call)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: undefined,
      message: expect.stringContaining(`its group ${squad} cannot be read either`),
    });
  });

  it('is not deleted if only a route is missing, or the caller may not see it', async () => {
    for (const [status, code] of [
      [404, 5],
      [403, 7],
      [404, 99],
    ] as const) {
      const own = organization([ROOT, team, squad]);
      own.intercept = ({ uid }) => (uid === missing ? refusal(status, code) : undefined);
      await expect(createReads(own.client, { bulk: true }).read(identity, missing, call)).rejects.toMatchObject({
        status,
      });
    }
  });

  it('is not deleted because a list leaves it out', async () => {
    const uids = Array.from({ length: 10 }, (_, index) => uidIn(ROOT, index));
    const own = organization(uids);
    const reads = createReads(own.client, { bulk: true });
    own.intercept = ({ list }) => (list ? Response.json({ identities: [], totalCount: '0' }) : undefined);
    for (const uid of uids) expect(await reads.read(identity, uid, call)).toMatchObject({ uid });
  });

  it('is deleted if the service reports it and no group is above it', async () => {
    const { client } = organization([]);
    expect(await createReads(client, { bulk: true }).read(group, ROOT, call)).toBeUndefined();
  });

  it('is checked again after the group that proved it was deleted', async () => {
    const own = organization([ROOT, team, squad]);
    const reads = createReads(own.client, { bulk: true });
    await reads.read(group, squad, call);
    own.objects.clear();
    for (const uid of [ROOT, team, squad]) reads.invalidate(group, uid);
    await expect(reads.read(identity, missing, call)).rejects.toThrow('does not prove');
  });

  it('is deleted only after the wait for its group, which can be new', async () => {
    const own = organization([ROOT, team, squad]);
    const asked: unknown[] = [];
    const retryWhilePropagating: Retrying['retryWhilePropagating'] = (target, _call, work) => {
      asked.push(target.uid);
      return work();
    };
    const reads = createReads(own.client, { bulk: true, propagation: { retryWhilePropagating } });
    expect(await reads.read(identity, missing, call)).toBeUndefined();
    expect(asked).toEqual([missing, squad]);
  });
});
