/**
 * Installs the provider where `terraform init` finds it: an implied local mirror in the folder of the configuration.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import type * as Sea from 'node:sea';
import { dirname, join, resolve } from 'node:path';
import { EXECUTABLE_NAME, PROVIDER_ADDRESS, REGISTRY_ADDRESSES, VERSION } from '../model/api';
import { mirrorNotice, type Environment } from './cli-configuration';
import { requireFolders, requireNoOtherFiles, requireRegularFile } from './in-place';
import { isInExecutable, locateProvider, type ProviderBuild } from './own-package';
import { packageHash, withLockEntry } from './lock-file';
import { isSibling, listOthers, readProviderFiles, type ProviderFile } from './provider-files';

export interface InstallOptions extends ProviderBuild {
  /** The folder with the Terraform configuration, for `terraform init` in that folder (`-chdir` does not search it). */
  readonly dir: string;
  /** The environment with TF_CLI_CONFIG_FILE and HOME. Default: the environment of this process. */
  readonly env?: Environment;
}

export interface Installation {
  /** The folder that Terraform searches: `DIR/terraform.d/plugins`. */
  readonly mirror: string;
  /** The hash in the lock file. */
  readonly hash: string;
  /** The files that were written; empty if everything was up to date. */
  readonly changed: readonly string[];
  /** The step that the user must do before Terraform finds the provider, if any. */
  readonly notice?: string;
}

/**
 * Copies the provider into `dir` for every platform and renews our entry in its lock file. It is idempotent and safe to
 * run concurrently. Synchronous and cheap, because it runs at synth for every stack.
 *
 * @throws Error when the folder is not writable, or contains other files where the provider belongs; then nothing is
 * changed.
 * @example installProvider({ dir: 'infra', ...locateProvider() });
 */
export function installProvider({ dir, executable, version, env }: InstallOptions): Installation {
  const root = resolve(dir);
  const mirror = join(root, 'terraform.d', 'plugins');
  const files = readProviderFiles(executable);
  const hash = hashProvider(files);
  const lockFile = join(root, '.terraform.lock.hcl');
  requireOwnPlace(root, mirror, version, files);
  const lock = renewedLock(lockFile, version, hash);
  const changed = placeFiles(mirror, version, files);
  if (lock.before === lock.after) return { mirror, hash, changed, notice: mirrorNotice(mirror, env) };
  writeAtomically(lockFile, lock.after, 0o644, root);
  changed.push(lockFile);
  return { mirror, hash, changed, notice: mirrorNotice(mirror, env) };
}

/**
 * Installs the provider in the home directory, for every configuration of this user. Lock files are unchanged.
 *
 * @throws Error as `installProvider` does.
 */
export function installProviderForUser({ executable, version, env }: Omit<InstallOptions, 'dir'>): Installation {
  const root = resolve(env?.HOME ?? homedir());
  const mirror = join(root, '.terraform.d', 'plugins');
  const files = readProviderFiles(executable);
  requireOwnPlace(root, mirror, version, files);
  const changed = placeFiles(mirror, version, files);
  return { mirror, hash: hashProvider(files), changed, notice: mirrorNotice(mirror, env) };
}

/** Installs the executable of a release in `dir`, for the public addresses: this process runs it. */
export function installOwnExecutable(dir: string): void {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${os}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  for (const address of REGISTRY_ADDRESSES) {
    const folder = join(dir, 'terraform.d', 'plugins', ...address.split('/'), VERSION, platform);
    mkdirSync(folder, { recursive: true });
    symlinkSync(process.execPath, join(folder, executableFile()));
  }
}

/** Returns an installed provider of the folder that nobody may execute: the archive of an artifact loses the permission. */
export function findUnexecutableProvider(dir: string): string | undefined {
  const versions = join(dir, 'terraform.d', 'plugins', ...PROVIDER_ADDRESS.split('/'));
  if (!existsSync(versions)) return undefined;
  return readdirSync(versions)
    .flatMap((version) => platforms.map((platform) => join(versions, version, platform, EXECUTABLE_NAME)))
    .find((path) => existsSync(path) && (statSync(path).mode & 0o111) === 0);
}

/** Returns the hashes in a lock file of the provider of this release. An incomplete package has none. */
export function releaseHashes(): readonly string[] {
  if (isInExecutable()) return [archiveHash(process.getBuiltinModule('node:sea'))];
  try {
    return [hashProvider(readProviderFiles(locateProvider().executable))];
  } catch {
    return [];
  }
}

