/** Claims other than the subject that decide which accounts of an issuer have an accepted token. */
import { type Automaton, type Budget, shortest, textAutomaton } from '../claims';
import { LISTED } from './accepted-tokens';

/** Claims that all accounts of an issuer can have with the same value. */
const COMMON = ['iss', 'sub', 'aud', 'tid', 'ver', 'typ', 'token_use', 'idtyp', 'gty', 'email_verified'];

/** Returns true if another claim than the subject names accounts, for example a client or a group. */
export function namesAccount(rules: ReadonlyMap<string, Automaton>, budget: Budget): boolean {
  // Bounded: linear in the claims of the plan.
  return [...rules].some(([claim, rule]) => !COMMON.includes(claim) && isList(rule, budget));
}

/** Returns true if a rule accepts at most {@link LISTED} values. */
function isList(rule: Automaton, budget: Budget): boolean {
  const listed: Automaton[] = [];
  // Bounded: LISTED values, and each search spends steps.
  while (listed.length <= LISTED) {
    const solution = shortest({ all: [rule], none: listed }, budget);
    if (solution.status !== 'found') return solution.status === 'none';
    listed.push(textAutomaton(solution.values[0] ?? ''));
  }
  return false;
}
