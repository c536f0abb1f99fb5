/** Tests `--api-version` and PLATFORM_API_VERSION for each command that reads the API, with services that have one version. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSIONS, type ApiVersion } from '../../src/model/api';
import { runCli } from '../../src/cli/program';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'api-version-'));
const at = (name: string) => join(folder, name);
const environment = { ...process.env };
const services = new Map<ApiVersion, FaultProxy>();
let running: RunningEmulator;

beforeAll(async () => {
  running = await startEmulator();
  const unknownPath = { status: 404, body: JSON.stringify({ code: 5, message: 'Not Found', details: [] }) };
  for (const version of API_VERSIONS) {
    const lacks = (path: string) =>
      API_VERSIONS.some((apiVersion) => apiVersion !== version && path.split('/')[2] === apiVersion);
    services.set(
      version,
      await startFaultProxy(running.baseUrl, ({ path }) => (lacks(path) ? unknownPath : undefined)),
    );
  }
  writeFileSync(
    at('assertions.json'),
    JSON.stringify({ assertions: [{ person: 'acme/nobody', cannot: ['groups.create'], where: ['acme'] }] }),
  );
  await run('snapshot', '--new-key', at('key'));
  process.env['PLATFORM_TOKEN'] = running.token;
});
afterAll(async () => {
  process.env = environment;
  rmSync(folder, { recursive: true });
  for (const service of services.values()) await service.close();
  await running.close();
});

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

const PATHS_OF_API = ['plan', 'apply', 'adopt', 'review', 'explore', 'drift', 'snapshot', 'access', 'conformance'];
const QUESTIONS = ['who-can', 'where-can', 'why', 'access-review'];
const WITHOUT_API = [
  ...['init', 'install', 'emulator', 'oidc-token', 'addresses', 'invite-code', 'check-stack'],
  ...['completion', 'schema'],
];

test('each command that reads the API or starts the provider has the option', async () => {
  const { out } = await run('--help');
  const commands = [...out.matchAll(/^ {2}([a-z][a-z-]+)(?: \[| <|\s{2})/gm)].map(([, name]) => name!);
  expect(commands.sort()).toEqual([...PATHS_OF_API, ...QUESTIONS, ...WITHOUT_API].sort());
  for (const command of commands) {
    const help = await run(command, ...(command === 'access' ? ['test'] : []), '--help');
    expect([command, help.out.includes('--api-version <version>')]).toEqual([command, !WITHOUT_API.includes(command)]);
  }
});

const LIVE: readonly (readonly string[])[] = [
  ['who-can', 'groups.list', 'acme', '--live'],
  ['where-can', 'acme', '--live'],
  ['why', 'acme', 'groups.list', 'acme', '--live'],
  ['access-review', '--live', '--out', at('access-review')],
  ['access', 'test', at('assertions.json'), '--live'],
  ['explore', '--live', '--out', at('page.html')],
  ['snapshot', '--live', '--key', at('key'), '--out', at('snapshot')],
  ['adopt', '--out', at('adopted'), '--no-verify'],
];

describe.each([
  ['v2', 'v2beta1'],
  ['v2beta1', 'v2'],
] as const)('a service that has only %s', (served, other) => {
  beforeEach(() => {
    process.env['PLATFORM_BASE_URL'] = services.get(served)!.url;
  });
  afterEach(() => rmSync(at('adopted'), { recursive: true, force: true }));

  test.each(LIVE.map((args) => [args[0]!, args] as const))(
    '%s names it, and reads it with the option',
    async (_, args) => {
      const wrong = await run(...args, '--api-version', other);
      expect([wrong.code !== 0, wrong.out + wrong.err]).toEqual([
        true,
        expect.stringContaining(`does not have the version ${other} of the API, but ${served} answers.`),
      ]);
      expect(wrong.err).toContain(`--api-version ${served}`);
      expect(wrong.err).not.toContain('--root');
      const right = await run(...args, '--api-version', served);
      expect(right.out + right.err).not.toMatch(/does not have the version|Cannot read/);
      expect(process.env['PLATFORM_API_VERSION']).toBeUndefined();
    },
  );

  test('the variable selects it for every command, and the option replaces the variable', async () => {
    process.env['PLATFORM_API_VERSION'] = served;
    try {
      await run('explore', '--live', '--out', at('by-variable.html'));
      expect(existsSync(at('by-variable.html'))).toBe(true);
      const replaced = await run('explore', '--live', '--out', at('not.html'), '--api-version', other);
      expect(replaced.err).toContain(`${served} answers`);
      expect(process.env['PLATFORM_API_VERSION']).toBe(served);
    } finally {
      Reflect.deleteProperty(process.env, 'PLATFORM_API_VERSION');
    }
  });
});

test('an unknown version is a usage error, in the variable, too', async () => {
  const option = await run('explore', '--live', '--api-version', 'v3', '--out', at('page.html'));
  expect([option.code, option.err]).toEqual([2, expect.stringContaining('Allowed choices are v2beta1, v2.')]);
  process.env['PLATFORM_API_VERSION'] = 'v3';
  try {
    const variable = await run('explore', '--live', '--out', at('page.html'));
    expect([variable.code, variable.err]).toEqual([
      3,
      expect.stringContaining('Invalid PLATFORM_API_VERSION. It must be v2beta1 or v2, and is "v3".'),
    ]);
  } finally {
    Reflect.deleteProperty(process.env, 'PLATFORM_API_VERSION');
  }
});
