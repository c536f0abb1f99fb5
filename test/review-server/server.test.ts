/** Tests the limits of the server over real sockets. */
import { request as send } from 'node:http';
import type { Integration, Work } from '../../src/review-server/integration';
import { startReviewServer, type RunningServer } from '../../src/review-server/server';

const lines: string[] = [];
let work: Work | undefined;
const integration: Integration = {
  path: '/hook',
  receive: ({ body }) => {
    if (body.toString() === 'throw') throw new Error('secret');
    return { status: 200, text: `${body.length} bytes`, ...(work !== undefined && { work }) };
  },
};
let server: RunningServer;
beforeEach(async () => {
  lines.length = 0;
  work = undefined;
  const limits = { running: 1, waiting: 1, longestMs: 60_000 };
  const log = (line: string) => lines.push(line);
  server = await startReviewServer({ host: '127.0.0.1', port: 0, integrations: [integration], log, limits });
});
afterEach(() => server?.close());

async function post(path: string, body: string, method = 'POST') {
  const response = await fetch(`${server.url}${path}`, { method, ...(method !== 'GET' && { body }) });
  return { status: response.status, text: (await response.text()).trim() };
}

test('it serves its paths with POST, and a path for health checks', async () => {
  expect(await post('/hook', 'abc')).toEqual({ status: 200, text: '3 bytes' });
  expect(await post('/healthz', '', 'GET')).toEqual({ status: 200, text: 'ok' });
  expect((await post('/other', 'abc')).status).toBe(404);
  expect((await post('/hook', '', 'GET')).status).toBe(405);
  expect(lines).toEqual(['/hook: 200 3 bytes', '/hook: 405 Only POST is allowed at this path.']);
});

test('an error of an integration is a response without its message', async () => {
  expect(await post('/hook', 'throw')).toEqual({ status: 500, text: 'An internal error.' });
  expect((await post('/hook', 'abc')).status).toBe(200);
});

test('a body that is too large is rejected before its end', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = send(`${server.url}/hook`, { method: 'POST' }, (response) => resolve(response.statusCode));
    sent.on('error', reject);
    sent.write(Buffer.alloc(1024 * 1024 + 1)); // no end
  });
  expect(status).toBe(413);
});

test('work is limited: the caller is asked to try again', async () => {
  let finish: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (finish = resolve));
  work = { name: 'job', run: () => waits.then(() => 'done') };
  expect((await post('/hook', '')).status).toBe(200); // runs
  expect((await post('/hook', '')).status).toBe(200); // waits
  expect((await post('/hook', '')).status).toBe(503);
  finish();
  await server.close();
  expect(lines.filter((line) => line === 'job: done')).toHaveLength(2);
});

test('a failure of the work is one line of the log', async () => {
  work = { name: 'job', run: () => Promise.reject(new Error('Cannot do it.')) };
  await post('/hook', '');
  await server.close();
  expect(lines).toContain('job: Cannot do it.');
});
