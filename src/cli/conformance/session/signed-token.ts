/** OIDC tokens that this process signs, for identities with the matching static keys. No issuer on the network is needed. */
import { createSign, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export const ISSUER = 'https://conformance.invalid';

export interface TokenSigner {
  /** The public keys, as the text of a JSON Web Key Set. */
  readonly issuerKeys: string;
  readonly sign: (claims: Readonly<Record<string, unknown>>) => string;
}

const KEY_ID = 'conformance';

export async function createTokenSigner(modulusLength = 2048): Promise<TokenSigner> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength });
  const key = { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: KEY_ID };
  return { issuerKeys: JSON.stringify({ keys: [key] }), sign: (claims) => signed(claims, privateKey) };
}

function signed(claims: Readonly<Record<string, unknown>>, key: KeyObject): string {
  const seconds = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'RS256', typ: 'JWT', kid: KEY_ID },
    { iss: ISSUER, iat: seconds, exp: seconds + 300, ...claims },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

/** Returns the claims of a token without a check of its signature, or `undefined` if it has none. */
export function findClaims(token: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const [, payload = ''] = String(token).split('.');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
