import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApiError,
  createClient,
  createExchange,
  exchangedToken,
  gitHubActionsToken,
  givenIdentityToken,
  identityTokenFile,
  type ExchangeOptions,
  type Fetch,
} from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { group, identity } from '../../../src/model/kinds';
import { cannedFetch, CHILD, ownTime, ROOT, type CannedResponse } from '../canned';

const baseUrl = 'http://localhost';
const subject = 'repo:acme/shop:ref:refs/heads/main';
const signal = new AbortController().signal;

/** The emulator with an identity that a workload can assume, and one clock for everybody. */
async function world() {
  const time = ownTime(Date.UTC(2026, 0, 1));
  const emulator = createEmulator({ publicUrls: [baseUrl], clock: () => new Date(time.clock()) });
  const fetch: Fetch = (request) => emulator.handle(request);
  const administrator = createClient({ baseUrl, token: await emulator.administratorToken(), fetch, ...time });
  const claimMatch = { issuer: emulator.oidcIssuer(), subject };
  const { uid } = await administrator.create(identity, emulator.rootGroupUid, { name: 'ci', claimMatch });
  emulator.requestLog.clear();
  const workload = (options: Partial<ExchangeOptions> = {}): ExchangeOptions => ({
    authUrl: baseUrl,
    audience: baseUrl,
    identityUid: uid,
    identityToken: { origin: 'the test', read: () => emulator.oidcToken({ subject }) },
    fetch,
    ...time,
    ...options,
  });
  const exchanges = (): number => emulator.requestLog.counts()['GET /sts/exchange'] ?? 0;
  const clientWith = (options?: Partial<ExchangeOptions>) =>
    createClient({ baseUrl, token: exchangedToken(workload(options)), fetch, ...time });
  return { administrator, emulator, time, uid, workload, exchanges, clientWith };
}

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('the call did not fail')),
    (error: unknown) => ApiError.from(error),
  );

describe('the token of an assumed identity', () => {
  it('is exchanged for the OIDC token of a workload (contract T3)', async () => {
    const { uid, clientWith } = await world();
    expect((await clientWith().whoami()).subject).toBe(uid);
  });

  it('is exchanged once, however many calls wait for it', async () => {
    const { clientWith, exchanges } = await world();
    const client = clientWith();
    await Promise.all(Array.from({ length: 10 }, () => client.whoami()));
    expect(exchanges()).toBe(1);
  });

  it('is renewed before its hour is over', async () => {
    const { clientWith, exchanges, time } = await world();
    const client = clientWith();
    await client.whoami();
    time.pass(54 * 60_000);
    await client.whoami();
    expect(exchanges()).toBe(1);
    time.pass(2 * 60_000);
    await client.whoami();
    expect(exchanges()).toBe(2);
  });

  it('is renewed once for all when the service refuses it', async () => {
    const { clientWith, exchanges, emulator } = await world();
    const client = clientWith();
    await client.whoami();
    emulator.faults.add({ effect: 'expiredTokens', path: '/auth/v1/ok', times: 1 });
    await Promise.all(Array.from({ length: 10 }, () => client.whoami()));
    expect(exchanges()).toBe(2);
  });

  it('is presented again for every exchange', async () => {
    const { clientWith, emulator, time } = await world();
    const folder = mkdtempSync(join(tmpdir(), 'identity-token-'));
    const path = join(folder, 'token');
    const client = clientWith({ identityToken: identityTokenFile(path) });
    writeFileSync(path, `${await emulator.oidcToken({ subject })}\n`);
    await client.whoami();
    // An hour later the first one has long expired.
    time.pass(60 * 60_000);
    writeFileSync(path, `${await emulator.oidcToken({ subject })}\n`);
    await client.whoami();
    rmSync(folder, { recursive: true });
    time.pass(60 * 60_000);
    expect((await failureOf(client.whoami())).explanation).toContain(
      `cannot read the identity token from the file ${path}: no such file`,
    );
  });

  it('is narrowed to the capabilities that are asked for', async () => {
    const { emulator, workload } = await world();
    const { exchange } = narrowed(workload({ capabilities: ['groups.list', 'repo.list'] }));
    await exchange();
    expect(emulator.requestLog.entries[0]?.query).toMatch(/&cap=groups\.list&cap=repo\.list$/);
  });

  it('is narrowed to the groups that are asked for, and allows nothing elsewhere', async () => {
    const { emulator, workload } = await world();
    const scope = `${emulator.rootGroupUid}/0123456789abcdef`;
    const { exchange } = narrowed(workload({ scopes: [emulator.rootGroupUid, scope] }));
    const { token } = await exchange();
    expect(emulator.requestLog.entries[0]?.query).toContain(`&scopes=${encodeURIComponent(scope)}`);
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      scopes: [emulator.rootGroupUid, scope],
    });
  });

  it('is never wider than asked for: a list that would narrow nothing is an error', async () => {
    const { workload } = await world();
    for (const limit of [
      { scopes: [] },
      { scopes: ['acme'] },
      { scopes: [''] },
      { capabilities: [] },
      { capabilities: [''] },
    ])
      expect(() => narrowed(workload(limit))).toThrow(TypeError);
  });

  it('comes with the end of its life', async () => {
    const { workload, time } = await world();
    const { exchange } = narrowed(workload());
    expect((await exchange()).expiresAtMs).toBe(time.clock() + 60 * 60_000);
  });

  it('is still waited for by others when one call is cancelled', async () => {
    const { clientWith, exchanges } = await world();
    const client = clientWith();
    const cancel = new AbortController();
    const first = failureOf(client.whoami({ signal: cancel.signal }));
    const second = client.whoami();
    cancel.abort();
    expect(await first).toMatchObject({ code: 'CANCELLED', outcome: 'notSent' });
    await second;
    expect(exchanges()).toBe(1);
  });
});

