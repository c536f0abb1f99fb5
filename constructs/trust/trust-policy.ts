/** Reports at synth a trust policy that tokens of outsiders satisfy, or none. */
import type { Construct } from 'constructs';
import { tokenMatch, type ClaimMatchFields } from '../../src/access/claims';
import { findUnobtainable, obtainableTokens } from '../../src/access/trust';
import { TRUST_MISTAKES } from '../../src/model/kinds';
import { isOutsider, tokenText } from '../../src/access/rules';
import { findLikelyMistakes } from '../../src/model/schema';
import { isPending } from '../base/attributes';
import { warn } from '../base/problems';

/** The limit for one trust policy. Without a result, there is no warning. */
const LIMITS = { steps: 20_000_000 } as const;

const reasons = new Map<string, string | undefined>();

/**
 * Adds a warning if outsiders can obtain a token that the patterns accept, or if no platform issues one. The other checks of the
 * construct report likely mistakes in exact values (`TRUST_MISTAKES`).
 */
export function warnAboutPatterns(construct: Construct, claimMatch: ClaimMatchFields | undefined): void {
  if (claimMatch?.issuerPattern === undefined && claimMatch?.subjectPattern === undefined) return;
  if (hasUnknown(claimMatch)) return;
  const id = JSON.stringify(claimMatch);
  const reason = reasons.has(id) ? reasons.get(id) : reasonIn(claimMatch);
  reasons.set(id, reason);
  if (reason !== undefined) warn(construct, reason);
}

function hasUnknown(value: unknown): boolean {
  return isPending(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasUnknown));
}

function reasonIn(claimMatch: ClaimMatchFields): string | undefined {
  return unobtainable(claimMatch) ?? acceptedOutsider(claimMatch);
}

function acceptedOutsider(claimMatch: ClaimMatchFields): string | undefined {
  try {
    const outsider = obtainableTokens(tokenMatch(claimMatch), LIMITS).obtainable.find(isOutsider);
    if (outsider === undefined) return undefined;
    return `claimMatch accepts outsiders: ${outsider.who} can assume the identity with the token ${tokenText(outsider.token)}. Accept fewer tokens, for example with assumedBy`;
  } catch {
    return undefined; // An invalid pattern is another problem.
  }
}

function unobtainable(trust: ClaimMatchFields): string | undefined {
  // A certain mistake is a warning of its own.
  if (findLikelyMistakes(TRUST_MISTAKES, { ...trust }).some(({ mistake }) => mistake.mayBeIntended !== true))
    return undefined;
  try {
    const nobody = findUnobtainable(tokenMatch(trust), LIMITS);
    if (nobody?.isCertain !== true) return undefined;
    const field = trust.subjectPattern === undefined ? 'subject' : 'subjectPattern';
    const [place, text] = nobody.isOfSubject ? [`.${field}`, ` (it is ${JSON.stringify(trust[field])})`] : ['', ''];
    return `claimMatch${place}: nobody can assume the identity, because ${nobody.reason}${text}`;
  } catch {
    return undefined; // An invalid pattern is another problem.
  }
}
