/**
 * True if the claims of a verified token are those that an identity accepts. Patterns are anchored whole: one that
 * matches a prefix only does not match. Contract T5, V8, V9.
 */
import { matchesWhole, patternSize } from '../../model/api';
import type { identity } from '../../model/kinds';
import type { Resource } from '../../model/schema';

export type StoredClaimMatch = NonNullable<Resource<typeof identity>['claimMatch']>;

/**
 * Returns the name of the first claim that does not match (`iss`, `sub`, `aud`, then further ones), or `undefined` if
 * all match. `defaultAudiences` are accepted if the identity has no audience.
 */
export function mismatchedClaim(
  match: StoredClaimMatch,
  claims: Readonly<Record<string, unknown>>,
  defaultAudiences: readonly string[],
): string | undefined {
  const accepts = createComparison();
  const audiences = [claims['aud']].flat();
  const acceptsAudience = (audience: unknown) =>
    match.audience || match.audiencePattern
      ? accepts(audience, match.audience, match.audiencePattern)
      : defaultAudiences.includes(audience as string);
  const { claims: exactly = {}, claimPatterns = {} } = match;
  // Each is looked at only when those before it match.
  if (!accepts(claims['iss'], match.issuer, match.issuerPattern)) return 'iss';
  if (!accepts(claims['sub'], match.subject, match.subjectPattern)) return 'sub';
  if (!audiences.some(acceptsAudience)) return 'aud';
  return (
    Object.keys(exactly).find((name) => !accepts(claims[name], exactly[name])) ??
    Object.keys(claimPatterns).find((name) => !accepts(claims[name], undefined, claimPatterns[name]))
  );
}

/** Returns true if tokens of an issuer can match at all. */
export function acceptsIssuer({ issuer, issuerPattern }: Partial<StoredClaimMatch>, claimed: string): boolean {
  return createComparison()(claimed, issuer, issuerPattern);
}

/** The budget for all patterns of one identity and one token: characters of the pattern times those of the claim. */
const MATCH_BUDGET = 1_000_000;

/**
 * Compares claims until the budget is spent. After that, nothing matches a pattern. Numbers and booleans are compared
 * as text, and lists and objects match nothing.
 */
function createComparison(): (claim: unknown, exact?: string, pattern?: string) => boolean {
  let budget = MATCH_BUDGET;
  return (claim, exact, pattern) => {
    if (!['string', 'number', 'boolean'].includes(typeof claim)) return false;
    const text = String(claim);
    if (exact) return text === exact;
    if (!pattern) return false;
    budget -= patternSize(pattern) * (text.length + 1);
    return budget >= 0 && matchesWhole(pattern, text);
  };
}
