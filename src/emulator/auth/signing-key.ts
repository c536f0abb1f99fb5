import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';

/** An ES256 key pair as a private JSON Web Key: what a data file keeps so that tokens outlive the process. */
export interface SigningKey extends JsonWebKey {
  readonly kid: string;
}

/** A new key pair. */
export function generateSigningKey(): SigningKey {
  // Encoded, and read again: a key object of a generated pair can hang for good when it is exported as a JWK. The garbage
  // collector, if it runs in the middle, waits for the lock that the export holds on what the pair shares.
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const jwk = createPrivateKey({ key: privateKey, type: 'pkcs8', format: 'der' }).export({ format: 'jwk' });
  // RFC 7638: the thumbprint over the required members in this order.
  const members = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y });
  return { ...jwk, kid: createHash('sha256').update(members).digest('base64url') };
}

/** The key pair that `JSON.stringify` made into `text`. Throws if it is none. */
export function parseSigningKey(text: string): SigningKey {
  const key = JSON.parse(text) as SigningKey;
  createPrivateKey({ key, format: 'jwk' });
  return key;
}

/** What anybody may know of a key: enough to verify, nothing to sign with. */
export function publicJwk(key: SigningKey): SigningKey {
  const { kty, crv, x, y } = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' });
  return { kty, crv, x, y, kid: key.kid, alg: 'ES256', use: 'sig' };
}
