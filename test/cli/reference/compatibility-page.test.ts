import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatibilityPage } from '../../../src/cli/reference/compatibility-page';
import { rules } from '../../../src/cli/conformance';

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

test('no text of a rule is an element of HTML, which the site would not build', () => {
  const texts = {
    says: 'a <b>',
    ifDifferent: 'c <d>',
    invisible: 'e <f>',
    published: { files: [], note: 'g <h>', extent: 'part' as const },
  };
  const page = compatibilityPage(rules.map((rule) => ({ ...rule, ...texts })));
  for (const text of ['a &lt;b>', 'c &lt;d>', 'e &lt;f>', 'g &lt;h>']) expect(page).toContain(text);
  expect(page).not.toMatch(/<[a-z/]/);
  expect(written).not.toMatch(/<[a-z/]/);
});

test('the page has a row for each rule', () => {
  for (const { id } of rules) expect(written).toContain(`| ${id} | `);
});
