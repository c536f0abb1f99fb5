import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider } from '../../constructs';
import { problemText } from '../../constructs/uncaught-errors';
import { rootUid } from './synthesized';

const outdir = mkdtempSync(join(tmpdir(), 'uncaught-errors-'));
afterAll(() => rmSync(outdir, { recursive: true }));

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
  expect(text).toMatch(/\[org\/payments\] name must match .*\n {6}at test\/constructs\/uncaught-errors\.test\.ts:25\n/);
  expect(text).not.toMatch(/node_modules|at Object/);
});

test('an error of a constructor has the line that calls it', () => {
  const text = problemText(
    thrownBy(() => new Group(new App({ outdir }), 'payments', { parent: rootUid, name: 'payments' })),
  );
  expect(text).toMatch(/^Group .*\n {4}at test\/constructs\/uncaught-errors\.test\.ts:32$/s);
});

test('any other error keeps its stack trace', () => {
  expect(problemText(new Error('of the user'))).toBeUndefined();
  expect(problemText('a text')).toBeUndefined();
});
