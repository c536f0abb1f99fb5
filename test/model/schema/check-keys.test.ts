import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { checkFields, string } from '../../../src/model/schema';
import { KEY_ENCRYPTION } from '../../../src/model/schema/check-keys';

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
const jwk = (pem: string) => createPublicKey(pem).export({ format: 'jwk' });
const createEc = (namedCurve: string) =>
  jwk(generateKeyPairSync('ec', { namedCurve, publicKeyEncoding, privateKeyEncoding }).publicKey);
const createRsa = (modulusLength: number) =>
  jwk(generateKeyPairSync('rsa', { modulusLength, publicKeyEncoding, privateKeyEncoding }).publicKey);

describe('keys that are kept with an identity', () => {
  const field = string(['optional'], 'Keys.', { format: 'jwks' });

  const found = (text: string) =>
    checkFields({ field }, [], { field: text }).map(({ severity, code, summary, message }) => [
      ...[severity, code, summary ?? '', message],
    ]);
  const ec = { ...createEc('P-256'), kid: 'ec' };
  const set = (...keys: unknown[]) => JSON.stringify({ keys });

  it('are JSON', () => {
    expect(found('x')).toEqual([['error', 'secret', '', 'must be JSON: a JSON Web Key Set, {"keys": […]}']]);
    expect(found(set(ec, { ...createRsa(2048), kid: 'rsa', use: 'sig' }))).toEqual([]);
  });

  it.each([
    ['{}', 'Key set verifies no token', 'is not a JSON Web Key Set'],
    ['[]', 'Key set verifies no token', 'is not a JSON Web Key Set'],
    ['{"keys":[]}', 'Key set verifies no token', 'contains no key'],
    [set('x'), 'Key set contains an unusable key', '(number 1) that verifies no token: it has no `kty`'],
    [set({ kty: 'AKP' }), 'Key set contains an unusable key', 'its `kty` is none of RSA, EC, OKP'],
    [
      set(ec, { ...ec, use: 'enc' }),
      'Key set contains an unusable key',
      '(number 2) that verifies no token: its `use`',
    ],
    [set({ kty: 'EC', crv: 'P-256', x: 'AQAB' }), 'Key set contains an unusable key', 'its members are invalid'],
    [set(createRsa(1024)), 'Key set contains an unusable key', 'it has 1024 bits, and needs 2048'],
    [set(ec, { ...ec, kid: undefined }), 'Key set contains a key without kid', '(number 2) without a `kid`'],
  ])('cause a warning if they are of no use: %.40s', (text, summary, message) => {
    expect(found(text)).toEqual([['warning', 'likelyMistake', summary, expect.stringContaining(message)]]);
  });

  it.each(['d', 'k'])('are refused with the private part %s, which is not repeated', (part) => {
    expect(found(set({ kty: 'EC', [part]: 'hunter2' }))).toEqual([
      ['error', 'secret', '', expect.stringMatching(/^must contain public keys only, (?!.*hunter2)/)],
    ]);
  });
});

describe('the key of a recipient', () => {
  const field = string(['optional'], 'A key.', { format: 'publicJwk' });
  const found = (key: unknown) =>
    checkFields({ field }, [], { field: JSON.stringify(key) }).map(({ message }) => message);
  const keys = { EC: createEc('P-256'), RSA: createRsa(2048) };
  const ways = {
    EC: ['ECDH-ES+A256KW', 'ECDH-ES+A192KW', 'ECDH-ES+A128KW', 'ECDH-ES'],
    RSA: ['RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
  };

  it('encrypts in the listed ways, the best first', () => {
    expect(KEY_ENCRYPTION).toEqual(ways);
  });

  it.each(['P-256', 'P-384', 'P-521'])('can be on the curve %s', (curve) => {
    expect(found(createEc(curve))).toEqual([]);
  });

  const types = ['EC', 'RSA'] as const;
  it.each(types.flatMap((type) => [...ways.EC, ...ways.RSA, 'RSA-OAEP', 'dir', ''].map((alg) => [type, alg] as const)))(
    'of type %s for %j is refused for another way to encrypt only',
    (type, alg) => {
      const isOwn = ways[type].includes(alg);
      const problem = `must be a key for one of ${ways[type].join(', ')}, and its alg is ${JSON.stringify(alg)}`;
      expect(found({ ...keys[type], alg })).toEqual(isOwn ? [] : [problem]);
    },
  );

  it.each<[string, unknown, string]>([
    ['no object', 'x', 'must be a JSON Web Key: {"kty": "EC", …}'],
    ['no type', { ...keys.EC, kty: undefined }, 'must be a JSON Web Key: {"kty": "EC", …}'],
    ['a private key', { ...keys.EC, d: 'x' }, 'must be the public key alone, and holds a private one'],
    ['another type', { kty: 'OKP', crv: 'X25519' }, 'must be an RSA key, or an EC key on P-256, P-384, P-521'],
    ['another curve', { ...keys.EC, crv: 'x' }, 'must be an RSA key, or an EC key on P-256, P-384, P-521'],
    ['another use', { ...keys.EC, use: 'sig' }, 'must be a key for encryption, and its use is "sig"'],
    ['a short key', createRsa(1024), 'must have 2048 bits or more, and has 1024'],
    ['invalid members', { ...keys.EC, x: 'AQAB' }, 'must be a valid key: its members are not'],
  ])('is refused with %s', (_, key, problem) => {
    expect(found(key)).toEqual([problem]);
    expect(found({ ...keys.EC, use: 'enc' })).toEqual([]);
  });
});
