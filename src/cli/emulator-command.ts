import { type Command, InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { RunningEmulator } from '../emulator';
import { providerBlock } from '../resources';
import { type Output, runCommand } from './process';

interface EmulatorFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed?: string;
  readonly publicUrl?: readonly string[];
  readonly printEnv?: true;
  readonly liveLike?: true;
  readonly grpcPackage?: string;
}

/** `platform-iac emulator`: the API on this machine, until SIGTERM or SIGINT, or until a command has ended. */
export function addEmulatorCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  program
    .command('emulator')
    .description('run the Platform Management API on this machine, with a root group and an administrator')
    .argument('[command...]', 'after "--": run this with the environment set, then stop the API')
    .option('--port <number>', 'port to listen on; 0 takes a free one', portNumber, 0)
    .option('--data <file>', 'keep the organization in this file; without it, in memory')
    .option('--seed <file>', 'start with the organization in this file (YAML or JSON)')
    .option('--public-url <url>', 'an address under which it is reached too; may be repeated', collected)
    .option('--live-like', 'behave like a live service: reads lag, new groups refuse calls, requests are limited')
    .option('--grpc-package <name>', 'serve gRPC in this package, too: NAME.iam.v2beta1.GroupsService', packageName)
    .option('--print-env', 'start nothing: print the environment for the emulator that runs with the same --data')
    .addHelpText(
      'after',
      '\nThe first line on standard output, once it is ready: {"baseUrl","authUrl","token","rootGroupUid"}.' +
        "\nThe token is the administrator's and does not expire." +
        '\nPLATFORM_BASE_URL, PLATFORM_AUTH_URL, PLATFORM_TOKEN, ROOT_GROUP_UID and TF_VAR_root_group_uid are set' +
        '\nfor a command, whose exit code is the exit code of this one:' +
        '\n  platform-iac emulator -- npm test' +
        '\nand in a shell beside the running API by' +
        '\n  eval "$(platform-iac emulator --data organization.db --print-env)"',
    )
    .action(async (command: readonly string[], flags: EmulatorFlags, self: Command) => {
      if (flags.printEnv && command.length > 0)
        self.error('error: --print-env prints the environment; a command gets it without that');
      if (flags.printEnv) output.out(await environmentOf(flags));
      else if (command.length === 0) await serve(flags, output);
      else exitWith(await serveCommand(command, flags, output));
    });
}

async function serve(flags: EmulatorFlags, { out, err }: Output): Promise<void> {
  const stopping = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const { baseUrl, authUrl, token, rootGroupUid, close } = await start(flags);
  out(`${JSON.stringify({ baseUrl, authUrl, token, rootGroupUid })}\n`);
  if (process.stderr.isTTY) err(hint(baseUrl, flags.data));
  await stopping;
  await close();
}

async function serveCommand(command: readonly string[], flags: EmulatorFlags, output: Output): Promise<number> {
  const running = await start(flags);
  try {
    const { code, problem } = await runCommand(command, environmentFor(running, process.env));
    if (problem !== undefined) output.err(`platform-iac: ${problem}\n`);
    return code;
  } finally {
    await running.close();
  }
}

/** For the emulator of a data file, whether or not it is running now. */
async function environmentOf({ port, data, publicUrl }: EmulatorFlags): Promise<string> {
  if (data === undefined)
    throw new Error(
      'Which emulator? Give --data: without a data file, the token and the root group are those of a single run. ' +
        'For one command: platform-iac emulator -- COMMAND.',
    );
  if (!existsSync(data)) throw new Error(`There is no data file ${data} yet. Start the emulator with it first.`);
  const { createEmulator } = await import('../emulator/index.js');
  const publicUrls = publicUrl === undefined ? {} : { publicUrls: publicUrl };
  const emulator = createEmulator({ dataFile: data, dataFileInUse: true, ...publicUrls });
  try {
    if (port !== 0) emulator.reachedAt(`http://127.0.0.1:${port}`);
    const baseUrl = emulator.address();
    if (baseUrl === undefined) throw new Error(`The emulator of ${data} was never started. Give its --port as well.`);
    const token = await emulator.administratorToken();
    const reached = { baseUrl, authUrl: baseUrl, token, rootGroupUid: emulator.rootGroupUid };
    return environmentLines(reached, process.env);
  } finally {
    emulator.close();
  }
}

async function start({ port, data, seed, publicUrl, liveLike, grpcPackage }: EmulatorFlags): Promise<RunningEmulator> {
  // Loaded late, so that the other commands start without it.
  const { startEmulator } = await import('../emulator/index.js');
  const options = {
    ...{ port, dataFile: data, seedFile: seed, publicUrls: publicUrl, liveLike, grpcPackage },
    keepProcessAlive: true,
  };
  return startEmulator(options).catch((error: unknown) => {
    throw portError(error, port);
  });
}

function hint(baseUrl: string, data: string | undefined): string {
  const kept = data === undefined ? 'in memory: gone when it stops' : `kept in ${data}`;
  return `\nThe API listens on ${baseUrl}; the organization is ${kept}. Stop it with Ctrl-C.\n`;
}

function portError(error: unknown, port: number): unknown {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another with --port; 0 takes a free one.`);
  if (code === 'EACCES') return new Error(`Port ${port} is not ours to open. Choose one above 1023 with --port.`);
  return error;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function packageName(text: string): string {
  if (!/^[a-z_]\w*(\.[a-z_]\w*)*$/i.test(text))
    throw new InvalidArgumentError('A package is names separated by dots, such as example.cloud.');
  return text;
}

function collected(url: string, before: readonly string[] = []): readonly string[] {
  if (!URL.canParse(url))
    throw new InvalidArgumentError('It must be a whole address, such as https://api.example.com.');
  return [...before, url];
}

/** Variables for another way to authenticate: the provider would refuse them beside a token. */
const contradicting: readonly string[] = [
  providerBlock.identity_uid,
  providerBlock.identity_token,
  providerBlock.identity_token_file,
].map(({ environment }) => environment);

type Reached = Pick<RunningEmulator, 'baseUrl' | 'authUrl' | 'token' | 'rootGroupUid'>;

/** The variables with which the provider, the client and our examples reach an emulator, as its administrator. */
function variablesOf({ baseUrl, authUrl, token, rootGroupUid }: Reached): Readonly<Record<string, string>> {
  return {
    [providerBlock.base_url.environment]: baseUrl,
    [providerBlock.auth_url.environment]: authUrl,
    [providerBlock.token.environment]: token,
    ROOT_GROUP_UID: rootGroupUid,
    TF_VAR_root_group_uid: rootGroupUid,
  };
}

/** `env` with the variables of the emulator, for a command. */
function environmentFor(emulator: Reached, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !contradicting.includes(name));
  return { ...Object.fromEntries(kept), ...variablesOf(emulator) };
}

/** The same variables as lines that a shell with the environment `env` can `eval`. */
function environmentLines(emulator: Reached, env: NodeJS.ProcessEnv): string {
  const unset = contradicting.filter((name) => env[name] !== undefined).map((name) => `unset ${name}`);
  const set = Object.entries(variablesOf(emulator)).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  );
  return [...unset, ...set].map((line) => `${line}\n`).join('');
}
