/** The commands that install the packages of a new project, and that run without them. Before the first release, the name on the registry may be someone else's. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageRoot } from '../install/locate';
import { isObject, PACKAGE_NAME, parseJson, VERSION } from '../model/api';
import { shellWord } from './process';

const COMMAND_NAME = 'platform-iac';

/** Returns `npm install`, with the packed file if this package is not from a registry. A clone is packed first. */
export function installCommands(own = packageRoot(__dirname)): string[] {
  if (isClone(own)) return [`npm pack ${shellWord(own)}`, `npm install ./${PACKAGE_NAME}-${VERSION}.tgz`];
  const file = findPackedFile(own);
  return [file === undefined ? 'npm install' : `npm install ${shellWord(file)}`];
}

/** Returns `platform-iac` as a shell finds it in a folder without the package. */
export function commandWithoutPackage(own = packageRoot(__dirname)): string {
  if (isClone(own)) return `node ${shellWord(join(own, 'dist', `${COMMAND_NAME}.js`))}`;
  return `npx -p ${shellWord(findPackedFile(own) ?? PACKAGE_NAME)} ${COMMAND_NAME}`;
}

function isClone(own: string): boolean {
  return basename(dirname(own)) !== 'node_modules';
}

/** Returns the packed file from which npm has installed this package. */
function findPackedFile(own: string): string | undefined {
  const modules = dirname(own);
  const resolved = resolvedBy(join(modules, '.package-lock.json'));
  return resolved?.startsWith('file:') === true ? resolve(dirname(modules), resolved.slice('file:'.length)) : undefined;
}

/** Returns the source of this package in the lock file that npm writes to `node_modules`. Other package managers have none. */
function resolvedBy(file: string): string | undefined {
  const lock: unknown = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  const packages = isObject(lock) ? lock['packages'] : undefined;
  const own = isObject(packages) ? packages[`node_modules/${PACKAGE_NAME}`] : undefined;
  const resolved = isObject(own) ? own['resolved'] : undefined;
  return typeof resolved === 'string' ? resolved : undefined;
}
