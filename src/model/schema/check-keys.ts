/**
 * Checks keys as text (RFC 7517): that they are public and of a supported type. Returns one normalized value for the
 * same key.
 */
import { createPublicKey } from 'node:crypto';
import { isObject, parseJson, type Values } from '../api';

/** The members of keys that nobody else may know (RFC 7518 §6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/**
 * Returns the reason why a set of keys is rejected. A service accepts any text (contract K3). These are our own errors: the
 * state would contain a private key.
 */
export function jwksProblem(text: string): string | undefined {
  const parsed = parseJson(text);
  if (parsed === undefined) return 'must be JSON: a JSON Web Key Set, {"keys": […]}';
  if (!(findKeys(parsed) ?? []).some(isPrivate)) return undefined;
  return 'must contain public keys only, and contains a private or secret key. Replace that key, because others can have read it';
}

interface KeyMistake {
  readonly summary: string;
  readonly message: string;
}

/** Returns the first likely mistake in a set of keys that the service accepts. The message repeats nothing of a key. */
export function likelyKeyMistake(text: string): KeyMistake | undefined {
  const keys = findKeys(parseJson(text));
  const unusable = 'Key set verifies no token';
  if (keys === undefined)
    return { summary: unusable, message: 'is not a JSON Web Key Set, {"keys": […]}: nobody can assume the identity' };
  if (keys.length === 0) return { summary: unusable, message: 'contains no key: nobody can assume the identity' };
  const at = (index: number) => `contains a key (number ${index + 1})`;
  for (const [index, key] of keys.entries()) {
    const problem = verificationProblem(key);
    if (problem === undefined) continue;
    return { summary: 'Key set contains an unusable key', message: `${at(index)} that verifies no token: ${problem}` };
  }
  const nameless = keys.findIndex((key) => typeof (key as Values)['kid'] !== 'string');
  if (nameless < 0) return undefined;
  const message = `${at(nameless)} without a \`kid\`: a token that names its key may not be accepted`;
  return { summary: 'Key set contains a key without kid', message };
}

const VERIFYING = ['RSA', 'EC', 'OKP'];

/** Returns the reason why a public key cannot verify a signature. */
function verificationProblem(key: unknown): string | undefined {
  if (!isObject(key) || typeof key['kty'] !== 'string') return 'it has no `kty`';
  const { kty, use = 'sig' } = key;
  if (!VERIFYING.includes(kty)) return `its \`kty\` is none of ${VERIFYING.join(', ')}`;
  if (use !== 'sig') return 'its `use` is not `sig`';
  try {
    const { modulusLength = Infinity } = createPublicKey({ key, format: 'jwk' }).asymmetricKeyDetails ?? {};
    return modulusLength < MIN_RSA_BITS ? `it has ${modulusLength} bits, and needs ${MIN_RSA_BITS}` : undefined;
  } catch {
    return 'its members are invalid';
  }
}

/** Returns the reason why the service refuses a new set of keys: an RSA key is too short (contract K3). */
export function weakKeyProblem(text: string): string | undefined {
  for (const [index, key] of (findKeys(parseJson(text)) ?? []).entries()) {
    const bits = countRsaBits(key);
    if (bits === undefined || bits >= MIN_RSA_BITS) continue;
    const { kid = index } = key as Values;
    return `must contain RSA keys of ${MIN_RSA_BITS} bits or more, and the RSA key ${JSON.stringify(kid)} has ${bits} bits`;
  }
  return undefined;
}

/** Returns the length of the modulus (RFC 7518 §6.3.1.1); `undefined` for a key of another type. */
function countRsaBits(key: unknown): number | undefined {
  if (!isObject(key) || key['kty'] !== 'RSA') return undefined;
  const { n } = key;
  const modulus = Buffer.from(typeof n === 'string' ? n : '', 'base64url')
    .toString('hex')
    .replace(/^0+/, '');
  const [first = '0'] = modulus;
  return modulus === '' ? 0 : modulus.length * 4 - Math.clz32(Number.parseInt(first, 16)) + 28;
}

/** Returns true if the text is a private or secret key, or holds one. */
export function holdsPrivateKey(text: string): boolean {
  const parsed = parseJson(text);
  return isPrivate(parsed) || (findKeys(parsed) ?? []).some(isPrivate);
}

/** The ways to encrypt for a key, the best first, by the key's type. */
export const KEY_ENCRYPTION: Readonly<Record<string, readonly string[]>> = {
  EC: ['ECDH-ES+A256KW', 'ECDH-ES+A192KW', 'ECDH-ES+A128KW', 'ECDH-ES'],
  RSA: ['RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
};
const CURVES = ['P-256', 'P-384', 'P-521'];
const MIN_RSA_BITS = 2048;

/** Returns the reason why others cannot encrypt for a key. */
export function publicJwkProblem(text: string): string | undefined {
  const key = parseJson(text);
  if (!isObject(key) || typeof key['kty'] !== 'string') return 'must be a JSON Web Key: {"kty": "EC", …}';
  if (isPrivate(key)) return 'must be the public key alone, and holds a private one';
  const { kty, crv, use = 'enc', alg } = key;
  const ways = KEY_ENCRYPTION[kty];
  if (ways === undefined || (kty === 'EC' && !CURVES.includes(String(crv))))
    return `must be an RSA key, or an EC key on ${CURVES.join(', ')}`;
  if (use !== 'enc') return `must be a key for encryption, and its use is ${JSON.stringify(use)}`;
  if (alg !== undefined && !ways.includes(String(alg)))
    return `must be a key for one of ${ways.join(', ')}, and its alg is ${JSON.stringify(alg)}`;
  try {
    const { modulusLength = Infinity } = createPublicKey({ key, format: 'jwk' }).asymmetricKeyDetails ?? {};
    return modulusLength < MIN_RSA_BITS
      ? `must have ${MIN_RSA_BITS} bits or more, and has ${modulusLength}`
      : undefined;
  } catch {
    return 'must be a valid key: its members are not';
  }
}

/** Returns the members that identify the key (RFC 7638), or the text itself if it is not a key. */
export function canonicalKey(text: string): string {
  const key = parseJson(text);
  if (!isObject(key)) return text;
  return JSON.stringify(['kty', 'crv', 'x', 'y', 'n', 'e'].map((member) => key[member] ?? null));
}

function findKeys(parsed: unknown): readonly unknown[] | undefined {
  return isObject(parsed) && Array.isArray(parsed['keys']) ? parsed['keys'] : undefined;
}

function isPrivate(key: unknown): key is Values {
  return isObject(key) && PRIVATE_MEMBERS.some((member) => member in key);
}
