/** A remote state with a lock, like that of GitLab, for Terraform's `http` backend. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface StateService {
  /** The value of STATE_URL. */
  readonly url: string;
  /** The stored states by name. */
  readonly states: ReadonlyMap<string, string>;
  /** The holder of the lock of a state, as Terraform reports it. */
  readonly locks: Map<string, string>;
  /** The passwords that can read, and those that can write. */
  readonly passwords: { readonly reads: string; readonly writes: string };
  close(): Promise<void>;
}

export async function startStateService(): Promise<StateService> {
  const states = new Map<string, string>();
  const locks = new Map<string, string>();
  const passwords = { reads: 'state-reader', writes: 'state-writer' };

  const answer = async (request: IncomingMessage): Promise<readonly [status: number, body?: string]> => {
    const [, name = '', lock] = /^\/([\w-]+)(\/lock)?(?:\?.*)?$/.exec(request.url ?? '') ?? [];
    const body = await text(request);
    const [, password] = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':');
    const isRead = request.method === 'GET';
    if (password !== passwords.writes && !(isRead && password === passwords.reads)) return [isRead ? 401 : 403];
    if (lock === undefined && isRead) return states.has(name) ? [200, states.get(name)] : [204];
    if (lock === undefined) {
      states.set(name, body);
      return [200];
    }
    if (request.method === 'DELETE') {
      locks.delete(name);
      return [200];
    }
    if (locks.has(name)) return [423, locks.get(name)];
    locks.set(name, body);
    return [200];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    states,
    locks,
    passwords,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
