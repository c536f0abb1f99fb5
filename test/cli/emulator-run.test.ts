// @slow
/** Tests `platform-iac emulator -- COMMAND` and `--print-env` in their own processes. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtCli } from '../support/built';
import { spawnAtTerminal, testAtTerminal } from '../support/pseudo-terminal';

jest.setTimeout(60_000);

let dir: string;
let data: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cli-'));
  data = join(dir, "ada's organization.db");
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

const cli = [builtCli(), 'emulator'];

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...cli, ...args], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [...cli, ...args], { timeout: 30_000, stdio: ['pipe', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

const firstLine = async (child: ChildProcess): Promise<string> =>
  ((await once(createInterface({ input: child.stdout! }), 'line')) as [string])[0];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Reads the root group with the settings in the environment. */
const readRoot = `
  const { PLATFORM_BASE_URL: url, PLATFORM_TOKEN: token, ROOT_GROUP_UID: root } = process.env;
  fetch(url + '/iam/v2beta1/groups/' + root, { headers: { authorization: 'Bearer ' + token } })
    .then((response) => response.json())
    .then(({ name, uid }) => console.log(name, uid === process.env.TF_VAR_root_group_uid));`;

describe('a command', () => {
  test('runs with the settings of the emulator, and only its output is printed', () => {
    expect(run(['--', process.execPath, '-e', readRoot])).toEqual({ code: 0, out: 'acme true\n', err: '' });
  });

  test('is the administrator, with any credentials of the shell', () => {
    const asked = [
      '--',
      process.execPath,
      '-p',
      'Object.keys(process.env).filter((name) => /^PLATFORM_/.test(name)).sort().join()',
    ];
    const { out } = run(asked, { PLATFORM_IDENTITY_UID: 'c0ffee', PLATFORM_IDENTITY_TOKEN_FILE: '/tmp/token' });
    expect(out).toBe('PLATFORM_AUTH_URL,PLATFORM_BASE_URL,PLATFORM_TOKEN\n');
  });

  test('receives its own options and standard input, and determines the exit code', async () => {
    const child = start(
      '--data',
      data,
      '--',
      process.execPath,
      '-e',
      "process.stdin.on('data', (text) => process.exit(process.argv.includes('--port') ? Number(text) : 1))",
      '--',
      '--port',
      'x',
    );
    child.stdin!.end('7');
    expect(await once(child, 'close')).toEqual([7, null]);
    expect(run(['--data', data, '--', process.execPath, '-e', readRoot]).out).toBe('acme true\n');
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('gets %s, and 128 + n is the exit code after a signal', async (signal, code) => {
    const program = `process.on('${signal}', () => { console.log('got it'); process.kill(process.pid, 'SIGKILL'); }); console.log('ready'); setInterval(() => {}, 1e6);`;
    const handling = start('--', process.execPath, '-e', program);
    const lines = createInterface({ input: handling.stdout! });
    await once(lines, 'line');
    handling.kill(signal);
    expect(await once(lines, 'line')).toEqual(['got it']);
    expect(await once(handling, 'close')).toEqual([137, null]);

    const dying = start('--', process.execPath, '-e', "console.log('ready'); setInterval(() => {}, 1e6);");
    await firstLine(dying);
    dying.kill(signal);
    expect(await once(dying, 'close')).toEqual([code, null]);
  });

  test('that does not exist is an error in one line, with the exit code of a shell', () => {
    expect(run(['--', 'no-such-command', 'x'])).toEqual({
      code: 127,
      out: '',
      err: 'platform-iac: Command not found: no-such-command.\n',
    });
    expect(run(['--', dir]).code).toBe(126);
  });
});

describe('--print-env', () => {
  const shell = (script: string, env: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...env, NODE: process.execPath, CLI: cli.join(' '), DATA: data, PROGRAM: readRoot },
    });
    return { code: status, out: stdout, err: stderr };
  };
  const evaluate =
    'eval "$("$NODE" $CLI --data "$DATA" --print-env)"; "$NODE" -e "$PROGRAM"; echo "${PLATFORM_IDENTITY_UID-unset}"';

  test('prints the settings of the emulator that uses the data file, also after a restart', async () => {
    const port = String(await freePort());
    const first = start('--data', data, '--port', port);
    await firstLine(first);
    const before = shell(evaluate, { PLATFORM_IDENTITY_UID: 'c0ffee' });
    expect(before).toEqual({ code: 0, out: 'acme true\nunset\n', err: '' });
    const printed = run(['--data', data, '--print-env']).out;
    expect(printed.split('\n').map((line) => line.split('=')[0])).toEqual([
      ...['PLATFORM_BASE_URL', 'PLATFORM_AUTH_URL', 'PLATFORM_TOKEN', 'ROOT_GROUP_UID', 'TF_VAR_root_group_uid'].map(
        (name) => `export ${name}`,
      ),
      '',
    ]);
    first.kill('SIGTERM');
    await once(first, 'close');

    const second = start('--data', data, '--port', port);
    await firstLine(second);
    // The settings from before the restart still work.
    expect(shell('eval "$PRINTED"; "$NODE" -e "$PROGRAM"', { PRINTED: printed }).out).toBe('acme true\n');
    expect(shell(evaluate).out).toBe('acme true\nunset\n');
    second.kill('SIGTERM');
    await once(second, 'close');
  });

  test('fails in eval if no emulator runs with the data file, and prints the command that starts one', async () => {
    const emulator = start('--data', data);
    await firstLine(emulator);
    emulator.kill('SIGTERM');
    await once(emulator, 'close');
    const { err, ...result } = run(['--data', data, '--print-env']);
    expect(result).toEqual({ code: 1, out: 'false\n' });
    expect(err).toContain(`Cannot print the environment: no emulator runs with ${data}. Start one first: `);
    expect(shell(`${evaluate}; echo not reached`)).toMatchObject({ code: 1, out: '' });
  });

  test('requires --data', () => {
    expect(run(['--print-env'])).toMatchObject({
      code: 1,
      out: 'false\n',
      err: expect.stringContaining('without --data'),
    });
    expect(run(['--data', data, '--print-env'])).toMatchObject({ code: 3, err: expect.stringContaining(data) });
    expect(run(['--data', data, '--print-env', '--', 'ls']).code).toBe(2);
  });
});

