// @slow
import { startEmulator } from '../../src/emulator';
import { claimMatch, type Json } from './support/organization';
import { search } from '../support/search';

const clients = 50;
/** The requests of each client. */
const turns = Number(process.env['TURNS'] ?? 6 * search);
// A guard against hanging, no measure of speed.
jest.setTimeout(270_000 + turns * 2_000);

test(`${clients} clients in parallel with ${turns} turns each: no lost update, no orphan, totals agree`, async () => {
  const { baseUrl, token, rootGroupUid: root, close } = await startEmulator();
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; body: Json }> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${baseUrl}/iam/v2beta1/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  // Each group is shared by two clients: one writes its name, the other its description.
  const shared = await Promise.all(
    Array.from(
      { length: clients / 2 },
      async (_, n) => (await call('POST', `groups/${root}`, { name: `g${n}` })).body.uid as string,
    ),
  );
  const written = new Map<string, { name?: string; description?: string }>(shared.map((uid) => [uid, {}]));
  const identities = new Set<string>();

  const client = async (number: number) => {
    const group = shared[Math.floor(number / 2)]!;
    const field = number % 2 === 0 ? 'name' : 'description';
    const neighbour = shared[(Math.floor(number / 2) + 1) % shared.length]!;
    for (let turn = 0; turn < turns; turn++) {
      const value = `v${number} ${turn}`;
      const patched = await call('PATCH', `groups/${group}?updateMask=${field}`, { [field]: value });
      expect([patched.status, patched.body[field]]).toEqual([200, value]);
      written.get(group)![field] = value;

      const made = await call('POST', `identities/${group}`, { name: value, claimMatch });
      identities.add(made.body.uid);
      if (turn % 2 === 0) {
        expect((await call('DELETE', `identities/${made.body.uid}`)).status).toBe(200);
        identities.delete(made.body.uid);
      }
      // A group that somebody else fills while it is being deleted: either it goes, or it stays with what is in it.
      const contended = await call('POST', `groups/${neighbour}`, { name: 'contended' });
      const [gone, inside] = await Promise.all([
        call('DELETE', `groups/${contended.body.uid}`),
        call('POST', `identities/${contended.body.uid}`, { name: 'late', claimMatch }),
      ]);
      expect([gone.status, inside.status]).toEqual(gone.status === 200 ? [200, 404] : [400, 200]);
      if (inside.status === 200) identities.add(inside.body.uid);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));

  for (const [uid, { name, description }] of written)
    expect((await call('GET', `groups/${uid}`)).body).toMatchObject({ name, description });
  const everything = async (collection: string): Promise<Json[]> => {
    const found: Json[] = [];
    for (let pageToken = '', total = ''; ;) {
      const { body } = await call(
        'GET',
        `${collection}?uidp.descendants_of=${root}&page_size=200&page_token=${pageToken}`,
      );
      expect(total || body.totalCount).toBe(body.totalCount);
      total = body.totalCount;
      found.push(...body[collection]);
      pageToken = body.nextPageToken ?? '';
      if (pageToken === '') break;
    }
    return found;
  };
  const left = (await everything('identities')).map(({ uid }) => uid as string);
  expect(new Set(left)).toEqual(identities);
  expect(left).toHaveLength(identities.size);
  const groups = new Set([root, ...(await everything('groups')).map(({ uid }) => uid as string)]);
  expect(left.filter((uid) => !groups.has(uid.slice(0, uid.lastIndexOf('/'))))).toEqual([]);
  await close();
});
