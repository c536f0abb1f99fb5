import { RE2JS } from 're2js';
import { detail, organization } from '../support/organization';

const identities = '/iam/v2beta1/identities';
const staticKeys = { issuer: 'https://i.example.com', subject: 's', issuerKeys: '{"keys":[]}' };

test('static keys expire ahead, at most 365 days (Contract K3)', async () => {
  const { call, root } = await organization();
  const post = (expirationTime: string) =>
    call('POST', `${identities}/${root}`, { name: 'x', staticKeys: { ...staticKeys, expirationTime } });
  expect((await post('2027-03-01T12:00:00Z')).status).toBe(200);
  for (const wrong of ['2027-03-01T12:00:00.001Z', '2026-03-01T12:00:00Z', '2025-01-01T00:00:00Z']) {
    const { status, body } = await post(wrong);
    expect([status, detail(body, 'BadRequest').fieldViolations[0].field]).toEqual([400, 'staticKeys.expirationTime']);
  }
});

test('static keys without an expiry get 365 days, whenever the whole message is set (Contract K3)', async () => {
  const { ok, make, root, time } = await organization();
  const uid = await make('identities', root, { name: 'x', staticKeys });
  const read = async () => (await ok('GET', `${identities}/${uid}`)).staticKeys.expirationTime;
  expect(await read()).toBe('2027-03-01T12:00:00.000Z');
  time.now = new Date('2026-03-02T12:00:00.000Z');
  await ok('PATCH', `${identities}/${uid}?updateMask=static_keys.subject`, { staticKeys: { subject: 't' } });
  expect(await read()).toBe('2027-03-01T12:00:00.000Z');
  await ok('PATCH', `${identities}/${uid}?updateMask=static_keys`, { staticKeys });
  expect(await read()).toBe('2027-03-02T12:00:00.000Z');
});

test('an identity whose keys have expired stays listed and can be changed (Contract F4)', async () => {
  const { ok, call, make, root, time } = await organization();
  const expirationTime = '2026-03-02T00:00:00Z';
  const uid = await make('identities', root, { name: 'x', staticKeys: { ...staticKeys, expirationTime } });
  time.now = new Date('2030-01-01T00:00:00Z');
  expect((await ok('GET', identities)).totalCount).toBe('1');
  expect((await ok('PATCH', `${identities}/${uid}`, { description: 'Old.' })).description).toBe('Old.');
  const same = { staticKeys: { ...staticKeys, subject: 't', expirationTime: '2026-03-02T00:00:00.000Z' } };
  await ok('PATCH', `${identities}/${uid}?updateMask=static_keys`, same);
  const earlier = { staticKeys: { ...staticKeys, expirationTime: '2026-03-01T00:00:00Z' } };
  expect((await call('PATCH', `${identities}/${uid}?updateMask=static_keys`, earlier)).status).toBe(400);
});

test('any service principal with the prefix is valid, an unknown relationship is not (Contract K3)', async () => {
  const { call, make, root } = await organization();
  const servicePrincipal = 'INGESTER';
  const { status, body } = await call('POST', `${identities}/${root}`, { name: 'x', servicePrincipal });
  expect([status, detail(body, 'BadRequest').fieldViolations[0].field]).toEqual([400, 'servicePrincipal']);
  for (const name of ['SERVICE_PRINCIPAL_INGESTER', 'SERVICE_PRINCIPAL_NEWER'])
    await make('identities', root, { name: 'x', servicePrincipal: name });
  for (const [type, status] of [
    ['RELATIONSHIP_TYPE_SERVICE_PRINCIPAL', 200],
    ['RELATIONSHIP_TYPE_STATICS', 400],
    ['STATIC', 400],
  ])
    expect([type, (await call('GET', `${identities}?relationship_type=${type}`)).status]).toEqual([type, status]);
});

test('a set of keys can be any text, and only a strict emulator requires JSON (Contract K3)', async () => {
  const json = ['{}', '[]', 'null', '"keys"', '{"keys":[]}', '{"keys":["x",null]}', '{"keys":[{"kty":"EC","d":"x"}]}'];
  for (const strict of [false, true]) {
    const { call, root, emulator } = await organization({ strict });
    const post = async (issuerKeys: string, index: number) => {
      const body = { name: `robot ${index}`, staticKeys: { ...staticKeys, issuerKeys } };
      return [issuerKeys, (await call('POST', `${identities}/${root}`, body)).status];
    };
    expect(await Promise.all(json.map(post))).toEqual(json.map((text) => [text, 200]));
    const others = ['keys', '{"keys":[}', "{'keys':[]}"];
    expect(await Promise.all(others.map((text, index) => post(text, index + json.length)))).toEqual(
      others.map((text) => [text, strict ? 400 : 200]),
    );
    emulator.close();
  }
});

test('at most one audience of static keys (Contract T6)', async () => {
  const { call, root } = await organization();
  const body = { name: 'x', staticKeys: { ...staticKeys, audiences: ['a', 'b'] } };
  expect((await call('POST', `${identities}/${root}`, body)).body.message).toContain('audiences must have at most 1');
});

