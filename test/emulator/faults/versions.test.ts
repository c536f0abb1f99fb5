/** A fault, a counter and a rule of live-like behavior apply to every version of the API, whichever they are written for. */
import { API_VERSIONS } from '../../../src/model/api';
import type { Fault } from '../../../src/emulator';
import { organization } from '../support/organization';

const pairs = API_VERSIONS.flatMap((written) => API_VERSIONS.map((requested) => [written, requested] as const));

describe.each(pairs)('written for %s, requested in %s', (written, requested) => {
  test.each<[string, Omit<Fault & { effect: 'error' }, 'effect' | 'code'>, string]>([
    ['a list', { path: `/iam/${written}/groups` }, 'groups'],
    ['a pattern', { path: `/iam/${written}/gr*` }, 'groups'],
    ['a pattern of the version', { path: `/iam/${written.slice(0, 2)}*/groups`, method: 'GET' }, 'groups'],
    ['any object', { path: `/*/${written}/groups/*`, times: 1 }, 'groups/UID'],
    ['a custom method', { path: `/iam/${written}/identities:*` }, 'identities:lookupIdentity?issuer=a&subject=b'],
  ])('a fault of %s is met', async (_, target, path) => {
    const { emulator, call, root } = await organization();
    emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', ...target });
    const { status } = await call('GET', `/iam/${requested}/${path.replace('UID', root)}`);
    expect([status, emulator.faults.list()[0]!.hits]).toEqual([503, 1]);
    emulator.close();
  });

  test('a counter has the number of both versions together', async () => {
    const { emulator, ok } = await organization();
    await ok('GET', `/iam/${requested}/groups`);
    await ok('GET', `/iam/${written}/groups`);
    const counts = emulator.requestLog.counts();
    expect(counts[`GET /iam/${written}/groups`]).toBe(2);
    expect(Object.values(counts)).toEqual([2]);
    expect(emulator.requestLog.entries.map(({ path }) => path)).toEqual(
      [requested, written].map((v) => `/iam/${v}/groups`),
    );
    emulator.close();
  });

  test('a new group refuses calls, and reads lag', async () => {
    const { emulator, ok, call, root } = await organization({ liveLike: { lagMs: 60_000, newGroupMs: 60_000 } });
    const { uid } = await ok('POST', `/iam/${written}/groups/${root}`, { name: 'new' });
    expect((await call('POST', `/iam/${requested}/groups/${uid}`, { name: 'newer' })).status).toBe(403);
    emulator.close();
  });
});

test('a version of the past is another path', async () => {
  const { emulator, call } = await organization();
  emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', path: '/iam/v2/identities', optional: true });
  expect((await call('GET', '/iam/v1/identities')).status).toBe(200);
  emulator.close();
});
