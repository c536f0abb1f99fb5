import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

let isBuilt = false;

/** Builds the package if a source has changed. */
export function build(): void {
  if (!isBuilt) execFileSync(process.execPath, [join(root, 'src/tools/build/build.mjs')], { cwd: root, stdio: 'pipe' });
  isBuilt = true;
}

/** The path of the built command line: it starts five times as fast as the sources. */
export function builtCli(): string {
  build();
  return join(root, 'dist/platform-iac.js');
}

/** Returns the names of the files that a built program requires, which its head lists. */
export function siblingsOf(program: string): string[] {
  const [, list = ''] = /^var siblings=(\[.*\]);$/m.exec(readFileSync(program, 'utf8')) ?? [];
  return JSON.parse(list) as string[];
}

/** The path of the built provider, as a user gets it. */
export function builtProvider(): string {
  build();
  return join(root, 'dist/terraform-provider-platform');
}

/** The path of the built constructs. They start three times as fast as the sources do with tsx. */
export function builtConstructs(): string {
  build();
  return join(root, 'dist/lib/constructs/index.js');
}

/** Loads the built library that the package exports as `name`. */
export function builtLibrary(name: string): Readonly<Record<string, unknown>> {
  build();
  // oxlint-disable-next-line typescript/no-require-imports -- the path of the build is known after it
  return require(join(root, 'dist/lib/src', name)) as Record<string, unknown>;
}
