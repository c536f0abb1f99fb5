/** Compares a token with a match. The review uses it to decide if a workload can assume an identity. Contract T5. */
import type { Automaton } from './automaton';
import { createBudget, type Budget, type Limits } from './budget';
import { ruleAutomata, type Anchoring, type Token, type TokenMatch } from './match';

/** The service compares claims in this order. */
const FIRST = ['iss', 'sub', 'aud'];

/**
 * Returns the name of the first claim that breaks its rule, or `undefined` if the match accepts the token. An absent
 * claim breaks its rule. Throws the error of `re2js` for an invalid pattern, and an `UndecidedError` beyond the limits.
 */
export function refusedClaim(match: TokenMatch, token: Token, options: Anchoring & Limits = {}): string | undefined {
  const budget = createBudget(options);
  const rank = (claim: string) => (FIRST.includes(claim) ? FIRST.indexOf(claim) : FIRST.length);
  const rules = [...ruleAutomata(match, options, budget)].sort(([a], [b]) => rank(a) - rank(b));
  const broken = rules.find(([claim, automaton]) => {
    const value = token[claim];
    return value === undefined || !readsWhole(automaton, value, budget);
  });
  return broken?.[0];
}

/** Returns true if the text is in the language of the automaton. */
function readsWhole(automaton: Automaton, text: string, budget: Budget): boolean {
  let states = new Set([automaton.start]);
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    budget.spend(states.size);
    states = new Set([...states].flatMap((state) => automaton.next(state, code, budget)));
    if (states.size === 0) return false;
  }
  return [...states].some((state) => automaton.accepts(state, budget));
}
