import { startEmulator, type Fault, type RunningEmulator } from '../../../src/emulator';

jest.setTimeout(30_000);

describe.each([
  ['in the own thread', {}],
  ['in a thread of its own', { thread: true }],
])('the handle of an emulator %s', (_, mode) => {
  let running: RunningEmulator;
  beforeAll(async () => {
    running = await startEmulator(mode);
  });
  afterEach(async () => {
    await running.faults.clear();
    await running.reset();
    await running.requestLog.clear();
  });
  afterAll(() => running.close());

  const ask = (token = running.token) =>
    fetch(`${running.baseUrl}/iam/v2beta1/groups`, { headers: { authorization: `Bearer ${token}` } });

  test('says where it is, for whom, and what there is', async () => {
    expect(running).toMatchObject({
      authUrl: running.baseUrl,
      oidcIssuer: `${running.baseUrl}/oidc`,
      administratorUid: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await (await ask()).json()).toMatchObject({ groups: [{ uid: running.rootGroupUid, name: 'acme' }] });
  });

  test('adds, lists, removes and clears faults', async () => {
    const { faults } = running;
    const { id } = await faults.add({ effect: 'error', code: 'UNAVAILABLE', times: 1 });
    expect((await ask()).status).toBe(503);
    expect(await faults.list()).toEqual([{ id, fault: expect.objectContaining({ effect: 'error' }), hits: 1 }]);
    expect([await faults.remove(id), await faults.remove(id)]).toEqual([true, false]);
    await faults.add({ effect: 'html', optional: true });
    await faults.clear();
    expect(await faults.list()).toStrictEqual([]);
  });

  test('refuses a fault that there is not, with a TypeError that says what is wrong', async () => {
    const refused = running.faults.add({ effect: 'fire' } as unknown as Fault);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow('The fault is invalid: effect:');
  });

  test('hands out copies of the request log', async () => {
    await ask();
    const [entry, ...others] = await running.requestLog.entries();
    expect(entry).toStrictEqual({
      method: 'GET',
      path: '/iam/v2beta1/groups',
      query: '',
      route: 'GET /iam/v2beta1/groups',
      status: 200,
      time: expect.any(Date),
    });
    expect(others).toEqual([]);
    await running.requestLog.clear();
    expect([entry?.status, await running.requestLog.counts()]).toStrictEqual([200, {}]);
  });

  test('seeds, shows and resets; a wrong seed is named by its place and changes nothing', async () => {
    const before = await running.snapshot();
    await running.seed({ groups: [{ name: 'second' }] });
    expect((await running.snapshot())['groups']).toHaveLength(2);
    await expect(running.seed({ groups: [{ name: 'third' }, { name: 'NOT' }] })).rejects.toThrow('groups[1]');
    expect((await running.snapshot())['groups']).toHaveLength(2);
    await running.reset();
    expect(await running.snapshot()).toStrictEqual(before);
  });

  test('mints tokens: limited ones, a new one of the administrator, and those of the OIDC issuer', async () => {
    const limited = await running.tokenFor(running.administratorUid, ['roles.list']);
    const tokens = [limited, await running.tokenFor(running.administratorUid), await running.administratorToken()];
    const totals = tokens.map(
      async (token) => ((await (await ask(token)).json()) as { totalCount?: string }).totalCount,
    );
    expect(await Promise.all(totals)).toEqual(['0', '1', '1']);
    const [, claims = ''] = (await running.oidcToken({ subject: 'ci', audience: 'deploy' })).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: running.oidcIssuer,
      sub: 'ci',
      aud: 'deploy',
    });
  });

  test('is closed by "await using", once, and no longer responds', async () => {
    const other = await startEmulator(mode);
    await other[Symbol.asyncDispose]();
    await other.close();
    await expect(fetch(other.baseUrl)).rejects.toThrow('fetch failed');
    await expect(other.snapshot()).rejects.toThrow(Error);
  });
});
