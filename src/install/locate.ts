import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { EXECUTABLE_NAME, PACKAGE_NAME, VERSION } from '../model/api';

export interface ProviderBuild {
  /** The built provider: one executable file. */
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
      if (process.getBuiltinModule('node:sea').isSea())
        throw new Error(
          `This command needs the npm package ${PACKAGE_NAME}. Install it, and run npx platform-iac. Terraform installs the provider of an executable from a mirror or a registry.`,
        );
      throw new Error(
        `The package ${PACKAGE_NAME} was not found above ${from}. If your program is bundled, keep ${PACKAGE_NAME} external.`,
      );
    }
  }
}
