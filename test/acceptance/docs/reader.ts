/**
 * Follows the blocks of a page like a user: in an empty folder, with a new home folder and `terraform` on PATH. A fixed port is
 * replaced by a free one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { Block } from './blocks';

export interface Reader {
  readonly dir: string;
  /** Runs the blocks in one shell with `env` set. Returns the output, and rejects with it if a line fails. */
  follow(blocks: readonly Block[], env?: Readonly<Record<string, string>>): Promise<string>;
  close(): void;
}

/** Packs the package from the current build. Returns the path of the file. */
export function pack(folder: string): string {
  const npm = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (npm.status !== 0) throw new Error(npm.stderr);
  const [{ filename }] = JSON.parse(npm.stdout) as [{ filename: string }];
  return join(folder, filename);
}

interface Machine {
  /** A file: lines that install the package install this one. */
  readonly tarball?: string;
  /** A folder with the `node`, `npm` and `npx` to use. By default, `npx` starts an installed program without starting npm first. */
  readonly tools?: string;
  /** The address that git clones instead of the repository on GitHub. */
  readonly origin?: string;
  /** The folder to download releases from, instead of GitHub. */
  readonly releases?: string;
}

export async function reader({ tarball, tools, origin, releases }: Machine): Promise<Reader> {
  const scratch = mkdtempSync(join(tmpdir(), 'reader-'));
  const [home, bin, dir] = ['home', 'bin', 'work'].map((name) => join(scratch, name)) as [string, string, string];
  for (const folder of [home, bin, dir]) mkdirSync(folder);
  symlinkSync(terraformPath(), join(bin, 'terraform'));
  if (tools === undefined) writeFileSync(join(bin, 'npx'), startsInstalled, { mode: 0o755 });
  if (origin !== undefined)
    writeFileSync(join(home, '.gitconfig'), `[url "${origin}"]\n  insteadOf = ${repository}.git\n`);
  const path = [bin, ...(tools === undefined ? [] : [tools])];
  const port = await freePort();
  const settings = npmSettings('cache', 'registry');
  const replaced: readonly (readonly [string | RegExp, string | undefined])[] = [
    [packageInInstall, tarball],
    [`${repository}/releases/download`, releases && `file://${releases}`],
    [fixedPort, String(port)],
  ];
  const here = (text: string): string =>
    replaced.reduce((soFar, [part, by]) => (by === undefined ? soFar : soFar.replaceAll(part, by)), text);

  return {
    dir,
    follow: (blocks, env = {}) => {
      const script = ['set -e', ...blocks.map((block) => here(asShell(block)))].join('\n');
      return bash(script, dir, { ...cleanEnvironment(home, path), ...settings, ...env });
    },
    close: () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const repository = 'https://github.com/platform-iac/cdktf-provider-platform';

/** Like npx, it looks for the program in the folder and its parents. With `-p PACKAGE`, the package must be installed. */
const startsInstalled = `#!/bin/bash
[[ $1 == -p ]] && shift 2
folder=$PWD
while [[ -n $folder && ! -x $folder/node_modules/.bin/$1 ]]; do folder=\${folder%/*}; done
[[ -n $folder ]] || { echo "npx: no program $1 is installed" >&2; exit 1; }
exec "$folder/node_modules/.bin/$1" "\${@:2}"
`;

/** The package in a line that installs it, in any form. */
const packageInInstall = /(?<=^npm install .*)\S*\bcdktf-provider-platform\b\S*/gm;
const fixedPort = '8080';

/**
 * Returns the shell commands for a block: write the file that its lead names, or run it, in a second terminal if the lead says
 * so.
 */
function asShell({ language, text, lead }: Block): string {
  if (language === '' || language === 'text') return '';
  const [, file] = /`([\w.-]+\.\w+)`[^`]*:$/.exec(lead) ?? [];
  if (language !== 'sh') return `cat > ${file ?? `missing-name.${language}`} <<'END OF FILE'\n${text}\nEND OF FILE`;
  if (!lead.includes('second terminal')) return text;
  return `rm -f ../second-terminal\n(\n${text}\n) > ../second-terminal 2>&1 &\nuntil [ -s ../second-terminal ]; do sleep 0.1; done`;
}

function cleanEnvironment(home: string, path: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TF_|PLATFORM_|CDKTF_|XDG_|NODE_OPTIONS|npm_)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: [...path, process.env['PATH']].join(delimiter),
    CHECKPOINT_DISABLE: '1',
    TF_CLI_ARGS: '-no-color',
    // Terraform asks for confirmation here.
    TF_CLI_ARGS_apply: '-auto-approve',
    TF_CLI_ARGS_destroy: '-auto-approve',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_loglevel: 'error',
  };
}

/** Returns the settings of the machine as variables. */
function npmSettings(...names: readonly string[]): NodeJS.ProcessEnv {
  const { stdout } = spawnSync('npm', ['config', 'list', '--json'], { encoding: 'utf8' });
  const all = JSON.parse(stdout) as Readonly<Record<string, string>>;
  return Object.fromEntries(names.map((name) => [`npm_config_${name}`, all[name]]));
}

function terraformPath(): string {
  const name = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
  if (isAbsolute(name)) return name;
  return resolve(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim());
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** `-v` prints each line before its output, like a terminal. */
async function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['-v'], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const endGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // The group has ended.
    }
  };
  const late = setTimeout(() => endGroup('SIGKILL'), 240_000);
  child.stdin.end(`${script}\n`);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(late);
  // Ends the second terminal.
  endGroup('SIGTERM');
  if (code !== 0) throw new Error(`The lines ended with ${code}:\n\n${output}`);
  return output;
}
