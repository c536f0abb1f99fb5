/** `platform-iac plan` in a project: its program runs first, without credentials, so that a plan never shows an earlier program. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFolder } from '../../../src/cli/plan/plan-folder';
import { runCli } from '../../../src/cli/program';
import { findProject, withLateWarnings } from '../../../src/cli/plan/synthesis';

jest.setTimeout(60_000);

const environment = process.env;
let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'a project-'));
  process.env = {
    ...environment,
    CI: '',
    PLATFORM_TOKEN: 'hush',
    GITHUB_TOKEN: 'hush',
    ROOT_GROUP_UID: 'a'.repeat(40),
    // The command ends when it starts the engine.
    TERRAFORM_BINARY_NAME: join(project, 'no-engine'),
  };
});
afterEach(() => {
  process.env = environment;
  rmSync(project, { recursive: true });
});

/** A program that stores its environment and writes these stacks. */
function write(...stacks: readonly string[]): void {
  const program = `
    const { mkdirSync, writeFileSync } = require('node:fs');
    const out = process.env.CDKTF_OUTDIR;
    for (const name of ${JSON.stringify(stacks)}) {
      mkdirSync(out + '/stacks/' + name + '/.terraform', { recursive: true });
      writeFileSync(out + '/stacks/' + name + '/cdk.tf.json', '{}');
    }
    writeFileSync(out + '/manifest.json', ${JSON.stringify(manifestOf(stacks))});
    writeFileSync('environment.json', JSON.stringify(process.env));`;
  writeFileSync(join(project, 'main.js'), program);
  mkdirSync(join(project, 'cdktf.out'), { recursive: true });
  writeFileSync(
    join(project, 'cdktf.json'),
    JSON.stringify({ app: `"${process.execPath}" main.js`, context: { excludeStackIdFromLogicalIds: 'true' } }),
  );
}

async function plan(dir: string, ...args: readonly string[]) {
  let err = '';
  const ignore = () => undefined;
  const code = await runCli(['plan', '--dir', dir, ...args], { out: ignore, err: (text) => (err += text) });
  return { code, err };
}

const seen = () => JSON.parse(readFileSync(join(project, 'environment.json'), 'utf8')) as NodeJS.ProcessEnv;
const hasRun = () => existsSync(join(project, 'environment.json'));
const stack = (name = 'org') => join(project, 'cdktf.out', 'stacks', name);

function synthesizeByHand(name = 'org'): void {
  mkdirSync(join(stack(name), '.terraform'), { recursive: true });
  writeFileSync(join(stack(name), 'cdk.tf.json'), '{}');
}

const manifestOf = (names: readonly string[]) =>
  JSON.stringify({ stacks: Object.fromEntries(names.map((name) => [name, { workingDirectory: `stacks/${name}` }])) });

function writeManifest(names: readonly string[]): void {
  writeFileSync(join(project, 'cdktf.out', 'manifest.json'), manifestOf(names));
}

test('in the project, the program runs without credentials, and its only stack is planned', async () => {
  write('org');
  const { code, err } = await plan(project);
  expect(err).toContain('Synthesizing: ');
  expect(err).toContain('no-engine');
  expect(code).toBe(3);
  const { PLATFORM_TOKEN, GITHUB_TOKEN, ROOT_GROUP_UID, CDKTF_CONTEXT_JSON } = seen();
  expect({ PLATFORM_TOKEN, GITHUB_TOKEN }).toEqual({});
  expect(ROOT_GROUP_UID).toBe('a'.repeat(40));
  expect(CDKTF_CONTEXT_JSON).toBe('{"excludeStackIdFromLogicalIds":"true"}');
});

test('the report names the stack by its path from the working directory, and a stack elsewhere by its whole path', async () => {
  write('org');
  const output = { out: () => undefined, err: () => undefined };
  const elsewhere = await prepareFolder({ dir: project }, output);
  expect(elsewhere).toMatchObject({ dir: stack(), synth: [stack()] });
  const before = process.cwd();
  process.chdir(project);
  try {
    const relative = join('cdktf.out', 'stacks', 'org');
    expect(await prepareFolder({ dir: '.' }, output)).toMatchObject({ dir: relative, synth: [relative] });
  } finally {
    process.chdir(before);
  }
});

