/** Every option and argument that names a file has the same sentence and exit code for a file that cannot be read. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program';
import { builtCli } from '../support/built';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'read-errors-'));
const before = process.cwd();
beforeAll(() => {
  process.chdir(folder);
  mkdirSync('a-folder');
  writeFileSync('main.tf', '');
  writeFileSync('plan.json', '{}');
  writeFileSync('cdk.tf.json', '{}');
  const token = { issuer: 'https://issuer.example', subject: 'x' };
  const assertion = { name: 'x', token, can: ['repo.create'], where: ['acme'] };
  writeFileSync('assertions.json', JSON.stringify({ assertions: [assertion] }));
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const cli = builtCli();

async function run(args: readonly string[]) {
  // The command loads the emulator in a way that only the build has.
  if (args[0] === 'emulator') {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    return { code: status ?? 0, out: stdout, err: stderr };
  }
  let [out, err] = ['', ''];
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

/** The arguments of each command that read FILE, by the option or argument of the help. */
const inputs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  adopt: {
    '--snapshot': ['--out', 'new', '--snapshot', 'FILE', '--snapshot-key', 'plan.json'],
    '--snapshot-key': ['--out', 'new', '--snapshot', 'plan.json', '--snapshot-key', 'FILE'],
  },
  plan: {
    '--expect': ['--expect', 'FILE'],
    '--config': ['--config', 'FILE'],
    '--config-before': ['--config-before', 'FILE'],
    '--snapshot': ['--snapshot', 'FILE', '--snapshot-key', 'plan.json'],
    '--snapshot-key': ['--snapshot', 'plan.json', '--snapshot-key', 'FILE'],
  },
  review: {
    '[plan...]': ['FILE'],
    '--expect': ['plan.json', '--expect', 'FILE'],
    '--config': ['plan.json', '--config', 'FILE'],
    '--config-before': ['plan.json', '--config-before', 'FILE'],
    '--state': ['--state', 'FILE'],
    '--baseline': ['--state', 'plan.json', '--baseline', 'FILE'],
  },
  apply: {
    '<plan>': ['FILE', '--approved', 'plan.json'],
    '--approved': ['plan.json', '--approved', 'FILE'],
  },
  'check-stack': { '<stack>': ['FILE'], '--settings': ['.', '--settings', 'FILE'] },
  addresses: { '--since': ['.', '--since', 'FILE'] },
  'who-can': {
    '--plan': ['*', 'acme', '--plan', 'FILE'],
    '--state': ['*', 'acme', '--state', 'FILE'],
    '--config': ['*', 'acme', '--plan', 'plan.json', '--config', 'FILE'],
  },
  'where-can': {
    '--plan': ['acme', '--plan', 'FILE'],
    '--state': ['acme', '--state', 'FILE'],
    '--config': ['acme', '--plan', 'plan.json', '--config', 'FILE'],
  },
  why: {
    '--plan': ['acme', 'x', 'acme', '--plan', 'FILE'],
    '--state': ['acme', 'x', 'acme', '--state', 'FILE'],
    '--config': ['acme', 'x', 'acme', '--plan', 'plan.json', '--config', 'FILE'],
  },
  explore: { '[plan...]': ['FILE'], '--state': ['--state', 'FILE'], '--config': ['plan.json', '--config', 'FILE'] },
  'access test': {
    '<file>': ['FILE', '--plan', 'plan.json'],
    '--plan': ['assertions.json', '--plan', 'FILE'],
    '--state': ['assertions.json', '--state', 'FILE'],
    '--config': ['assertions.json', '--plan', 'plan.json', '--config', 'FILE'],
  },
  'access-review': {
    '--plan': ['--live', '--out', 'x', '--plan', 'FILE'],
    '--state': ['--live', '--out', 'x', '--state', 'FILE'],
    '--config': ['--live', '--out', 'x', '--config', 'FILE'],
  },
  drift: { '--state': ['--state', 'FILE'], '--accept': ['--accept', 'FILE'] },
  snapshot: {
    '--key': ['--live', '--out', 'x', '--key', 'FILE'],
    '--state': ['--live', '--out', 'x', '--key', 'plan.json', '--state', 'FILE'],
  },
  emulator: {
    '--seed': ['--seed', 'FILE'],
    '--data': ['--print-env', '--data', 'FILE'],
    '--tls-cert': ['--tls-cert', 'FILE', '--tls-key', 'plan.json'],
    '--tls-key': ['--tls-cert', 'plan.json', '--tls-key', 'FILE'],
  },
  'oidc-token': { '--data': ['--subject', 'x', '--data', 'FILE'] },
  'invite-code': { '--key': ['x', '--key', 'FILE'] },
};

