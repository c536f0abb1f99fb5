import { readFileSync } from 'node:fs';
import { runCli } from '../../src/cli/program';

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

test('--help lists the commands by purpose, and the exit codes', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  const headings = [...out.matchAll(/^(\w.*):\n(?= {2}[a-z])/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'Start a project',
    'Review and apply changes',
    'Examine an organization',
    'Test without a service',
    'Other commands',
  ]);
  expect(out.replace(/\s+/g, ' ')).toContain(
    'Exit codes: 0 done, 1 rejected or failed, 2 usage error, 3 an input file cannot be read; the help of each command lists further exit codes.',
  );
});

const namesIn = (help: string) => [...help.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name = '']) => name);

test('the page about the command line has the order of --help', async () => {
  const page = readFileSync('docs/cli.md', 'utf8');
  const documented = [...page.matchAll(/^\| (`platform-iac.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/(?:`platform-iac |, `)([a-z][a-z-]+)/g)].map(([, name = '']) => name),
  );
  expect([...new Set(documented)]).toEqual(namesIn((await run('--help')).out));
});

async function helpAt(width: number, isExecutable: boolean, ...command: readonly string[]): Promise<string> {
  let out = '';
  const output = { out: (text: string) => (out += text), err: () => undefined, terminal: { width, color: false } };
  await runCli([...command, '--help'], output, isExecutable);
  return out;
}

test.each([
  [80, false],
  [80, true],
  [120, false],
])(
  'no help is wider than %d columns (executable: %s), breaks a word, or is out of line',
  async (width, isExecutable) => {
    const wide = await helpAt(10_000, isExecutable);
    for (const command of [[], ...namesIn(wide).map((name) => [name]), ['access', 'test']]) {
      const help = await helpAt(width, isExecutable, ...command);
      expect(help.split('\n').filter((line) => line.length > width)).toEqual([]);
      // The same words in the same order, without the backslashes of wrapped commands.
      const words = (text: string) => text.replace(/ \\\n/g, '\n').split(/\s+/);
      expect(words(help)).toEqual(words(await helpAt(10_000, isExecutable, ...command)));
      const [, options = ''] = /\nOptions:\n([^]*?)\n(?:\n|$)/.exec(help) ?? [];
      const columns = options.split('\n').flatMap((line) => /^ {2}-.*? {2,}(?=\S)|^ {4,}/.exec(line)?.[0].length ?? []);
      expect([command, new Set(columns).size]).toEqual([command, 1]);
    }
  },
);

test('a wrapped example can be pasted', async () => {
  const help = await helpAt(80, false, 'why');
  expect(help).toContain(
    'Example: platform-iac why acme/payments/ci repo.create acme/payments --plan \\\n  plan.json --synth cdktf.out/stacks/org',
  );
});

test('the executable lists only the commands that it can run, and names the way to run the others', async () => {
  const runAs = async (isExecutable: boolean, ...args: readonly string[]) => {
    let [out, err] = ['', ''];
    const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
    return { code: await runCli(args, output, isExecutable), out, err };
  };
  const [all, own] = [await runAs(false, '--help'), await runAs(true, '--help')].map(({ out }) => namesIn(out));
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

test('install without a folder shows the command', async () => {
  expect((await run('install')).err).toContain('"platform-iac install ."');
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