test.each([
  ['one stack', ['org'], { dir: join('cdktf.out', 'stacks', 'org'), synth: [join('cdktf.out', 'stacks', 'org')] }],
  ['several stacks', ['org', 'other'], /^The program synthesized 2 stacks\. Pass --dir '.*org' or --dir '.*other'$/],
  ['no stack', [], /^Cannot plan .*: the project is not synthesized\. Run its program first: .+$/],
])('--no-synth plans the last synthesis of the project, here %s', async (_case, names, expected) => {
  write('another');
  for (const name of names) synthesizeByHand(name);
  writeManifest(names);
  // A project with a pipeline has a configuration of its own.
  writeFileSync(join(project, 'settings.tf.json'), '{}');
  const before = process.cwd();
  process.chdir(project);
  try {
    const prepared = await prepareFolder({ dir: '.', synth: false }, { out: () => undefined, err: () => undefined });
    expect(prepared).toMatchObject(
      expected instanceof RegExp
        ? { problem: expect.stringMatching(expected) as string }
        : { ...expected, isSynthesized: false },
    );
  } finally {
    process.chdir(before);
  }
  expect(hasRun()).toBe(false);
});

test.each([
  ['with', undefined],
  ['without', false],
] as const)('in the folder of a stack, this stack is planned %s a synthesis', async (_case, synth) => {
  write('org');
  synthesizeByHand();
  const before = process.cwd();
  process.chdir(stack());
  try {
    const flags = { dir: '.', ...(synth === false && { synth }) };
    const prepared = await prepareFolder(flags, { out: () => undefined, err: () => undefined });
    expect(prepared).toMatchObject({ dir: '.', isSynthesized: synth === undefined });
  } finally {
    process.chdir(before);
  }
});

test('for a synthesized stack of the project, the program runs, too', async () => {
  write('org');
  synthesizeByHand();
  await plan(stack());
  expect(hasRun()).toBe(true);
});

test('several stacks are an error with the option of each, as a shell reads it', async () => {
  write('org', 'other');
  const { code, err } = await plan(project);
  expect(code).toBe(2);
  expect(err).toContain(`The program synthesized 2 stacks. Pass --dir '${stack()}' or --dir '`);
});

test('a stack that the program no longer has is an error', async () => {
  write('other');
  synthesizeByHand();
  const { code, err } = await plan(stack());
  expect(code).toBe(2);
  expect(err).toContain('The program no longer synthesizes the stack org. Pass --dir ');
});

test('a program that fails is an error, and nothing is planned', async () => {
  write('org');
  writeFileSync(join(project, 'main.js'), 'console.error("main.ts:3: name is missing"); process.exit(4)');
  const { code, err } = await plan(project);
  expect(code).toBe(3);
  expect(err).toContain('main.ts:3: name is missing');
  expect(err).toContain('failed (exit code 4). Correct the program, and run the command again.');
  expect(err).not.toContain('no-engine');
});

test('a program without stacks is no usage error', async () => {
  write();
  const { code, err } = await plan(project);
  expect(code).toBe(3);
  expect(err).toContain('The program synthesized no stack in');
});

test('a warning of the program is wrapped to the terminal', async () => {
  write('org');
  const warning = `Warning: [org/acme/ci] ${'word '.repeat(20)}end`;
  writeFileSync(join(project, 'main.js'), `console.error(${JSON.stringify(warning)}); process.exit(4)`);
  let err = '';
  const output = { out: () => undefined, err: (text: string) => (err += text), terminal: { width: 60, color: false } };
  await prepareFolder({ dir: project }, output);
  const lines = err.slice(err.indexOf('Warning')).split('\n');
  expect(lines.slice(1).every((line) => line === '' || line.startsWith('    word'))).toBe(true);
  expect(lines.join('\n').replaceAll(/\s+/g, ' ').trim()).toBe(warning);
});

