/** Findings about trust policies that nobody can satisfy. */
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { unassumable, type Unassumable } from '../access/assume/nobody';
import type { IdentityTrustPolicy } from '../../access/rules';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { declaredAt, type Finding, type FindingCause } from './shared/finding';
import { SENSITIVE, type Instance } from '../organization/objects/objects';

/** Reports new and changed trust policies that accept no token of any issuer, or likely none. */
export function nobodyCanAssume({ trustPolicyChanges, matches, configuration, budget }: Analysis): Finding[] {
  const { anchored = false } = configuration;
  const changed = new Set(
    trustPolicyChanges.filter(({ relation }) => relation !== 'removed').map((change) => change.identity),
  );
  return matches.flatMap(({ declaration, after, pathAfter: path }) => {
    if (declaration !== identity || after === undefined || path === undefined || !changed.has(path)) return [];
    const [instance] = after.instances;
    const policy = getTrustPolicy(instance);
    const found = policy && unassumable(policy, { anchored, whole: budget });
    return policy === undefined || found === undefined ? [] : [getFinding(path, instance, found, policy)];
  });
}

function getFinding(path: string, instance: Instance, found: Unassumable, policy: IdentityTrustPolicy): Finding {
  const { reason, isCertain, lacksIds } = found;
  const text = isCertain ? `Nobody can assume ${path}` : `Perhaps nobody can assume ${path}`;
  return {
    id: 'nobody-can-assume',
    severity: isCertain ? 'medium' : 'low',
    subject: path,
    reason: `${text}: ${policy.isSensitive ? SENSITIVE : reason}.`,
    evidence: [policy],
    identity: path,
    cause: lacksIds ? UNNUMBERED : undefined,
    ...declaredAt(instance),
  };
}

/** One cause for all repositories: an organization knows which of its repositories are new. */
const UNNUMBERED: FindingCause = {
  key: 'repositories without ids',
  text: 'Subjects name repositories without their ids, which newer repositories have',
  isOfState: true,
};