describe('an exchange that is refused', () => {
  it('says who wanted to be whom with which claims, and what the service said', async () => {
    const { emulator, clientWith, uid } = await world();
    const token = await emulator.oidcToken({ subject: 'repo:acme/other:ref:refs/heads/main' });
    const client = clientWith({ identityToken: givenIdentityToken(token, 'PLATFORM_IDENTITY_TOKEN') });
    const error = await failureOf(client.create(group, emulator.rootGroupUid, { name: 'a' }));
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', method: 'GET', url: '/sts/exchange', outcome: 'notSent' });
    expect(error.explanation).toBe(
      `cannot get a token for the identity ${uid} (presented: PLATFORM_IDENTITY_TOKEN): Permission denied: invalid "sub". ` +
        `The identity token says iss "${emulator.oidcIssuer()}", sub "repo:acme/other:ref:refs/heads/main", aud "localhost"`,
    );
    for (const part of token.split('.')) expect(error.message).not.toContain(part);
  });

  it('has no claims to name where the token holds none', async () => {
    const { emulator, clientWith } = await world();
    const token = `e30.${Buffer.from('null').toString('base64url')}.c2ln`;
    const client = clientWith({ identityToken: givenIdentityToken(token, 'PLATFORM_IDENTITY_TOKEN') });
    const error = await failureOf(client.get(group, emulator.rootGroupUid));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', url: '/sts/exchange', outcome: 'notSent' });
    expect(error.explanation).not.toContain('The identity token says');
  });

  it('because nobody waits for it does not fail the others', async () => {
    const { workload } = await world();
    const hanging = exchangedToken(workload({ fetch: () => new Promise(() => undefined) }));
    await expect(hanging.token(AbortSignal.timeout(20))).rejects.toThrow();
    const call = failureOf(hanging.token(signal));
    await hanging.close?.();
    expect((await call).message).toContain('the client was closed');
  });

  it.each<[string, CannedResponse, string]>([
    ['no token', { body: { token: '' } }, 'token: expected a token'],
    ['a page', { body: '<title>Sign in</title>' }, 'expected JSON, found a page titled "Sign in"'],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.test' } }, 'redirect (HTTP 302)'],
    ['an unknown path', { status: 404, body: '404 page not found' }, "Is https://auth.test the API's base URL?"],
  ])('is one that answers with %s', async (_, response, problem) => {
    const { fetch, requests } = cannedFetch(response);
    const options = { authUrl: 'https://auth.test/', audience: baseUrl, identityUid: CHILD, fetch, ...ownTime() };
    const error = await failureOf(
      exchangedToken({ ...options, identityToken: givenIdentityToken('a.b.c') }).token(signal),
    );
    expect(error.outcome).toBe('notSent');
    expect(error.explanation).toContain(problem);
    expect(requests).toHaveLength(1);
  });
});

