/** What tokens an identity accepts: a rule for each claim that it names, and all of them must hold. Contract T5. */
import { patternAutomaton } from './program';
import { textAutomaton, type Automaton } from './automaton';

/** What the value of a claim must be. */
export type ClaimRule = { readonly exact: string } | { readonly pattern: string };

/** By the name of the claim: `iss`, `sub`, `aud` and further ones. A claim without a rule may be anything, or be absent. */
export type TokenMatch = Readonly<Record<string, ClaimRule>>;

/** A token's claims, as far as they matter; `undefined` stands for a claim that is absent. */
export type Token = Readonly<Record<string, string | undefined>>;

/** How patterns are read. */
export interface Anchoring {
  /**
   * Whether a pattern must match the whole value, as in the embedded API, or anywhere in it, as a service may have it.
   *
   * @default false: more tokens are accepted then
   */
  readonly anchored?: boolean;
}

/** How an identity says it: the fields of `claimMatch`. */
export interface ClaimMatchFields {
  readonly issuer?: string | undefined;
  readonly issuerPattern?: string | undefined;
  readonly subject?: string | undefined;
  readonly subjectPattern?: string | undefined;
  readonly audience?: string | undefined;
  readonly audiencePattern?: string | undefined;
  readonly claims?: Readonly<Record<string, string>> | undefined;
  readonly claimPatterns?: Readonly<Record<string, string>> | undefined;
}

/** The rules of a `claimMatch`. Without an audience it is `defaultAudience`, or anything if that is not known. */
export function tokenMatch(fields: ClaimMatchFields, defaultAudience?: string): TokenMatch {
  const match = new Map<string, ClaimRule>();
  const add = (claim: string, exact: string | undefined, pattern: string | undefined) => {
    // Empty is the same as absent (contract V2).
    if (exact) match.set(claim, { exact });
    else if (pattern) match.set(claim, { pattern });
  };
  for (const [claim, exact] of Object.entries(fields.claims ?? {})) match.set(claim, { exact });
  for (const [claim, pattern] of Object.entries(fields.claimPatterns ?? {})) match.set(claim, { pattern });
  add('iss', fields.issuer, fields.issuerPattern);
  add('sub', fields.subject, fields.subjectPattern);
  add('aud', defaultAudience, undefined);
  if (fields.audience || fields.audiencePattern) add('aud', fields.audience, fields.audiencePattern);
  return Object.fromEntries(match);
}

/** The values that a rule accepts. Throws what `re2js` throws if its pattern is none. */
export function ruleAutomaton(rule: ClaimRule, { anchored = false }: Anchoring): Automaton {
  return 'exact' in rule ? textAutomaton(rule.exact) : patternAutomaton(rule.pattern, anchored);
}
