/** Trust policies that nobody can satisfy. */
import type { Anchoring, ClaimRule, Limits, TokenMatch } from '../../../access/claims';
import { findUnobtainable, type Unobtainable } from '../../../access/trust';
import { TRUST_MISTAKES } from '../../../model/kinds';
import { findLikelyMistakes, type FoundMistake } from '../../../model/schema';
import { isOneWorkload, type IdentityTrustPolicy } from '../../../access/rules';

/** The reason why nobody can assume an identity, with the likely intent of its author. */
export interface Unassumable {
  /** A sentence without the final period. */
  readonly reason: string;
  /** False if the author may know better. */
  readonly isCertain: boolean;
  /** True if the only doubt is a repository without its ids. */
  readonly lacksIds: boolean;
}

/** Returns the reason why nobody can assume the identity; `undefined` if someone can, or if it is unknown. */
export function unassumable(
  { by, match, isUnknown }: IdentityTrustPolicy,
  options: Anchoring & Limits,
): Unassumable | undefined {
  if (match === undefined || isUnknown) return undefined;
  if (by === 'aws_identity') return findReason(match, options);
  // With static keys, their holder signs any token.
  if (by !== 'claim_match') return undefined;
  const mistakes = mistakesIn(match);
  const mistake = mistakes.find(isCertain);
  if (mistake !== undefined) return fromMistake(mistake);
  // For a pattern, other findings report who gains access. If only some of its texts are doubtful, the plan warns.
  const doubt =
    'pattern' in (match['iss'] ?? {}) ? undefined : mistakes.find(({ field }) => !field.endsWith('Pattern'));
  if (isOneWorkload(match) && hasNoOtherClaims(match)) return doubt && fromMistake(doubt);
  const found = findReason(match, options);
  if (found?.isCertain !== true) return doubt === undefined ? found : fromMistake(doubt);
  const [intent] = found.isOfSubject ? mistakes : [];
  return intent === undefined
    ? found
    : { ...found, reason: `${found.reason}. The ${displayName(intent.field)} ${withoutEffect(intent)}` };
}

function hasNoOtherClaims(match: TokenMatch): boolean {
  return Object.keys(match).every((claim) => ['iss', 'sub', 'aud'].includes(claim));
}

function findReason(match: TokenMatch, options: Anchoring & Limits): (Unassumable & Unobtainable) | undefined {
  try {
    const found = findUnobtainable(match, options);
    return found && { ...found, lacksIds: false };
  } catch {
    return undefined; // Another finding reports an invalid pattern.
  }
}

/** Returns true if the address alone shows that an issuer issues no tokens. */
export function issuesNoTokens(issuer: string): boolean {
  return findLikelyMistakes(TRUST_MISTAKES, { issuer }).some(({ mistake }) => mistake.mayBeIntended !== true);
}

function mistakesIn({ iss, sub, ...claims }: TokenMatch): FoundMistake[] {
  const exact = (rule: ClaimRule | undefined) => (rule !== undefined && 'exact' in rule ? rule.exact : undefined);
  const pattern = (rule: ClaimRule | undefined) => (rule !== undefined && 'pattern' in rule ? rule.pattern : undefined);
  return findLikelyMistakes(
    TRUST_MISTAKES,
    {
      ...{ issuer: exact(iss), issuerPattern: pattern(iss), subject: exact(sub), subjectPattern: pattern(sub) },
      claims,
    },
    { displayName },
  );
}

const attributes: Readonly<Record<string, string>> = {
  issuerPattern: 'issuer_pattern',
  subjectPattern: 'subject_pattern',
};
const displayName = (field: string) => attributes[field] ?? field;

function isCertain({ mistake }: FoundMistake): boolean {
  return mistake.mayBeIntended !== true;
}

function withoutEffect({ message }: FoundMistake): string {
  return message.replace(/: nobody can assume the identity(?: unless [^.]*)?/, '');
}

function fromMistake(found: FoundMistake): Unassumable {
  return {
    reason: `the ${displayName(found.field)} ${withoutEffect(found)}`,
    isCertain: isCertain(found),
    lacksIds: !isCertain(found) && found.mistake.unlessKey !== undefined,
  };
}
