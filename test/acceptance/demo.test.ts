/** `npm start`, in a copy of the repository, so that no other .demo/ changes. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engine } from '../support/engine';

jest.setTimeout(300_000);

let clone: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'clone-'));
  for (const entry of ['src', 'constructs', 'examples', 'dist', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    cpSync(resolve(entry), join(clone, entry), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(clone, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

function start(
  options: readonly string[] = [],
  onText: (text: string, child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, ['src/tools/demo/start.mjs', ...options], {
    cwd: clone,
    detached: true,
    timeout: 240_000,
    // A missing CLI configuration must not print a warning before everything else.
    env: { ...process.env, TF_CLI_CONFIG_FILE: '/nonexistent/terraformrc' },
  });
  started.push(child);
  let text = '';
  const add = (data: Buffer): void => {
    text += data.toString();
    onText(text, child);
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return once(child, 'close').then(([code]) => ({ code: code as number | null, text: withoutProgress(text) }));
}

/** Removes the lines of progress, which only a slow machine shows. */
function withoutProgress(text: string): string {
  return text.replace(/(?<=^|\n)(?:\n {2}\S.* {2}\d+ s)+\n/g, '');
}

const example = (): string => join(clone, 'examples/quick-start/main.ts');
const edit = (from: string, to: string): void => {
  const source = readFileSync(example(), 'utf8');
  expect(source).toContain(from);
  writeFileSync(example(), source.replace(from, to));
};
const processesIn = (folder: string): string =>
  spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes(folder))
    .join('\n');

/** Returns the text of a chapter, from its title to the next empty line. */
function chapter(text: string, title: string): string {
  const at = text.indexOf(title);
  expect(at).toBeGreaterThan(-1);
  return text.slice(at, text.indexOf('\n\n', at));
}

test('the story fits on two screens, and ends with an empty plan', async () => {
  const { code, text } = await start();
  const lines = text
    .replace(/^Built .*\n/m, '')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(48);
  const longest = '1.17.0-alpha20260827';
  expect(lines.map((line) => line.replace(engine().version, longest)).filter((line) => line.length > 80)).toEqual([]);
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/warning|TF_CLI_CONFIG_FILE/i);
  expect(text).not.toMatch(/eyJ[\w-]+\./);
  expect(text).not.toMatch(/[0-9a-f]{16}/);

  expect(chapter(text, '1  ')).toContain(
    [
      '    group acme  The organization.',
      '    ├─ binding administrator is owner',
      '  + └─ group engineering  Builds the product.',
      '  +    └─ group payments  Moves the money.',
      '  +       ├─ identity ci  Deploys from the main branch.',
      '  +       └─ binding ci is viewer',
      '    4 writes to the API.',
    ].join('\n'),
  );
  expect(chapter(text, '2  ')).toMatch(
    /\n {4}PATCH \/iam\/v2beta1\/groups\/\S+\?updateMask=description\n {4}\{"description":"Changed by one line\."\}\n {4}1 write to/,
  );
  expect(chapter(text, '3  ')).toMatch(
    /\n {4}GET .*name=sales .*\n {4}POST .*connection breaks\.\n {4}GET .*name=sales .*\n {4}1 write to the API\. Exactly 1 group is named "sales"\.$/,
  );
  expect(chapter(text, '4  ')).toMatch(
    /reports the drift:\n {2}~ platform_role_binding\.ci-views\n {2}~ {3}role_uid = "\S+" \(owner\) -> "\S+" \(viewer\)\n {4}1 write to the API: /,
  );
  expect(chapter(text, '5  ')).toMatch(/\n {4}2 writes to the API\.\n {4}terraform plan: No changes\.$/);
  expect(code).toBe(0);
  expect(processesIn(clone)).toBe('');
});

test('the next run finds everything unchanged', async () => {
  const { code, text } = await start();
  expect(chapter(text, '1  ')).toContain('No changes: the organization is as the last run left it.');
  expect(chapter(text, '1  ')).not.toMatch(/^ {2}[+~-]/m);
  expect(chapter(text, '5  ')).toContain('No changes.');
  expect(code).toBe(0);
});

