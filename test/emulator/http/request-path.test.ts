/** Tests over a socket that no path reaches a route that another reader of the path would not see in it. */
import fc from 'fast-check';
import { connect } from 'node:net';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { hasEncodedSlash } from '../../../src/emulator/http/request-path';
import { routeTable } from '../../../src/emulator/http/route-table';
import { search } from '../../support/search';
import { organization } from '../support/organization';

let running: RunningEmulator;
beforeAll(async () => {
  running = await startEmulator();
});
afterAll(() => running.close());

interface Served {
  readonly status: number;
  readonly body: unknown;
}

/** Sends exactly this path: `fetch` would resolve its dot segments. */
async function sent(path: string, authorization = `Bearer ${running.token}`): Promise<Served> {
  const { port } = new URL(running.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [`GET ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `authorization: ${authorization}`];
  socket.end(`${[...head, 'connection: close'].join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return { status: Number(status), body: body === '' ? undefined : (JSON.parse(body) as unknown) };
}

const refused = { status: 400, body: { code: 3, details: [] } };

/** The paths of all routes, also of v1, of tokens and of the administration. */
const routes = [...new Set(routeTable.map(({ path }) => path.replace(/\/\{\w+\}$/, '')))];

test.each([
  '/iam/v2beta1/../../emulator/snapshot',
  '/iam/v2beta1/%2e%2e/%2E%2E/emulator/snapshot',
  '/iam/v2beta1/.%2e/%2e./emulator/snapshot',
  '/iam/v2beta1/..%2f..%2femulator/snapshot',
  '/iam/v2beta1\\..\\..\\emulator\\snapshot',
  '/iam/v2beta1/..%5c..%5Cemulator/snapshot',
  '/iam/v2beta1/groups/..%2F..%2F..%2Femulator%2Fsnapshot',
  '/./emulator/snapshot',
  '/emulator/./snapshot',
  '/emulator/snapshot/.',
  '/emulator/snapshot/x/..',
  '/emulator%2Fsnapshot',
  '/emulator%2fsnapshot?a=b',
  '/emulator%5csnapshot',
  '/iam%2Fv2beta1/groups',
  '/iam/v2beta1%2Fgroups',
  '/iam/v2beta1/groups#/../x',
  '/emulator/snap\tshot',
  '/iam/v2beta1/"groups"',
])('%s is refused, with and without a token', async (path) => {
  expect(await sent(path)).toMatchObject(refused);
  expect(await sent(path, 'none')).toMatchObject(refused);
});

test('no path with dots or an encoded slash reaches a route', async () => {
  const dots = fc.constantFrom('..', '.', '%2e%2e', '%2E.', '.%2e', '%2e');
  const separator = fc.constantFrom('/', '%2f', '%2F', '\\', '%5c', '//');
  const name = fc.constantFrom('iam', 'v2beta1', 'groups', 'emulator', 'x', '');
  const route = fc.constantFrom(...routes).map((path) => path.slice(1));
  const prefix = fc.array(fc.tuple(fc.oneof(name, dots), separator), { maxLength: 6 });
  const dotted = fc
    .tuple(prefix, dots, separator, route)
    .map(([way, last, end, path]) => `/${way.flat().join('')}${last}${end}${path}`);
  const encoded = fc
    .tuple(
      route.filter((path) => path.includes('/')),
      fc.nat(),
      fc.constantFrom('%2f', '%2F', '%5c', '%5C'),
    )
    .map(([path, at, slash]) => {
      const segments = path.split('/');
      const index = at % (segments.length - 1);
      return `/${segments
        .map((segment, each) => segment + (each === index ? slash : '/'))
        .join('')
        .slice(0, -1)}`;
    });
  expect(routes.length).toBeGreaterThan(40);
  await fc.assert(
    fc.asyncProperty(fc.oneof(dotted, encoded), async (path) => expect(await sent(path)).toMatchObject(refused)),
    { numRuns: 500 * search },
  );
});

test('every slash of a uid may be encoded (U2)', async () => {
  const { rootGroupUid: root } = running;
  const created = await fetch(`${running.baseUrl}/iam/v2beta1/groups/${root}`, {
    ...{ method: 'POST', body: '{"name":"a"}' },
    headers: { authorization: `Bearer ${running.token}` },
  });
  const { uid } = (await created.json()) as { readonly uid: string };
  const expected = await sent(`/iam/v2beta1/groups/${uid}`);
  expect(expected).toMatchObject({ status: 200, body: { uid } });
  for (const slash of ['%2f', '%2F'])
    expect(await sent(`/iam/v2beta1/groups/${uid.replace('/', slash)}`)).toEqual(expected);
});

test('a request in the same process has no dot segments, and its encoded slash is refused (O9)', async () => {
  const { call } = await organization();
  for (const path of ['/iam/v2beta1/..%2f..%2femulator/snapshot', '/emulator%2fsnapshot'])
    expect(await call('GET', path)).toMatchObject(refused);
});

test('faults do not affect a refused path, and the request log contains it as it was sent', async () => {
  const { emulator, call } = await organization();
  emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', optional: true });
  expect(await call('GET', '/emulator%2Fsnapshot')).toMatchObject(refused);
  expect(emulator.requestLog.entries).toMatchObject([{ path: '/emulator%2Fsnapshot', route: 'GET (no route)' }]);
});

test('other escapes are not slashes', () => {
  expect(['/a%252fb', '/a%2e', '/a%00', '/a/b'].filter(hasEncodedSlash)).toEqual([]);
});
