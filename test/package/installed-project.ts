/** The project into which `install-package.ts` has put the packed package, as a user would. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const variable = 'PACKAGE_TEST_PROJECT';

export const repository = join(__dirname, '../..');

/** Packs the package and installs it from the tarball; once for all tests of one run. */
export function installPackage(): void {
  const project = mkdtempSync(join(tmpdir(), 'package-test-'));
  process.env[variable] = project;
  cpSync(join(__dirname, 'project'), project, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project], { cwd: repository, stdio: 'pipe' });
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  execFileSync('npm', ['install', ...options, tarball()], { cwd: project, stdio: 'pipe' });
}

export function removePackage(): void {
  rmSync(installedProject(), { recursive: true, force: true });
}

/** The project's folder. */
export function installedProject(): string {
  const project = process.env[variable];
  if (project === undefined) throw new Error(`${variable} is not set: these tests need the set-up of their project`);
  return project;
}

export function tarball(): string {
  return join(installedProject(), `cdktf-provider-platform-${manifestOf(repository).version}.tgz`);
}

export interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<'types' | 'default', string>>>>;
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The exports of the package, such as `./client`, without the manifest itself. */
export function entriesOf({ exports }: Manifest): [name: string, target: Record<'types' | 'default', string>][] {
  return Object.entries(exports).flatMap(([name, target]) => (typeof target === 'string' ? [] : [[name, target]]));
}
