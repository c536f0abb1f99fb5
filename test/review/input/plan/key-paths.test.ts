/** Tests the decisions for the key paths of a plan: each is necessary, and names the file that reads the path. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECISIONS } from '../../../../src/review/input/plan/key-paths';
import { unknownParts } from '../../../../src/review/input/plan/unknown-parts';
import { corpusNames, corpusTexts } from '../../corpus';
import { newestPlan } from './newest-plan';

const folder = join(__dirname, '../../../../src/review/input/plan');
const decisions = Object.entries(DECISIONS);
const parts = (document: unknown, used = DECISIONS) => unknownParts(document, 'plan', used).map(({ path }) => path);

test('each part of the plans of the corpus has a decision', () => {
  const unknown = corpusNames.flatMap((name) =>
    corpusTexts(name).flatMap(({ text }) => parts(JSON.parse(text)).map((path) => `${name}: ${path}`)),
  );
  expect(unknown).toEqual([]);
});

test('each member that the newest engines write has a decision', () => {
  expect(parts(newestPlan)).toEqual([]);
});

test.each(decisions.map(([path]) => path))(
  'without the decision for %s, the newest plan has an unknown part',
  (path) => {
    const others = Object.fromEntries(decisions.filter(([other]) => other !== path));
    expect(parts(newestPlan, others)).not.toEqual([]);
  },
);

test.each(decisions.flatMap(([path, decision]) => ('reads' in decision ? [[path, decision.reads] as const] : [])))(
  '%s is read in %s',
  (path, file) => {
    const name =
      path
        .replace('[]', '')
        .split('.')
        .findLast((step) => step !== '*') ?? '';
    const text = readFileSync(join(folder, file), 'utf8');
    // A constant has the name of the note.
    expect(text).toMatch(new RegExp(`'${name.replace('[]', '')}'`));
  },
);

test('each reason is a sentence', () => {
  for (const [, decision] of decisions) if ('why' in decision) expect(decision.why).toMatch(/^[A-Z_a-z].+\.$/);
});
