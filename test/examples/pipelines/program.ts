/** A program of the example, run as the CI system runs it, against a service that remembers what it was asked. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface Service {
  readonly url: string;
  /** The readable resources, by path with query. Anything else is not found. */
  readonly readable: Map<string, unknown>;
  /** The writes, since the last look. */
  writes(): Asked[];
  close(): Promise<void>;
}

export async function startService(): Promise<Service> {
  const readable = new Map<string, unknown>();
  let written: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '' } = request;
      if (method !== 'GET') {
        written.push({ method, path: url, body: JSON.parse(body) as unknown });
        response.writeHead(200).end('{}');
      } else if (readable.has(url)) response.writeHead(200).end(JSON.stringify(readable.get(url)));
      else response.writeHead(404).end(JSON.stringify({ message: 'Not Found' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readable,
    writes: () => {
      const seen = written;
      written = [];
      return seen;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(resolve('examples/pipelines'), name), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const ended = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
