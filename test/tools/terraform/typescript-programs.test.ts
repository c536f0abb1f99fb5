import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const loader = resolve('src/tools/terraform/typescript-programs.cjs');
const folder = mkdtempSync(join(tmpdir(), 'programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a program and its modules run, and an error shows the line of the TypeScript file', () => {
  const module = 'interface Named {\n  readonly name: string;\n}\nexport const named: Named = { name: "team" };\n';
  const main = `import { named } from './named';
type Removed =
  | 'by the compiler'
  | 'so that lines move';
console.log(named.name satisfies string);
throw new Error('here' as Removed extends string ? string : never);
`;
  writeFileSync(join(folder, 'named.ts'), module);
  writeFileSync(join(folder, 'main.ts'), main);
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--require', loader, 'main.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: 'team\n', status: 1 });
  expect(stderr).toMatch(/Error: here\n\s+at .*main\.ts:6:/);
});
