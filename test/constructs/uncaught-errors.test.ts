import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from '../../constructs';
import { problemText } from '../../constructs/uncaught-errors';
import { rootUid } from './synthesized';

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
  expect(text).toContain(`\n      at test/constructs/uncaught-errors.test.ts:${lineOf('new Group(stack')}\n`);
  expect(text).not.toMatch(/node_modules|at Object/);
});

test('an error of a constructor has the line that calls it', () => {
  const text = problemText(
    thrownBy(() => new Group(new App({ outdir }), 'payments', { parent: rootUid, name: 'payments' })),
  );
  expect(text).toMatch(/^Group /);
  expect(text?.split('\n').at(-1)).toBe(
    `    at test/constructs/uncaught-errors.test.ts:${lineOf('new Group(new App')}`,
  );
});

test('any other error keeps its stack trace', () => {
  expect(problemText(new Error('of the user'))).toBeUndefined();
  expect(problemText('a text')).toBeUndefined();
});
