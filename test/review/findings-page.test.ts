/** The page about reviews, and SARIF's help, say the same of each finding. */
import { readFileSync } from 'node:fs';
import { FINDINGS } from '../../src/review/input/configuration/finding-kinds';

test('the page about reviews has a row for each kind of finding, in order and in the same words', () => {
  const page = readFileSync('docs/review.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (.*?) \| (.*?) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    Object.entries(FINDINGS).map(([id, { severity, severityText, when }]) => [id, severityText ?? severity, when]),
  );
});
