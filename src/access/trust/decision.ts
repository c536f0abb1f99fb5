/** Decides if a trust accepts tokens of outsiders, or no token at all. */
import { awsIdentityMatch, tokenMatch, type TokenMatch } from '../claims';
import type { Platform, TrustPolicy } from '../platforms/platform';
import type { ReachId } from '../platforms/issuer';
import { obtainableTokens, type Obtainable } from './obtainable-tokens';
import { findUnobtainable } from './unobtainable';

/** A trust with its policy, and the facts about its platform that decide about outsiders. */
export interface KnownTrust extends Pick<Platform<never>, 'title' | 'narrow'> {
  /** The policy, without values that only Terraform knows; undefined if there are problems. */
  readonly decided?: TrustPolicy;
  readonly owners?: readonly string[];
  readonly ruledOut?: readonly ReachId[];
  /** The reason why outsiders may assume the identity, or nobody. */
  readonly allowBroadSubject?: string;
}

/** The result for one trust. Both are absent for a trust that accepts only its own workloads. */
export interface TrustDecision {
  readonly problem?: string;
  readonly inconclusive?: string;
}

const decisions = new Map<string, TrustDecision>();

/** Returns the decision for a valid trust, cached for each policy. */
export function decide(trust: KnownTrust): TrustDecision {
  const { decided, allowBroadSubject, title, owners, ruledOut } = trust;
  if (decided === undefined || allowBroadSubject !== undefined) return {};
  const match = getMatch(decided);
  if (isOneJob(match)) return {};
  const key = JSON.stringify([title, decided, owners, ruledOut]);
  const known = decisions.get(key) ?? decideNow(trust, match);
  decisions.set(key, known);
  return known;
}

const JOB =
  /^repo:[0-9A-Za-z-]+@[1-9][0-9]*\/[0-9A-Za-z._-]+@[1-9][0-9]*:(ref:refs\/(heads|tags)\/[^:\s~^?*[\\]+|environment:[^:*%]+)$/;

/** Returns true for one job of one repository of GitHub Actions with its ids, like most trusts: a decision would take 20 ms. */
function isOneJob({ iss, sub }: TokenMatch): boolean {
  if (iss === undefined || sub === undefined || !('exact' in iss) || !('exact' in sub)) return false;
  return iss.exact === 'https://token.actions.githubusercontent.com' && JOB.test(sub.exact);
}

function getMatch(policy: TrustPolicy): TokenMatch {
  return 'claimMatch' in policy ? tokenMatch(policy.claimMatch) : awsIdentityMatch(policy.awsIdentity);
}

function decideNow({ title, owners = [], ruledOut = [], narrow }: KnownTrust, match: TokenMatch): TrustDecision {
  const nobody = findUnobtainable(match);
  if (nobody?.isCertain === true)
    return {
      problem: `assumedBy: nobody can assume the identity, because ${nobody.reason}${getSubject(match)}. Correct the props${ORELSE}`,
    };
  const { obtainable, unknown } = obtainableTokens(match, owners.length > 0 ? { owners } : {});
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

function getSubject(match: TokenMatch): string {
  const rule = match['sub'];
  const text = rule !== undefined && ('exact' in rule ? rule.exact : 'pattern' in rule ? rule.pattern : undefined);
  return text ? ` (the subject is ${JSON.stringify(text)})` : '';
}

function tokenText({ token }: Obtainable): string {
  return JSON.stringify(token);
}
