/** Compares the tokens that an identity accepts before and after a change. */
import type { Automaton } from './automaton';
import { createBudget, UndecidedError, type Budget, type Limits } from './budget';
import { exactToken, ruleAutomata, type Anchoring, type Token, type TokenMatch } from './match';
import { shortest } from './shortest';
import type { Constraint, Solution } from './solve';

/**
 * - `equal`: the same tokens.
 * - `narrower`, `wider`: fewer tokens, or more.
 * - `overlapping`: some are no longer accepted, and others now are.
 * - `disjoint`: none that was accepted is now: another workload altogether.
 * - `unknown`: the comparison would be too expensive.
 */
export type Relation = 'equal' | 'narrower' | 'wider' | 'overlapping' | 'disjoint' | 'unknown';

/** The relation of the tokens of two matches. */
export interface TokenComparison {
  readonly relation: Relation;
  /** A token that is accepted now and was rejected before. Absent if none exists, or none was found. */
  readonly gained?: Token;
  /** A token that was accepted before and is refused now. */
  readonly lost?: Token;
  /** The inconclusive parts, with reasons. */
  readonly unknown: readonly string[];
}

export interface CompareOptions extends Anchoring, Limits {}

/**
 * Compares the accepted tokens before and after a change. Each example is a shortest token in the claim that makes the
 * difference. Both sides accept its other claims, if possible. Throws the error of `re2js` for an invalid pattern.
 */
export function compareMatches(before: TokenMatch, after: TokenMatch, options: CompareOptions = {}): TokenComparison {
  const compared = compareTexts(before, after);
  if (compared !== undefined) return compared;
  const budget = createBudget(options);
  try {
    return compareLanguages(ruleAutomata(before, options, budget), ruleAutomata(after, options, budget), budget);
  } catch (error) {
    if (!(error instanceof UndecidedError)) throw error;
    return { relation: 'unknown', unknown: [`whether it accepts the same tokens: ${error.message}`] };
  }
}

/** Compares matches of fixed texts for the same claims, as most are. */
function compareTexts(before: TokenMatch, after: TokenMatch): TokenComparison | undefined {
  const [was, is] = [exactToken(before), exactToken(after)];
  if (was === undefined || is === undefined) return undefined;
  // Bounded: linear in the claims of the plan.
  const claims = Object.keys(was);
  // Bounded: the same.
  const hasSame = claims.length === Object.keys(is).length && claims.every((claim) => Object.hasOwn(is, claim));
  if (!hasSame) return undefined;
  // Bounded: the same.
  if (claims.every((claim) => was[claim] === is[claim])) return { relation: 'equal', unknown: [] };
  return { relation: 'disjoint', gained: is, lost: was, unknown: [] };
}

function compareLanguages(before: Languages, after: Languages, budget: Budget): TokenComparison {
  const gained = difference(after, before, budget);
  const lost = difference(before, after, budget);
  const unknown = [
    ...(gained.status === 'unknown' ? [`whether it accepts more: ${gained.reason}`] : []),
    ...(lost.status === 'unknown' ? [`whether it accepts less: ${lost.reason}`] : []),
  ];
  const tokens = {
    ...(gained.status === 'found' && { gained: gained.token }),
    ...(lost.status === 'found' && { lost: lost.token }),
  };
  if (unknown.length > 0) return { relation: 'unknown', ...tokens, unknown };
  if (gained.status === 'none') return { relation: lost.status === 'none' ? 'equal' : 'narrower', ...tokens, unknown };
  if (lost.status === 'none') return { relation: 'wider', ...tokens, unknown };
  const common = commonToken(before, after, budget);
  if (common.status === 'unknown')
    return { relation: 'unknown', ...tokens, unknown: [`whether it accepts any of the same: ${common.reason}`] };
  return { relation: common.status === 'found' ? 'overlapping' : 'disjoint', ...tokens, unknown };
}

type Languages = ReadonlyMap<string, Automaton>;

type Found =
  | { readonly status: 'found'; readonly token: Token }
  | { readonly status: 'none' }
  | { readonly status: 'unknown'; readonly reason: string };

/** Returns a token that `one` accepts and `other` rejects because of one of its claims. */
function difference(one: Languages, other: Languages, budget: Budget): Found {
  // A match without accepted tokens accepts no new tokens.
  const any = everyClaim(one, (automaton) => ({ all: [automaton], none: [] }), budget);
  if (any.status !== 'found') return any;
  const differences = [...other].map(([claim, refused]): [string, Solution] => {
    const accepted = one.get(claim);
    return [claim, shortest({ all: accepted === undefined ? [] : [accepted], none: [refused] }, budget)];
  });
  const found = differences.flatMap(([claim, solution]) =>
    solution.status === 'found' ? [{ claim, value: solution.values[0] ?? '' }] : [],
  );
  const [best] = found.sort((a, b) => a.value.length - b.value.length);
  if (best !== undefined) return { status: 'found', token: completed(one, other, any.token, best, budget) };
  // A new requirement excludes tokens without such a claim.
  const required = [...other.keys()].find((claim) => !one.has(claim));
  if (required !== undefined) return { status: 'found', token: { ...any.token, [required]: undefined } };
  return (
    (differences.map(([, solution]) => solution).find(({ status }) => status === 'unknown') as Found) ?? {
      status: 'none',
    }
  );
}

/** The token with the claim that makes the difference. Both sides accept its other claims. */
function completed(
  a: Languages,
  b: Languages,
  any: Token,
  { claim, value }: { readonly claim: string; readonly value: string },
  budget: Budget,
): Token {
  const token = new Map<string, string | undefined>(Object.entries(any));
  for (const [name, automaton] of b) {
    if (name === claim) continue;
    const mine = a.get(name);
    const both = shortest({ all: mine === undefined ? [automaton] : [automaton, mine], none: [] }, budget);
    if (both.status === 'found') token.set(name, both.values[0]);
  }
  return Object.fromEntries(token.set(claim, value));
}

function commonToken(a: Languages, b: Languages, budget: Budget): Found {
  const claims = new Map([...a, ...b].map(([claim]) => [claim, a.get(claim) ?? b.get(claim)]));
  return everyClaim(
    claims as Languages,
    (_, claim) => ({
      all: [a.get(claim), b.get(claim)].filter((automaton) => automaton !== undefined),
      none: [],
    }),
    budget,
  );
}

/** Returns a token with claims that all meet their constraints. */
function everyClaim(
  claims: Languages,
  getConstraint: (automaton: Automaton, claim: string) => Constraint,
  budget: Budget,
): Found {
  const token = new Map<string, string>();
  let unknown: Found | undefined;
  for (const [claim, automaton] of claims) {
    const solution = shortest(getConstraint(automaton, claim), budget);
    if (solution.status === 'none') return solution;
    if (solution.status === 'unknown') unknown ??= solution;
    else token.set(claim, solution.values[0] ?? '');
  }
  return unknown ?? { status: 'found', token: Object.fromEntries(token) };
}
