/**
 * Records when this machine last wrote an identity. The token exchange caches identities (contract T8), and another process of
 * the same apply may assume the identity. The record is therefore a file, and contains nothing but a time. A forged record
 * makes a denied exchange wait a few seconds longer, and has no other effect.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  opendirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type IdentityChanges = ReturnType<typeof createIdentityChanges>;

interface Options {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** @default the temporary folder of the system */
  readonly folder?: string | undefined;
}

const RECENT_MS = 60_000;
/** The age after which records are removed. Milliseconds. */
const EXPIRED_MS = 10 * RECENT_MS;
/** The maximum number of entries that one clean-up checks: the folder may contain many files of other programs. */
const MAX_ENTRIES = 1_000;
const PREFIX = 'platform-identity-changed-';
/** More digits than any time has. */
const MAX_LENGTH = 16;

/** `baseUrl`: the API that contains the identities, without a slash at its end. */
export function createIdentityChanges(baseUrl: string, { clock, folder = tmpdir() }: Options) {
  const ofThisRun = new Set<string>();
  let isCleanedUp = false;
  const getFile = (uid: string): string => {
    const hash = createHash('sha256').update(JSON.stringify([baseUrl, uid]));
    return join(folder, PREFIX + hash.digest('hex').slice(0, 32));
  };
  return {
    /** Records that the identity was created or changed. A record that cannot be written is no error. */
    changed(uid: string): void {
      ofThisRun.add(uid);
      if (!isCleanedUp) attempt(() => removeExpired(folder, clock()));
      isCleanedUp = true;
      attempt(() => writeRecord(getFile(uid), clock()));
    },
    /** Returns true if this run changed the identity, or any run on this machine within the last minute. */
    isRecent(uid: string): boolean {
      if (ofThisRun.has(uid)) return true;
      const age = clock() - (attempt(() => readRecord(getFile(uid))) ?? -Infinity);
      return age >= 0 && age <= RECENT_MS;
    },
  };
}

/** Replaces the file instead of writing to it, so that a link planted by someone else is removed and never followed. */
function writeRecord(file: string, time: number): void {
  rmSync(file, { force: true });
  writeFileSync(file, String(time), { flag: 'wx', mode: 0o600 });
}

/** Returns the time in the file, or `undefined` if it is not a regular file of this user with a time in it. */
function readRecord(file: string): number | undefined {
  // A named pipe must not block the provider. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(file, flags);
  try {
    const stats = fstatSync(descriptor);
    const isOurs = process.getuid === undefined || stats.uid === process.getuid();
    if (!stats.isFile() || !isOurs || stats.size > MAX_LENGTH) return undefined;
    const content = Buffer.alloc(MAX_LENGTH);
    const text = content.toString('latin1', 0, readSync(descriptor, content, 0, MAX_LENGTH, 0));
    return /^\d+$/.test(text) ? Number(text) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function removeExpired(folder: string, now: number): void {
  const entries = opendirSync(folder);
  try {
    for (let seen = 0; seen < MAX_ENTRIES; seen++) {
      const entry = entries.readSync();
      if (entry === null) break;
      const file = join(folder, entry.name);
      if (entry.name.startsWith(PREFIX) && entry.isFile() && statSync(file).mtimeMs < now - EXPIRED_MS)
        attempt(() => rmSync(file, { force: true }));
    }
  } finally {
    entries.closeSync();
  }
}

/** Returns the result of `work`, or `undefined` if it fails. A record only lengthens a retry, so its errors do not matter. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
