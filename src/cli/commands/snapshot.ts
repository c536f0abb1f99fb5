/** `platform-iac snapshot`: writes an organization and the states of its stacks to a signed file without secrets. */
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  createSnapshotKeys,
  readSnapshotContents,
  SNAPSHOT_VERSION,
  signedSnapshot,
  SnapshotError,
  type StackState,
  stackState,
} from '../../review/snapshot';
import { providerBlock } from '../../model/kinds';
import { counted } from '../../base/text/words';
import { startEngine } from '../engine/run-engine';
import { addLiveOptions, type LiveFlags } from '../live/live-organization';
import { clientOfEnvironment } from '../live/api-connection';
import { errorText } from '../live/error-text';
import { readUtf8 } from '../plan/plan-site';
import type { Output } from '../process';
import { writeNewFile, writeWholeFile } from '../whole-file';

interface SnapshotFlags extends LiveFlags {
  readonly out?: string;
  readonly state?: readonly string[];
  readonly key?: string;
  readonly newKey?: string;
}

const exitCodes = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;

const HELP =
  '\nThe file contains the structure of the organization and no secret. It is signed with the private key of --key (Ed25519, PEM).' +
  '\nNAME is the name of the stack for "platform-iac plan --stack"; by default the name of the folder, or of the file without .tfstate.' +
  '\n--live reads the address and the token from the environment, like the provider: PLATFORM_BASE_URL, PLATFORM_TOKEN, …' +
  '\nExit codes: 0 done, 1 failed, 2 usage error, 3 the organization or a state cannot be read completely.' +
  '\nExample: platform-iac snapshot --new-key snapshot.key > snapshot.pub' +
  '\n         platform-iac snapshot --live --state cdktf.out/stacks/org --key snapshot.key --out organization.snapshot';

export function addSnapshotCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  const command = program.command('snapshot');
  addLiveOptions(command, 'Read the current organization from the API (read-only)')
    .option('--out <file>', 'The file to write')
    .option(
      '--state <[name=]dir|file>',
      'The state of a stack: its folder, or the output of "terraform state pull"; may be repeated',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--key <file>', 'The private key that signs the file')
    .option('--new-key <file>', 'Generate a key pair: write the private key to FILE and print the public key')
    .addHelpText('after', HELP)
    .action(async (flags: SnapshotFlags, self: Command) => {
      const { newKey, live, out, key } = flags;
      if (newKey !== undefined) {
        if (live !== undefined || out !== undefined || key !== undefined)
          self.error('error: --new-key only generates a key pair. Omit the other options');
        makeKeys(newKey, output);
        return;
      }
      if (live === undefined || out === undefined || key === undefined)
        self.error('error: pass --live, --key FILE and --out FILE, or --new-key FILE');
      exitWith(await write({ ...flags, out, key }, output));
    });
}

/** The private key can be read by its owner alone, and no file that exists is replaced. */
function makeKeys(file: string, { out, err }: Output): void {
  const { privateKey, publicKey } = createSnapshotKeys();
  writeNewFile(file, privateKey, 0o600);
  err(
    `The private key is in ${file}: keep it secret. This is the public key, for "platform-iac plan --snapshot-key":\n`,
  );
  out(publicKey);
}

async function write(
  { out, key, state = [], root }: SnapshotFlags & { readonly out: string; readonly key: string },
  { err }: Output,
): Promise<number> {
  const say = (message: string) => err(`platform-iac: ${message}\n`);
  try {
    const privateKey = readUtf8(key);
    const time = new Date().toISOString();
    // The states first: an object that is created in between is then missing from the state, as before an apply.
    const stacks: StackState[] = [];
    for (const one of state) stacks.push(await stackIn(one));
    const twice = stacks.find(({ name }, index) => stacks.findIndex((other) => other.name === name) < index);
    if (twice !== undefined) {
      say(`Two stacks have the name ${twice.name}. Name each: --state NAME=DIR.`);
      return exitCodes.usage;
    }
    const client = clientOfEnvironment();
    try {
      const organization = await readSnapshotContents(client, { roots: root });
      const service = process.env[providerBlock.base_url.environment]?.trim() ?? '';
      const text = signedSnapshot({ version: SNAPSHOT_VERSION, time, service, ...organization, stacks }, privateKey);
      writeWholeFile(out, text, 0o600);
    } finally {
      await client.close();
    }
    for (const { name, omitted } of stacks)
      for (const part of omitted)
        say(`The snapshot of the stack ${name} omits ${part}. Plans against it are inconclusive.`);
    say(`Wrote ${out}: ${counted(stacks.length, 'stack')}, signed with ${key}.`);
    return exitCodes.done;
  } catch (error) {
    say(error instanceof SnapshotError ? error.message : `Cannot create the snapshot: ${errorText(error)}`);
    return exitCodes.incomplete;
  }
}

/** Reads a state: of the folder of a stack with its engine, or of a file. */
async function stackIn(given: string): Promise<StackState> {
  const [, named, path = given] = /^([A-Za-z0-9._-]+)=(.+)$/s.exec(given) ?? [];
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const name = named ?? basename(resolve(path)).replace(/\.tfstate$|\.json$/, '');
  if (!isFolder) return stackState(readUtf8(path), { name, source: path });
  const engine = startEngine(path);
  try {
    const { code, stdout, text } = await engine.run(['state', 'pull']);
    if (code !== 0) throw new SnapshotError(`Cannot read the state of ${path} (exit code ${code}).\n${text}`);
    return stackState(stdout, { name, source: `the state of ${path}` });
  } finally {
    engine.close();
  }
}
