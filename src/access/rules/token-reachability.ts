/** Finds who can obtain an accepted token. Each result is stored. */
import { onceFor } from '../../base/cache/once-for';
import { createBudget, type Anchoring, type Budget, type Limits, type TokenMatch } from '../claims';
import { findOwners, findUnobtainable, ISSUERS, obtainableTokens, type Obtained } from '../trust';
import { isOneWorkload, isOutsider } from './outside-tokens';
import type { IdentityTrustPolicy } from './read-trust-policy';

export interface ReachOptions {
  /** The budget of all queries about an organization: patterns that exceed it are inconclusive. @default one of its own */
  readonly budget?: Budget | undefined;
  /** The intended owners. @default those that the match requires */
  readonly owners?: readonly string[] | undefined;
  /** True if patterns match whole values. @default false, the weaker interpretation */
  readonly anchored?: boolean | undefined;
}

/** The result for a match, and the remedy by declaration. */
export interface Reachable extends Obtained {
  /** The entries of `owners` that declare all outsiders; none if no declaration is enough. */
  readonly entries: readonly string[];
  /** Returns true if it is proven that no token satisfies the match. */
  readonly isUnobtainable: () => boolean;
}

/** Finds who can obtain a token of a match. Throws the error of `re2js` for an invalid pattern. */
export type TokenReachability = (match: TokenMatch) => Reachable;

/** Returns the budget of all queries about an organization. A pattern takes about a million steps. */
export function createOrganizationBudget(): Budget {
  return createBudget({ steps: 10_000_000_000 });
}

export function createTokenReachability({
  budget = createOrganizationBudget(),
  owners,
  anchored = false,
}: ReachOptions): TokenReachability {
  const known = new Map<string, Reachable>();
  // Each policy is one object, and several identities can have the same policy.
  return onceFor((match) => {
    if (isOneWorkload(match, owners)) return ownersAlone;
    const id = JSON.stringify(match);
    const asked = known.get(id);
    if (asked !== undefined) return asked;
    const options = { whole: budget, anchored };
    const found = obtainableTokens(match, { ...options, ...(owners && { owners }) });
    let entries: readonly string[] | undefined;
    const reachable: Reachable = {
      ...found,
      // Few matches have outsiders, and only their remedies need the entries.
      get entries() {
        return (entries ??= found.obtainable.some(isOutsider) ? findEntries(match, owners, options) : []);
      },
      isUnobtainable: () => findUnobtainable(match, options)?.isCertain === true,
    };
    known.set(id, reachable);
    return reachable;
  });
}

function findEntries(
  match: TokenMatch,
  owners: readonly string[] = [],
  options: Anchoring & Limits,
): readonly string[] {
  const required = new Set(findOwners(match, options).map(({ entry }) => entry));
  const entries = [...required].filter((entry) => !owners.includes(entry));
  if (entries.length === 0) return [];
  const declared = [...owners, ...entries];
  if (isOneWorkload(match, declared)) return entries;
  // An entry that leaves an outsider is no remedy.
  const { obtainable, unknown } = obtainableTokens(match, { ...options, owners: declared });
  return unknown.length > 0 || obtainable.some(isOutsider) ? [] : entries;
}

const ownersAlone: Reachable = { obtainable: [], issuers: [], unknown: [], entries: [], isUnobtainable: () => false };

const SHARED = new Set(
  ISSUERS.flatMap(({ name, platform, mustBeDeclared = false }) =>
    platform === undefined || mustBeDeclared ? [] : [name],
  ),
);

/**
 * Returns true if anyone can have an account at an issuer of the tokens: only declared owners show which workloads are internal. A
 * policy that no token satisfies has no owner.
 */
export function trustsSharedPlatform(
  { by, match, isUnknown }: IdentityTrustPolicy,
  reachability: TokenReachability,
): boolean {
  if (match === undefined || isUnknown || by !== 'claim_match') return false;
  try {
    if (isOneWorkload(match)) return true;
    const { issuers, isUnobtainable } = reachability(match);
    return issuers.some((name) => SHARED.has(name)) && !isUnobtainable();
  } catch {
    return true;
  }
}

/** A clause about an identity that trusts a shared platform without a readable owner: {@link findOwners} finds none. */
export const HIDDEN_OWNER = 'its trust policy shows no single owner';
