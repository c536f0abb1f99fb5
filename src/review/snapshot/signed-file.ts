/**
 * The file of a snapshot: one line with the signature, and the snapshot as JSON. The signature is Ed25519, so that a job
 * without secrets can verify it: the public key is no secret.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { isObject, parseJson } from '../../model/api';
import { isSnapshot, SNAPSHOT_VERSION, type Snapshot, SnapshotError } from './snapshot';

/** A signature of anything else with the same key is not one of a snapshot. */
const PURPOSE = 'platform-iac snapshot\n';

/** The default limit for the age of a snapshot. Milliseconds. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** Clocks of two machines differ. Milliseconds. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** A pair of keys, both as PEM. */
export interface SnapshotKeys {
  readonly privateKey: string;
  readonly publicKey: string;
}

export function createSnapshotKeys(): SnapshotKeys {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/**
 * Returns the text of the file.
 *
 * @param privateKey PEM, as `createSnapshotKeys` returns it
 * @throws SnapshotError if the key is not an Ed25519 private key
 */
export function signedSnapshot(snapshot: Snapshot, privateKey: string): string {
  const key = keyIn(privateKey, 'private');
  const payload = `${JSON.stringify(snapshot)}\n`;
  const signature = sign(null, Buffer.from(PURPOSE + payload), key).toString('base64url');
  const header = { bytes: Buffer.byteLength(payload), key: createFingerprint(createPublicKey(key)), signature };
  return `${JSON.stringify(header)}\n${payload}`;
}

export interface VerifyOptions {
  /** PEM. */
  readonly publicKey: string;
  /** Milliseconds. @default 7 days */
  readonly maxAgeMs?: number | undefined;
  /** The uids or names of the expected root groups. @default any */
  readonly roots?: readonly string[] | undefined;
  /** @default now */
  readonly now?: Date;
}

/**
 * Returns the snapshot in the file. Nothing in it is read before its signature is verified.
 *
 * @param name the file, for messages
 * @throws SnapshotError if the file is not a snapshot, was changed, was signed with another key, has another version, is too old,
 *   or is about other root groups
 */
export function verifiedSnapshot(text: string, name: string, options: VerifyOptions): Snapshot {
  const { publicKey, maxAgeMs = MAX_AGE_MS, roots, now = new Date() } = options;
  const end = text.indexOf('\n');
  const header = end < 0 ? undefined : parseJson(text.slice(0, end));
  if (!isObject(header) || typeof header['signature'] !== 'string')
    throw new SnapshotError(`Cannot read ${name}: it is not a snapshot. Create one with "platform-iac snapshot".`);
  const key = keyIn(publicKey, 'public');
  const payload = text.slice(end + 1);
  if (header['key'] !== createFingerprint(key))
    throw new SnapshotError(
      `Cannot trust ${name}: it was signed with the key ${JSON.stringify(header['key'])}, and the given key is ${JSON.stringify(createFingerprint(key))}. Pass the public key of the pipeline.`,
    );
  const length = Buffer.byteLength(payload);
  if (length < Number(header['bytes']))
    throw new SnapshotError(`Cannot read ${name}: it is truncated. Download it again, or create another snapshot.`);
  if (!verify(null, Buffer.from(PURPOSE + payload), key, Buffer.from(header['signature'], 'base64url')))
    throw new SnapshotError(`Cannot trust ${name}: it was changed after it was signed. Create another snapshot.`);
  const content = parseJson(payload);
  const version = isObject(content) ? content['version'] : undefined;
  if (version !== SNAPSHOT_VERSION)
    throw new SnapshotError(
      `Cannot read ${name}: its version is ${JSON.stringify(version) ?? 'missing'}, and this package reads only ${SNAPSHOT_VERSION}. Create and read snapshots with the same version of this package.`,
    );
  if (!isSnapshot(content))
    throw new SnapshotError(`Cannot read ${name}: parts of it are missing or malformed. Create another snapshot.`);
  const snapshot = content as unknown as Snapshot;
  checkAge(snapshot, name, { maxAgeMs, now });
  checkRoots(snapshot, name, roots);
  return snapshot;
}

function checkAge(
  { time }: Snapshot,
  name: string,
  { maxAgeMs, now }: { readonly maxAgeMs: number; readonly now: Date },
): void {
  const age = now.getTime() - Date.parse(time);
  if (age > maxAgeMs)
    throw new SnapshotError(
      `Cannot use ${name}: it is from ${time}, older than --max-age. Create another snapshot, or pass a larger --max-age.`,
    );
  if (!(age >= -CLOCK_SKEW_MS))
    throw new SnapshotError(`Cannot use ${name}: it is from ${time}, in the future. Check the clock of this machine.`);
}

function checkRoots({ roots }: Snapshot, name: string, wanted: readonly string[] | undefined): void {
  const missing = wanted?.find((text) => !roots.some((root) => root.uid === text || root.name === text));
  if (missing === undefined) return;
  const contained = roots.map((root) => `${root.name} (${root.uid})`).join(', ');
  throw new SnapshotError(
    `Cannot use ${name}: it does not contain the root group ${JSON.stringify(missing)}. It contains ${contained}.`,
  );
}

function keyIn(pem: string, type: 'private' | 'public'): KeyObject {
  const help = 'Create a pair with "platform-iac snapshot --new-key FILE".';
  let key: KeyObject;
  try {
    key = type === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch (error) {
    throw new SnapshotError(`Cannot read the ${type} key: it is not a ${type} key as PEM. ${help}`, { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new SnapshotError(`Cannot use the ${type} key: it is not an Ed25519 key. ${help}`);
  // A private key also verifies, but no job that only verifies may hold it.
  if (type === 'public' && pem.includes('PRIVATE KEY'))
    throw new SnapshotError('Cannot use the key to verify a snapshot: it is the private key. Pass the public key.');
  return key;
}

/** Returns 16 hexadecimal digits that identify a public key. */
function createFingerprint(key: KeyObject): string {
  const bytes = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
