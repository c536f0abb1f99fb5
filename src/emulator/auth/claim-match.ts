/**
 * Whether the claims of a verified token are those that an identity accepts. Patterns are anchored whole: one that
 * matches a prefix only does not match. Contract T5, V8.
 */
import { matchesWhole } from '../../api';
import type { identity } from '../../resources';
import type { Resource } from '../../schema';

export type ClaimMatch = NonNullable<Resource<typeof identity>['claimMatch']>;

/**
 * The name of the first claim that does not match: `iss`, `sub`, `aud`, then further ones; `undefined` if all do.
 * `defaultAudiences` are accepted when the identity names none.
 */
export function mismatchedClaim(
  match: ClaimMatch,
  claims: Readonly<Record<string, unknown>>,
  defaultAudiences: readonly string[],
): string | undefined {
  const audiences = [claims['aud']].flat();
  const audienceMatches =
    match.audience || match.audiencePattern
      ? audiences.some((audience) => accepts(audience, match.audience, match.audiencePattern))
      : audiences.some((audience) => defaultAudiences.includes(audience as string));
  if (!accepts(claims['iss'], match.issuer, match.issuerPattern)) return 'iss';
  if (!accepts(claims['sub'], match.subject, match.subjectPattern)) return 'sub';
  if (!audienceMatches) return 'aud';
  const further = [
    ...Object.entries(match.claims ?? {}).map(([name, exact]) => [name, accepts(claims[name], exact)] as const),
    ...Object.entries(match.claimPatterns ?? {}).map(
      ([name, pattern]) => [name, accepts(claims[name], undefined, pattern)] as const,
    ),
  ];
  return further.find(([, accepted]) => !accepted)?.[0];
}

/** Whether tokens of an issuer can match at all. */
export function acceptsIssuer({ issuer, issuerPattern }: Partial<ClaimMatch>, claimed: string): boolean {
  return accepts(claimed, issuer, issuerPattern);
}

/** Numbers and truth values are compared as they are written; lists and objects match nothing. */
function accepts(claim: unknown, exact?: string, pattern?: string): boolean {
  if (!['string', 'number', 'boolean'].includes(typeof claim)) return false;
  const text = String(claim);
  if (exact) return text === exact;
  return pattern ? matchesWhole(pattern, text) : false;
}
