/** Finds the audiences that a platform sets by default for the workloads that a match accepts. They contain the owner. */
import { type Anchoring, createBudget, type Limits, ruleAutomata, type TokenMatch, UndecidedError } from '../claims';
import { ISSUERS } from '../platforms/issuers';
import { createMinting } from './accepted-tokens';

/** Returns the default audiences of accepted tokens. Throws the error of `re2js` for an invalid pattern. */
export function findOwnAudiences(match: TokenMatch, options: Anchoring & Limits = {}): readonly string[] {
  const budget = createBudget(options);
  try {
    const rules = ruleAutomata(match, options, budget);
    return ISSUERS.flatMap((issuer) => {
      const { ownAudience, shapes } = issuer;
      if (ownAudience === undefined) return [];
      // Bounded: the issuer declares the shapes.
      for (const shape of Object.values(shapes)) {
        const of = createMinting(issuer, { ...shape, aud: ownAudience }, rules, budget);
        const values = of.find();
        const audience = values && of.createToken(values)?.token['aud'];
        if (audience !== undefined) return [audience];
      }
      return [];
    });
  } catch (error) {
    if (error instanceof UndecidedError) return [];
    throw error;
  }
}
