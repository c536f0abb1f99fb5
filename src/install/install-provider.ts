/** Puts the provider where `terraform init` finds it: an implied local mirror beside the configuration. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EXECUTABLE_NAME, PROVIDER_ADDRESS } from '../api';
import { mirrorNotice, type Environment } from './cli-configuration';
import type { ProviderBuild } from './locate';
import { packageHash, withLockEntry } from './lock-file';

export interface InstallOptions extends ProviderBuild {
  /** The folder with the Terraform configuration: where `terraform init` will be run (`-chdir` does not look there). */
  readonly dir: string;
  /** Where TF_CLI_CONFIG_FILE and HOME are looked up. Default: this process's environment. */
  readonly env?: Environment;
}

export interface Installation {
  /** The folder that Terraform searches: `DIR/terraform.d/plugins`. */
  readonly mirror: string;
  /** The hash in the lock file. */
  readonly hash: string;
  /** What was written; empty when everything was in place already. */
  readonly changed: readonly string[];
  /** What the user has to do before Terraform looks there, if anything. */
  readonly notice?: string;
}

/**
 * Copies the provider into `dir` for every platform and renews our entry in its lock file. Doing it again changes nothing;
 * several at once do no harm. Synchronous and cheap, because it runs at synth for every stack.
 *
 * @throws Error when the folder cannot be written to.
 * @example installProvider({ dir: 'infra', ...locateProvider() });
 */
export function installProvider({ dir, executable, version, env }: InstallOptions): Installation {
  const mirror = resolve(dir, 'terraform.d', 'plugins');
  const bytes = readFileSync(executable);
  const hash = packageHash({ [EXECUTABLE_NAME]: bytes });
  const lockFile = resolve(dir, '.terraform.lock.hcl');
  const changed = [...placeExecutable(mirror, version, bytes), ...renewLock(lockFile, version, hash)];
  return { mirror, hash, changed, notice: mirrorNotice(mirror, env) };
}

/**
 * The same for every configuration of this user, in the home directory; lock files stay as they are.
 *
 * @throws Error when the folder cannot be written to.
 */
export function installProviderForUser({ executable, version, env }: Omit<InstallOptions, 'dir'>): Installation {
  const mirror = join(env?.HOME ?? homedir(), '.terraform.d', 'plugins');
  const bytes = readFileSync(executable);
  const changed = placeExecutable(mirror, version, bytes);
  return { mirror, hash: packageHash({ [EXECUTABLE_NAME]: bytes }), changed, notice: mirrorNotice(mirror, env) };
}

/** Writes one file and links the other platforms' names to it where the file system can: a stack costs one copy, not four. */
function placeExecutable(mirror: string, version: string, bytes: Buffer): readonly string[] {
  const [firstPlatform, ...otherPlatforms] = platforms;
  const first = leafPath(mirror, version, firstPlatform);
  const changed: string[] = [];
  if (!holds(first, bytes)) {
    writeAtomically(first, bytes, 0o755);
    changed.push(first);
  }
  for (const platform of otherPlatforms) {
    const leaf = leafPath(mirror, version, platform);
    if (isLinked(first, leaf) || holds(leaf, bytes)) continue;
    replaceAtomically(leaf, (temporary) => {
      try {
        linkSync(first, temporary);
      } catch {
        writeFileSync(temporary, bytes, { mode: 0o755 });
      }
    });
    changed.push(leaf);
  }
  return changed;
}

/** The executable is a script, the same for every platform. */
const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'] as const;

/** The executable's path in a mirror, for one platform. */
function leafPath(mirror: string, version: string, platform: string): string {
  return join(mirror, ...PROVIDER_ADDRESS.split('/'), version, platform, EXECUTABLE_NAME);
}

function renewLock(lockFile: string, version: string, hash: string): readonly string[] {
  const before = textOf(lockFile);
  const after = withLockEntry(before, { version, hash });
  if (after === before) return [];
  writeAtomically(lockFile, after, 0o644);
  return [lockFile];
}

function holds(path: string, bytes: Buffer): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size !== bytes.length || (found.mode & 0o111) === 0) return false;
  return readFileSync(path).equals(bytes);
}

function isLinked(path: string, other: string): boolean {
  const found = statSync(other, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const { dev, ino } = statSync(path);
  return found.dev === dev && found.ino === ino;
}

function textOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path, 'utf8');
}

function writeAtomically(path: string, content: string | Buffer, mode: number): void {
  replaceAtomically(path, (temporary) => writeFileSync(temporary, content, { mode }));
}

/** The temporary file never lies in the package's own folder: every file there counts in the package's hash. */
function replaceAtomically(path: string, write: (temporary: string) => void): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const temporary = join(dirname(folder), `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    write(temporary);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
