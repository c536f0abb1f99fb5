import { readFileSync } from 'node:fs';
import { runCli } from '../../src/cli/program';

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

test('--help lists the commands and the exit codes', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toMatch(/install.*emulator/s);
  expect(out).toContain(
    'Exit codes: 0 done, 1 rejected or failed, 2 usage error; the help of each command lists further exit codes.',
  );
});

test.each([false, true])('no line of --help is wider than 80 columns (executable: %s)', async (isExecutable) => {
  let out = '';
  await runCli(['--help'], { out: (text) => (out += text), err: () => undefined }, isExecutable);
  const commands = out.split('\nCommands:\n')[1]!.split('\n\n')[0]!.split('\n');
  expect(commands.filter((line) => line.length > 80)).toEqual([]);
  expect(commands.filter((line) => /^ {2}why {2}/.test(line))).toHaveLength(1);
});

test('the executable lists only the commands that it can run, and names the way to run the others', async () => {
  const names = (help: string) => [...help.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name = '']) => name);
  const runAs = async (isExecutable: boolean, ...args: readonly string[]) => {
    let [out, err] = ['', ''];
    const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
    return { code: await runCli(args, output, isExecutable), out, err };
  };
  const [all, own] = [await runAs(false, '--help'), await runAs(true, '--help')].map(({ out }) => names(out));
  const missing = all!.filter((name) => !own!.includes(name));
  expect(missing.sort()).toEqual(['init', 'install']);
  expect(own!.length).toBeGreaterThan(10);
  for (const name of missing) {
    const { code, err } = await runAs(true, name, ...(name === 'install' ? ['x'] : []));
    expect(code).toBe(1);
    expect(err).toContain(`The executable cannot run ${name}: it `);
    expect(err).toContain(`npx platform-iac ${name}.`);
  }
  const program = await runAs(true, 'adopt', '--out', 'x', '--format', 'constructs');
  expect(program.code).toBe(2);
  expect(program.err).toContain('Allowed choices are hcl.');
  expect((await runAs(true, 'adopt', '--help')).out).toMatch(
    /--format <format> +HCL\. [^]*\(choices:\s+"hcl",\s+default: "hcl"\)/,
  );
});

test('--version prints the version of the package and nothing else', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('every command has a help page', async () => {
  for (const command of ['install', 'emulator', 'oidc-token']) {
    const { code, out, err } = await run(command, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Usage: platform-iac ${command}`);
    expect(out).not.toMatch(/default: [[{]/);
  }
});

test('a usage error exits with 2 and names the help', async () => {
  for (const args of [
    ['instal', 'x'],
    ['install'],
    ['install', 'x', '--user'],
    ['install', 'x', 'y'],
    ['emulator', '--prot', '1'],
    ['emulator', '--port', 'eighty'],
    ['emulator', '--port', '65536'],
    ['emulator', '--public-url', 'example.com'],
  ]) {
    const { code, out, err } = await run(...args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: '' });
    expect(err).toMatch(/^error: /);
    expect(err).toContain('--help');
  }
});

test('without a command it prints its help and exits with 2', async () => {
  const { code, out } = await run();
  expect(code).toBe(2);
  expect(out).toContain('Usage: platform-iac');
});

test('a missing folder is an error in one line, with 1', async () => {
  const { code, err } = await run('install', '/nowhere/at/all');
  expect(code).toBe(1);
  expect(err).toBe('platform-iac: The folder /nowhere/at/all does not exist.\n');
});