describe('at a terminal', () => {
  /** Returns the three lines that a person sees. */
  async function shown(args: readonly string[]): Promise<{ lines: readonly string[]; child: ChildProcess }> {
    const child = spawnAtTerminal([process.execPath, ...cli, ...args]);
    started.push(child);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout! })) {
      lines.push(line);
      if (line.includes('Ctrl-C')) break;
    }
    return { lines, child };
  }
  const readRootWith = (environment: string) =>
    spawnSync('sh', ['-euc', `npx() { shift; "$NODE" "$CLI" "$@"; }; ${environment}; "$NODE" -e "$PROGRAM"`], {
      encoding: 'utf8',
      env: { ...process.env, NODE: process.execPath, CLI: builtCli(), PROGRAM: readRoot },
    });

  testAtTerminal('a screen replaces the JSON: the address, the data, and a line of its own to paste', async () => {
    const { lines, child } = await shown(['--data', data]);
    const environment = lines[8]!;
    expect(lines).toEqual([
      'The emulator is ready.',
      '',
      expect.stringMatching(/^ {2}API {11}http:\/\/127\.0\.0\.1:\d+$/),
      `  Organization  ${data}`,
      expect.stringMatching(/^ {2}Root group {4}acme, uid [0-9a-f]{40}$/),
      '',
      'To connect another shell, run this command there, in the same folder:',
      '',
      expect.stringMatching(/^ {2}eval "\$\(node \S*\/dist\/platform-iac\.js emulator --data '/),
      '',
      'To stop the emulator, press Ctrl-C.',
    ]);
    expect(readRootWith(environment)).toMatchObject({ status: 0, stdout: 'acme true\n', stderr: '' });
    // The terminal sends SIGINT to the program.
    child.stdin!.write('\x03');
    expect((await once(child, 'close'))[0]).toBe(0);
    const { lines: again, child: second } = await shown(['--data', data, '--root-name', 'acme']);
    const withoutPort = (line: string) => line.replace(/:\d+$/, '');
    expect(again.map(withoutPort)).toEqual(lines.map(withoutPort));
    second.stdin!.write('\x03');
    expect((await once(second, 'close'))[0]).toBe(0);
  });

  testAtTerminal('without a data file, the line to paste contains the environment', async () => {
    const { lines, child } = await shown([]);
    expect(lines[3]).toBe('  Organization  in memory, until the emulator stops');
    const environment = lines[8]!;
    expect(readRootWith(environment)).toMatchObject({ status: 0, stdout: 'acme true\n', stderr: '' });
    child.stdin!.write('\x03');
    expect((await once(child, 'close'))[0]).toBe(0);
  });
});

test('a second emulator cannot open a data file in use, and the first one continues', async () => {
  const first = start('--data', data);
  const { baseUrl } = JSON.parse(await firstLine(first)) as { baseUrl: string };
  expect(run(['--data', data])).toEqual({
    code: 1,
    out: '',
    err: `platform-iac: The data file ${data} is in use: an emulator is running with it. Stop it, or use another file.\n`,
  });
  const answer = await fetch(`${baseUrl}/openapi.json`);
  expect(answer.status).toBe(200);
  // An unread response would keep its connection and the process open, also when the other side is gone.
  await answer.text();
  first.kill('SIGKILL');
  await once(first, 'close');
  // The operating system has released the lock.
  expect(run(['--data', data, '--', process.execPath, '-e', readRoot]).out).toBe('acme true\n');
});
