/** Keys that live as long as the data: tokens and page tokens stay valid when the emulator is started again. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import type { Store } from '../store/store';

/** An ES256 key pair as a private JSON Web Key. The data file stores it, so that tokens outlive the process. */
export interface SigningKey extends JsonWebKey {
  readonly kid: string;
}

/** A new key pair. */
export function generateSigningKey(): SigningKey {
  // Encoded, and read again: a key object of a generated pair can hang forever when it is exported as a JWK. The
  // garbage collector, if it runs in the middle, waits for the lock that the export holds on what the pair shares.
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

/** Returns the key pair that `JSON.stringify` wrote into `text`. Throws if the text is not a key pair. */
function parseSigningKey(text: string): SigningKey {
  const key = JSON.parse(text) as SigningKey;
  createPrivateKey({ key, format: 'jwk' });
  return key;
}

/** Returns the public part of a key, which verifies but cannot sign. */
export function publicJwk(key: SigningKey): SigningKey {
  const { kty, crv, x, y } = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' });
  return { kty, crv, x, y, kid: key.kid, alg: 'ES256', use: 'sig' };
}

/** The keys that API tokens and tokens of the own OIDC issuer are signed with. */
export function signingKeysIn(store: Store): { readonly api: SigningKey; readonly oidc: SigningKey } {
  const key = (name: string) => kept(store, name, parseSigningKey, () => JSON.stringify(generateSigningKey()));
  return { api: key('apiSigningKey'), oidc: key('oidcSigningKey') };
}

/** 32 random bytes, in hexadecimal. */
export function secretIn(store: Store, name: string, random: (length: number) => Uint8Array): string {
  return kept(
    store,
    name,
    (text) => text,
    () => Buffer.from(random(32)).toString('hex'),
  );
}

function kept<T>(store: Store, name: string, parse: (text: string) => T, make: () => string): T {
  const known = store.settingAs(name, parse);
  if (known !== undefined) return known;
  return store.transaction(() => {
    // Another process may have been faster: its key is in use.
    const other = store.settingAs(name, parse);
    if (other !== undefined) return other;
    const made = make();
    store.setSetting(name, made);
    return parse(made);
  });
}