describe('an exchange that is refused because of a cached identity (contract T8)', () => {
  const other = 'repo:acme/other:ref:refs/heads/main';

  /** The exchange has just seen the identity, and then the identity was changed to accept another subject. */
  async function changed() {
    const { administrator, emulator, uid, workload, ...rest } = await world();
    await createExchange(workload()).exchange(signal);
    await administrator.update(identity, uid, { claimMatch: { issuer: emulator.oidcIssuer(), subject: other } });
    const identityToken = { origin: 'the test', read: () => emulator.oidcToken({ subject: other }) };
    emulator.requestLog.clear();
    return { ...rest, emulator, workload: (options = {}) => workload({ identityToken, ...options }) };
  }

  it('is retried until the cache has expired if the identity was just changed', async () => {
    const { workload, exchanges } = await changed();
    expect((await createExchange(workload({ isJustChanged: () => true })).exchange(signal)).token).not.toBe('');
    expect(exchanges()).toBeGreaterThan(1);
  });

  it.each([
    ['without information about changes', undefined],
    ['if the identity was not just changed', () => false],
  ])('is final %s', async (_, isJustChanged) => {
    const { workload, exchanges } = await changed();
    const error = await failureOf(createExchange(workload({ isJustChanged })).exchange(signal));
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', outcome: 'notSent' });
    expect(exchanges()).toBe(1);
  });

  it('is final after ten seconds', async () => {
    const { workload, emulator, time } = await changed();
    const begun = time.clock();
    const identityToken = { origin: 'the test', read: () => emulator.oidcToken({ subject: 'neither' }) };
    const exchange = createExchange(workload({ identityToken, isJustChanged: () => true }));
    expect(await failureOf(exchange.exchange(signal))).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(time.clock() - begun).toBe(10_000);
  });

  it('is not retried if the token of the workload cannot be read', async () => {
    const { workload, exchanges } = await changed();
    const identityToken = identityTokenFile(join(tmpdir(), 'no-such-folder', 'token'));
    const exchange = createExchange(workload({ identityToken, isJustChanged: () => true }));
    expect(await failureOf(exchange.exchange(signal))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(exchanges()).toBe(0);
  });
});

describe('a clock that is wrong', () => {
  it('does not make every call an exchange', async () => {
    const { fetch, requests } = cannedFetch({ body: { token: 't', expiry: '2020-01-01T00:00:00Z' } });
    const time = ownTime(Date.UTC(2026, 0, 1));
    const options = { authUrl: 'https://auth.test', audience: baseUrl, identityUid: CHILD, fetch, ...time };
    const source = exchangedToken({ ...options, identityToken: givenIdentityToken('a.b.c') });
    for (let i = 0; i < 10; i++) expect(await source.token(signal)).toBe('t');
    expect(requests).toHaveLength(1);
    time.pass(61_000);
    await source.token(signal);
    expect(requests).toHaveLength(2);
  });
});

describe('the identity token of a job of GitHub Actions', () => {
  const requestUrl = 'https://actions.test/token/1?api-version=2.0';

  it('is asked for with the audience', async () => {
    const { fetch, requests } = cannedFetch({ body: { value: 'a.b.c' } });
    const token = gitHubActionsToken({ requestUrl, requestToken: 'request', audience: 'auth.test' }, { fetch });
    expect(await token.read(signal)).toBe('a.b.c');
    expect(requests[0]?.url.href).toBe('https://actions.test/token/1?api-version=2.0&audience=auth.test');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer request');
  });

  const pending = {
    status: 403,
    body: { $id: '1', message: "Can't issue ID_TOKEN for job in 'Pending' state.", typeName: 'GitHub.Services.Error' },
  };

  it('is requested again while GitHub does not know that the job has begun', async () => {
    const { fetch, requests } = cannedFetch(pending, pending, pending, { body: { value: 'a.b.c' } });
    const time = ownTime();
    const token = gitHubActionsToken({ requestUrl, requestToken: 'request', audience: 'x' }, { fetch, ...time });
    expect(await token.read(signal)).toBe('a.b.c');
    expect({ requests: requests.length, slept: time.slept }).toEqual({ requests: 4, slept: [1000, 2000, 4000] });
  });

  it.each([
    ['the answer after three repetitions', pending, 4],
    ['any other answer', { status: 403, body: { message: "Can't issue ID_TOKEN for this repository" } }, 1],
  ])('that GitHub refuses is an error with %s', async (_, answer, count) => {
    const { fetch, requests } = cannedFetch(answer);
    const token = gitHubActionsToken({ requestUrl, requestToken: 'request', audience: 'x' }, { fetch, ...ownTime() });
    expect((await failureOf(token.read(signal))).explanation).toContain("Can't issue ID_TOKEN");
    expect(requests).toHaveLength(count);
  });

  it('that is not given is an error of the call that wanted it', async () => {
    const { fetch } = cannedFetch({ status: 403, body: 'no' });
    const identityToken = gitHubActionsToken({ requestUrl, requestToken: 'request', audience: 'x' }, { fetch });
    const token = exchangedToken({
      authUrl: 'https://auth.test',
      audience: baseUrl,
      identityUid: ROOT,
      identityToken,
      fetch,
    });
    const error = await failureOf(token.token(signal));
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', url: '/token/1', outcome: 'notSent' });
    expect(error.explanation).toContain('(presented: GitHub Actions)');
  });
});

function narrowed(options: ExchangeOptions) {
  const exchange = createExchange(options);
  return { exchange: () => exchange.exchange(signal) };
}