/** An engine that writes its arguments to a file, prints, and fails. */
function useEngine(): () => string[] {
  const engine = join(project, 'engine');
  const log = join(project, 'calls.txt');
  writeFileSync(engine, `#!/bin/sh\necho "$1" >> '${log}'\necho "engine: $1"\n[ "$1" != "$FAILING" ]\n`);
  chmodSync(engine, 0o700);
  process.env['TERRAFORM_BINARY_NAME'] = engine;
  return () => readFileSync(log, 'utf8').trim().split('\n');
}

test('a synthesized stack is initialized, and nothing of that is printed', async () => {
  write('org');
  const calls = useEngine();
  const { err } = await plan(project);
  expect(calls()).toEqual(['init', 'plan']);
  expect(err).not.toContain('engine: init');
});

test('an initialization that fails is shown, and nothing is planned', async () => {
  write('org');
  const calls = useEngine();
  process.env['FAILING'] = 'init';
  const { err } = await plan(project);
  expect(calls()).toEqual(['init']);
  expect(err).toContain(`The engine failed to initialize ${stack()} (exit code 1).\nengine: init`);
});

test('a stack of an earlier synthesis is not initialized again', async () => {
  write('org');
  synthesizeByHand();
  const calls = useEngine();
  await plan(stack(), '--no-synth');
  expect(calls()).toEqual(['plan']);
});

test.each([[[]], [['--no-synth']]])(
  'drift %j compares all stacks of the project of the working directory',
  async (options) => {
    write('org', 'other');
    const isRun = options.length === 0;
    if (!isRun) {
      synthesizeByHand('org');
      synthesizeByHand('other');
      writeManifest(['org', 'other']);
    }
    const calls = useEngine();
    process.env['FAILING'] = 'plan';
    let err = '';
    const before = process.cwd();
    process.chdir(project);
    try {
      await runCli(['drift', ...options], { out: () => undefined, err: (text) => (err += text) });
    } finally {
      process.chdir(before);
    }
    expect(hasRun()).toBe(isRun);
    if (isRun) expect(seen()['PLATFORM_TOKEN']).toBeUndefined();
    expect(calls()).toEqual(isRun ? ['init', 'plan', 'init', 'plan'] : ['plan', 'plan']);
    for (const name of ['org', 'other'])
      expect(err).toContain(`The engine failed to plan ${join('cdktf.out', 'stacks', name)} (exit code 1).`);
  },
);

test.each([
  ['with --no-synth', ['--no-synth'], {}],
  ['of an artifact, with CI set', [], { CI: 'true' }],
])('nothing runs for a stack %s', async (_case, args, env) => {
  write('org');
  synthesizeByHand();
  Object.assign(process.env, env);
  const { err } = await plan(stack(), ...args);
  expect(err).toContain('no-engine');
  expect(hasRun()).toBe(false);
});

test('a stack elsewhere belongs to no project', () => {
  write('org');
  for (const dir of ['artifact', 'cdktf.out/stacks/org/modules', 'cdktf.out/other/org']) {
    mkdirSync(join(project, dir), { recursive: true });
    writeFileSync(join(project, dir, 'cdk.tf.json'), '{}');
    expect(findProject(join(project, dir), {})).toBeUndefined();
  }
});

test('warnings of the program can follow the result of a command, and other text is not delayed', () => {
  const [shown, late]: string[][] = [[], []];
  const { err } = withLateWarnings({ out: () => undefined, err: (text) => shown!.push(text) }, late!);
  for (const text of [
    'Synthesizing: x\n',
    'Warning: [a] is open\n',
    '    at a.ts:1\n',
    'Error: failed\n',
    '    at b.ts:1\n',
  ])
    err(text);
  expect(shown).toEqual(['Synthesizing: x\n', 'Error: failed\n', '    at b.ts:1\n']);
  expect(late).toEqual(['Warning: [a] is open\n', '    at a.ts:1\n']);
});
