import { type Command, InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { missingFileError } from '../../base/files/read-error';
import { isLoopback } from '../../model/api';
import type { RunningEmulator, SeedTree } from '../../emulator';
import { isInExecutable } from '../../install/own-package';
import { providerBlock } from '../../model/kinds';
import { prepareDataFile } from '../emulator-data';
import { commandFor } from '../project/install-commands';
import { type Output, runCommand, shellQuoted, shellWord } from '../process';

interface EmulatorFlags {
  readonly port: number;
  readonly host: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly allowPlaintext?: true;
  readonly data?: string;
  readonly seed?: string;
  readonly rootName?: string;
  readonly publicUrl?: readonly string[];
  readonly printEnv?: true;
  readonly liveLike?: true;
  readonly strict?: true;
}

/** `platform-iac emulator`: the API on this machine, until SIGTERM or SIGINT, or until a command has ended. */
export function addEmulatorCommand(program: Command, output: Output, exitWith: (code: number) => void): void {
  program
    .command('emulator')
    .argument('[command...]', 'After "--": run this command with the environment set, then stop the API')
    .option('--port <number>', 'Port to listen on; 0 selects a free one', portNumber, 0)
    .option('--host <address>', 'Address to listen at; one that is not loopback needs TLS and --data', '127.0.0.1')
    .option('--tls-cert <file>', 'Serve TLS with this certificate and its intermediates (PEM)')
    .option('--tls-key <file>', 'The private key of the certificate (PEM)')
    .option(
      '--allow-plaintext',
      'Listen without TLS at a --host that is not loopback: behind a proxy that terminates TLS',
    )
    .option('--data <file>', 'Store the organization in this file; by default in memory')
    .option('--seed <file>', 'Start with the organization in this file (YAML or JSON)')
    .option('--root-name <name>', 'The name of the root group of a new organization; by default acme')
    .option('--public-url <url>', 'A further address that clients use; may be repeated', collected)
    .option(
      '--live-like',
      'Behave like a live service: stale reads, new groups that refuse calls, rate limits, compression',
    )
    .option('--strict', 'Refuse every request that a service may refuse; docs/emulator.md lists them')
    .option(
      '--print-env',
      'Print the environment for the running emulator of the same --data; start nothing, and fail if none runs',
    )
    .addHelpText(
      'after',
      '\nWhen it is ready, it prints one line to a file or a pipe: {"baseUrl","authUrl","token","rootGroupUid"}.' +
        '\nA terminal shows the address and the line that sets the environment instead.' +
        '\nThe token belongs to the administrator and does not expire. It is not printed if --host is not loopback: ' +
        '--print-env prints it to users who can read the data file.' +
        '\nIt sets PLATFORM_BASE_URL, PLATFORM_AUTH_URL, PLATFORM_TOKEN, ROOT_GROUP_UID and TF_VAR_root_group_uid ' +
        'for a command, and exits with the exit code of the command:' +
        '\n  platform-iac emulator -- npm test' +
        '\nTo set them in another shell while the API runs:' +
        '\n  eval "$(platform-iac emulator --data .platform-iac/organization.db --print-env)"',
    )
    .action(async (command: readonly string[], flags: EmulatorFlags, self: Command) => {
      const problem = usageProblem(command, flags);
      if (problem !== undefined) self.error(`error: ${problem}`);
      if (!flags.printEnv) await warnAboutData(flags, output);
      if (flags.printEnv) await printEnvironment(flags, output);
      else if (command.length === 0) await serve(flags, output);
      else exitWith(await serveCommand(command, flags, output));
    });
}

function usageProblem(command: readonly string[], flags: EmulatorFlags): string | undefined {
  const { host, tlsCert, tlsKey, allowPlaintext, data, seed, rootName, printEnv } = flags;
  if (printEnv && command.length > 0) return '--print-env takes no command. A command gets the environment without it';
  if (seed !== undefined && rootName !== undefined)
    return '--seed contradicts --root-name. Write the name into the seed';
  if ((tlsCert === undefined) !== (tlsKey === undefined)) return 'TLS needs both --tls-cert and --tls-key';
  if (tlsCert !== undefined && allowPlaintext) return '--allow-plaintext contradicts --tls-cert. Remove one of them';
  if (printEnv || isLoopback(host)) return undefined;
  if (tlsCert === undefined && !allowPlaintext)
    return `--host ${host} needs --tls-cert and --tls-key: without TLS, the network can read all tokens. Behind a proxy that terminates TLS, use --allow-plaintext`;
  if (data === undefined && command.length === 0)
    return `--host ${host} needs --data: the administrator's token is not printed, and --print-env reads it from the data file`;
  return undefined;
}

async function warnAboutData({ data, seed, rootName }: EmulatorFlags, { err }: Output): Promise<void> {
  if (data === undefined) return;
  const isOther = rootName !== undefined && rootName !== (await storedRootName(data));
  const ignored = seed !== undefined ? '--seed' : isOther ? '--root-name' : undefined;
  for (const warning of prepareDataFile(data, ignored)) err(`Warning: ${warning}\n`);
}

/** Returns undefined for a new data file. */
async function storedRootName(data: string): Promise<string | undefined> {
  if (!existsSync(data) || statSync(data).size === 0) return undefined;
  const { createEmulator } = await import('../../emulator/index.js');
  const emulator = createEmulator({ dataFile: data, dataFileInUse: true });
  try {
    return findRootName(emulator.snapshot(), emulator.rootGroupUid);
  } finally {
    emulator.close();
  }
}

function findRootName({ groups = [] }: SeedTree, rootGroupUid: string): string | undefined {
  const name = groups.find(({ uid }) => uid === rootGroupUid)?.['name'];
  return typeof name === 'string' ? name : undefined;
}

async function serve(flags: EmulatorFlags, { out, terminal }: Output): Promise<void> {
  const stopping = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const running = await start(flags);
  out(
    terminal === undefined
      ? readyLine(running, flags)
      : linesForPeople(running, flags, findRootName(await running.snapshot(), running.rootGroupUid)),
  );
  await stopping;
  await running.close();
}

/** One line of JSON, for programs. */
function readyLine({ baseUrl, authUrl, token, rootGroupUid }: Reached, { host }: EmulatorFlags): string {
  // Logs of a shared service have more readers than its data file.
  const credentials = isLoopback(host) ? { token } : {};
  return `${JSON.stringify({ baseUrl, authUrl, ...credentials, rootGroupUid })}\n`;
}

/** The exit code of a command that succeeded, although a fault that it injected met no request. */
const UNMET_FAULT = 1;

async function serveCommand(command: readonly string[], flags: EmulatorFlags, output: Output): Promise<number> {
  const report = (problem: string) => output.err(`platform-iac: ${problem}\n`);
  const running = await start(flags);
  const { code, problem } = await runCommand(command, environmentFor(running, process.env));
  if (problem !== undefined) report(problem);
  try {
    await running.close();
    return code;
  } catch (error) {
    report((error as Error).message);
    return code === 0 ? UNMET_FAULT : code;
  }
}

/** For the emulator of a data file, whether or not it is running now. */
/** A line that fails in `eval`: `eval ""` succeeds, and a script would go on with its former environment. */
const FAILING_LINE = 'false\n';

async function printEnvironment(flags: EmulatorFlags, { out, terminal }: Output): Promise<void> {
  try {
    out(await getEnvironment(flags));
  } catch (error) {
    if (terminal === undefined) out(FAILING_LINE);
    throw error;
  }
}

async function getEnvironment({ port, host, tlsCert, data, publicUrl }: EmulatorFlags): Promise<string> {
  if (data === undefined)
    throw new Error(
      'Cannot print the environment without --data: the token and the root group of an emulator in memory change with every run. To run one command: platform-iac emulator -- COMMAND.',
    );
  if (!existsSync(data)) throw missingFileError(data, 'Start the emulator with it first.');
  const { createEmulator, isDataFileInUse } = await import('../../emulator/index.js');
  if (!isDataFileInUse(data))
    throw new Error(
      `Cannot print the environment: no emulator runs with ${data}. Start one first: platform-iac emulator --data ${shellWord(data)}`,
    );
  const publicUrls = publicUrl === undefined ? {} : { publicUrls: publicUrl };
  const emulator = createEmulator({ dataFile: data, dataFileInUse: true, ...publicUrls });
  try {
    if (port !== 0) emulator.reachedAt(`${tlsCert === undefined ? 'http' : 'https'}://${host}:${port}`);
    const baseUrl = emulator.address();
    if (baseUrl === undefined) throw new Error(`The emulator of ${data} was never started. Pass its --port as well.`);
    const token = await emulator.administratorToken();
    const reached = { baseUrl, authUrl: baseUrl, token, rootGroupUid: emulator.rootGroupUid };
    return environmentLines(reached, process.env);
  } finally {
    emulator.close();
  }
}

async function start(flags: EmulatorFlags): Promise<RunningEmulator> {
  const { port, host, tlsCert, tlsKey, allowPlaintext, data, seed, rootName, publicUrl, liveLike, strict } = flags;
  // Loaded late, so that the other commands start without it.
  const { startEmulator } = await import('../../emulator/index.js');
  const tls = tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: tlsCert, keyFile: tlsKey };
  const options = {
    ...{
      port,
      host,
      tls,
      allowPlaintext,
      dataFile: data,
      seedFile: seed,
      ...(rootName !== undefined && { seed: { groups: [{ name: rootName }] } }),
      publicUrls: publicUrl,
      liveLike,
      strict,
    },
    keepProcessAlive: true,
  };
  return startEmulator(options).catch((error: unknown) => {
    throw listenError(error, host, port);
  });
}

