/** Trust policies that nobody can satisfy. */
import type { Anchoring, ClaimRule, Limits, TokenMatch } from '../../../access/claims';
import { findUnobtainable, type Unobtainable } from '../../../access/trust';
import { TRUST_SLIPS } from '../../../model/kinds';
import { findSlips, type FoundSlip } from '../../../model/schema';
import { isOneWorkload, type TrustPolicy } from '../../../access/rules';

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
  { by, match, isUnknown }: TrustPolicy,
  options: Anchoring & Limits,
): Unassumable | undefined {
  if (match === undefined || isUnknown) return undefined;
  if (by === 'aws_identity') return findReason(match, options);
  // With static keys, their holder signs any token.
  if (by !== 'claim_match') return undefined;
  const slips = slipsIn(match);
  const mistake = slips.find(isCertain);
  if (mistake !== undefined) return fromSlip(mistake);
  // For a pattern, other findings report who gains access. If only some of its texts are doubtful, the plan warns.
  const doubt = 'pattern' in (match['iss'] ?? {}) ? undefined : slips.find(({ field }) => !field.endsWith('Pattern'));
  if (isOneWorkload(match) && hasNoOtherClaims(match)) return doubt && fromSlip(doubt);
  const found = findReason(match, options);
  if (found?.isCertain !== true) return doubt === undefined ? found : fromSlip(doubt);
  const [intent] = found.isOfSubject ? slips : [];
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
  return findSlips(TRUST_SLIPS, { issuer }).some(({ slip }) => slip.mayBeIntended !== true);
}

function slipsIn({ iss, sub, ...claims }: TokenMatch): FoundSlip[] {
  const exact = (rule: ClaimRule | undefined) => (rule !== undefined && 'exact' in rule ? rule.exact : undefined);
  const pattern = (rule: ClaimRule | undefined) => (rule !== undefined && 'pattern' in rule ? rule.pattern : undefined);
  return findSlips(
    TRUST_SLIPS,
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

function isCertain({ slip }: FoundSlip): boolean {
  return slip.mayBeIntended !== true;
}

function withoutEffect({ message }: FoundSlip): string {
  return message.replace(/: nobody can assume the identity(?: unless [^.]*)?/, '');
}

function fromSlip(found: FoundSlip): Unassumable {
  return {
    reason: `the ${displayName(found.field)} ${withoutEffect(found)}`,
    isCertain: isCertain(found),
    lacksIds: !isCertain(found) && found.slip.unlessKey !== undefined,
  };
}
