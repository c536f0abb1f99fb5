import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { explainWriteError } from '../base/files/write-error';

/**
 * Writes a file in one step: after an interruption, or on a full disk, it has its former content. A device, such as `/dev/stdout`,
 * is written directly.
 *
 * @param mode the permissions of the file. By default those of the former file, or of each new file
 * @throws Error with the file and the reason
 */
export function writeWholeFile(file: string, text: string, mode?: number): void {
  try {
    replaceFile(file, text, mode);
  } catch (error) {
    throw explainWriteError(file, error);
  }
}

/** Writes a file that does not exist. On a full disk, no part of it is left. Throws an `Error` with the file and the reason. */
export function writeNewFile(file: string, text: string, mode?: number): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw explainWriteError(file, error);
  }
}

/** Makes a folder and those above it. Node's own recursion never ends where the system accepts no folder, such as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    throw explainWriteError(folder, error);
  }
}

function replaceFile(file: string, text: string, mode?: number): void {
  const former = statSync(file, { throwIfNoEntry: false });
  if (former !== undefined && !former.isFile()) {
    writeFileSync(file, text);
    return;
  }
  // A link stays a link.
  const target = former !== undefined && lstatSync(file).isSymbolicLink() ? realpathSync(file) : file;
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: mode ?? former?.mode ?? 0o666 });
    // The mask of the process does not apply to permissions that are kept or named.
    if (mode !== undefined || former !== undefined) chmodSync(draft, (mode ?? former?.mode ?? 0) & 0o777);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}
