import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { executableName } from './address';

export interface ProviderBuild {
  /** The built provider: one file that runs by itself. */
  readonly executable: string;
  readonly version: string;
}

/**
 * The provider that belongs to this package, wherever this code runs from: the sources, the compiled library, the bundled CLI.
 *
 * @throws Error when the executable is not there, saying how to get it.
 */
export function locateProvider(from: string = __dirname): ProviderBuild {
  const root = packageRoot(from);
  const version = packageVersion(root);
  const executable = join(root, 'dist', executableName);
  if (existsSync(executable)) return { executable, version };
  throw new Error(
    root.includes(`${sep}node_modules${sep}`)
      ? `${executable} is missing: the package ${packageName} is incomplete. Install it again.`
      : `The provider is not built: ${executable} is missing. Run "npm run build" in ${root}.`,
  );
}

/** The version of this package, which is also the provider's. */
export function packageVersion(from: string = __dirname): string {
  return (JSON.parse(readFileSync(join(packageRoot(from), 'package.json'), 'utf8')) as { version: string }).version;
}

const packageName = 'cdktf-provider-platform';

function packageRoot(from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    const manifest = join(dir, 'package.json');
    if (
      existsSync(manifest) &&
      (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === packageName
    ) {
      return dir;
    }
    if (dir === dirname(dir)) {
      throw new Error(
        `The package ${packageName} was not found above ${from}. If your program is bundled, keep ${packageName} external.`,
      );
    }
  }
}
