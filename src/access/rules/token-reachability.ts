/** Finds who can obtain an accepted token. Each result is stored. */
import { onceFor } from '../../base/cache/once-for';
import { createBudget, type Budget, type TokenMatch } from '../claims';
import { obtainableTokens, type Obtained } from '../trust';
import { isOneWorkload } from './outsiders';

export interface ReachOptions {
  /** The budget of all queries about an organization: patterns that exceed it are inconclusive. @default one of its own */
  readonly budget?: Budget | undefined;
  /** The intended owners. @default those that the match requires */
  readonly owners?: readonly string[] | undefined;
  /** True if patterns match whole values. @default false, the weaker interpretation */
  readonly anchored?: boolean | undefined;
}

/** Finds who can obtain a token of a match. Throws the error of `re2js` for an invalid pattern. */
export type TokenReachability = (match: TokenMatch) => Obtained;

/** Returns the budget of all queries about an organization. A pattern takes about a million steps. */
export function createOrganizationBudget(): Budget {
  return createBudget({ steps: 10_000_000_000 });
}

export function createTokenReachability({
  budget = createOrganizationBudget(),
  owners,
  anchored = false,
}: ReachOptions): TokenReachability {
  const known = new Map<string, Obtained>();
  // Each policy is one object, and several identities can have the same policy.
  return onceFor((match) => {
    if (isOneWorkload(match, owners)) return ownersAlone;
    const id = JSON.stringify(match);
    const asked = known.get(id);
    if (asked !== undefined) return asked;
    const found = obtainableTokens(match, { whole: budget, anchored, ...(owners && { owners }) });
    known.set(id, found);
    return found;
  });
}

const ownersAlone: Obtained = { obtainable: [], issuers: [], unknown: [] };
