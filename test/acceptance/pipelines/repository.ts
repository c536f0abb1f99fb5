/** The example like that of a reader: copied into its own repository, with the package installed. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  /** Both output streams, the errors last. */
  readonly printed: string;
}

/** A clone, for one job of the CI system. */
export interface Clone {
  readonly dir: string;
  read(name: string): string;
  /** Replaces existing text. */
  edit(name: string, from: string, to: string): void;
  run(command: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<Ended>;
}

export interface Repository {
  /** The `HOME` of every job. */
  readonly home: string;
  /** The files of the example, with the changes of branches. */
  clone(branch?: (clone: Clone) => void): Clone;
  close(): void;
}

/** `--import` loads the program with the loader of modules, which does not know its extension. */
const LOAD_BY_REQUIRE = `import { register } from 'node:module';
const load = (url, context, next) =>
  url.endsWith('.ts') ? { format: 'commonjs', source: undefined, shortCircuit: true } : next(url, context);
register('data:text/javascript,' + encodeURIComponent('export const load = ' + load));
`;

export function exampleRepository(): Repository {
  const scratch = mkdtempSync(join(tmpdir(), 'pipelines-'));
  const modules = join(scratch, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of ['cdktf', 'constructs']) symlinkSync(resolve('node_modules', name), join(modules, name));
  symlinkSync(resolve('.'), join(modules, 'cdktf-provider-platform'));
  // Each job synthesizes, and a program starts in a quarter of the time that it needs with tsx.
  mkdirSync(join(modules, 'tsx'));
  writeFileSync(join(modules, 'tsx/package.json'), JSON.stringify({ exports: './loader.mjs' }));
  const programs = resolve('src/tools/terraform/typescript-programs.cjs');
  writeFileSync(join(modules, 'tsx/loader.mjs'), `import ${JSON.stringify(programs)};\n${LOAD_BY_REQUIRE}`);
  symlinkSync(resolve('dist/platform-iac.js'), join(modules, '.bin/platform-iac'));
  writeFileSync(join(scratch, 'terraform.rc'), '');
  mkdirSync(join(scratch, 'bin'));
  // Links the package instead of an installation from the lock file. A job that lets packages run scripts fails.
  const npm = `#!/usr/bin/env bash
if [[ $1 != ci || " $* " != *' --ignore-scripts '* ]]; then exit 1; fi
ln -sfn '${modules}' node_modules
`;
  writeFileSync(join(scratch, 'bin/npm'), npm, { mode: 0o755 });

  return {
    home: scratch,
    clone(branch) {
      const dir = mkdtempSync(join(scratch, 'clone-'));
      cpSync(resolve('examples/pipelines'), dir, { recursive: true });
      for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(dir, name), '{}');
      symlinkSync(modules, join(dir, 'node_modules'));
      const clone: Clone = {
        dir,
        read: (name) => readFileSync(join(dir, name), 'utf8'),
        edit(name, from, to) {
          const before = clone.read(name);
          expect(before).toContain(from);
          writeFileSync(
            join(dir, name),
            before.replace(from, () => to),
          );
        },
        run: (command, env) => run(command, dir, { ...cleanEnvironment(scratch), ...env }),
      };
      branch?.(clone);
      return clone;
    },
    close: () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The environment of a job, independent of this machine. */
function cleanEnvironment(scratch: string): Record<string, string | undefined> {
  const { PATH, TERRAFORM_BINARY_NAME, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH: `${join(scratch, 'bin')}:${PATH}`,
    TERRAFORM_BINARY_NAME,
    NODE_COMPILE_CACHE,
    HOME: scratch,
    TF_CLI_CONFIG_FILE: join(scratch, 'terraform.rc'),
    TF_PLUGIN_CACHE_DIR: undefined,
    CHECKPOINT_DISABLE: '1',
  };
}

async function run(
  [command = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string | undefined>,
): Promise<Ended> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  const ended = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, printed: stdout + stderr };
}
