import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { runModule } from '../child';

jest.setTimeout(30_000);

interface Asked {
  readonly request: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server;
let asked: Asked[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      asked.push({ request: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
      const isKnown = request.url?.startsWith('/iam/v2beta1/groups') === true;
      response.writeHead(isKnown ? 200 : 403, { 'content-type': 'application/json' });
      response.end(isKnown ? '{"groups":[{"uid":"a"}]}' : '{"message":"no"}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const withCaller = (program: string) => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return runModule(
    `import { apiCaller } from '${resolve('src/tools/demo/local-emulator.mjs')}';
     const { call, list } = apiCaller({ baseUrl: '${baseUrl}', token: 't0' });
     ${program}`,
  );
};

test('a request has the token, and a body only if one is given', async () => {
  await withCaller(`await call('GET', 'groups/a'); await call('PATCH', 'groups/a?updateMask=name', { name: 'x' });`);
  expect(asked).toEqual([
    { request: 'GET /iam/v2beta1/groups/a', authorization: 'Bearer t0', body: '' },
    { request: 'PATCH /iam/v2beta1/groups/a?updateMask=name', authorization: 'Bearer t0', body: '{"name":"x"}' },
  ]);
});

test('a list contains the objects beneath a group, and is empty if the API has none', async () => {
  const { stdout } = await withCaller(
    `console.log(JSON.stringify([await list('groups', 'a/b'), await list('groups/x', 'a')]));`,
  );
  expect(JSON.parse(stdout)).toEqual([[{ uid: 'a' }], []]);
  expect(asked[0]?.request).toBe('GET /iam/v2beta1/groups?page_size=200&uidp.descendants_of=a/b');
});

test('an error of the API names the request, the status and the answer', async () => {
  const { code, stderr } = await withCaller(`await call('DELETE', 'roles/r');`);
  expect(code).toBe(1);
  expect(stderr).toContain('Error: DELETE roles/r responded with 403 {"message":"no"}');
});
