// @slow
import type { ConformanceResult } from '../../../src/cli/conformance';
import { runCli } from '../../../src/cli/program';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';

let service: RunningEmulator;
const names = ['PLATFORM_BASE_URL', 'PLATFORM_AUTH_URL', 'PLATFORM_TOKEN', 'PLATFORM_API_VERSION'] as const;
const before = names.map((name) => [name, process.env[name]] as const);

beforeEach(async () => {
  service = await startEmulator();
  for (const name of names) Reflect.deleteProperty(process.env, name);
  process.env['PLATFORM_TOKEN'] = service.token;
});

afterEach(async () => {
  for (const [name, value] of before)
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  await service.close();
});

async function conformance(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  const address = ['--base-url', service.baseUrl, '--parent', service.rootGroupUid];
  const code = await runCli(['conformance', ...(args.includes('--parent') ? [] : address), ...args], output);
  return { code, out, err };
}

async function groups(): Promise<number> {
  const headers = { authorization: `Bearer ${service.token}` };
  const response = await fetch(`${service.baseUrl}/iam/v2beta1/groups`, { headers });
  return ((await response.json()) as { groups: unknown[] }).groups.length;
}

test('the embedded API follows the rules: exit code 0, and the number of confirmed rules first', async () => {
  const { code, out, err } = await conformance('--grpc');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^\d+ of \d+ rules confirmed by the published contract\.\n/);
  expect(out).toContain('E5 not tried: ');
  expect(out).not.toContain(service.token);
  expect(await groups()).toBe(1);
}, 60_000);

test('a difference on which the client relies: exit code 1, with the request and the response', async () => {
  await service.faults.add({ effect: 'listMissing', path: '/iam/v2beta1/roles' });
  const { code, out } = await conformance('--format', 'json');
  const result = JSON.parse(out) as ConformanceResult;
  expect({ code, fails: result.fails, left: result.left }).toEqual({ code: 1, fails: true, left: [] });
  const differing = result.rules.flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'differs'));
  const exchanges = differing.flatMap(({ exchanges: shown = [] }) => shown);
  expect(
    exchanges.some(
      ({ request, response }) => request.startsWith('GET /iam/v2beta1/roles') && response.startsWith('HTTP 404'),
    ),
  ).toBe(true);
}, 60_000);

test.each([
  ['no parent', ['conformance', '--base-url', 'http://localhost'], '--parent'],
  ['a parent that is no uid', ['conformance', '--parent', 'acme'], 'is not a uid'],
  [
    'an address without https',
    ['conformance', '--base-url', 'http://api.example.com', '--parent', 'a'.repeat(40)],
    'must begin with https://',
  ],
])('%s is a usage error', async (_, args, text) => {
  let err = '';
  expect(await runCli(args, { out: () => undefined, err: (part) => void (err += part) })).toBe(2);
  expect(err).toContain(text);
});

test('a caller who cannot create a group: exit code 3, and no stack trace', async () => {
  const { code, err } = await conformance(
    '--parent',
    `${service.rootGroupUid}/0123456789abcdef`,
    '--base-url',
    service.baseUrl,
  );
  expect(code).toBe(3);
  expect(err).toMatch(/^platform-iac: Cannot create a group beneath \S+: HTTP 404 .*\n$/);
});

test('Ctrl-C ends the run with exit code 3, and leaves nothing behind', async () => {
  await service.faults.add({ effect: 'latency', latencyMs: 30, method: 'POST' });
  let isEnded = false;
  const running = conformance().finally(() => (isEnded = true));
  while (!isEnded && (await groups()) < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  process.emit('SIGINT');
  const { code, out, err } = await running;
  expect({ code, err }).toEqual({ code: 3, err: 'Interrupted. Removing the group of the run.\n' });
  expect(out).toContain('Incomplete: the run was interrupted.');
  expect(await groups()).toBe(1);
}, 60_000);
