import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';

/** An ES256 key pair as a private JSON Web Key: what a data file keeps so that tokens outlive the process. */
export interface SigningKey extends JsonWebKey {
  readonly kid: string;
}

/** A new key pair. */
export function generateSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  // RFC 7638: the thumbprint over the required members in this order.
  const members = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y });
  return { ...jwk, kid: createHash('sha256').update(members).digest('base64url') };
}

/** What anybody may know of a key: enough to verify, nothing to sign with. */
export function publicJwk(key: SigningKey): SigningKey {
  const { kty, crv, x, y } = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' });
  return { kty, crv, x, y, kid: key.kid, alg: 'ES256', use: 'sig' };
}
