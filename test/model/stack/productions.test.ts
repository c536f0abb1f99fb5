import { readFileSync } from 'node:fs';
import { markdownTable } from '../../../src/cli/reference/markdown';
import { PRODUCTIONS } from '../../../src/model/stack';

test('the grammar has at most 25 productions, each with a reason of its own', () => {
  expect(PRODUCTIONS.length).toBeLessThanOrEqual(25);
  for (const key of ['name', 'form', 'reason'] as const)
    expect(new Set(PRODUCTIONS.map((production) => production[key])).size).toBe(PRODUCTIONS.length);
});

test('the page of the docs has a row for each production', () => {
  const rows = PRODUCTIONS.map(({ name, form, reason }) => [name, form, reason]);
  const table = markdownTable(['Form', 'Accepted', 'Reason'], rows);
  expect(readFileSync('docs/data-stacks.md', 'utf8')).toContain(`npm run docs -->\n\n${table}\n\n<!-- end`);
});
