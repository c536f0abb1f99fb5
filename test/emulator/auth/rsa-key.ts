import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';

/** A new RSA key, and what an issuer publishes of it. */
export function generateRsaKey(): { readonly privateKey: KeyObject; readonly publicJwk: JsonWebKey } {
  const encoded = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const publicJwk = createPublicKey(encoded.publicKey).export({ format: 'jwk' });
  return { privateKey: createPrivateKey(encoded.privateKey), publicJwk: { ...publicJwk, kid: 'one', alg: 'RS256' } };
}