function hashProvider(files: readonly ProviderFile[]): string {
  return packageHash(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])));
}

/** The texts next to the executable in its archive, which are also inside of it. */
const ARCHIVED_TEXTS = ['LICENSE', 'NODE-LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'];

/** Returns the hash of the archive that this executable is from. */
function archiveHash({ getAsset }: typeof Sea): string {
  const texts = ARCHIVED_TEXTS.map((name) => [name, new Uint8Array(getAsset(`archive/${name}`))] as const);
  return packageHash({ ...Object.fromEntries(texts), [executableFile()]: readFileSync(process.execPath) });
}

function executableFile(): string {
  return `${EXECUTABLE_NAME}_v${VERSION}${process.platform === 'win32' ? '.exe' : ''}`;
}

/** Throws unless all target files are in `root`, in our own folders and files. */
function requireOwnPlace(root: string, mirror: string, version: string, files: readonly ProviderFile[]): void {
  const names = files.map(({ name }) => name);
  for (const platform of platforms) {
    const folder = packageFolder(mirror, version, platform);
    requireFolders(root, folder);
    requireNoOtherFiles(folder, names);
    for (const name of names) requireRegularFile(join(folder, name));
  }
}

/** Writes the files in their order, so that a main file never lacks a sibling. Removes the siblings of an earlier build. */
function placeFiles(mirror: string, version: string, files: readonly ProviderFile[]): string[] {
  const folders = platforms.map((platform) => packageFolder(mirror, version, platform));
  const changed = files.flatMap((file) => placeFile(file, folders));
  const names = files.map(({ name }) => name);
  const others = folders.flatMap((folder) => listOthers(folder, names).map((name) => join(folder, name)));
  for (const former of others.filter(isSibling)) rmSync(former, { force: true });
  return changed;
}

/**
 * Writes one file, and links to it for the other platforms if the file system supports links. A stack then costs one
 * copy instead of four.
 */
function placeFile(file: ProviderFile, folders: readonly string[]): string[] {
  const [first = '', ...others] = folders.map((folder) => join(folder, file.name));
  const { bytes, mode } = file;
  const changed: string[] = [];
  if (!holds(first, file)) {
    writeAtomically(first, bytes, mode, versionFolder(first));
    changed.push(first);
  }
  for (const path of others) {
    if (isLinked(first, path) || holds(path, file)) continue;
    replaceAtomically(path, versionFolder(path), (temporary) => {
      try {
        linkSync(first, temporary);
      } catch {
        writeFileSync(temporary, bytes, { mode, flag: 'wx' });
      }
    });
    changed.push(path);
  }
  return changed;
}

/** The provider is a script, the same for every platform. */
const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'] as const;

/** The folder of the provider in a mirror, for one platform. */
function packageFolder(mirror: string, version: string, platform: string): string {
  return join(mirror, ...PROVIDER_ADDRESS.split('/'), version, platform);
}

/**
 * The folder for temporary files of a package. It is not the folder of the package, whose hash covers every file in it.
 */
function versionFolder(path: string): string {
  return dirname(dirname(path));
}

function renewedLock(lockFile: string, version: string, hash: string): { before: string | undefined; after: string } {
  requireRegularFile(lockFile);
  const before = existsSync(lockFile) ? readFileSync(lockFile, 'utf8') : undefined;
  try {
    return { before, after: withLockEntry(before, { version, hash }) };
  } catch (error) {
    throw new Error(`The lock file ${lockFile} is unchanged: ${(error as Error).message}`, { cause: error });
  }
}

function holds(path: string, { bytes, mode }: ProviderFile): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size !== bytes.length || ((mode & 0o111) !== 0 && (found.mode & 0o111) === 0)) return false;
  return readFileSync(path).equals(bytes);
}

function isLinked(path: string, other: string): boolean {
  const found = statSync(other, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const { dev, ino } = statSync(path);
  return found.dev === dev && found.ino === ino;
}

function writeAtomically(path: string, content: string | Buffer, mode: number, temporaryFolder: string): void {
  replaceAtomically(path, temporaryFolder, (temporary) => writeFileSync(temporary, content, { mode, flag: 'wx' }));
}

function replaceAtomically(path: string, temporaryFolder: string, write: (temporary: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(temporaryFolder, `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    write(temporary);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
