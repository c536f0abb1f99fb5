import type { ServiceError } from '../../../src/emulator/wire/errors';
import { generateSigningKey, publicJwk } from '../../../src/emulator/auth/keys';
import { createTokenIssuer } from '../../../src/emulator/auth/token-issuer';
import { BASE_URL, BOT } from './auth-fixture';
import { generateRsaKey } from './rsa-key';

// Making an RSA key takes seconds on a busy machine.
jest.setTimeout(60_000);

const key = generateSigningKey();
const noon = new Date(Date.UTC(2026, 0, 2, 12));
const issuer = 'https://auth.platform.internal';

function issuerAt(time: Date, options: Partial<Parameters<typeof createTokenIssuer>[0]> = {}) {
  return createTokenIssuer({ key, clock: () => time, audiences: () => [BASE_URL], ...options });
}

async function errorOf(token: string, tokens = issuerAt(noon)): Promise<ServiceError> {
  return tokens.verify(token).then(
    () => Promise.reject(new Error('The token was accepted.')),
    (error: unknown) => error as ServiceError,
  );
}

async function forged(signedWith = key, claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
  const { importJWK, SignJWT } = await import('jose');
  return new SignJWT({ iss: issuer, sub: BOT, aud: BASE_URL, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
    .sign(await importJWK(signedWith, 'ES256'));
}

test('a token speaks for its identity, with the audience of the base address (T2)', async () => {
  const token = await issuerAt(noon).issue(BOT, { expiresAt: new Date(noon.getTime() + 1000) });
  await expect(issuerAt(noon).verify(token)).resolves.toEqual({
    subject: BOT,
    token: {
      issuer: 'https://auth.platform.internal',
      audience: [BASE_URL],
      issuedAt: noon,
      expiry: new Date(noon.getTime() + 1000),
    },
  });
  await expect(
    errorOf(token, issuerAt(noon, { audiences: () => ['https://other.example.com'] })),
  ).resolves.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining('another audience'),
  });
});

test('a token that names every address is accepted at each, with or without a slash at its end (T2)', async () => {
  const addresses = ['http://127.0.0.1:8080', 'https://api.example.com/'];
  const token = await issuerAt(noon, { audiences: () => addresses }).issue(BOT);
  await expect(issuerAt(noon).verify(token)).resolves.toMatchObject({ subject: BOT });
});

test('a token expires by the clock that was given (T4)', async () => {
  const token = await issuerAt(noon).issue(BOT, { expiresAt: noon });
  await expect(issuerAt(new Date(noon.getTime() - 1000)).verify(token)).resolves.toMatchObject({ subject: BOT });
  await expect(errorOf(token)).resolves.toMatchObject({ message: expect.stringContaining('expired') });
});

test('a token that was accepted before is refused once it has expired or its audience is gone', async () => {
  let [now, audiences] = [noon, [BASE_URL]];
  const tokens = issuerAt(noon, { clock: () => now, audiences: () => audiences });
  const token = await tokens.issue(BOT, { expiresAt: new Date(noon.getTime() + 1000) });
  await expect(tokens.verify(token)).resolves.toMatchObject({ subject: BOT });
  audiences = ['https://other.example.com'];
  expect((await errorOf(token, tokens)).message).toContain('another audience');
  audiences = [BASE_URL];
  await expect(tokens.verify(token)).resolves.toMatchObject({ subject: BOT });
  now = new Date(noon.getTime() + 1000);
  expect((await errorOf(token, tokens)).message).toContain('expired');
});

test('a token without an end stays valid, also for a later process with the same key', async () => {
  const token = await issuerAt(noon).issue(BOT);
  await expect(issuerAt(new Date(Date.UTC(2099, 0))).verify(token)).resolves.toMatchObject({ subject: BOT });
});

test('a token can be limited to capabilities (contract T3)', async () => {
  const token = await issuerAt(noon).issue(BOT, { caps: ['groups.list'] });
  await expect(issuerAt(noon).verify(token)).resolves.toMatchObject({ subject: BOT, caps: ['groups.list'] });
});

