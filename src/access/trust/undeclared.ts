/** Finds issuers that a match trusts although nothing identifies the owner of their tokens. */
import {
  type Anchoring,
  type Automaton,
  type Budget,
  type ClaimRule,
  type Counted,
  createBudget,
  FIXED,
  type Limits,
  patternAutomaton,
  recall,
  ruleAutomata,
  shortest,
  textAutomaton,
  type TokenMatch,
  UndecidedError,
} from '../claims';
import { onceFor } from '../../base/cache/once-for';
import { createRecentlyUsed, type RecentlyUsed } from '../../base/cache/recently-used';
import { ISSUERS } from '../platforms/issuers';
import { exactly } from '../platforms/platform';
import type { Issuer } from '../platforms/issuer';

/** An undeclared issuer, or the reason why it is unknown whether one exists. */
export type FoundIssuer = { readonly issuer: string } | { readonly unknown: string };

export interface UndeclaredOptions extends Anchoring, Limits {
  /** The issuers that belong to the organization: values of the claim `iss`. @default none */
  readonly declared?: readonly string[];
}

/**
 * Returns an undeclared issuer that the match accepts, and whose tokens do not show an owner, or `undefined`. A
 * platform such as GitHub Actions needs no declaration: its tokens name an owner, which `obtainableTokens` compares.
 * Throws the error of `re2js` for an invalid pattern.
 */
export function undeclaredIssuer(match: TokenMatch, options: UndeclaredOptions = {}): FoundIssuer | undefined {
  return issuerBeyond(PLATFORMS, match, options);
}

const PLATFORMS = ISSUERS.filter(({ mustBeDeclared = false }) => !mustBeDeclared);

/** The answers by platforms. Only the rule for the issuer decides, and most rules of an organization have the same one. */
const answers = new WeakMap<readonly Issuer[], RecentlyUsed<Counted<FoundIssuer | undefined>>>();
const MOST_ANSWERS = 1_000;

/** Returns the shortest issuer that the match accepts and that is neither one of the platforms nor declared. */
export function issuerBeyond(
  platforms: readonly Issuer[],
  { iss }: TokenMatch,
  { declared = [], anchored = false, ...limits }: UndeclaredOptions,
  budget = createBudget(limits),
): FoundIssuer | undefined {
  const known = answers.get(platforms) ?? createRecentlyUsed(MOST_ANSWERS);
  answers.set(platforms, known);
  const key = JSON.stringify([iss, declared, anchored]);
  try {
    return recall(known, key, budget, () => findIssuerBeyond(platforms, iss, { declared, anchored }, budget));
  } catch (error) {
    if (error instanceof UndecidedError) return { unknown: error.message };
    throw error;
  }
}

function findIssuerBeyond(
  platforms: readonly Issuer[],
  iss: ClaimRule | undefined,
  { declared, anchored }: Required<Pick<UndeclaredOptions, 'declared' | 'anchored'>>,
  budget: Budget,
): FoundIssuer | undefined {
  const rule = iss && ruleAutomata({ iss }, { anchored }, budget).get('iss');
  const solution = shortest(
    {
      all: [urls(), ...(rule === undefined ? [] : [rule])],
      none: [...declared.map((issuer) => textAutomaton(issuer)), ...platforms.flatMap(getAddresses)],
    },
    budget,
  );
  if (solution.status === 'none') return undefined;
  if (solution.status === 'unknown') throw new UndecidedError(solution.reason);
  return { issuer: solution.values[0] ?? '' };
}

let url: Automaton | undefined;

/** An issuer is a URL, whose scheme has any case. The name for the response of AWS to a signed request is not a URL. */
function urls(): Automaton {
  url ??= patternAutomaton('(?is)https?://.+', true, FIXED);
  return url;
}

/** Returns the languages of the claim `iss` of the issuer. */
export const getAddresses = onceFor((issuer: Issuer): readonly Automaton[] =>
  issuerAddresses(issuer).map((address) => addressAutomaton(address, issuer)),
);

/** Returns the claims `iss` of the shapes, as texts with variables. */
export function issuerAddresses({ shapes }: Issuer): readonly string[] {
  // Bounded: the issuer declares the shapes.
  return [...new Set(Object.values(shapes).map(({ iss = '' }) => iss))];
}

function addressAutomaton(address: string, { variables }: Issuer): Automaton {
  const parts = address.split(/\{(\w+)\}/);
  const pattern = parts.map((part, index) => (index % 2 === 1 ? `(${variables[part]?.is ?? ''})` : exactly(part)));
  return patternAutomaton(pattern.join(''), true, FIXED);
}
