import { createAuthority, generateSigningKey } from '../../../src/emulator/auth';
import type { Refusal } from '../../../src/emulator/refusal';
import { publicJwk } from '../../../src/emulator/auth/signing-key';
import { BASE_URL, BOT } from './auth-fixture';
import { generateRsaKey } from './rsa-key';

const key = generateSigningKey();
const noon = new Date(Date.UTC(2026, 0, 2, 12));
const issuer = 'https://auth.platform.internal';

function authorityAt(time: Date, options: Partial<Parameters<typeof createAuthority>[0]> = {}) {
  return createAuthority({ key, clock: () => time, audiences: () => [BASE_URL], ...options });
}

async function refusalOf(token: string, authority = authorityAt(noon)): Promise<Refusal> {
  return authority.verify(token).then(
    () => Promise.reject(new Error('The token was accepted.')),
    (error: unknown) => error as Refusal,
  );
}

async function forged(signedWith = key, claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
  const { importJWK, SignJWT } = await import('jose');
  return new SignJWT({ iss: issuer, sub: BOT, aud: BASE_URL, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
    .sign(await importJWK(signedWith, 'ES256'));
}

test('a token speaks for its identity, with the audience of the base address (§5.4)', async () => {
  const token = await authorityAt(noon).issue(BOT, { expiresAt: new Date(noon.getTime() + 1000) });
  await expect(authorityAt(noon).verify(token)).resolves.toEqual({ subject: BOT });
  await expect(
    refusalOf(token, authorityAt(noon, { audiences: () => ['https://other.example.com'] })),
  ).resolves.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining('another audience'),
  });
});

test('a token that names every address is accepted at each, with or without a slash at its end (§5.4)', async () => {
  const addresses = ['http://127.0.0.1:8080', 'https://api.example.com/'];
  const token = await authorityAt(noon, { audiences: () => addresses }).issue(BOT);
  await expect(authorityAt(noon).verify(token)).resolves.toEqual({ subject: BOT });
});

test('a token expires by the clock that was given (§8 "Token exchange token validity")', async () => {
  const token = await authorityAt(noon).issue(BOT, { expiresAt: noon });
  await expect(authorityAt(new Date(noon.getTime() - 1000)).verify(token)).resolves.toEqual({ subject: BOT });
  await expect(refusalOf(token)).resolves.toMatchObject({ message: expect.stringContaining('expired') });
});

test('a token that was accepted before is refused once it has expired or its audience is gone', async () => {
  let [now, audiences] = [noon, [BASE_URL]];
  const authority = authorityAt(noon, { clock: () => now, audiences: () => audiences });
  const token = await authority.issue(BOT, { expiresAt: new Date(noon.getTime() + 1000) });
  await expect(authority.verify(token)).resolves.toEqual({ subject: BOT });
  audiences = ['https://other.example.com'];
  expect((await refusalOf(token, authority)).message).toContain('another audience');
  audiences = [BASE_URL];
  await expect(authority.verify(token)).resolves.toEqual({ subject: BOT });
  now = new Date(noon.getTime() + 1000);
  expect((await refusalOf(token, authority)).message).toContain('expired');
});

test('a token without an end stays valid, also for a later process with the same key', async () => {
  const token = await authorityAt(noon).issue(BOT);
  await expect(authorityAt(new Date(Date.UTC(2099, 0))).verify(token)).resolves.toEqual({ subject: BOT });
});

test('a token can be limited to capabilities (not-shown "STS")', async () => {
  const token = await authorityAt(noon).issue(BOT, { caps: ['groups.list'] });
  await expect(authorityAt(noon).verify(token)).resolves.toEqual({ subject: BOT, caps: ['groups.list'] });
});

test('everything issued can be made to count as expired, while new tokens are valid', async () => {
  const authority = authorityAt(noon);
  const [old, foreign] = [await authority.issue(BOT), await authorityAt(noon).issue(BOT)];
  authority.expireIssued();
  expect((await refusalOf(old, authority)).message).toContain('expired');
  expect((await refusalOf(foreign, authority)).message).toContain('expired');
  await expect(authority.verify(await authority.issue(BOT))).resolves.toEqual({ subject: BOT });
});

test('the token of an identity that is gone is refused, once it has been verified', async () => {
  const asked: string[] = [];
  const authority = authorityAt(noon, { isKnown: (uid) => asked.push(uid) > 1 });
  const token = await authority.issue(BOT);
  expect((await refusalOf(token, authority)).message).toContain('its identity is gone');
  expect(await refusalOf(await forged(generateSigningKey()), authority)).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(asked).toEqual([BOT]);
  await expect(authority.verify(token)).resolves.toEqual({ subject: BOT });
});

test('a forged token is refused: another key, another key under our key id (not-shown "UNAUTHENTICATED")', async () => {
  await expect(authorityAt(noon).verify(await forged())).resolves.toEqual({ subject: BOT });
  const other = generateSigningKey();
  expect(await refusalOf(await forged(other))).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect((await refusalOf(await forged(other, {}, { kid: key.kid }))).message).toContain('signature');
});

test('an unsigned token is refused (alg none)', async () => {
  const { UnsecuredJWT } = await import('jose');
  const unsigned = new UnsecuredJWT({ sub: BOT }).setIssuer(issuer).setAudience(BASE_URL).encode();
  expect(await refusalOf(unsigned)).toMatchObject({ code: 'UNAUTHENTICATED' });
  const [header, payload] = (await forged()).split('.') as [string, string];
  expect(await refusalOf(`${header}.${payload}.`)).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a token signed by the public key as a shared secret is refused (HS/RS confusion)', async () => {
  const { CompactSign } = await import('jose');
  const payload = new TextEncoder().encode(JSON.stringify({ iss: issuer, sub: BOT, aud: BASE_URL }));
  for (const secret of [JSON.stringify(publicJwk(key)), publicJwk(key).x ?? '']) {
    const confused = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
      .sign(new TextEncoder().encode(secret.padEnd(32, '=')));
    expect((await refusalOf(confused)).message).toContain('algorithm');
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
  expect((await refusalOf(token)).message).toContain('algorithm');
});

test.each([
  ['of another issuer', { iss: 'https://evil.example.com' }, {}, 'another issuer'],
  ['for another audience', { aud: 'https://evil.example.com' }, {}, 'another audience'],
  ['without an audience', { aud: undefined }, {}, 'another audience'],
  ['without a subject', { sub: undefined }, {}, 'sub'],
  ['that is not valid yet', { nbf: noon.getTime() / 1000 + 60 }, {}, 'nbf'],
  ['that is an OIDC token', {}, { typ: 'JWT' }, 'typ'],
])('a token %s is refused (not-shown "UNAUTHENTICATED")', async (_, claims, header, said) => {
  expect(await refusalOf(await forged(key, claims, header))).toMatchObject({
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
])('the header %j is refused with a reason that does not quote it (§5.1)', async (header, said) => {
  const refusal = await authorityAt(noon)
    .authenticate(header)
    .catch((error: unknown) => error as Refusal);
  expect(refusal).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(said) });
  expect((refusal as Refusal).message).not.toContain('not-a-jwt');
});
