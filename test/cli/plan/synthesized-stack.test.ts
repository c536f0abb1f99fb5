/** The name of a synthesized stack in a report, for each way to name its folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStack } from '../../../src/cli/plan/synthesized-stack';
import { readSynthesized } from '../../../src/review';

const here = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'stack-'));
const stack = join(folder, 'stacks/org');
mkdirSync(join(stack, 'modules'), { recursive: true });
writeFileSync(join(stack, 'cdk.tf.json'), '{}');
afterEach(() => process.chdir(here));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['.', '.', 'org'],
  ['.', './', 'org'],
  ['modules', '..', 'org'],
  ['..', 'org', 'org'],
  ['../..', 'stacks/org', 'stacks/org'],
])('in %s, the stack %s has a name', (from, dir, name) => {
  process.chdir(join(stack, from));
  expect(readStack(dir, readSynthesized).name).toBe(name);
});
