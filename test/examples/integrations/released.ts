/** A release of this repository for jobs, and programs on PATH that are no package manager. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtCli } from '../../support/built';
import { createRepository } from '../../package/local-repository';

/** Writes a clone of this repository with a tag of a release. `path` keeps package managers away from the packages of this one. */
export function releaseRepository(folder: string, tag: string, path: string): void {
  builtCli();
  createRepository(folder);
  // The tag keeps a tracked file that Git ignores.
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\nLICENSE\n');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const release = resolve('dist/release');
  cpSync('dist', join(folder, 'dist'), { recursive: true, filter: (path) => !resolve(path).startsWith(release) });
  const person = { NAME: 'ada', EMAIL: 'ada@acme.example' };
  const names = Object.entries(person).flatMap(([name, value]) =>
    ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${name}`, value]),
  );
  const env = { ...process.env, ...Object.fromEntries(names), PATH: path } as NodeJS.ProcessEnv;
  execFileSync(process.execPath, ['src/tools/release/release-tag.mjs', tag], { cwd: folder, env, stdio: 'pipe' });
}

/** Writes a folder of programs, and returns the PATH that begins with it: every package manager fails. */
export function pathWithoutNpm(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ['npm', 'npx', 'pnpm', 'yarn', 'corepack'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho '${name} must not run' >&2\nexit 97\n`, { mode: 0o755 });
  return `${folder}:${process.env['PATH'] ?? ''}`;
}
