/** Tests that docs/review.md and the help of SARIF describe each finding with the same words. */
import { readFileSync } from 'node:fs';
import { FINDINGS } from '../../../../src/access/rules/configuration/finding-kinds';

test('docs/review.md has a row for each kind of finding, in order and with the same words', () => {
  const [, page = ''] = readFileSync('docs/review.md', 'utf8').split('\n## Findings\n');
  const [section = ''] = page.split('\n## ');
  const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    Object.entries(FINDINGS).map(([id, { severity, severityText, when }]) => [id, severityText ?? severity, when]),
  );
});
