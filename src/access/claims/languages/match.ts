/**
 * The tokens that an identity accepts: a rule for each of its claims, and a token must meet all of them. Contract T5.
 */
import { commonAutomaton, commonToBudgets, textAutomaton, type Automaton } from './automaton';
import type { Budget } from './budget';
import { patternAutomaton } from './program';

/** The constraint of a claim's value. */
export type ClaimRule =
  | { readonly exact: string }
  | { readonly pattern: string }
  /** A value must meet both. */
  | { readonly both: readonly [ClaimRule, ClaimRule] };

/**
 * The rules by the name of the claim: `iss`, `sub`, `aud` and further ones. A claim without a rule can have any value,
 * or be absent.
 */
export type TokenMatch = Readonly<Record<string, ClaimRule>>;

/** The relevant claims of a token. `undefined` for an absent claim. */
export type Token = Readonly<Record<string, string | undefined>>;

/** The matching mode of patterns. */
export interface Anchoring {
  /**
   * True if a pattern must match the whole value, as in the emulator. False if it must match a part of it, as some
   * services may require.
   * @default false: more tokens are accepted then
   */
  readonly anchored?: boolean;
}

/** The rules of an identity: the fields of `claimMatch`. */
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

/**
 * Returns the rules of a `claimMatch`. A token must meet all of them, also several for one claim. Without an audience,
 * the audience is `defaultAudience`, or anything if that is unknown.
 */
export function tokenMatch(fields: ClaimMatchFields, defaultAudience?: string): TokenMatch {
  const { issuer, issuerPattern, subject, subjectPattern, audience, audiencePattern } = fields;
  const rules = new Map<string, ClaimRule>();
  const require = (match: TokenMatch) => {
    // Bounded: linear in the claims of the plan.
    for (const [claim, one] of Object.entries(match)) {
      const known = rules.get(claim);
      rules.set(claim, known === undefined ? one : { both: [known, one] });
    }
  };
  // Bounded: linear in the claims of the plan.
  for (const [claim, exact] of Object.entries(fields.claims ?? {})) require({ [claim]: { exact } });
  // Bounded: linear in the claims of the plan.
  for (const [claim, pattern] of Object.entries(fields.claimPatterns ?? {})) require({ [claim]: { pattern } });
  require(rule('iss', issuer, issuerPattern));
  require(rule('sub', subject, subjectPattern));
  // Only the service knows the default, which can equal another rule for the audience.
  const isDefault = !audience && !audiencePattern && !rules.has('aud');
  require(rule('aud', isDefault ? defaultAudience : audience, audiencePattern));
  return Object.fromEntries(rules);
}

/** The rules of an identity for signed AWS requests: the fields of `awsIdentity`. */
export interface AwsIdentityFields {
  readonly awsAccount?: string | undefined;
  readonly arn?: string | undefined;
  readonly arnPattern?: string | undefined;
  readonly userId?: string | undefined;
  readonly userIdPattern?: string | undefined;
}

/** Represents the issuer of AWS responses to GetCallerIdentity, which are not tokens and have no issuer. */
export const AWS_CALLER_IDENTITY = 'aws:GetCallerIdentity';

/** Returns the rules of an `awsIdentity`. The response of GetCallerIdentity counts as a token with these claims. */
export function awsIdentityMatch(fields: AwsIdentityFields): TokenMatch {
  const { awsAccount, arn, arnPattern, userId, userIdPattern } = fields;
  return {
    iss: { exact: AWS_CALLER_IDENTITY },
    ...rule('account', awsAccount, undefined),
    ...rule('arn', arn, arnPattern),
    ...rule('userId', userId, userIdPattern),
  };
}

/** An empty value counts as absent (contract V2). */
function rule(claim: string, exact: string | undefined, pattern: string | undefined): TokenMatch {
  if (exact) return { [claim]: { exact } };
  return pattern ? { [claim]: { pattern } } : {};
}

/** Returns the only claims that a match accepts, as far as it has rules for them, or `undefined` if one of its rules is no text. */
export function exactToken(match: TokenMatch): Token | undefined {
  const token: [string, string][] = [];
  // Bounded: linear in the claims of the plan.
  for (const [claim, rule] of Object.entries(match)) {
    if (!('exact' in rule)) return undefined;
    token.push([claim, rule.exact]);
  }
  return Object.fromEntries(token);
}

/**
 * Returns the automata of all rules, by claim. Throws the error of `re2js` for an invalid pattern, and an
 * `UndecidedError` for a pattern that is too large.
 */
export function ruleAutomata(
  match: TokenMatch,
  { anchored = false }: Anchoring,
  budget: Budget,
): Map<string, Automaton> {
  return new Map(Object.entries(match).map(([claim, rule]) => [claim, ruleAutomaton(rule, anchored, budget)]));
}

/**
 * Returns the automaton of the values that a rule accepts. Equal rules have the same automaton. Throws the error of
 * `re2js` for an invalid pattern.
 */
function ruleAutomaton(rule: ClaimRule, anchored: boolean, budget: Budget): Automaton {
  if ('both' in rule)
    return commonAutomaton(
      ruleAutomaton(rule.both[0], anchored, budget),
      ruleAutomaton(rule.both[1], anchored, budget),
    );
  if ('exact' in rule) return commonToBudgets(`exactly ${rule.exact}`, budget, () => textAutomaton(rule.exact));
  return commonToBudgets(`pattern ${anchored} ${rule.pattern}`, budget, () =>
    patternAutomaton(rule.pattern, anchored, budget),
  );
}
