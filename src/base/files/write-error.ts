/** The sentence about a file or a folder that cannot be written: the same one for every command and option. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Name a folder where you can write',
  EDQUOT: 'your disk quota is used up. Free space',
  EEXIST: 'it exists. Name another file',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full. Free space',
  ENOTDIR: 'a part of its path is not a folder',
  EPERM: 'the system does not permit it. Name a folder where you can write',
  EROFS: 'the file system is read-only. Name a folder where you can write',
};

/** Returns the reason and the next step, without the final period. */
export function writeReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message.replace(/\.$/, '');
}

/** Returns the error, for example `Cannot write plan.json: the disk is full. Free space.` */
export function explainWriteError(file: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  return Object.assign(new Error(`Cannot write ${file}: ${writeReason(error)}.`, { cause: error }), { code });
}

/** Returns the reason why nobody can write a file, without the final period; undefined if the system shows none. */
export function findWriteReason(file: string): string | undefined {
  const path = resolve(file);
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    const folder = dirname(path);
    if (!statSync(folder).isDirectory()) return REASONS['ENOTDIR'];
    accessSync(folder, constants.W_OK);
    const { blocks, bavail } = statfsSync(folder);
    return blocks > 0 && bavail === 0 ? REASONS['ENOSPC'] : undefined;
  } catch (error) {
    return writeReason(error);
  }
}

/** Returns the reason why nobody can create a folder, from the nearest folder above it that exists. */
export function findFolderReason(folder: string): string | undefined {
  const above = dirname(resolve(folder));
  return existsSync(above) ? findWriteReason(folder) : findFolderReason(above);
}

const WRITING: readonly string[] = [
  'chmod',
  'copyfile',
  'mkdir',
  'mkdtemp',
  'rename',
  'rmdir',
  'symlink',
  'unlink',
  'write',
];
const OF_DISK: readonly string[] = ['EDQUOT', 'ENOSPC', 'EROFS'];

/** Returns the sentence about an error that Node throws for a file, or the message of any other error. */
export function describeFileError(error: Error): string {
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException;
  // An open file has no path in the errors of its writes.
  if (WRITING.includes(syscall) || (syscall === 'open' && OF_DISK.includes(code)))
    return explainWriteError(path ?? 'a file', error).message;
  return error.message;
}
