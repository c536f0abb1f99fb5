import type { KeyObject } from 'node:crypto';
import { authFixture, BASE_URL, BOT, json, OTHER, problem, ROOT, TEAM } from './auth-fixture';
import { publishIssuer, type PublishedIssuer } from './published-issuer';
import { generateRsaKey } from './rsa-key';

const now = authFixture().now;
let ci: PublishedIssuer;

beforeAll(async () => (ci = await publishIssuer(now)));
afterAll(() => ci.close());

function fixtureWithBot(more: object = {}) {
  const fixture = authFixture();
  fixture.identities.set(BOT, { claimMatch: { issuer: ci.issuer, subject: 'ci', ...more } });
  return fixture;
}

test('a workload gets a token of the identity for one hour, at GET as at POST (T3, T4)', async () => {
  const fixture = fixtureWithBot();
  for (const method of ['GET', 'POST']) {
    const response = await fixture.exchange(await ci.sign(), {}, { method });
    const answer = await json(response);
    expect(response.status).toBe(200);
    expect(answer).toEqual({ token: expect.any(String), refreshToken: '', expiry: '2026-01-02T01:00:00.000Z' });
    expect((await import('jose')).decodeJwt(answer.token)).toMatchObject({
      sub: BOT,
      aud: BASE_URL,
      exp: now / 1000 + 3600,
    });
    await expect(fixture.tokens.verify(answer.token)).resolves.toMatchObject({ subject: BOT });
  }
  expect(fixture.assumed).toEqual([BOT, BOT]);
});

test('a token says whose token was exchanged for it, in act.sub (contract T4)', async () => {
  const fixture = fixtureWithBot();
  const { token } = await json(await fixture.exchange(await ci.sign()));
  const { decodeJwt } = await import('jose');
  expect(decodeJwt(token)['act']).toEqual({ sub: 'ci' });
  expect(decodeJwt(await fixture.tokens.issue(BOT))).not.toHaveProperty('act');
});

test.each(['aud', 'identity'])('%s must be given once', async (name) => {
  const twice = { [name]: [BASE_URL, BASE_URL] };
  expect(await problem(await fixtureWithBot().exchange(await ci.sign(), twice))).toMatchObject({
    code: 3,
    message: `Invalid argument: ${name}: ${name} must be given once`,
  });
});

test('a claim that is no Unicode is refused, wherever in the token it stands', async () => {
  const token = await ci.sign({ context: { notes: ['fine', 'half of a pair: \ud800'] } });
  expect(await problem(await fixtureWithBot().exchange(token))).toEqual({
    status: 401,
    code: 16,
    message: expect.stringContaining('context.notes[1] must be valid Unicode'),
  });
});

