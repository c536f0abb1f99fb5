/** Writes a project to a folder that is new, empty, or written by this command before. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isObject, parseJson } from '../../model/api';
import { few } from '../../base/text/words';
import { findFolderReason } from '../../base/files/write-error';
import { makeFolder, writeNewFile } from '../whole-file';
import { conflictsIn, type ProjectFiles } from '../project/new-project';

/** The hashes of the files that the command has written. */
export const MANIFEST = '.platform-iac/adopt.json';

/** Returns why the files cannot be written to a folder; undefined if they can. */
export function findWritingProblem(dir: string, files: ProjectFiles): string | undefined {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (found === undefined) return describeReason(findFolderReason(dir));
  if (!found.isDirectory()) return 'it is not a folder. Name another folder.';
  if (readdirSync(dir).length === 0) return describeReason(findFolderReason(dir));
  const written = manifestIn(dir);
  if (written === undefined) return 'it is not empty. Name a new folder.';
  // The next steps of a project delete its imports.
  const isDone = (path: string) => /^imports[./]/.test(path) && !existsSync(join(dir, path));
  const edited = [...written]
    .filter(([path, hash]) => !isDone(path) && hashIn(dir, path) !== hash)
    .map(([path]) => path);
  if (edited.length > 0)
    return `someone has changed ${few(edited)} since. To add only objects that no stack manages, pass --unmanaged. Otherwise name a new folder, and merge both.`;
  const foreign = conflictsIn(dir, new Map([...files].filter(([path]) => !written.has(path) && path !== MANIFEST)));
  if (foreign.length > 0) return `it contains ${few(foreign)}. Name a new folder.`;
  return undefined;
}

function describeReason(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : `${reason}.`;
}

/**
 * Writes all files to a folder next to it first, so that an error there leaves the folder unchanged. Call `findWritingProblem`
 * before: this function replaces existing files, one after the other. Throws an `Error` with the reason.
 */
export function writeFolder(dir: string, files: ProjectFiles): void {
  const target = resolve(dir);
  makeFolder(dirname(target));
  const scratch = join(dirname(target), `.${basename(target)}.adopt-${process.pid}`);
  try {
    const manifest = Object.fromEntries([...files].map(([path, { text }]) => [path, toHash(text)]));
    const all = new Map(files).set(MANIFEST, { text: `${JSON.stringify({ files: manifest }, undefined, 2)}\n` });
    rmSync(scratch, { recursive: true, force: true });
    for (const [path, { text, executable = false }] of all) {
      makeFolder(dirname(join(scratch, path)));
      writeNewFile(join(scratch, path), text, executable ? 0o755 : undefined);
    }
    if (existsSync(target) && readdirSync(target).length > 0) replaceFiles(scratch, target, [...all.keys()]);
    else {
      if (existsSync(target)) rmdirSync(target);
      renameSync(scratch, target);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function replaceFiles(from: string, to: string, paths: readonly string[]): void {
  const former = manifestIn(to) ?? new Map<string, string>();
  for (const path of paths) {
    makeFolder(dirname(join(to, path)));
    renameSync(join(from, path), join(to, path));
  }
  for (const path of former.keys()) if (!paths.includes(path)) rmSync(join(to, path), { force: true });
}

/** Returns the hashes by path; undefined if the command has not written the folder. */
function manifestIn(dir: string): ReadonlyMap<string, string> | undefined {
  const file = join(dir, MANIFEST);
  const manifest = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  const files = isObject(manifest) ? (manifest as { readonly files?: unknown }).files : undefined;
  if (!isObject(files)) return undefined;
  return new Map(Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A file that was deleted since counts as changed. */
function hashIn(dir: string, path: string): string {
  const file = join(dir, path);
  return existsSync(file) ? toHash(readFileSync(file, 'utf8')) : 'deleted';
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
