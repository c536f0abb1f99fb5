/** Checks that no trust policy accepts a token of an outsider. */
import type { Invariant } from './configuration/configuration';
import type { RuledOrganization } from './organization';
import { isOutsider, tokenText } from './outside-tokens';
import type { RuleProblems } from './result';
import { checkObjects } from './structure';
import { createTokenReachability } from './token-reachability';

/** Returns the identities that outsiders can assume, each with a token that one of them can obtain. */
export function checkOutsiders(
  invariant: Extract<Invariant, { readonly rule: 'noOutsiders' }>,
  { objects, trustPolicies, reachability = createTokenReachability({}) }: RuledOrganization,
): RuleProblems {
  const identities = objects.filter(({ key }) => trustPolicies.get(key) !== undefined);
  return checkObjects(invariant, identities, ({ key, path }) => {
    const { by, match, isUnknown = true, isSensitive = true } = trustPolicies.get(key) ?? {};
    // With static keys, no issuer signs the tokens.
    if (by === 'static_keys' || by === 'service_principal') return undefined;
    if (match === undefined) return { unknown: 'its trust policy is unknown' };
    try {
      const known = reachability(match);
      const { obtainable, unknown } = known;
      const outsider = obtainable.find(isOutsider);
      if (outsider !== undefined) {
        // Unknown values are omitted from the match, so the identity can accept less.
        if (isUnknown) return { unknown: 'only Terraform knows a part of its trust policy' };
        const token = isSensitive ? '(sensitive)' : tokenText(outsider.token);
        const who = isSensitive ? 'someone outside' : outsider.who;
        const entries = isSensitive ? undefined : known.entries;
        return {
          ...(entries && { entries }),
          clause: `${path} accepts outsiders: ${who} can assume it with the token ${token}`,
          facts: [token],
        };
      }
      return unknown.length > 0 ? { unknown: `it is unknown ${unknown.join(' and ')}` } : undefined;
    } catch {
      return { unknown: 'a pattern is not valid RE2' };
    }
  });
}
