// @slow
/** The errors of a program that `npm run synth` of a new project runs: one sentence each, with the line of the program. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { builtConstructs } from '../support/built';

const folder = mkdtempSync(join(tmpdir(), 'plain-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Node requires it before the loader for TypeScript. */
const plainErrors = join(dirname(builtConstructs()), 'plain-errors.js');

/** Runs a program whose line 3 is `last`, and returns its standard error. */
function run(last: string, first = ''): string {
  writeFileSync(join(folder, 'organization.ts'), `export function organization(): void {\n${first}\n${last}\n}\n`);
  writeFileSync(join(folder, 'main.ts'), "import { organization } from './organization';\norganization();\n");
  return runProgram('main.ts');
}

function runProgram(program: string): string {
  const command = ['--require', plainErrors, '--import', resolve('node_modules/tsx/dist/loader.mjs'), program];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, NODE_PATH: resolve('node_modules') },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return stderr;
}

test.each([
  ['a mistake of types', '(undefined as any).grant();', "Cannot read properties of undefined (reading 'grant')"],
  ['a syntax error', 'grant(ci viewer);', 'Expected ")" but found "viewer"'],
  ['an error of the program', "throw new Error('No owner.');", 'No owner'],
  ['a rejected promise', "void Promise.reject(new Error('No owner'));", 'No owner'],
  ['a missing file', "require('./payments');", "Cannot find module './payments'"],
  ['a missing package', "require('no-such-package/x');", "Cannot find module 'no-such-package/x'"],
])('%s is one sentence with its line', (_, last, reason) => {
  expect(run(last)).toBe(
    `Cannot run main.ts: ${reason}. "npx tsx main.ts" shows all calls.\n    at organization.ts:3\n`,
  );
});

test('a thrown text has no line', () => {
  expect(run("throw 'No owner';")).toBe(
    `Cannot run main.ts: it threw 'No owner'. "npx tsx main.ts" shows all calls.\n`,
  );
});

test('a problem of a construct keeps its own message', () => {
  const first = `const { Group } = require(${JSON.stringify(builtConstructs())}), { App, TerraformStack } = require('cdktf');`;
  expect(run(`Group.fromUid(new TerraformStack(new App(), 'org'), 'acme', '');`, first)).toBe(
    'Group.fromUid "org/acme": the uid is empty. Pass the uid of the group; if it comes from an environment variable, set that.\n    at organization.ts:3\n',
  );
});

test('a renamed program is one sentence with the files that name it', () => {
  expect(runProgram('before.ts')).toBe(
    'Cannot run before.ts: the file does not exist. Correct its name in the scripts of package.json and in cdktf.json.\n',
  );
});

test('a function that runs some thousand times is not compiled again, and V8 knows the flag for it', () => {
  const hot = `function add(a, b) { let s = a; for (let i = 0; i < 4; i++) s = (s * 31 + b) % 1009; return s; }
    let t = 0; for (let i = 0; i < 5000; i++) t = add(t, i);`;
  const args = ['--trace-opt', '--require', plainErrors, '-e', hot];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({
    stdout: stdout.split('\n').filter((line) => /TURBOFAN.*JSFunction add|JSFunction add.*TURBOFAN/.test(line)),
    stderr,
  }).toEqual({
    stdout: [],
    stderr: '',
  });
});
