/** Key pairs of recipients of encrypted invite codes, as JSON Web Keys. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';

export interface RecipientKey {
  readonly privateKey: KeyObject;
  readonly publicJwk: JsonWebKey;
  /** `publicJwk` as text, as `recipient_jwk` takes it. */
  readonly text: string;
}

export function generateRecipientKey(curve: 'P-256' | 'P-521' = 'P-256'): RecipientKey {
  return recipient(
    generateKeyPairSync('ec', {
      namedCurve: curve,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  );
}

export function generateRsaRecipientKey(modulusLength = 2048): RecipientKey {
  return recipient(
    generateKeyPairSync('rsa', {
      modulusLength,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  );
}

function recipient(pair: { readonly publicKey: string; readonly privateKey: string }): RecipientKey {
  const publicJwk = createPublicKey(pair.publicKey).export({ format: 'jwk' });
  return { privateKey: createPrivateKey(pair.privateKey), publicJwk, text: JSON.stringify(publicJwk) };
}