/** Options and arguments that write a file, or that are no file. */
const others: readonly string[] = ['--out', '--save', '--new-key', 'schema <file>'];

/** A folder has another meaning there, or is reported by its own sentence. */
const mayBeFolder: readonly string[] = [
  'check-stack <stack>',
  'snapshot --state',
  'emulator --data',
  'oidc-token --data',
];

const cases = Object.entries(inputs).flatMap(([command, options]) =>
  Object.entries(options).map(([option, args]) => ({ command, option, args })),
);

test.each(cases)('$command $option: a missing file', async ({ command, args }) => {
  const { code, err } = await run([...command.split(' '), ...args.map((arg) => (arg === 'FILE' ? 'nowhere' : arg))]);
  expect(err).toMatch(/Cannot read (the (certificate|private key) )?nowhere: no such file\./);
  expect(err).not.toMatch(/ENOENT|nowhere does not exist/);
  expect(code).toBe(3);
});

test.each(cases.filter(({ command, option }) => !mayBeFolder.includes(`${command} ${option}`)))(
  '$command $option: a folder',
  async ({ command, args }) => {
    const { code, err } = await run([...command.split(' '), ...args.map((arg) => (arg === 'FILE' ? 'a-folder' : arg))]);
    expect(err).toMatch(/Cannot read (the (certificate|private key) )?a-folder: it is a folder\./);
    expect(err).not.toContain('EISDIR');
    expect(code).toBe(3);
  },
);

/** These files are not JSON, or their content has its own sentence. */
const notJson =
  /^(apply <plan>|check-stack <stack>|addresses |snapshot --key|emulator --(data|tls)|oidc-token|invite-code)/;

test.each(cases.filter(({ command, option }) => !notJson.test(`${command} ${option}`)))(
  '$command $option: a file that is not JSON',
  async ({ command, args }) => {
    writeFileSync('bad.json', '{ "owners": ["github:555" "x"] }');
    const { code, err } = await run([...command.split(' '), ...args.map((arg) => (arg === 'FILE' ? 'bad.json' : arg))]);
    expect(err).toMatch(/Cannot read (bad|plan)\.json: /);
    expect(code).toBe(3);
  },
);

test('the table contains every option and argument of a file', async () => {
  const missing: string[] = [];
  for (const [, command = ''] of (await run(['--help'])).out.matchAll(/^ {2}([a-z][a-z-]+) /gm)) {
    const name = command === 'access' ? 'access test' : command;
    const help = (await run([...name.split(' '), '--help'])).out;
    const found = [
      ...[...help.matchAll(/^ {2}(--[a-z-]+) <[^>]*(?:file|report)[^>]*>/gm)].map(([, option = '']) => option),
      ...[...help.matchAll(/^ {2}(file|plan|stack) /gm)].map(([, argument = '']) => argument),
    ];
    for (const option of found) {
      const known = Object.keys(inputs[name] ?? {}).map((one) => one.replace(/[^a-z-]/g, ''));
      if (!known.includes(option) && !others.includes(option) && !others.includes(`${name} <${option}>`))
        missing.push(`${name} ${option}`);
    }
  }
  // Needs an existing project: test/cli/adopt/managed-objects.test.ts has its sentence.
  expect(missing).toEqual(['adopt --state']);
});
