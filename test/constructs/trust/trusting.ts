/** Trusts as their platforms see them: the tokens that they accept, and the problems that users read. */
import { Identity, type Trust } from '../../../constructs';
import { checkedTrust } from '../../../constructs/trust/trust';
import { awsIdentityMatch, refusedClaim, tokenMatch, type Token } from '../../../src/access/claims';
import type { TrustPolicy } from '../../../src/access/trust';
import { problemsOf, rootUid } from '../synthesized';

/** The policy of a valid trust. */
export function policyOf(trust: Trust): TrustPolicy {
  const { policy, problems } = checkedTrust(trust)!;
  if (policy === undefined) throw new Error(problems.join('\n'));
  return policy;
}

/** The fields of `claimMatch` of a valid trust. */
export function claimMatchOf(trust: Trust) {
  const policy = policyOf(trust);
  if (!('claimMatch' in policy)) throw new Error('not a claimMatch');
  return policy.claimMatch;
}

/** Returns `accepted`, or the first claim that is refused. Patterns match anywhere, which accepts more. */
export function accepts(trust: Trust, token: Token): string {
  const policy = policyOf(trust);
  const match = 'claimMatch' in policy ? tokenMatch(policy.claimMatch) : awsIdentityMatch(policy.awsIdentity);
  return refusedClaim(match, token, { anchored: false }) ?? 'accepted';
}

/** The problems of an identity with this trust at synth, without the path of the construct. */
export function trustProblems(trust: Trust): string[] {
  const problems = problemsOf((stack) => new Identity(stack, 'ci', { group: rootUid, name: 'ci', assumedBy: trust }));
  return problems.map((problem) => problem.replace('[org/ci] ', ''));
}
