/**
 * `npx tsx test/attack/reopen.ts [--minutes N] [--tier T] [--kinds PATTERN] [PATTERN]`: reopens each hole in a copy of the repository, and prints the change with which
 * the attack finds it. The exit code is 1 if the attack misses a hole, or if a patch does not apply.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Hole, holes } from './holes';
import { patchedTexts } from './holes/hole';

const root = join(__dirname, '../..');

/** Returns the words of a line of the result. */
function reopen(
  hole: Hole,
  {
    minutes,
    tier,
    kinds,
  }: { readonly minutes: string; readonly tier?: string | undefined; readonly kinds?: string | undefined },
): { readonly isFound: boolean; readonly text: string } {
  const { name } = hole;
  const copy = mkdtempSync(join(tmpdir(), 'reopen-'));
  try {
    for (const name of ['src', 'constructs', 'examples', 'test', 'package.json', 'tsconfig.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [file, text] of patchedTexts(hole, root)) writeFileSync(join(copy, file), text);
    const start = Date.now();
    const options = ['--import', 'tsx', 'test/attack/main.ts', '--minutes', minutes, '--seed', '1', '--first'];
    if (tier !== undefined) options.push('--tier', tier);
    if (kinds !== undefined) options.push('--kinds', kinds);
    const { status, stdout, stderr } = spawnSync(process.execPath, options, { cwd: copy, encoding: 'utf8' });
    const [found = ''] = /^--seed .*$/m.exec(stdout) ?? [];
    const seconds = Math.round((Date.now() - start) / 1000);
    if (status === 1 && found !== '') return { isFound: true, text: `${name}: found after ${seconds} s, ${found}` };
    return {
      isFound: false,
      text: `${name}: not found after ${seconds} s\n${stderr.slice(-2_000)}${stdout.slice(-200)}`,
    };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, tier: { type: 'string' }, kinds: { type: 'string' } },
  allowPositionals: true,
});
const pattern = new RegExp(positionals[0] ?? '');
for (const hole of holes.filter(({ name }) => pattern.test(name))) {
  const { isFound, text } = reopen(hole, { minutes: values.minutes ?? '10', tier: values.tier, kinds: values.kinds });
  process.stdout.write(`${text}\n`);
  if (!isFound) process.exitCode = 1;
}
