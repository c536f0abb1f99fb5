/**
 * Checks the target of the installation. Foreign files are an error, and links that lead out of the folder are not
 * followed.
 */
import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isSibling, listOthers } from './provider-files';

/** Throws unless each step from `root` to `folder` is absent, a folder, or a link to a folder in `root`. */
export function requireFolders(root: string, folder: string): void {
  let path = root;
  for (const step of relative(root, folder).split(sep)) {
    path = join(path, step);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.isSymbolicLink()) requireWithin(root, path);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isFolder) throw new Error(`${path} is ${getKind(found)} and not a folder. ${remedy}`);
  }
}

/** Throws unless the path is free or a regular file. */
export function requireRegularFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const target = found.isSymbolicLink() ? ` to ${readlinkSync(path)}` : '';
  throw new Error(`${path} is ${getKind(found)}${target} and not a regular file. ${remedy}`);
}

/**
 * Throws if the folder contains files that are not of a provider: Terraform would count them as part of it, and then
 * reject it.
 */
export function requireNoOtherFiles(folder: string, names: readonly string[]): void {
  const others = listOthers(folder, names).filter((other) => !isSibling(join(folder, other)));
  if (others.length === 0) return;
  const named = others.slice(0, 5).map((other) => JSON.stringify(other));
  throw new Error(
    `${folder} also contains ${named.join(', ')}, which Terraform would treat as parts of the provider. ${remedy}`,
  );
}

const remedy = 'Nothing was changed: move or remove it, and run this again.';

function requireWithin(root: string, link: string): void {
  const own = realpathSync(root);
  const target = statSync(link, { throwIfNoEntry: false }) && realpathSync(link);
  if (target?.startsWith(own.endsWith(sep) ? own : own + sep)) return;
  throw new Error(
    `${link} is a link to ${readlinkSync(link)}, which is not a folder in ${root}: nothing is written there. ${remedy}`,
  );
}

function getKind(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link';
  if (found.isFile()) return 'a file';
  return found.isDirectory() ? 'a folder' : 'a pipe, a socket or a device';
}
