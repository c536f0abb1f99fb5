/** `npm start`, in a copy of the repository, so that nobody's own .demo/ is touched. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

jest.setTimeout(180_000);

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

function start(onText: (text: string, child: ChildProcess) => void = () => undefined): Promise<Ended> {
  const child = spawn(process.execPath, ['src/setup/start.mjs'], { cwd: clone, detached: true, timeout: 120_000 });
  started.push(child);
  let text = '';
  const add = (data: Buffer): void => {
    text += data.toString();
    onText(text, child);
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return once(child, 'close').then(([code]) => ({ code: code as number | null, text }));
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

test('the story ends with a plan that says "No changes", after one change that was one PATCH', async () => {
  const { code, text } = await start();
  expect(text).toContain('Plan: 4 to add, 0 to change, 0 to destroy.');
  expect(text).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  expect(text).toMatch(
    /The one write that the API saw:\n {2}PATCH \/iam\/v2beta1\/groups\/\S+\?updateMask=description\n/,
  );
  expect(text).toContain('  {"description":"Changed by one line."}\n');
  expect(text).toMatch(/all in order\n {2}No changes\./);
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/eyJ[\w-]+\./);
  expect(code).toBe(0);
  expect(processesIn(clone)).toBe('');
});

test('an edit of the example is shown and applied by the next run, and nothing else', async () => {
  edit(`'Moves the money.'`, `'Moves the money, carefully.'`);
  const { code, text } = await start();
  expect(text).toContain('"Moves the money." -> "Moves the money, carefully."');
  expect(text).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  expect(text).not.toContain('One line is edited');
  expect(code).toBe(0);
});

test('an edit that is wrong is explained, and changes nothing', async () => {
  edit(`name: 'payments'`, `name: 'Payments!'`);
  const { code, text } = await start();
  expect(code).toBe(1);
  expect(text).toContain('org/payments');
  expect(text).toContain('Payments!');
  expect(text).not.toContain('    at ');
  expect(text).not.toContain('terraform apply');
  edit(`name: 'Payments!'`, `name: 'payments'`);
});

test('a program that cannot run is explained with the line, and never replaced by what it made before', async () => {
  edit('parent: engineering', 'parent: enginering');
  const misspelt = await start();
  expect(misspelt.code).toBe(1);
  const line =
    readFileSync(example(), 'utf8')
      .split('\n')
      .findIndex((each) => each.includes('enginering')) + 1;
  expect(misspelt.text).toContain(`enginering is not defined (line ${line})`);
  expect(misspelt.text).not.toContain('    at ');
  edit('parent: enginering', 'parent: engineering');

  const whole = readFileSync(example(), 'utf8');
  edit('app.synth();', '');
  const silent = await start();
  expect(silent.code).toBe(1);
  expect(silent.text).toContain('examples/quick-start/main.ts made no stack. Does it end with app.synth()?');
  writeFileSync(example(), whole);
});

test('Ctrl-C in the middle of an apply ends it and leaves no process; the next run goes on from there', async () => {
  let sent = false;
  const { code, text } = await start((soFar, child) => {
    if (sent || !soFar.includes('Modifying...')) return;
    sent = true;
    process.kill(-child.pid!, 'SIGINT');
  });
  expect(text).toContain('Nothing to do: this is how the last run left it.');
  expect(text).toContain('Stopped. What was applied is kept in .demo/');
  expect(code).toBe(130);
  expect(processesIn(clone)).toBe('');
  const next = await start();
  expect(next.text).toMatch(/all in order\n {2}No changes\./);
  expect(next.code).toBe(0);
});

test('a .demo that was damaged says what, and what to do', async () => {
  const advice =
    "If that is not the example's fault: .demo/ holds what an earlier run left. To start over, delete it: rm -r .demo";
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