/** The address, the line that sets the environment of another shell, and how to stop. */
function linesForPeople(running: Reached, { data }: EmulatorFlags, root: string | undefined): string {
  const command = isInExecutable() ? shellWord(process.argv0) : commandFor(process.cwd());
  // Without a data file, no other process could find the token.
  const environment =
    data === undefined
      ? `export ${assignments(running).join(' ')}`
      : `eval "$(${command} emulator --data ${shellWord(data)} --print-env)"`;
  return [
    'The emulator is ready.',
    '',
    `  API           ${running.baseUrl}`,
    `  Organization  ${data ?? 'in memory, until the emulator stops'}`,
    `  Root group    ${root === undefined ? '' : `${root}, uid `}${running.rootGroupUid}`,
    '',
    `To connect another shell, run this command there${data === undefined ? '' : ', in the same folder'}:`,
    '',
    `  ${environment}`,
    '',
    'To stop the emulator, press Ctrl-C.',
    '',
  ].join('\n');
}

function listenError(error: unknown, host: string, port: number): unknown {
  const { code, syscall } = ((error as Error).cause ?? {}) as { code?: string; syscall?: string };
  // A file may have the same codes.
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall ?? '')) return error;
  if (code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another with --port; 0 selects a free one.`);
  if (code === 'EACCES')
    return new Error(`Cannot open port ${port}: permission denied. Choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`Cannot listen at ${host}: this machine does not have that address. Choose another with --host.`);
  return error;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function collected(url: string, before: readonly string[] = []): readonly string[] {
  if (!URL.canParse(url)) throw new InvalidArgumentError('It must be a URL, such as https://api.example.com.');
  return [...before, url];
}

/** Variables for other authentication methods: the provider rejects them next to a token. */
const contradicting: readonly string[] = [
  providerBlock.identity_uid,
  providerBlock.identity_token,
  providerBlock.identity_token_file,
].map(({ environment }) => environment);

type Reached = Pick<RunningEmulator, 'baseUrl' | 'authUrl' | 'token' | 'rootGroupUid'>;

/** The variables that connect the provider, the client and our examples with an emulator, as its administrator. */
function getVariables({ baseUrl, authUrl, token, rootGroupUid }: Reached): Readonly<Record<string, string>> {
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
  return { ...Object.fromEntries(kept), ...getVariables(emulator) };
}

/** The same variables as lines that a shell with the environment `env` can `eval`. */
function environmentLines(emulator: Reached, env: NodeJS.ProcessEnv): string {
  const unset = contradicting.filter((name) => env[name] !== undefined).map((name) => `unset ${name}`);
  const set = assignments(emulator).map((assignment) => `export ${assignment}`);
  return [...unset, ...set].map((line) => `${line}\n`).join('');
}

function assignments(emulator: Reached): string[] {
  return Object.entries(getVariables(emulator)).map(([name, value]) => `${name}=${shellQuoted(value)}`);
}
