import { createReads } from '../../../src/provider/refresh/reads';
import { group, identity } from '../../../src/resources';
import { organization, refusal, ROOT, uidIn } from './organization';

const call = new AbortController();
const team = uidIn(ROOT, 1);
const squad = uidIn(team, 2);
const missing = uidIn(squad, 3);

describe('an object that is not found', () => {
  it('is gone when the service says so and its group answers', async () => {
    const { client, requests } = organization([ROOT, team, squad]);
    const reads = createReads(client, { bulk: true });
    expect(await reads.read(identity, missing, call)).toBeUndefined();
    expect(requests).toEqual([missing, squad]);
  });

  it('needs no second proof of the same group', async () => {
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

  it('is gone with the groups that held it, as long as one above them answers', async () => {
    const { client } = organization([ROOT]);
    expect(await createReads(client, { bulk: true }).read(identity, missing, call)).toBeUndefined();
  });

  it('is not gone when nothing above it is there: that is another organization', async () => {
    const { client } = organization([]);
    await expect(createReads(client, { bulk: true }).read(identity, missing, call)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: expect.stringContaining(
        'does not prove that the object was deleted: none of the groups above it was found',
      ),
    });
  });

  it('is not gone when its group is out of reach', async () => {
    const own = organization([]);
    own.intercept = ({ uid }) => (uid === squad ? refusal(403, 7) : undefined);
    await expect(createReads(own.client, { bulk: true }).read(identity, missing, call)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: undefined,
      message: expect.stringContaining(`its group ${squad} cannot be read either`),
    });
  });

  it('is not gone when only a route is missing, or the caller may not see it', async () => {
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

  it('is not gone because a list leaves it out', async () => {
    const uids = Array.from({ length: 10 }, (_, index) => uidIn(ROOT, index));
    const own = organization(uids);
    const reads = createReads(own.client, { bulk: true });
    own.intercept = ({ list }) => (list ? Response.json({ identities: [], totalCount: '0' }) : undefined);
    for (const uid of uids) expect(await reads.read(identity, uid, call)).toMatchObject({ uid });
  });

  it('is gone on the service’s word when nothing lies above it', async () => {
    const { client } = organization([]);
    expect(await createReads(client, { bulk: true }).read(group, ROOT, call)).toBeUndefined();
  });

  it('is sought anew after the group that stood for it was deleted', async () => {
    const own = organization([ROOT, team, squad]);
    const reads = createReads(own.client, { bulk: true });
    await reads.read(group, squad, call);
    own.objects.clear();
    for (const uid of [ROOT, team, squad]) reads.invalidate(group, uid);
    await expect(reads.read(identity, missing, call)).rejects.toThrow('does not prove');
  });
});