test('the next run shows the whole edit of the example, and applies only that', async () => {
  const long = 'Moves the money, carefully, and writes down from where to where it has moved it.';
  edit(`'Moves the money.'`, `'${long}'`);
  edit(`branch: 'main'`, `environment: 'production'`);
  const { code, text } = await start();
  const plan = chapter(text, '1  terraform plan shows your edit of examples/quick-start/main.ts');
  expect(plan.replace(/\n {2}~ (?! |platform)/g, '')).toContain(
    [
      '  ~ platform_group.payments',
      `  ~   description = "Moves the money." -> "${long}"`,
      '  ~ platform_identity.ci',
      '  ~   claim_match.subject = "repo:acme@1234/shop@7890:ref:refs/heads/main" -> "repo:acme@1234/shop@7890:environment:production"',
    ].join('\n'),
  );
  expect(chapter(text, '2  terraform apply')).toMatch(/2 writes to the API\.\n {4}terraform plan: No changes\.$/);
  expect(text).not.toContain('Edit one field');
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(code).toBe(0);
});

test('a wrong edit is explained, and changes nothing', async () => {
  edit(`name: 'payments'`, `name: 'Payments!'`);
  const { code, text } = await start();
  expect(code).toBe(1);
  expect(text).toContain('org/payments');
  expect(text).toContain('Payments!');
  expect(text).not.toMatch(/^ {4}at /m);
  expect(text).not.toContain('write');
  edit(`name: 'Payments!'`, `name: 'payments'`);
});

test('a program that cannot run is explained with the line, and its former result is not used instead', async () => {
  edit('parent: engineering', 'parent: enginering');
  const misspelled = await start();
  expect(misspelled.code).toBe(1);
  const line =
    readFileSync(example(), 'utf8')
      .split('\n')
      .findIndex((each) => each.includes('enginering')) + 1;
  expect(misspelled.text).toContain(`enginering is not defined (line ${line})`);
  expect(misspelled.text).not.toMatch(/^ {4}at /m);
  edit('parent: enginering', 'parent: engineering');

  const whole = readFileSync(example(), 'utf8');
  edit('app.synth();', '');
  const silent = await start();
  expect(silent.code).toBe(1);
  expect(silent.text).toContain('examples/quick-start/main.ts creates no stack. End it with app.synth().');
  writeFileSync(example(), whole);
});

test('an edit that Terraform rejects shows the error of Terraform, and its exit code', async () => {
  edit(`Role.named(stack, 'viewer')`, `Role.named(stack, 'viewr')`);
  const { code, text } = await start();
  expect(code).toBe(1);
  expect(text).toMatch(/terraform plan stopped with an error:\n\nError: Cannot find role "viewr"/);
  expect(text).not.toContain('write');
  edit(`Role.named(stack, 'viewr')`, `Role.named(stack, 'viewer')`);
});

test('Ctrl-C during an apply ends it and leaves no process, and the next run continues from there', async () => {
  let sent = false;
  const { code, text } = await start(['--verbose'], (soFar, child) => {
    if (sent || !soFar.includes('Modifying...')) return;
    sent = true;
    process.kill(-child.pid!, 'SIGINT');
  });
  expect(text).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  expect(text).toContain('Stopped. .demo/ contains the applied state.');
  expect(code).toBe(130);
  expect(processesIn(clone)).toBe('');
  const next = await start();
  // With or without the write in flight, this is not an edit of the reader.
  expect(next.text).toContain('1  terraform apply creates');
  expect(chapter(next.text, '5  ')).toContain('No changes.');
  expect(next.code).toBe(0);
});

test('the error for a damaged .demo explains the damage and the next step', async () => {
  const advice =
    'If the example is correct: .demo/ contains the state of an earlier run. To start over, delete it: rm -r .demo';
  const state = readdirSync(join(clone, '.demo')).find((name) => name.endsWith('.tfstate'))!;
  writeFileSync(join(clone, '.demo', state), '{ half of');
  const withoutState = await start();
  expect(withoutState.code).toBe(1);
  expect(withoutState.text).toContain(advice);

  writeFileSync(join(clone, '.demo/organization.db'), 'no database at all'.repeat(500));
  const withoutData = await start();
  expect(withoutData.code).toBe(1);
  expect(withoutData.text).toContain('organization.db cannot be opened');
  expect(withoutData.text).toContain(advice);
  expect(withoutData.text).not.toContain('    at ');
});
