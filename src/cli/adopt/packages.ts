/** The packages that the proof of a project needs: installed ones, which need no registry, or those of its manifest. */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_NAME } from '../../model/api';
import { packageRoot } from '../../install/own-package';
import type { Cdk } from '../project/new-project';

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

type Versions = Readonly<Record<string, string>>;

/** The parts of `package.json` that an installation needs. */
interface Manifest {
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

/**
 * Replaces this package in the manifest of a project by its dependencies, and returns a function that copies it after their
 * installation. The proof then runs the version that wrote the project, also if no registry has it.
 */
export function bringOwnPackage(dir: string, own = packageRoot(__dirname)): () => void {
  const file = join(dir, 'package.json');
  const project = manifestIn(file);
  const { dependencies, optionalDependencies } = manifestIn(join(own, 'package.json'));
  const { [PACKAGE_NAME]: _, ...others } = project.dependencies ?? {};
  const all = { ...dependencies, ...optionalDependencies, ...others };
  writeFileSync(file, JSON.stringify({ ...project, dependencies: all, devDependencies: {} }));
  return () => {
    const target = join(dir, 'node_modules', PACKAGE_NAME);
    for (const part of ['package.json', 'dist']) cpSync(join(own, part), join(target, part), { recursive: true });
  };
}

function manifestIn(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** Node looks for a package in the folder and in all folders above. */
function packageFrom(folder: string, name: string): string | undefined {
  for (let dir = folder; ; dir = dirname(dir)) {
    const found = join(dir, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (dirname(dir) === dir) return undefined;
  }
}
