/** Diffs that remove lines, applied by git. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { removedLines } from '../../../src/base/text/removed-lines';

const folder = mkdtempSync(join(tmpdir(), 'removed-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const line = fc.constantFrom('', 'a', 'b;', '  c', '-- d', '+++ e', '\\ No');

test('git applies the diff of any lines, at the beginning, at the end, and of a file without a last line break', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 2, maxLength: 30 }),
      fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '\n'),
      (lines, places, end) => {
        fc.pre(lines.at(-1) !== '');
        const removed = new Set(places.map((place) => (place % lines.length) + 1));
        const kept = lines.filter((_, index) => !removed.has(index + 1));
        fc.pre(kept.length > 0 && !removed.has(lines.length));
        writeFileSync(join(folder, 'main.ts'), lines.join('\n') + end);
        const patch = removedLines(
          'main.ts',
          lines.join('\n') + end,
          [...removed].map((one) => ({ first: one, last: one })),
        );
        execFileSync('git', ['apply', '-'], { cwd: folder, input: patch });
        expect(readFileSync(join(folder, 'main.ts'), 'utf8')).toBe(kept.join('\n') + end);
      },
    ),
    { numRuns: 25 },
  );
});

test('distant lines are in hunks of their own, with the places after the former ones', () => {
  const text = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join('');
  const ranges = [
    { first: 17, last: 17 },
    { first: 2, last: 3 },
  ];
  const headings = removedLines('a/b.ts', text, ranges).split('\n');
  expect(headings.filter((heading) => /^(---|\+\+\+|@@)/.test(heading))).toEqual([
    ...['--- a/a/b.ts', '+++ b/a/b.ts', '@@ -1,6 +1,4 @@', '@@ -14,7 +12,6 @@'],
  ]);
});
