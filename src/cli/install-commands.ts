/** The commands that install the packages of a new project. Before the first release, the name on the registry may be someone else's. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageRoot } from '../install/locate';
import { isObject, PACKAGE_NAME, parseJson, VERSION } from '../model/api';
import { shellWord } from './process';

/** Returns `npm install`, with the packed file if this package is not from a registry. A clone is packed first. */
export function installCommands(own = packageRoot(__dirname)): string[] {
  const modules = dirname(own);
  if (basename(modules) !== 'node_modules')
    return [`npm pack ${shellWord(own)}`, `npm install ./${PACKAGE_NAME}-${VERSION}.tgz`];
  const resolved = resolvedBy(join(modules, '.package-lock.json'));
  if (resolved?.startsWith('file:') !== true) return ['npm install'];
  return [`npm install ${shellWord(resolve(dirname(modules), resolved.slice('file:'.length)))}`];
}

/** Returns the source of this package in the lock file that npm writes to `node_modules`. Other package managers have none. */
function resolvedBy(file: string): string | undefined {
  const lock: unknown = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  const packages = isObject(lock) ? lock['packages'] : undefined;
  const own = isObject(packages) ? packages[`node_modules/${PACKAGE_NAME}`] : undefined;
  const resolved = isObject(own) ? own['resolved'] : undefined;
  return typeof resolved === 'string' ? resolved : undefined;
}
