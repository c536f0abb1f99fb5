// @slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Role } from '../../../constructs';
import { problemText } from '../../../constructs/base/uncaught-errors';
import { builtConstructs } from '../../support/built';
import { rootUid } from '../synthesized';

const outdir = mkdtempSync(join(tmpdir(), 'uncaught-errors-'));
afterAll(() => rmSync(outdir, { recursive: true }));

/** Returns the number of the only line of this file that contains the text. */
function lineOf(text: string): number {
  return readFileSync(__filename, 'utf8').split(text)[0]!.split('\n').length;
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('problems of a synthesis have the line of their construct, and no stack trace', () => {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  new Group(stack, 'payments', { parent: rootUid, name: 'Payments!' });
  const text = problemText(thrownBy(() => app.synth()));
  expect(text).toContain('[org/payments] name must match');
  expect(text).toContain(`\n      at test/constructs/base/uncaught-errors.test.ts:${lineOf('new Group(stack')}`);
  expect(text).not.toMatch(/node_modules|at Object/);
});

test('an error of a constructor has the line that calls it', () => {
  const text = problemText(
    thrownBy(() => new Group(new App({ outdir }), 'payments', { parent: rootUid, name: 'payments' })),
  );
  expect(text).toMatch(/^Group /);
  expect(text?.split('\n').at(-1)).toBe(
    `    at test/constructs/base/uncaught-errors.test.ts:${lineOf('new Group(new App')}`,
  );
});

test('an error of a function in another folder of the constructs has the line that calls it', () => {
  const stack = new TerraformStack(new App({ outdir }), 'org');
  const text = problemText(thrownBy(() => Group.fromUid(stack, 'acme', '')));
  expect(text).toBe(
    `Group.fromUid "org/acme": the uid is empty. Pass the uid of the group; if it comes from an environment variable, set that.\n` +
      `    at test/constructs/base/uncaught-errors.test.ts:${lineOf('thrownBy(() => Group.fromUid')}`,
  );
});

test('an error of a part that constructs share with other libraries counts as theirs', () => {
  const constructs = resolve(__dirname, '../../../constructs');
  const thrown = (below: string): string | undefined => {
    const error = new TypeError('"no uid" is not a uid');
    const frames = [below, `${constructs}/base/reference.ts`, resolve('main.ts')];
    error.stack = [`TypeError: ${error.message}`, ...frames.map((file) => `    at f (${file}:7:1)`)].join('\n');
    return problemText(error);
  };
  expect(thrown(`${constructs}/shared.js`)).toBe('"no uid" is not a uid\n    at main.ts:7');
  expect(thrown('/app/node_modules/other/index.js')).toBeUndefined();
});

test('a warning has the line of its construct', () => {
  const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  new Role(stack, 'lists', { group: rootUid, name: 'lists', capabilities: ['group.list'] });
  app.synth();
  const [[text] = []] = printed.mock.calls;
  printed.mockRestore();
  const line = lineOf("new Role(stack, 'lists', {");
  expect(text).toBe(
    'Warning: [org/lists] capabilities[0] names "group.list", an unknown capability: did you mean "groups.list"?' +
      `\n    at test/constructs/base/uncaught-errors.test.ts:${line}\n`,
  );
});

test('no message advises to skip validations, of either CDK', () => {
  const errors = 'Validation failed with the following errors:\n  [org/a] wrong\n';
  for (const advice of [
    "If you wish to ignore these validations, pass 'skipValidation: true' to your App configuration.",
    'Validations allow for dynamic verification of your project. More.',
  ])
    expect(problemText(new Error(`${errors}\n${advice}`))).toBe(errors.trimEnd());
});

test('the error of a loop is printed once, with the other constructs of its line', () => {
  const error = (name: string, line: number, role = 'editr') =>
    `  [org/acme/${name}] "${name}": there is no role "${role}".\n      at main.ts:${line}`;
  const head = 'Validation failed with the following errors:\n';
  const errors = [error('a', 3), error('b', 3), error('c', 4), error('d', 3), error('e', 3, 'owne')];
  expect(problemText(new Error(head + errors.join('\n')))).toBe(
    `${head}${errors[0]}\n      and 2 more at this line: org/acme/b, org/acme/d\n${errors[2]}\n${errors[4]}`,
  );
});

test('any other error keeps its stack trace', () => {
  expect(problemText(new Error('of the user'))).toBeUndefined();
  expect(problemText('a text')).toBeUndefined();
});

describe('the app command of cdktf.json, as the CDKTF CLI runs it', () => {
  const group = (id: string, name: string) => `new Group(stack, '${id}', { parent: '${rootUid}', name: ${name} });`;

  /** Runs a program whose line 7 is `last`, and returns its standard error. */
  function synthesize(name: string, last: string): string {
    const program = `import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Role } from ${JSON.stringify(builtConstructs())};
const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform', { install: false });
${group('payments', `'payments'`)}
${last}
app.synth();
`;
    writeFileSync(join(outdir, `${name}.ts`), program);
    const env = {
      ...process.env,
      CDKTF_OUTDIR: join(outdir, name),
      CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS: 'true',
      CDKTF_CONTEXT_JSON: JSON.stringify({ cdktfRelativeModules: [] }),
      SYNTH_HCL_OUTPUT: 'false',
      NODE_OPTIONS: '--max-old-space-size=4096',
      NODE_PATH: resolve('node_modules'),
    };
    const command = `"${resolve('node_modules/.bin/tsx')}" ${name}.ts`;
    const { status, stderr } = spawnSync(command, { cwd: outdir, env, shell: true, encoding: 'utf8' });
    expect(status).toBe(1);
    return stderr;
  }

  it.each([
    ['checked', group('b', `'Payments!'`), `  [org/b] name must match "^[a-z0-9 ._-]{1,}$" (it is "Payments!")\n  `],
    [
      'thrown',
      group('b', `Promise.resolve('b') as any`),
      `Group "org/b": name must be text; it is a Promise: await it first.\n`,
    ],
    [
      'duplicate',
      group('payments', `'b'`),
      `Cannot create Group "org/payments": its scope already contains a Group with this id (duplicate.ts:6). Choose another id for one of them.\n`,
    ],
    [
      'rejected',
      `void Promise.resolve().then(() => { ${group('payments', `'b'`)} });`,
      `Cannot create Group "org/payments"`,
    ],
  ])('prints a problem that is %s with its line, and no stack trace', (name, last, problem) => {
    const text = synthesize(name, last);
    expect(text).toContain(problem);
    expect(text).toContain(`    at ${name}.ts:7\n`);
    expect(text.match(/^\s+at .*/gm)).toHaveLength(1);
  });

  it('keeps the stack trace of any other error', () => {
    expect(synthesize('other', `(undefined as any).x;`)).toMatch(/TypeError: .*\n    at .*other\.ts:7:/);
  });
});
