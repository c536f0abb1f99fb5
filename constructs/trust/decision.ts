/** Decides if a trust accepts tokens of outsiders, or no token at all. */
import {
  awsIdentityMatch,
  obtainableTokens,
  tokenMatch,
  unobtainableFrom,
  type Obtainable,
  type TokenMatch,
} from '../../src/claims';
import type { CheckedTrust } from './checked-trust';

/** The result for one trust; both are absent for a trust that accepts only its own workloads. */
export interface Decision {
  readonly problem?: string;
  readonly inconclusive?: string;
}

/** The time limit for one trust. A decision usually takes milliseconds; slow machines need more. */
const LIMITS = { milliseconds: 2000 } as const;

const decisions = new Map<string, Decision>();

/** Returns the decision for a valid trust, cached for each policy. */
export function decide(trust: CheckedTrust): Decision {
  const { decided, allowBroadSubject, title, owners, ruledOut } = trust;
  if (decided === undefined || allowBroadSubject !== undefined) return {};
  const key = JSON.stringify([title, decided, owners, ruledOut]);
  const known = decisions.get(key) ?? decideNow(trust, matchOf(decided));
  decisions.set(key, known);
  return known;
}

function matchOf(policy: NonNullable<CheckedTrust['decided']>): TokenMatch {
  return 'claimMatch' in policy ? tokenMatch(policy.claimMatch) : awsIdentityMatch(policy.awsIdentity);
}

function decideNow({ title, owners = [], ruledOut = [], narrow }: CheckedTrust, match: TokenMatch): Decision {
  const platforms = unobtainableFrom(match, LIMITS);
  if (platforms !== undefined)
    return {
      problem: `assumedBy: nobody can assume the identity, because ${platforms.join(' and ')} issues no token with such a subject: ${subjectOf(match)}. Correct the props${ORELSE}`,
    };
  const { obtainable, unknown } = obtainableTokens(match, { ...LIMITS, ...(owners.length > 0 && { owners }) });
  const outsider = obtainable.find((one) => one.outsider && !ruledOut.includes(one.reach));
  if (outsider !== undefined)
    return {
      problem: `assumedBy accepts outsiders: ${outsider.who} can assume the identity with the token ${tokenText(outsider)}. ${narrow}${ORELSE}`,
    };
  if (unknown.length === 0) return {};
  return {
    inconclusive: `assumedBy: it is unknown if outsiders can obtain a token of ${title} that the identity accepts: ${unknown[0] ?? ''}. Run \`platform-iac review\` on the plan`,
  };
}

const ORELSE = ", or give the reason with allowBroadSubject: '…'";

function subjectOf(match: TokenMatch): string {
  const rule = match['sub'];
  return JSON.stringify(rule === undefined ? '' : 'exact' in rule ? rule.exact : 'pattern' in rule ? rule.pattern : '');
}

function tokenText({ token }: Obtainable): string {
  return JSON.stringify(token);
}
