/** Tests that docs/read-report.md shows a real report, and explains each of its parts. */
import { readFileSync } from 'node:fs';
import { formatText } from '../../src/review';
import { reviewOf } from '../review/corpus';

const page = readFileSync('docs/read-report.md', 'utf8');
const [, example = ''] = /```text\n([^]*?)\n```/.exec(page) ?? [];

test('the example is the report of a plan, without the command that sees all code', () => {
  const report = formatText(reviewOf('owner-added'), { width: 76 }).replaceAll(
    /\sThe input does not\sshow all code[^]*?platform-iac plan\.|\n {2}To accept findings, [^]*?review\.config\.json\.\n/g,
    '',
  );
  expect(report.trimEnd()).toBe(example);
});

test('the table explains each section of the example', () => {
  const sections = example.match(/^[A-Z][a-z]+(?: [a-z]+)*$/gm) ?? [];
  expect(sections).toEqual(['Findings', 'Access gained', 'Structure']);
  for (const section of sections) expect(page).toMatch(new RegExp(`^\\| ${section}[^|]* \\| [A-Z]`, 'm'));
});
