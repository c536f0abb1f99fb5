/** Trust policies that nobody can satisfy. */
import { unobtainableFrom, type ClaimRule, type TokenMatch } from '../../claims';
import { TRUST_SLIPS } from '../../resources';
import { findSlips, type FoundSlip } from '../../schema';
import { isOneWorkload, LIMITS } from './reach';
import type { Way } from './ways';

/** Why nobody can assume an identity, and what its author likely intends. */
export interface Unassumable {
  /** A sentence without its full stop. */
  readonly reason: string;
  /** False if the author may know better. */
  readonly isCertain: boolean;
  /** Whether the only doubt is that a repository is named without its ids. */
  readonly lacksIds: boolean;
}

/** Returns why nobody can assume the identity; `undefined` if somebody can, or if that is unknown. */
export function unassumable({ by, match, isUnknown }: Way, anchored: boolean): Unassumable | undefined {
  if (by !== 'claim_match' || match === undefined || isUnknown) return undefined;
  const [slip] = slipsIn(match).sort((one, other) => weight(one) - weight(other));
  if (slip !== undefined) return fromSlip(slip);
  if (isOneWorkload(match)) return undefined;
  try {
    const platforms = unobtainableFrom(match, { ...LIMITS, anchored });
    if (platforms === undefined) return undefined;
    return {
      reason: `${platforms.join(' and ')} issues no token with a subject that is accepted`,
      isCertain: true,
      lacksIds: false,
    };
  } catch {
    return undefined; // An invalid pattern is another finding.
  }
}

/** Returns whether an issuer is certain to issue no tokens, by its address alone. */
export function issuesNoTokens(issuer: string): boolean {
  return findSlips(TRUST_SLIPS, { issuer }).some(({ slip }) => slip.mayBeIntended !== true);
}

function slipsIn({ iss, sub, ...claims }: TokenMatch): FoundSlip[] {
  const exact = (rule: ClaimRule | undefined) => (rule !== undefined && 'exact' in rule ? rule.exact : undefined);
  return findSlips(
    TRUST_SLIPS,
    { issuer: exact(iss), subject: exact(sub), claims },
    { displayName: (field) => attributes[field] ?? field },
  );
}

const attributes: Readonly<Record<string, string>> = {
  issuerPattern: 'issuer_pattern',
  subjectPattern: 'subject_pattern',
};

/** Certain mistakes first. */
function weight({ slip }: FoundSlip): number {
  return slip.mayBeIntended === true ? 1 : 0;
}

function fromSlip({ slip, message }: FoundSlip): Unassumable {
  const isCertain = slip.mayBeIntended !== true;
  const what = message.replace(': nobody can assume the identity', '');
  return { reason: `the ${slip.field} ${what}`, isCertain, lacksIds: !isCertain && slip.field === 'subject' };
}
