/** No error and no callback contains a token, for any failure and at any depth of inspection. */
import { inspect } from 'node:util';
import {
  createClient,
  exchangedToken,
  gitHubActionsToken,
  givenIdentityToken,
  type Attempt,
  type Fetch,
  type TokenSource,
} from '../../src/client';
import { group, identityProvider } from '../../src/model/kinds';
import { apiError, broken, cannedFetch, CHILD, errorInfo, ownTime, ROOT, TOKEN, type CannedResponse } from './canned';

const API_TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl';
const OIDC_TOKEN = 'oidc.e30.sgn-that-nobody-may-see';
const REQUEST_TOKEN = 'the-request-token-of-a-job';
const SECRETS = [TOKEN, API_TOKEN, OIDC_TOKEN, REQUEST_TOKEN, 'sgn-that-nobody-may-see', 'c2lnbmF0dXJl'];

/** A response that repeats everything that was sent. */
const echoes: [string, (sent: string) => CannedResponse | Error][] = [
  ['a refusal', (sent) => apiError(403, 7, `refused: ${sent}`, errorInfo(sent))],
  [
    'a violation',
    (sent) =>
      apiError(400, 3, 'x', { '@type': 'a.BadRequest', fieldViolations: [{ field: 'name', description: sent }] }),
  ],
  ['a page of a proxy', (sent) => ({ status: 502, body: `<html><title>${sent}</title><pre>${sent}</pre></html>` })],
  ['an unknown path', (sent) => ({ status: 404, body: `no route; your request: ${sent}` })],
  ['a redirect', (sent) => ({ status: 302, headers: { location: `https://x.test/?t=${sent}` }, body: sent })],
  ['a response that is no JSON', (sent) => ({ body: `hello ${sent}` })],
  ['a response of another shape', (sent) => ({ body: { uid: 7, name: sent } })],
  ['a request id', (sent) => ({ status: 503, headers: { 'x-request-id': sent }, body: '' })],
  [
    'a broken connection',
    (sent) => Object.assign(broken('ECONNRESET'), { message: `read ECONNRESET ${sent}`, stack: '' }),
  ],
];

function echo(make: (sent: string) => CannedResponse | Error): Fetch {
  return async (request) => {
    const response = make(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
    return cannedFetch(response).fetch(request);
  };
}

async function everythingShown(token: string | TokenSource, fetch: Fetch): Promise<string> {
  const attempts: Attempt[] = [];
  const client = createClient({
    baseUrl: 'https://api.test',
    token,
    fetch,
    ...ownTime(),
    observe: (attempt) => attempts.push(attempt),
  });
  const errors: unknown[] = [];
  const keep = (error: unknown): void => void errors.push(error);
  await client.get(group, CHILD).catch(keep);
  await client.create(group, ROOT, { name: 'a' }).catch(keep);
  await client.whoami().catch(keep);
  expect(errors).toHaveLength(3);
  return (
    inspect([client, token, errors, attempts], { depth: 20, showHidden: true }) + JSON.stringify([errors, attempts])
  );
}

function noSecretIn(shown: string): void {
  for (const secret of SECRETS) expect(shown.includes(secret)).toBe(false);
}

describe.each(echoes)('%s that repeats the token', (_, make) => {
  it.each([TOKEN, API_TOKEN])('does not show it', async (token) => {
    const { token: source } = { token: { token: () => Promise.resolve(token), renew: () => undefined } };
    noSecretIn(await everythingShown(source, echo(make)));
  });

  it('does not show the identity token to whom it was presented', async () => {
    const identityToken = givenIdentityToken(OIDC_TOKEN);
    const options = { authUrl: 'https://auth.test', audience: 'https://api.test', identityUid: CHILD, identityToken };
    const source = exchangedToken({ ...options, fetch: echo(make), ...ownTime() });
    noSecretIn(await everythingShown(source, echo(make)));
  });

  it('does not show what a job asks for its identity token with', async () => {
    const github = { requestUrl: 'https://actions.test/t', requestToken: REQUEST_TOKEN, audience: 'x' };
    const identityToken = gitHubActionsToken(github, { fetch: echo(make), ...ownTime() });
    const options = { authUrl: 'https://auth.test', audience: 'https://api.test', identityUid: CHILD, identityToken };
    noSecretIn(await everythingShown(exchangedToken({ ...options, fetch: echo(make), ...ownTime() }), echo(make)));
  });
});

it.each(echoes)('%s that repeats a secret of the request does not show it', async (_, make) => {
  const clientSecret = 'a-secret-that-nobody-may-see';
  const { fetch } = cannedFetch(make(clientSecret));
  const client = createClient({ baseUrl: 'https://api.test', token: TOKEN, fetch, ...ownTime() });
  const oidc = { issuer: 'https://i.example.com', clientId: 'c', clientSecret };
  const input = { name: 'a', defaultRole: CHILD, oidc };
  const batched = { ...identityProvider, batch: { size: 1 } };
  for (const call of [
    client.create(identityProvider, ROOT, input),
    client.createBatch(batched, ROOT, [input]),
    client.update(identityProvider, CHILD, { oidc }),
  ]) {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 20, showHidden: true }).includes(clientSecret)).toBe(false);
  }
});

it('a token that cannot be sent is not shown either', async () => {
  const { fetch, requests } = cannedFetch({});
  noSecretIn(
    await everythingShown({ token: () => Promise.resolve(`${TOKEN}\n${OIDC_TOKEN}`), renew: () => undefined }, fetch),
  );
  expect(requests).toEqual([]);
});
