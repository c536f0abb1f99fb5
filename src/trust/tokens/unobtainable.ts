/** Finds matches that no token satisfies, because their issuer issues no such token. */
import { type Anchoring, createBudget, type Limits, ruleAutomata, type TokenMatch, UndecidedError } from '../../claims';
import { ISSUERS } from './issuers';
import type { Shape } from './issuer';
import { createMinting } from './minting';
import { issuerAddresses, issuerBeyond } from './undeclared';

const PLATFORMS = ISSUERS.filter(({ hasAllSubjects = false }) => hasAllSubjects);

/**
 * Returns the names of the platforms that a match trusts, if it is proven that none of them issues such a subject.
 * Returns `undefined` if one of them does, or if that is unknown. Only issuer and subject decide, because platforms add
 * other claims over time. Throws the error of `re2js` for an invalid pattern.
 */
export function unobtainableFrom(
  { iss, sub }: TokenMatch,
  options: Anchoring & Limits = {},
): readonly string[] | undefined {
  if (iss === undefined || sub === undefined) return undefined;
  // Any other issuer can issue any subject.
  const budget = createBudget(options);
  if (issuerBeyond(PLATFORMS, { iss }, options, budget) !== undefined) return undefined;
  try {
    const rules = ruleAutomata({ iss, sub }, options, budget);
    const trusted = PLATFORMS.filter((issuer) => {
      const mints = (shape: Shape) => createMinting(issuer, shape, rules, budget).find() !== undefined;
      return issuerAddresses(issuer).some((address) => mints({ iss: address }));
    });
    const isMinted = trusted.some((issuer) =>
      Object.values(issuer.shapes).some((shape) => createMinting(issuer, shape, rules, budget).find() !== undefined),
    );
    return isMinted || trusted.length === 0 ? undefined : trusted.map(({ name }) => name);
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}
