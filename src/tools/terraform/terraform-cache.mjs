/**
 * The cache of a fetched Terraform: a folder that nobody else can enter, with the program and its checksum. A program
 * that does not match its checksum is never run.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../say.mjs';
import { pinned } from './terraform-release.mjs';

export const advice = 'Install Terraform or OpenTofu, 1.8 or newer, so that it is on PATH, and run this again.';

/** Under XDG_CACHE_HOME or ~/.cache. */
export function cachedTerraform(env = process.env, release = pinned) {
  const folder = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'cdktf-provider-platform');
  const path = join(folder, `terraform-${release.version}`);
  return { folder, version: release.version, path, sum: `${path}.sha256` };
}

/**
 * @param {ReturnType<typeof cachedTerraform>} cached
 * @returns {'absent' | 'changed' | 'intact'} `changed`: the program is not what was kept, or was kept by an older release of
 * this package, without a sum
 * @throws {Refusal} when the folder belongs to somebody else
 */
export function getState({ folder, path, sum }) {
  if (lookAt(folder) === undefined) return 'absent';
  const wasOpen = secure(folder);
  const program = lookAt(path);
  if (program === undefined) return 'absent';
  // Other users who could write here could also write the checksum.
  if (wasOpen || !program.isFile() || !lookAt(sum)?.isFile()) return 'changed';
  return readFileSync(sum, 'utf8').trim() === sha256(readFileSync(path)) ? 'intact' : 'changed';
}

/**
 * Each file comes into place by one rename, and the sum last: an interrupted run leaves nothing executable, and
 * concurrent runs are safe.
 *
 * @param {ReturnType<typeof cachedTerraform>} cached
 * @param {Uint8Array} program
 */
export function keep({ folder, path, sum }, program) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  secure(folder);
  put(folder, path, program, 0o700);
  put(folder, sum, `${sha256(program)}\n`, 0o600);
}

export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns {boolean} whether others could write there until now */
function secure(folder) {
  const found = lstatSync(folder);
  const mine = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !mine) {
    const what = mine ? 'is no folder' : 'belongs to another user';
    throw new Refusal(`${folder}, the folder for a downloaded Terraform, ${what}. Remove it. Or: ${advice}`);
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return (found.mode & 0o022) !== 0;
}

function put(folder, path, contents, mode) {
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, contents, { mode, flag: 'wx' });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function lookAt(path) {
  return lstatSync(path, { throwIfNoEntry: false });
}
