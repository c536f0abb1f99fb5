import { once } from 'node:events';
import { InvalidArgumentError, type Command } from 'commander';
import type { Output } from './output';

interface EmulatorFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed?: string;
  readonly publicUrl?: readonly string[];
}

/** `platform-iac emulator`: the API on this machine until SIGTERM or SIGINT. */
export function addEmulatorCommand(program: Command, { out, err }: Output): void {
  program
    .command('emulator')
    .description('run the Platform Management API on this machine, with a root group and an administrator')
    .option('--port <number>', 'port to listen on; 0 takes a free one', portNumber, 0)
    .option('--data <file>', 'keep the organization in this file; without it, in memory')
    .option('--seed <file>', 'start with the organization in this file (YAML or JSON)')
    .option('--public-url <url>', 'an address under which it is reached too; may be repeated', collected)
    .addHelpText(
      'after',
      '\nThe first line on standard output, once it is ready: {"baseUrl","authUrl","token","rootGroupUid"}.' +
        "\nThe token is the administrator's and does not expire.",
    )
    .action(async ({ port, data, seed, publicUrl }: EmulatorFlags) => {
      // Loaded here, so that the other commands start without the emulator's weight.
      const { startEmulator } = await import('../emulator/index.js');
      const stopping = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      const options = {
        port,
        dataFile: data,
        seedFile: seed,
        publicUrls: publicUrl,
        keepProcessAlive: true,
      };
      const running = await startEmulator(options).catch((error: unknown) => {
        throw portError(error, port);
      });
      const { baseUrl, authUrl, token, rootGroupUid } = running;
      out(`${JSON.stringify({ baseUrl, authUrl, token, rootGroupUid })}\n`);
      if (process.stderr.isTTY) err(hint(baseUrl, data));
      await stopping;
      await running.close();
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

function collected(url: string, before: readonly string[] = []): readonly string[] {
  if (!URL.canParse(url))
    throw new InvalidArgumentError('It must be a whole address, such as https://api.example.com.');
  return [...before, url];
}
