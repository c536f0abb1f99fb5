import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { EXECUTABLE_NAME, PACKAGE_NAME, VERSION } from '../model/api';

export interface ProviderBuild {
  /** The main file of the built provider. Its siblings are next to it. */
  readonly executable: string;
  readonly version: string;
}

/**
 * The provider that belongs to this package, wherever this code runs from: the sources, the compiled library, the bundled CLI.
 *
 * @throws Error when the executable is missing, with the way to get it.
 */
export function locateProvider(from: string = __dirname): ProviderBuild {
  const root = packageRoot(from);
  const executable = join(root, 'dist', EXECUTABLE_NAME);
  if (existsSync(executable)) return { executable, version: VERSION };
  throw new Error(
    root.includes(`${sep}node_modules${sep}`)
      ? `${executable} is missing: the package ${PACKAGE_NAME} is incomplete. Install it again.`
      : `The provider is not built: ${executable} is missing. Run "npm run build" in ${root}.`,
  );
}

/** Returns true in the executable of a release: no file of the package is next to it. */
export function isInExecutable(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/** Returns the text of a file of this package. The executable of a release contains the files that it reads, by their names. */
export function readPackaged(path: string): string {
  if (isInExecutable()) return process.getBuiltinModule('node:sea').getAsset(basename(path), 'utf8');
  return readFileSync(join(packageRoot(__dirname), path), 'utf8');
}

/**
 * Returns the root folder of this package, found above `from`.
 *
 * @throws Error if no folder above contains its manifest.
 */
export function packageRoot(from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    const manifest = join(dir, 'package.json');
    if (
      existsSync(manifest) &&
      (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === PACKAGE_NAME
    ) {
      return dir;
    }
    if (dir === dirname(dir)) {
      if (isInExecutable())
        throw new Error(
          `This command needs the npm package ${PACKAGE_NAME}. Install it, and run npx platform-iac. Terraform installs the provider of an executable from a mirror or a registry.`,
        );
      throw new Error(
        `The package ${PACKAGE_NAME} was not found above ${from}. If your program is bundled, keep ${PACKAGE_NAME} external.`,
      );
    }
  }
}
