/** Reports at synth a trust policy that no token satisfies. */
import type { Construct } from 'constructs';
import { tokenMatch, unobtainableFrom, type ClaimMatchFields } from '../../src/claims';
import { TRUST_SLIPS } from '../../src/resources';
import { findSlips } from '../../src/schema';
import { isUnknown } from '../base/attributes';
import { warn } from '../base/problems';

/** The time limit for one trust policy. Without a result, there is no warning. */
const LIMITS = { milliseconds: 200 } as const;

const reasons = new Map<string, string | undefined>();

/**
 * Adds a warning if no platform issues a token that the patterns accept. The other checks of the construct report
 * likely mistakes in exact values (`TRUST_SLIPS`).
 */
export function warnIfUnobtainable(construct: Construct, claimMatch: ClaimMatchFields | undefined): void {
  const { issuer, issuerPattern, subject, subjectPattern } = claimMatch ?? {};
  if (issuerPattern === undefined && subjectPattern === undefined) return;
  const trust = { issuer, issuerPattern, subject, subjectPattern };
  if (Object.values(trust).some((value) => isUnknown(value))) return;
  const id = JSON.stringify(trust);
  const reason = reasons.has(id) ? reasons.get(id) : unobtainable(trust);
  reasons.set(id, reason);
  if (reason !== undefined) warn(construct, reason);
}

function unobtainable(trust: ClaimMatchFields): string | undefined {
  // A certain mistake is a warning of its own.
  if (findSlips(TRUST_SLIPS, { ...trust }).some(({ slip }) => slip.mayBeIntended !== true)) return undefined;
  try {
    const platforms = unobtainableFrom(tokenMatch(trust), LIMITS);
    if (platforms === undefined) return undefined;
    const field = trust.subjectPattern === undefined ? 'subject' : 'subjectPattern';
    return `claimMatch.${field}: nobody can assume the identity, because ${platforms.join(' and ')} issues no token with a subject that is accepted (it is ${JSON.stringify(trust[field])})`;
  } catch {
    return undefined; // An invalid pattern is another problem.
  }
}
