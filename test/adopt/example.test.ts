/** `examples/adopt`: the generated program of a company, next to one that a person wrote for the same company. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdktf';
import { synthesized } from '../../constructs/testing';
import type { SeedTree } from '../../src/emulator';
import { parse } from '../../src/base/text/yaml';
import { adopt, runModule } from './adopted';

type Program = (app: App, groupUid: string) => unknown;

const example = join(__dirname, '../../examples/adopt');
const seed = parse(readFileSync(join(example, 'organization.seed.yaml'), 'utf8')) as SeedTree;
const generated = async () => {
  const { project } = await adopt(seed, { isReal: true });
  return new Map([...project.files].filter(([path]) => /^organization\/[^.]+\.ts$/.test(path)));
};

test('the example is what the command writes', async () => {
  const files = await generated();
  const stored = readdirSync(join(example, 'organization')).map((name) => `organization/${name}`);
  expect(stored.sort()).toEqual([...files.keys()].sort());
  for (const [path, text] of files) expect(readFileSync(join(example, path), 'utf8')).toBe(text);
});

test('the page shows a file of the example', () => {
  const page = readFileSync(join(__dirname, '../../docs/adopt.md'), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${readFileSync(join(example, 'organization/data.ts'), 'utf8')}\`\`\``);
});

test('the generated program declares the same as the one that a person wrote', async () => {
  const declared = (program: Program) =>
    synthesized((outdir: string) => {
      const app = new App({ outdir });
      program(app, '7e57'.repeat(10));
      return app;
    });
  const byCommand = declared(runModule(await generated(), 'organization/organization.ts')['organization'] as Program);
  const written = new Map([['by-hand.ts', readFileSync(join(__dirname, 'fixture/by-hand.ts'), 'utf8')]]);
  const byHand = declared(runModule(written, 'by-hand.ts')['organization'] as Program);
  expect(Object.keys(byHand.groups)).toHaveLength(17);
  for (const part of ['groups', 'identities', 'roles', 'grants'] as const)
    expect(byCommand[part]).toEqual(byHand[part]);
});

test('the generated program has at most 1.5 times the lines', async () => {
  const lines = (texts: readonly string[]) =>
    texts
      .join('\n')
      .split('\n')
      .filter((line) => line.trim() !== '').length;
  const byHand = lines([readFileSync(join(__dirname, 'fixture/by-hand.ts'), 'utf8')]);
  const byCommand = lines([...(await generated()).values()]);
  expect(byHand).toBeGreaterThan(100);
  expect(byCommand / byHand).toBeLessThanOrEqual(1.5);
});
