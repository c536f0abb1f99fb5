import { authFixture, BASE_URL, BOT, json } from './auth-fixture';

test('the emulator publishes its issuer and keys, and its tokens verify by them (OpenID Connect Discovery §4)', async () => {
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const fixture = authFixture();
  const read = async (url: string) => json(await fixture.handle(new Request(url)));
  const document = await read(`${BASE_URL}/oidc/.well-known/openid-configuration`);
  expect(document.issuer).toBe(`${BASE_URL}/oidc`);
  const keys = await read(document.jwks_uri);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  const token = await fixture.oidc.issue({ subject: 'repo:acme/shop', claims: { environment: 'production' } });
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer: document.issuer,
    audience: 'api.example.com',
    currentDate: new Date(fixture.now),
  });
  expect(payload).toMatchObject({ sub: 'repo:acme/shop', environment: 'production', exp: fixture.now / 1000 + 300 });
});

test('further claims never replace those that every token has', async () => {
  const { decodeJwt } = await import('jose');
  const { oidc, now } = authFixture();
  const claims = { sub: 'evil', iss: 'https://evil.example.com', aud: 'evil', exp: 1 };
  expect(
    decodeJwt(await oidc.issue({ subject: 'good', audience: 'deploy', claims, lifetimeSeconds: 60 })),
  ).toMatchObject({ sub: 'good', iss: `${BASE_URL}/oidc`, aud: 'deploy', exp: now / 1000 + 60 });
});

test('its tokens assume identities that trust it, without a request to anybody', async () => {
  const fixture = authFixture();
  fixture.identities.set(BOT, { claimMatch: { issuer: `${BASE_URL}/oidc`, subject: 'laptop' } });
  expect((await fixture.exchange(await fixture.oidc.issue({ subject: 'laptop' }))).status).toBe(200);
  expect((await fixture.exchange(await fixture.oidc.issue({ subject: 'other' }))).status).toBe(403);
});
