/** The commands that install the packages of a new project, and that run without them. Before the first release, the name on the registry may be someone else's. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { packageRoot } from '../../install/own-package';
import { isObject, PACKAGE_NAME, parseJson, VERSION } from '../../model/api';
import type { ProjectFiles } from './new-project';
import { shellWord } from '../process';

const COMMAND_NAME = 'platform-iac';

const PACKED_FILE = `${PACKAGE_NAME}-${VERSION}.tgz`;

/** Returns the commands in the folder of a project {@link withPackageSource}. A clone is packed first. */
export function installCommands(own = packageRoot(__dirname)): string[] {
  return [...(isClone(own) ? [`npm pack ${shellWord(own)}`] : []), 'npm install'];
}

/**
 * Returns the files of a project whose manifest has the packed file, if this package is not from a registry. A project without a
 * manifest is for the executable, which no package contains.
 */
export function withPackageSource(files: ProjectFiles, dir: string, given?: string): ProjectFiles {
  const manifest = files.get(MANIFEST);
  if (manifest === undefined) return files;
  const own = given ?? packageRoot(__dirname);
  const packed = isClone(own) ? join(resolve(dir), PACKED_FILE) : findPackedFile(own);
  if (packed === undefined) return files;
  const file = relative(resolve(dir), packed).replaceAll(sep, '/');
  const parsed = JSON.parse(manifest.text) as { readonly dependencies: object };
  const dependencies = { ...parsed.dependencies, [PACKAGE_NAME]: `file:${file}` };
  const text = `${JSON.stringify({ ...parsed, dependencies }, undefined, 2)}\n`;
  const all = new Map(files).set(MANIFEST, { ...manifest, text });
  const readme = files.get(README);
  return readme === undefined ? all : all.set(README, { ...readme, text: `${readme.text}${packageSection(file)}` });
}

const MANIFEST = 'package.json';
const README = 'README.md';

/** Returns the section about the packed file, which a clone on another machine lacks. */
function packageSection(file: string): string {
  const name = basename(file);
  const copy = ['```sh', `cp ${shellWord(file)} .`, `npm install ./${name}`, '```', ''];
  return [
    ...['', '## Package', ''],
    `No registry has the package yet: \`package.json\` contains the path of the packed file. In a clone without the file, \`npm install\` fails with ENOENT.${file === name ? '' : ' Before others clone the project, copy it into this folder:'}`,
    '',
    ...(file === name ? [] : copy),
    `Commit \`${name}\`, \`package.json\` and \`package-lock.json\`.`,
    '',
  ].join('\n');
}

/**
 * Returns `platform-iac` as a shell finds it in a folder, with npx if the package is installed there or above: npx then finds no packed
 * file by a relative path.
 */
export function commandFor(dir: string, own = packageRoot(__dirname)): string {
  const isInstalled = !isClone(own) && `${resolve(dir)}${sep}`.startsWith(dirname(dirname(own)) + sep);
  return isInstalled ? `npx ${COMMAND_NAME}` : commandWithoutPackage(dir, own);
}

/** Returns `platform-iac` as a shell finds it in a folder without the package. The path is relative: a README contains it. */
function commandWithoutPackage(dir: string, own = packageRoot(__dirname)): string {
  if (isClone(own)) return `node ${shellWord(pathFrom(dir, join(own, 'dist', `${COMMAND_NAME}.js`)))}`;
  const packed = findPackedFile(own);
  return `npx -p ${packed === undefined ? PACKAGE_NAME : shellWord(pathFrom(dir, packed))} ${COMMAND_NAME}`;
}

/** A path without a dot at its beginning is the name of a package for npx. */
function pathFrom(dir: string, file: string): string {
  const path = relative(resolve(dir), file).replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
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
