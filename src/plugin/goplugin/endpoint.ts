/**
 * The endpoint of the server: a unix socket in a directory that only this user can enter. If such a socket is not
 * available, TCP on the loopback interface.
 */
import { mkdtempSync, rmdirSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address, Env } from './handshake';

export interface Endpoint {
  readonly address: Address;
  /** Removes the socket and its directory. Connections live on; nobody can make a new one. May be called repeatedly. */
  readonly hide: () => void;
}

/** @throws Error with a readable message when neither a socket nor a port can be had. */
export async function listenOnEndpoint(
  server: Server,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<Endpoint> {
  const directory = platform === 'win32' ? undefined : privateDirectory(env.PLUGIN_UNIX_SOCKET_DIR || tmpdir());
  if (directory === undefined) return listenOnPort(server, env);
  const path = socketIn(directory);
  const hide = (): void => remove(path, directory);
  try {
    await once(server, () => server.listen(path));
    return { address: { network: 'unix', address: path }, hide };
  } catch {
    // A file system without sockets, such as some network and container mounts.
    hide();
    return listenOnPort(server, env);
  }
}

/** Longer paths are cut off without an error by the system call (104 bytes with the final zero on macOS). */
const maxPathBytes = 103;
const defaultPorts = { min: 10_000, max: 25_000 };
const portAttempts = 50;

function socketIn(directory: string): string {
  return join(directory, 'socket');
}

/** Removes the socket and its folder if they exist. Node's recursive removal takes 2 ms to load. */
function remove(path: string, directory: string): void {
  for (const step of [() => unlinkSync(path), () => rmdirSync(directory)]) {
    try {
      step();
    } catch {
      // It is gone already.
    }
  }
}

function privateDirectory(parent: string): string | undefined {
  const prefix = join(parent, 'plugin');
  if (Buffer.byteLength(socketIn(`${prefix}XXXXXX`)) > maxPathBytes) return undefined;
  try {
    return mkdtempSync(prefix);
  } catch {
    return undefined;
  }
}

async function listenOnPort(server: Server, env: Env): Promise<Endpoint> {
  const min = Number(env.PLUGIN_MIN_PORT) || defaultPorts.min;
  const max = Math.max(min, Number(env.PLUGIN_MAX_PORT) || defaultPorts.max);
  let failure: unknown;
  // Each process begins at another port, so that processes that start together rarely try the same one.
  const start = process.pid % (max - min + 1);
  for (let attempt = 0; attempt < Math.min(portAttempts, max - min + 1); attempt += 1) {
    const port = min + ((start + attempt) % (max - min + 1));
    try {
      await once(server, () => server.listen(port, '127.0.0.1'));
      return { address: { network: 'tcp', address: `127.0.0.1:${port}` }, hide: () => undefined };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(
    `no unix socket in ${env.PLUGIN_UNIX_SOCKET_DIR || tmpdir()} and no free port from ${min} to ${max} on 127.0.0.1 ` +
      `(${failure instanceof Error ? failure.message : String(failure)}). Set TMPDIR to a short path that you can write to.`,
  );
}

async function once(server: Server, start: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error): void => {
      server.off('listening', settle).off('error', settle);
      if (error === undefined) resolve();
      else reject(error);
    };
    server.on('listening', settle).on('error', settle);
    start();
  });
}
