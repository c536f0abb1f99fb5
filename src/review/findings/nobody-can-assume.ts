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
  const changed = new Map(
    trustPolicyChanges.filter(({ relation }) => relation !== 'removed').map((change) => [change.identity, change]),
  );
  const find = (policy: IdentityTrustPolicy | undefined) => policy && unassumable(policy, { anchored, whole: budget });
  return matches.flatMap(({ declaration, before, after, pathAfter: path }) => {
    const change = path === undefined ? undefined : changed.get(path);
    if (declaration !== identity || after === undefined || path === undefined || change === undefined) return [];
    const [instance] = after.instances;
    const policy = getTrustPolicy(instance);
    const found = find(policy);
    if (policy === undefined || found === undefined) return [];
    const couldAssume = before !== undefined && find(getTrustPolicy(before.instances[0]))?.isCertain !== true;
    return [getFinding(path, instance, found, { policy, former: couldAssume ? change.before : undefined })];
  });
}

interface Compared {
  readonly policy: IdentityTrustPolicy;
  /** The description of those who could assume it before the change. */
  readonly former: string | undefined;
}

/** Ends a sentence about an identity that someone could assume before the change. */
export const NO_LONGER = ' any longer';

function getFinding(path: string, instance: Instance, found: Unassumable, { policy, former }: Compared): Finding {
  const { reason, isCertain, lacksIds } = found;
  const isLost = isCertain && former !== undefined;
  const text = `${isCertain ? 'Nobody' : 'Perhaps nobody'} can assume ${path}${isLost ? NO_LONGER : ''}`;
  return {
    id: 'nobody-can-assume',
    severity: isCertain ? 'medium' : 'low',
    subject: path,
    reason: `${text}: ${policy.isSensitive ? SENSITIVE : reason}.${isLost ? ` Before: ${former}.` : ''}`,
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
