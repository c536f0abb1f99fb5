/** The files that expressions read, on the disk of the plan. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';

/** The most files below a folder whose names an expression uses. */
const MAX_FILES = 10_000;

/**
 * `file`: a regular file below the folder; `near`: such a file elsewhere in the repository, a state, which the apply writes, or none;
 * `other`: a link, a device, or a path that leaves the repository.
 */
export type FileStatus = 'file' | 'near' | 'other';

export interface Checkout {
  readonly toStatus: (folder: string, path: string) => FileStatus;
  /** Returns the text of a file with the status `file`. */
  readonly read: (folder: string, path: string) => string;
  /** Returns true if everything below a folder is a folder or a regular file. */
  readonly isPlainTree: (folder: string, path: string) => boolean;
  /** Returns the SHA-256 of a regular file of the repository, or of all names and files of a plain tree. */
  readonly getHash: (folder: string, path: string) => string | undefined;
}

/** A plan without its folder: no file can be read. */
export const noCheckout: Checkout = {
  ...{ toStatus: () => 'other', read: () => '', isPlainTree: () => false },
  getHash: () => undefined,
};

/** @param dir the folder of the root module */
export function openCheckout(dir: string): Checkout {
  const root = resolve(dir);
  const repository = findRepository(root);

  const toStatus = (folder: string, path: string): FileStatus => {
    if (isAbsolute(path) || path.startsWith('~') || isAbsolute(folder)) return 'other';
    const file = join(root, folder, path);
    const parts = relative(repository, file).split(sep);
    // The engine downloads these modules: the applier can have others.
    if (parts[0] === '..' || parts.includes('.terraform') || parts.includes('.git')) return 'other';
    let found = repository;
    for (const [index, part] of parts.entries()) {
      found = join(found, part);
      const status = lstatSync(found, { throwIfNoEntry: false });
      if (status === undefined) return 'near';
      const isLast = index === parts.length - 1;
      if (!status.isDirectory() && !(isLast && status.isFile())) return 'other';
    }
    return normalize(path).split(sep)[0] === '..' || isState(file) ? 'near' : 'file';
  };
  /** Returns the files below a folder, or `undefined` if it is not plain. */
  const filesBelow = (folder: string, path: string): string[] | undefined => {
    if (toStatus(folder, path) !== 'file') return undefined;
    const files: string[] = [];
    const waiting = [join(root, folder, path)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!lstatSync(next).isDirectory()) return undefined;
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        if (entry.isDirectory()) waiting.push(join(next, entry.name));
        else if (!entry.isFile() || files.push(join(next, entry.name)) > MAX_FILES) return undefined;
      }
    }
    return files.sort();
  };
  return {
    toStatus,
    read: (folder, path) => readFileSync(join(root, folder, path), 'utf8'),
    isPlainTree: (folder, path) => filesBelow(folder, path) !== undefined,
    getHash(folder, path) {
      const whole = join(root, folder, path);
      const isFile = lstatSync(whole, { throwIfNoEntry: false })?.isFile() === true;
      const files = isFile && toStatus(folder, path) !== 'other' ? [whole] : filesBelow(folder, path);
      const hash = createHash('sha256');
      for (const file of files ?? []) {
        const text = readFileSync(file);
        hash.update(`${relative(whole, file)}\n${text.length}\n`).update(text);
      }
      return files && hash.digest('hex');
    },
  };
}

const HEAD_BYTES = 1024;

/** Returns true for a state. Its first members contain its lineage, also if it is encrypted. */
function isState(file: string): boolean {
  if (!lstatSync(file).isFile()) return false;
  const head = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return head.toString('utf8', 0, readSync(descriptor, head, 0, HEAD_BYTES, 0)).includes('"lineage"');
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the folder of the repository that contains the folder, or the folder itself. */
function findRepository(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return root;
  }
}
