/** Names what a review assumes about platforms, because no token shows it. */
import { assumesProtection } from '../../access/trust';
import type { TrustPolicy } from '../../access/rules';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { trustPolicyOf } from '../access/assume/trust-policy';

const PROTECTION = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

/** Returns sentences. Only trust policies that change, or are new, count. */
export function listAssumptions({ matches, assume, reachability, owners, budget, configuration }: Analysis): string[] {
  const options = { whole: budget, anchored: configuration.anchored ?? false, ...(owners && { owners }) };
  const changed = new Set(assume.map(({ plan, address }) => `${plan} ${address}`));
  const relies = ({ by, match, isUnknown }: TrustPolicy): boolean => {
    if (match === undefined || isUnknown || by === 'static_keys') return false;
    try {
      return assumesProtection(match, reachability(match), options);
    } catch {
      // A pattern is not valid RE2, which a finding reports.
      return false;
    }
  };
  const isAssumed = matches.some(({ declaration, after }) => {
    const [instance] = declaration === identity ? (after?.instances ?? []) : [];
    if (instance === undefined || !changed.has(`${instance.plan.name} ${instance.address}`)) return false;
    const policy = trustPolicyOf(instance);
    return policy !== undefined && relies(policy);
  });
  return isAssumed ? [PROTECTION] : [];
}