test('an exchanged token is refused after its hour (T4)', async () => {
  const fixture = fixtureWithBot();
  const { token } = await json(await fixture.exchange(await ci.sign()));
  fixture.now += 60 * 60 * 1000 - 1000;
  await expect(fixture.tokens.verify(token)).resolves.toMatchObject({ subject: BOT });
  fixture.now += 1000;
  await expect(fixture.tokens.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('parameters may come as a form, never as JSON (contract T3)', async () => {
  const fixture = fixtureWithBot();
  const post = async (type: string, body: string) =>
    fixture.handle(
      new Request(`${BASE_URL}/sts/exchange`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await ci.sign()}`, 'content-type': type },
        body,
      }),
    );
  const form = new URLSearchParams({ aud: BASE_URL, identity: BOT, cap: 'groups.list' }).toString();
  expect((await post('application/x-www-form-urlencoded', form)).status).toBe(200);
  expect(await problem(await post('application/json', JSON.stringify({ aud: BASE_URL, identity: BOT })))).toMatchObject(
    {
      code: 3,
      message: expect.stringContaining('never as JSON'),
    },
  );
});

test('cap narrows the token, in both representations, and must be a capability (contract T3)', async () => {
  const fixture = fixtureWithBot();
  const response = await fixture.exchange(await ci.sign(), { cap: ['groups.list', 'CAP_IAM_ROLES_LIST', 'figs.list'] });
  const { token } = await json(response);
  await expect(fixture.tokens.verify(token)).resolves.toMatchObject({
    subject: BOT,
    caps: ['groups.list', 'roles.list', 'figs.list'],
  });
  expect(await problem(await fixture.exchange(await ci.sign(), { cap: 'everything' }))).toMatchObject({ code: 3 });
});

test.each([
  ['sub', { subject: 'other' }],
  ['sub', { subject: undefined, subjectPattern: 'c' }],
  ['aud', { audience: 'deploy' }],
  ['environment', { claims: { environment: 'production' } }],
])('a token whose claim %s does not match is refused with 7 and its name (contract T5)', async (claim, match) => {
  expect(await problem(await fixtureWithBot(match).exchange(await ci.sign()))).toEqual({
    status: 403,
    code: 7,
    message: `Permission denied: invalid "${claim}"`,
  });
});

test.each([
  ['expired', { exp: now / 1000 }, 'expired'],
  ['without an end', { exp: undefined }, 'exp'],
  ['not valid yet', { nbf: now / 1000 + 60 }, 'nbf'],
  ['without an issuer', { iss: undefined }, 'issuer'],
  ['without a subject', { sub: undefined }, 'sub'],
])('an OIDC token that is %s is refused with 16 (T1)', async (_, claims, said) => {
  expect(await problem(await fixtureWithBot().exchange(await ci.sign(claims)))).toMatchObject({
    status: 401,
    code: 16,
    message: expect.stringContaining(said),
  });
});

test('forged OIDC tokens are refused: another key, no signature, a public key as a secret', async () => {
  const { CompactSign, UnsecuredJWT } = await import('jose');
  const fixture = fixtureWithBot();
  const payload = { iss: ci.issuer, sub: 'ci', aud: 'api.example.com', exp: now / 1000 + 300 };
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const { privateKey } = generateRsaKey();
  const sign = (alg: string, secret: KeyObject | Uint8Array) =>
    new CompactSign(bytes).setProtectedHeader({ alg, kid: 'one' }).sign(secret);
  for (const token of [
    await sign('RS256', privateKey),
    new UnsecuredJWT(payload).encode(),
    await sign('HS256', new TextEncoder().encode(JSON.stringify(ci.keys[0]))),
    await sign('HS256', new TextEncoder().encode(ci.keys[0]?.n)),
  ]) {
    expect(await problem(await fixture.exchange(token))).toMatchObject({ code: 16 });
  }
  expect(fixture.assumed).toEqual([]);
});

test('an identity that there is not and one that accepts other issuers are refused alike, and nobody is asked (contract T10)', async () => {
  const before = ci.requests.length;
  const refused = (fixture = authFixture(), identity = BOT) =>
    ci.sign().then(async (token) => problem(await fixture.exchange(token, { identity })));
  const unknown = await refused();
  expect(unknown).toEqual({
    status: 401,
    code: 16,
    message: `Unauthenticated: the identity token is refused: its issuer is "${ci.issuer}", and no such identity accepts its tokens`,
  });
  expect(await refused(fixtureWithBot({ issuer: 'https://token.actions.githubusercontent.com' }))).toEqual(unknown);
  expect(await refused(fixtureWithBot({ issuer: undefined, issuerPattern: 'https://ci-' }))).toEqual(unknown);
  expect(await refused(fixtureWithBot(), OTHER)).toEqual(unknown);
  for (const other of [
    { staticKeys: { issuer: `${ci.issuer}/`, subject: 'ci', issuerKeys: JSON.stringify({ keys: ci.keys }) } },
    { awsIdentity: { awsAccount: '123456789012' } },
    { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' },
    {},
  ]) {
    const fixture = authFixture();
    fixture.identities.set(BOT, other);
    expect(await refused(fixture)).toEqual(unknown);
  }
  expect(ci.requests).toHaveLength(before);
  expect(await refused(fixtureWithBot({ issuer: undefined, issuerPattern: 'https://ci-.*' }))).toMatchObject({
    status: 200,
  });
});

test('an API token is no OIDC token, and an OIDC token no API token', async () => {
  const fixture = fixtureWithBot();
  const api = await fixture.tokens.issue(BOT);
  expect(await problem(await fixture.exchange(api))).toMatchObject({
    code: 16,
    message: expect.stringContaining('API token'),
  });
  await expect(fixture.tokens.verify(await fixture.oidc.issue({ subject: BOT }))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});

test.each([
  [{ aud: 'https://other.example.com' }, 'aud'],
  [{ aud: '' }, 'aud'],
  [{ identity: '' }, 'identity'],
  [{ identity: '../../groups' }, 'identity'],
])('the parameters %j are refused with 3 (T3)', async (parameters, field) => {
  const response = await fixtureWithBot().exchange(await ci.sign(), parameters);
  expect(await json(response)).toMatchObject({
    code: 3,
    message: expect.stringMatching(`^Invalid argument: ${field}: `),
    details: [{ reason: 'INVALID_ARGUMENT', domain: 'iam.platform.internal' }, { fieldViolations: [{ field }] }],
  });
});

test('without a token the exchange answers 16, with another method 12', async () => {
  const fixture = fixtureWithBot();
  expect(await problem(await fixture.exchange('', {}))).toMatchObject({ status: 401, code: 16 });
  expect(await problem(await fixture.exchange(await ci.sign(), {}, { method: 'DELETE' }))).toMatchObject({ code: 12 });
});

test('the exchange sees an identity as it was up to five seconds ago (contract T8)', async () => {
  const fixture = authFixture();
  const status = async () => (await fixture.exchange(await ci.sign())).status;
  expect(await status()).toBe(401);
  fixture.identities.set(BOT, { claimMatch: { issuer: ci.issuer, subject: 'ci' } });
  expect(await status()).toBe(401);
  fixture.now += 5000;
  expect(await status()).toBe(200);
  fixture.identities.set(BOT, { claimMatch: { issuer: ci.issuer, subject: 'other' } });
  fixture.now += 4999;
  expect(await status()).toBe(200);
  fixture.now += 1;
  expect(await status()).toBe(403);
});

test('keys that an identity pins need no issuer that can be reached, and end when they say (contract T6)', async () => {
  const fixture = authFixture();
  const issuer = 'https://cluster.invalid';
  const pin = (more: object = {}) => {
    fixture.now += 5000;
    fixture.identities.set(BOT, {
      staticKeys: { issuer, subject: 'ci', issuerKeys: JSON.stringify({ keys: ci.keys }), ...more },
    });
  };
  const answer = async (claims: object = {}) => fixture.exchange(await ci.sign({ iss: issuer, ...claims }));
  pin();
  expect((await answer()).status).toBe(200);
  expect(await problem(await answer({ sub: 'other' }))).toMatchObject({ message: expect.stringContaining('"sub"') });
  pin({ audiences: ['deploy'] });
  expect(await problem(await answer())).toMatchObject({ message: expect.stringContaining('"aud"') });
  expect((await answer({ aud: 'deploy' })).status).toBe(200);
  pin({ expirationTime: new Date(fixture.now + 5000).toISOString() });
  expect(await problem(await answer())).toMatchObject({ code: 7, message: expect.stringContaining('expired') });
  pin({ issuerKeys: JSON.stringify({ keys: [generateRsaKey().publicJwk] }) });
  expect(await problem(await answer())).toMatchObject({ code: 16 });
});

test('a token that is not a JWT is rejected with a hint about AWS, for any identity', async () => {
  const fixture = authFixture();
  const unknown = await problem(await fixture.exchange('c2lnbmVk'));
  expect(unknown).toMatchObject({ code: 16, message: expect.stringMatching(/not a JWT.*AWS/) });
  fixture.now += 5000;
  fixture.identities.set(BOT, { awsIdentity: { awsAccount: '123456789012' } });
  expect(await problem(await fixture.exchange('c2lnbmVk'))).toEqual(unknown);
});

const INNER = `${TEAM}/cccccccccccccccc`;

test.each([
  ['a group with a role', [TEAM], [[TEAM, 'viewer']], [TEAM, INNER], [ROOT, OTHER]],
  ['a group under one with a role', [INNER], [[TEAM, 'viewer']], [INNER], [TEAM, ROOT]],
  ['a group above one with a role', [TEAM], [[INNER, 'viewer']], [], [INNER, TEAM]],
  ['a group without any role', [OTHER], [[TEAM, 'viewer']], [], [TEAM, OTHER]],
  ['several groups', [INNER, OTHER], [[ROOT, 'viewer']], [INNER, OTHER], [TEAM, ROOT]],
] as const)('scopes narrows the token to %s (contract T3)', async (_, scopes, bindings, inside, outside) => {
  const requests: Record<string, string[]>[] = [
    { scopes: [...scopes] },
    { scope: [...scopes] },
    { scope: [...scopes], scopes: [...scopes] },
  ];
  for (const parameters of requests) {
    const fixture = authFixture(bindings);
    fixture.identities.set(BOT, { claimMatch: { issuer: ci.issuer, subject: 'ci' } });
    const { token } = await json(await fixture.exchange(await ci.sign(), parameters));
    const caller = await fixture.tokens.verify(token);
    expect(inside.filter((uid) => !fixture.access.holds(caller, 'groups.list', uid))).toEqual([]);
    expect(outside.filter((uid) => fixture.access.holds(caller, 'groups.list', uid))).toEqual([]);
    const whoami = await fixture.handle(
      new Request(`${BASE_URL}/auth/v1/ok`, { headers: { authorization: `Bearer ${token}` } }),
    );
    const { capabilities } = await json(whoami);
    expect(capabilities.map(({ group }: { group: { id: string } }) => group.id).sort()).toEqual(
      scopes.filter((uid) => inside.some((group) => group === uid)).sort(),
    );
  }
});

test.each(['', '*', 'acme', `${TEAM}/`, ROOT.toUpperCase()])(
  'a scope that is no uid is refused, never ignored: %j (contract T3)',
  async (scope) => {
    for (const name of ['scopes', 'scope'])
      expect(await problem(await fixtureWithBot().exchange(await ci.sign(), { [name]: [TEAM, scope] }))).toMatchObject({
        code: 3,
        message: `Invalid argument: ${name}: ${name} must be the uid of a group`,
      });
  },
);
