/** The page of rules and the table of the kit have the same rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCases, type ConformanceRule, rules } from '../../../../src/cli/conformance';

const page = readFileSync(join(__dirname, '../../../../src/model/api/README.md'), 'utf8');
const written = [...page.matchAll(/^- \*\*([A-Z]\d+)\*\*((?:.|\n(?!\n|- |#))*)/gm)].map(([, id = '', text = '']) => ({
  id,
  text,
}));
const mayDiffer = (rule: ConformanceRule): boolean => getCases(rule).some((each) => each.mayDiffer === true);

/** Rules with a part marked (d) that no case shows, with the reason. */
const hidden: Readonly<Record<string, string>> = {
  V8: 'Only an issuer on the network can show how a service matches patterns.',
  A4: 'No request shows the capabilities that nobody knows.',
  G5: 'No object of a run has a number that nobody knows.',
  K9: 'A run uses only the scope that every service accepts.',
};

test('each rule of the page has a rule in the kit, in the same order', () => {
  expect(written.length).toBeGreaterThan(80);
  expect(rules.map(({ id }) => id)).toEqual(written.map(({ id }) => id));
});

test('each rule has a case, or a reason to have no case', () => {
  const incomplete = rules.filter((rule) => getCases(rule).length > 0 === (rule.invisible !== undefined));
  expect(incomplete.map(({ id }) => id)).toEqual([]);
  expect(rules.filter((rule) => getCases(rule).length === 0).length).toBeLessThanOrEqual(15);
});

test('a rule with a part marked (d) on the page may differ in a case, and no other', () => {
  const marked = written.filter(({ text }) => text.includes('(d)')).map(({ id }) => id);
  const allowed = rules.filter(mayDiffer).map(({ id }) => id);
  expect(allowed.filter((id) => !marked.includes(id))).toEqual([]);
  expect(marked.filter((id) => !allowed.includes(id) && !(id in hidden))).toEqual([]);
});

test('each rule states who relies on it and what happens at a service that differs', () => {
  for (const { id, says, ifDifferent, ...rule } of rules)
    expect([id, says.length > 20, ifDifferent.length > 10, getCases(rule).every((each) => each.says !== '')]).toEqual([
      id,
      true,
      true,
      true,
    ]);
});

test('each confirmed rule names the files that confirm it', () => {
  for (const { id, published } of rules) {
    if (published === undefined) continue;
    expect([id, published.files.length > 0]).toEqual([id, true]);
    // A rule that is confirmed in part says what is not.
    expect([id, published.note !== undefined]).toEqual([id, published.extent === 'part']);
  }
});
