import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { checkFields, string } from '../../../src/model/schema';

describe('keys that are kept with an identity', () => {
  const field = string(['optional'], 'Keys.', { format: 'jwks' });

  const found = (text: string) =>
    checkFields({ field }, [], { field: text }).map(({ severity, code, summary, message }) => [
      ...[severity, code, summary ?? '', message],
    ]);
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
  const jwk = (pem: string) => createPublicKey(pem).export({ format: 'jwk' });
  const ec = {
    ...jwk(generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding }).publicKey),
    kid: 'ec',
  };
  const rsa = (modulusLength: number) =>
    jwk(generateKeyPairSync('rsa', { modulusLength, publicKeyEncoding, privateKeyEncoding }).publicKey);
  const set = (...keys: unknown[]) => JSON.stringify({ keys });

  it('are JSON', () => {
    expect(found('x')).toEqual([['error', 'secret', '', 'must be JSON: a JSON Web Key Set, {"keys": […]}']]);
    expect(found(set(ec, { ...rsa(2048), kid: 'rsa', use: 'sig' }))).toEqual([]);
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
    [set(rsa(1024)), 'Key set contains an unusable key', 'it has 1024 bits, and needs 2048'],
    [set(ec, { ...ec, kid: undefined }), 'Key set contains a key without kid', '(number 2) without a `kid`'],
  ])('cause a warning if they are of no use: %.40s', (text, summary, message) => {
    expect(found(text)).toEqual([['warning', 'slip', summary, expect.stringContaining(message)]]);
  });

  it.each(['d', 'k'])('are refused with the private part %s, which is not repeated', (part) => {
    expect(found(set({ kty: 'EC', [part]: 'hunter2' }))).toEqual([
      ['error', 'secret', '', expect.stringMatching(/^must contain public keys only, (?!.*hunter2)/)],
    ]);
  });
});
