/** The headline of a plan that imports the owner grant of an outsider: nobody gains access, and the code legitimizes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMarkdown, formatText, readPlan, reviewPlans } from '../../../src/review';

const file = join(__dirname, '../corpus/binding-imported.terraform-1.11.4.json');
const plan = readPlan(readFileSync(file, 'utf8'), 'org');
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

test.each([
  ['an outsider', ['github:1'], true],
  ['a workload of a declared owner', ['github:acme'], false],
])('a plan that imports the grant of an owner who is %s', (_, owners, isLoud) => {
  const report = reviewPlans([plan], { configuration: { owners } });
  const text = flat(formatText(report));
  expect(/^Outsiders can assume acme\/\S+, which stays an owner of acme\/\S+: /.test(text)).toBe(isLoud);
  expect(text.split(', which stays an owner of ').length - 1).toBe(isLoud ? 1 : 0);
  expect(flat(formatMarkdown(report)).includes('which stays an owner of')).toBe(isLoud);
  // Severities are those of the documents.
  expect(report.findings.filter(({ severity }) => severity === 'high')).toEqual(
    reviewPlans([plan], { configuration: { owners: ['github:acme'] } }).findings.filter(
      ({ severity }) => severity === 'high',
    ),
  );
});
