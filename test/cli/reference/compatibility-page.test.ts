import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatibilityPage } from '../../../src/cli/reference/compatibility-page';
import { rules } from '../../../src/conformance';

const written = readFileSync(join(__dirname, '../../../docs/compatibility.md'), 'utf8');

test('the page is up to date; if not, run `npm run docs`', () => {
  expect(written).toBe(compatibilityPage(rules));
});

test('the page begins with the number of confirmed rules, and states that no live service was tested', () => {
  expect(written).toMatch(
    /^# Compatibility\n\n\d+ of \d+ rules confirmed by the published contract\. .*not run against a live service yet/,
  );
  expect(written).toContain('issues/new');
});

test('the page has a row for each rule', () => {
  for (const { id } of rules) expect(written).toContain(`| ${id} | `);
});