test('everything issued can be made to count as expired, while new tokens are valid', async () => {
  const tokens = issuerAt(noon);
  const [old, foreign] = [await tokens.issue(BOT), await issuerAt(noon).issue(BOT)];
  tokens.expireIssued();
  expect((await errorOf(old, tokens)).message).toContain('expired');
  expect((await errorOf(foreign, tokens)).message).toContain('expired');
  await expect(tokens.verify(await tokens.issue(BOT))).resolves.toMatchObject({ subject: BOT });
});

test('the token of an identity that is gone is refused, once it has been verified', async () => {
  const asked: string[] = [];
  const tokens = issuerAt(noon, { isKnown: (uid) => asked.push(uid) > 1 });
  const token = await tokens.issue(BOT);
  expect((await errorOf(token, tokens)).message).toContain('its identity no longer exists');
  expect(await errorOf(await forged(generateSigningKey()), tokens)).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(asked).toEqual([BOT]);
  await expect(tokens.verify(token)).resolves.toMatchObject({ subject: BOT });
});

test('a forged token is refused: another key, another key under our key id (contract T1)', async () => {
  await expect(issuerAt(noon).verify(await forged())).resolves.toMatchObject({ subject: BOT });
  const other = generateSigningKey();
  expect(await errorOf(await forged(other))).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect((await errorOf(await forged(other, {}, { kid: key.kid }))).message).toContain('signature');
});

test('an unsigned token is refused (alg none)', async () => {
  const { UnsecuredJWT } = await import('jose');
  const unsigned = new UnsecuredJWT({ sub: BOT }).setIssuer(issuer).setAudience(BASE_URL).encode();
  expect(await errorOf(unsigned)).toMatchObject({ code: 'UNAUTHENTICATED' });
  const [header, payload] = (await forged()).split('.') as [string, string];
  expect(await errorOf(`${header}.${payload}.`)).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a token signed by the public key as a shared secret is refused (HS/RS confusion)', async () => {
  const { CompactSign } = await import('jose');
  const payload = new TextEncoder().encode(JSON.stringify({ iss: issuer, sub: BOT, aud: BASE_URL }));
  for (const secret of [JSON.stringify(publicJwk(key)), publicJwk(key).x ?? '']) {
    const confused = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
      .sign(new TextEncoder().encode(secret.padEnd(32, '=')));
    expect((await errorOf(confused)).message).toContain('algorithm');
  }
});

test('a token of another algorithm is refused, even one that is sound', async () => {
  const { SignJWT } = await import('jose');
  const { privateKey } = generateRsaKey();
  const token = await new SignJWT({ sub: BOT })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(issuer)
    .setAudience(BASE_URL)
    .sign(privateKey);
  expect((await errorOf(token)).message).toContain('algorithm');
});

test.each([
  ['of another issuer', { iss: 'https://evil.example.com' }, {}, 'another issuer'],
  ['for another audience', { aud: 'https://evil.example.com' }, {}, 'another audience'],
  ['without an audience', { aud: undefined }, {}, 'another audience'],
  ['without a subject', { sub: undefined }, {}, 'sub'],
  ['that is not valid yet', { nbf: noon.getTime() / 1000 + 60 }, {}, 'nbf'],
  ['that is an OIDC token', {}, { typ: 'JWT' }, 'typ'],
])('a token %s is refused (contract T1)', async (_, claims, header, said) => {
  expect(await errorOf(await forged(key, claims, header))).toMatchObject({
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining(said),
  });
});

test.each([
  [null, 'carries no token'],
  ['', 'carries no token'],
  ['Basic dTpw', 'Bearer'],
  ['Bearer', 'Bearer'],
  ['Bearer a b', 'Bearer'],
  ['Bearer not-a-jwt', 'malformed'],
  ['Bearer a.b.c', 'malformed'],
])('the header %j is refused with a reason that does not quote it (T1)', async (header, said) => {
  const error = await issuerAt(noon)
    .authenticate(header)
    .catch((error: unknown) => error as ServiceError);
  expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(said) });
  expect((error as ServiceError).message).not.toContain('not-a-jwt');
});