test('assuming an identity is seen in lastSeenTime and is no change of it (Contract K3)', async () => {
  const { ok, make, root, emulator, time } = await organization();
  const claimMatch = { issuer: emulator.oidcIssuer(), subject: 'me' };
  const uid = await make('identities', root, { name: 'x', claimMatch });
  time.now = new Date('2026-03-01T13:00:00.000Z');
  const presented = { token: await emulator.oidcToken({ subject: 'me' }) };
  await ok('GET', `/sts/exchange?aud=http://localhost&identity=${uid}`, undefined, presented);
  const { lastSeenTime, updateTime } = await ok('GET', `${identities}/${uid}`);
  expect([lastSeenTime, updateTime]).toEqual(['2026-03-01T13:00:00.000Z', '2026-03-01T12:00:00.000Z']);
});

describe('RSA keys have 2048 bits or more (Contract K3)', () => {
  const rsa = (bits: number, first: readonly number[] = [255]) => {
    const n = Buffer.from([...first, ...Buffer.alloc(bits / 8 - 1, 1)]).toString('base64url');
    return { kty: 'RSA', e: 'AQAB', n, kid: `rsa-${bits}` };
  };
  const ec = { kty: 'EC', crv: 'P-256', x: 'AQAB', y: 'AQAB' };
  const keySet = (...keys: object[]) => ({ ...staticKeys, issuerKeys: JSON.stringify({ keys }) });

  test.each([
    ['1024 bits', keySet(rsa(1024)), 'the RSA key "rsa-1024" has 1024 bits'],
    ['2047 bits', keySet(rsa(2048, [127])), 'the RSA key "rsa-2048" has 2047 bits'],
    ['a weak one among others', keySet(rsa(2048), ec, { ...rsa(1024), kid: undefined }), 'the RSA key 2 has 1024 bits'],
    ['many zeros in front', keySet(rsa(1024, [...Buffer.alloc(200), 255])), 'has 1024 bits'],
    ['no modulus', keySet({ kty: 'RSA', e: 'AQAB' }), 'the RSA key 0 has 0 bits'],
  ])('%s is refused when it is new or changed', async (_, weak, told) => {
    const { call, make, root } = await organization();
    const uid = await make('identities', root, { name: 'x', staticKeys: keySet(rsa(2048), rsa(2048, [128]), ec) });
    for (const [method, path] of [
      ['POST', `${identities}/${root}`],
      ['PATCH', `${identities}/${uid}?updateMask=static_keys`],
    ] as const) {
      const { status, body } = await call(method, path, { name: 'x', staticKeys: weak });
      expect([status, detail(body, 'BadRequest').fieldViolations[0].field]).toEqual([400, 'staticKeys.issuerKeys']);
      expect(body.message).toContain(told);
    }
    const v1 = { name: 'x', static: weak };
    expect((await call('POST', `/iam/v1/identities/${root}`, v1)).body.message).toContain('static.issuerKeys');
  });

  test('a weak one that is stored already stays while other fields change', async () => {
    const { ok, call, emulator } = await organization();
    const weak = keySet(rsa(1024));
    emulator.seed({ groups: [{ name: 'other', identities: [{ name: 'seeded', staticKeys: weak }] }] });
    const { uid } = (await ok('GET', `${identities}?name=seeded`)).identities[0];
    const changed = { name: 'renamed', staticKeys: { ...weak, subject: 'other' } };
    expect((await ok('PATCH', `${identities}/${uid}`, changed)).staticKeys.subject).toBe('other');
    const other = { staticKeys: keySet(rsa(1024, [254])) };
    expect((await call('PATCH', `${identities}/${uid}`, other)).status).toBe(400);
  });
});

test.each([
  ['nine kilobytes of one', { subjectPattern: '[a-z]{1,1000}'.repeat(700) }, 'claimMatch.subjectPattern'],
  ['one that is long', { subjectPattern: 'a'.repeat(9_000) }, 'claimMatch.subjectPattern'],
  [
    'many that are small',
    { subject: 's', claimPatterns: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`c${i}`, 'a{1000}'])) },
    'claimMatch.claimPatterns.c9',
  ],
  [
    'one of a claim with a long name, which the error shortens',
    { subject: 's', claimPatterns: { ['c'.repeat(101)]: '[a-z]{1,1000}'.repeat(700) } },
    `claimMatch.claimPatterns.${'c'.repeat(100)}`,
  ],
])('patterns that are too much together are refused before RE2 sees them: %s (contract V9)', async (_, rest, field) => {
  const { call, make, root } = await organization();
  const uid = await make('identities', root, { name: 'x', claimMatch: { issuer: staticKeys.issuer, subject: 's' } });
  const compile = jest.spyOn(RE2JS, 'compile');
  const value = { issuer: staticKeys.issuer, ...rest };
  for (const [method, path] of [
    ['POST', `${identities}/${root}`],
    ['PATCH', `${identities}/${uid}?updateMask=claim_match`],
  ] as const) {
    const { status, body } = await call(method, path, { name: 'x', claimMatch: value });
    expect([status, detail(body, 'BadRequest').fieldViolations[0].field]).toEqual([400, field]);
  }
  expect(compile).not.toHaveBeenCalled();
});
