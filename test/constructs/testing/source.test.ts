import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeStacks } from '../../../constructs/testing/source';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-'));
  for (const name of ['from', 'to']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('stacks are in the order of their dependencies', () => {
  const stack = (name: string, dependencies: string[]) => ({ workingDirectory: `stacks/${name}`, dependencies });
  const stacks = { top: stack('top', ['middle', 'base']), base: stack('base', []), middle: stack('middle', ['base']) };
  writeFileSync(join(folder, 'from/manifest.json'), JSON.stringify({ stacks }));
  const found = writeStacks(join(folder, 'from'), join(folder, 'to'), 'uid');
  expect(found.map(({ name }) => name)).toEqual(['base', 'middle', 'top']);
  expect(found[0]?.dir).toBe(join(folder, 'to/out/stacks/base'));
});

test('states, plans and installed files of a folder are not copied', () => {
  const files = ['main.tf', 'terraform.tfstate', 'terraform.tfstate.backup', 'a.tfplan', '.terraform.lock.hcl', '.env'];
  for (const file of files) writeFileSync(join(folder, 'from', file), '');
  for (const name of ['.terraform', 'node_modules', '.git']) mkdirSync(join(folder, 'from', name));
  const [stack] = writeStacks(join(folder, 'from'), join(folder, 'to'), 'uid');
  const copied = [...files, '.terraform', 'node_modules', '.git'].filter((file) => existsSync(join(stack!.dir, file)));
  expect(copied).toEqual(['main.tf', '.terraform.lock.hcl', '.env']);
});

test('the variables exist only while the program runs', () => {
  process.env['ROOT_GROUP_UID'] = 'production';
  const seen: unknown[] = [];
  try {
    const run = () => writeStacks(() => void seen.push(process.env['ROOT_GROUP_UID']), join(folder, 'to'), 'uid');
    expect(run).toThrow('the program has synthesized no stack');
    expect([...seen, process.env['ROOT_GROUP_UID']]).toEqual(['uid', 'production']);
  } finally {
    delete process.env['ROOT_GROUP_UID'];
  }
});
