/** Finds the installed packages that a project needs, so that its proof needs no registry. */
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_NAME } from '../../api';
import { packageRoot } from '../../install/locate';
import type { Cdk } from '../new-project';

/** Folders of packages by name. */
export type Packages = ReadonlyMap<string, string>;

/** Returns the packages, all as seen from one folder: `from`, or the folder of this package. */
export function installedPackages(cdk: Cdk, from: string): Packages | undefined {
  const own = packageRoot(__dirname);
  const names = [cdk, 'constructs', 'tsx'];
  for (const base of [from, own]) {
    const found = names.map((name) => [name, packageFrom(base, name)] as const);
    const known = found.filter((entry): entry is [string, string] => entry[1] !== undefined);
    if (known.length === names.length)
      return new Map([...known, [PACKAGE_NAME, packageFrom(base, PACKAGE_NAME) ?? own]]);
  }
  return undefined;
}

/** Links the packages in the folder of a project. */
export function linkPackages(dir: string, packages: Packages): void {
  const modules = join(dir, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const [name, folder] of packages) symlinkSync(folder, join(modules, name), 'junction');
}

/** Node looks for a package in the folder and in all folders above. */
function packageFrom(folder: string, name: string): string | undefined {
  for (let dir = folder; ; dir = dirname(dir)) {
    const found = join(dir, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (dirname(dir) === dir) return undefined;
  }
}
