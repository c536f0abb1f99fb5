/** A service of an attacker. A request to `/NAME/…` leaves the file NAME: it has received the token of the apply. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

export interface TrapService {
  readonly url: string;
  close(): void;
}

/** @param folder contains the files */
export function startTrapService(folder: string): Promise<TrapService> {
  const server = createServer(({ url = '' }, response) => {
    const [, name = ''] = url.split('/');
    writeFileSync(join(folder, basename(name)), '');
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"code":7,"message":"trapped"}');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => void (server.closeAllConnections(), server.close()),
      }),
    );
  });
}
