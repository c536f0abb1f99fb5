/** Tests that no pattern takes more steps than its budget, and that the steps do not depend on earlier queries. */
import fc from 'fast-check';
import {
  compareMatches,
  createBudget,
  refusedClaim,
  UndecidedError,
  type Budget,
  type TokenMatch,
} from '../../../src/access/claims';
import { mintedDifference, obtainableTokens, undeclaredIssuer, findUnobtainable } from '../../../src/access/trust';
import { createSearchLog, search } from '../../support/search';

// A guard against hanging, no measure of speed.
jest.setTimeout(600_000 * search);

const iss = { exact: 'https://token.actions.githubusercontent.com' };
const before: TokenMatch = { iss, sub: { exact: 'repo:acme/shop:ref:refs/heads/main' } };

/** Patterns that take long: nested and counted repetitions, classes of Unicode, alternatives that overlap. */
const { pattern: hostile } = fc.letrec<{ pattern: string }>((tie) => {
  const single = fc.constantFrom(
    'a',
    '.',
    '\\.',
    '.*',
    '\\pL',
    '\\p{Greek}',
    '[^:]',
    '\\b',
    '^',
    '$',
    '(?i:é)',
    '[a-z]',
    '',
  );
  const again = fc.constantFrom('*', '+', '?', '{0,60}', '{1,9}', '{2}', '{1,100}', '{30}', '{0,1000}', '{9,}');
  return {
    pattern: fc.oneof(
      { maxDepth: 6 },
      single,
      fc.tuple(tie('pattern'), again).map(([inner, times]) => `(?:${inner})${times}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(${one}|${other})`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
    ),
  };
});

const queries: Readonly<Record<string, (match: TokenMatch, whole: Budget) => unknown>> = {
  compareMatches: (match, whole) => compareMatches(before, match, { whole }),
  mintedDifference: (match, whole) => mintedDifference(before, match, { whole }),
  obtainableTokens: (match, whole) => obtainableTokens(match, { whole }),
  findUnobtainable: (match, whole) => findUnobtainable(match, { whole }),
  undeclaredIssuer: ({ sub }, whole) => undeclaredIssuer(sub === undefined ? {} : { iss: sub }, { whole }),
  refusedClaim: (match, whole) => refusedClaim(match, { iss: iss.exact, sub: 'repo:acme/a:ref:x' }, { whole }),
};

/** Returns the result of a query and its steps. Some patterns are invalid. */
function resultOf(query: (typeof queries)[string], pattern: string, steps: number): [unknown, number] {
  const budget = createBudget({ steps });
  try {
    return [query({ iss, sub: { pattern } }, budget), budget.spent()];
  } catch (error) {
    if (error instanceof UndecidedError) return ['undecided', budget.spent()];
    if ((error as Error).name !== 'RE2JSSyntaxException') throw error;
    return ['invalid', budget.spent()];
  }
}

/** The largest number of steps that are spent together, after a loop was as long. */
const SLACK = 10_000_000;

test.each([
  '^(?:((((.*|\\p{Greek})|(\\.|.))){1,9})+){0,60}$',
  '(?:(?:x?){100}y?){20}',
  '^(a|b)*a(a|b){16}$',
  '(?i)[\\x{0}-\\x{10ffff}]{1000}',
  `[${'\\pL'.repeat(2_000)}]`,
  '\\pL|'.repeat(2_000),
  '('.repeat(900) + 'a' + ')*'.repeat(900),
  '|'.repeat(9_999),
])('the pattern %.50s ends within its budget', (pattern) => {
  for (const query of Object.values(queries))
    expect(resultOf(query, pattern, 60_000_000)[1]).toBeLessThan(60_000_000 + SLACK);
});

const log = createSearchLog('patterns', 'steps');

test('random patterns end within their budget, and a second query takes as many steps', () => {
  let undecided = 0;
  fc.assert(
    fc.property(
      hostile,
      fc.constantFrom(...Object.keys(queries)),
      fc.constantFrom(100_000, 2_000_000),
      (pattern, name, steps) => {
        const query = queries[name] as (typeof queries)[string];
        const first = resultOf(query, pattern, steps);
        log.record({ pattern, name, steps }, first[1]);
        expect(first[1]).toBeLessThan(steps + SLACK);
        const second = resultOf(query, pattern, steps);
        // Beyond the budget, a known value is asked for in one call.
        const paid = ([result, spent]: [unknown, number]) => [result, Math.min(spent, steps)];
        expect(paid(second)).toEqual(paid(first));
        if (/more than|undecided/.test(JSON.stringify(first))) undecided++;
      },
    ),
    { numRuns: 300 * search },
  );
  expect(undecided).toBeGreaterThan(5);
});
