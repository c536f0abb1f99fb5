import { readFileSync } from 'node:fs';
import { dataStacksPage } from '../../../src/cli/reference/data-stacks-page';
import { PRODUCTIONS } from '../../../src/model/stack';

test('the grammar has at most 25 productions, each with a reason of its own', () => {
  expect(PRODUCTIONS.length).toBeLessThanOrEqual(25);
  for (const key of ['name', 'form', 'reason'] as const)
    expect(new Set(PRODUCTIONS.map((production) => production[key])).size).toBe(PRODUCTIONS.length);
});

test('the page of the docs is generated from the productions', () => {
  expect(readFileSync('docs/data-stacks.md', 'utf8')).toBe(dataStacksPage());
});
