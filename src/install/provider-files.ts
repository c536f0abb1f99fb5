/** The files of a built provider: a main file, and siblings that it requires. The head of the main file lists them. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXECUTABLE_NAME, PACKAGE_NAME } from '../model/api';

export interface ProviderFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mode: number;
}

/**
 * Returns the files in writing order: the main file is the last.
 *
 * @throws Error when a sibling is missing.
 */
export function readProviderFiles(executable: string): ProviderFile[] {
  const main = readFileSync(executable);
  const [, list = '[]'] = /^var siblings=(\[.*\]);$/m.exec(main.toString('latin1', 0, HEAD_BYTES)) ?? [];
  const siblings = (JSON.parse(list) as readonly string[]).map((name) => {
    const path = join(dirname(executable), name);
    if (!existsSync(path))
      throw new Error(`${path} is missing: the package ${PACKAGE_NAME} is incomplete. Install it again.`);
    return { name, bytes: readFileSync(path), mode: 0o644 };
  });
  return [...siblings, { name: EXECUTABLE_NAME, bytes: main, mode: 0o755 }];
}

/** More than the lines before the program. */
const HEAD_BYTES = 4096;

/** Returns the names of other files in the folder; none if it does not exist. */
export function listOthers(folder: string, names: readonly string[]): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder).filter((other) => !names.includes(other));
}

/** Returns true for a sibling of any build: its name contains the hash of its content. */
export function isSibling(path: string): boolean {
  const [, hash] = /-([0-9a-f]{8})\.cjs$/.exec(path) ?? [];
  if (hash === undefined || lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return createHash('sha256').update(readFileSync(path)).digest('hex').startsWith(hash);
}
