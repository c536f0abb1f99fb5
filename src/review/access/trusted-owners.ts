/** Finds the owners whose workloads the identities accept. Without a declaration, only their numbers show which one is unusual. */
import { canWrite } from '../../access/graph/built-in-roles';
import type { GrantNode, IdentityNode } from '../../access/graph';
import { groupOwners, trustsSharedPlatform, type AcceptedOwner, type IdentityTrustPolicy } from '../../access/rules';
import { findOwners, type RequiredOwner } from '../../access/trust';
import { compareNames } from '../../base/text/compare-names';
import { onceFor } from '../../base/cache/once-for';
import { identity } from '../../model/kinds';
import { objectId } from '../organization/objects/objects';
import type { Analysis } from './analysis';
import { getTrustPolicy } from './assume/trust-policy';

/** An owner, and the identities that accept its workloads after the change. */
export interface ReportedOwner extends Omit<AcceptedOwner<Accepting>, 'by' | 'isByName'> {
  /** Those with the highest access first. */
  readonly identities: readonly [Accepting, ...Accepting[]];
  /** True for the only owner with the most identities on its platform. */
  readonly isMain: boolean;
  /** The number of identities that accept workloads of the platform. */
  readonly ofPlatform: number;
}

/** An identity with its access as a number. */
export interface Accepting {
  readonly node: IdentityNode;
  readonly level: number;
}

/** Returns the owners, those with the highest access first, and then the rarest. */
export const trustedOwners = onceFor((analysis: Analysis): readonly ReportedOwner[] =>
  groupOwners(findTrusting(analysis).flatMap(({ owners, by }) => owners.map((owner) => ({ owner, by }))))
    .flatMap(rankOwners)
    .sort((a, b) => b.identities[0].level - a.identities[0].level || getShare(a) - getShare(b)),
);

/** Returns the share of the identities on the platform: a stranger has few. */
export function getShare({ identities, ofPlatform }: Pick<ReportedOwner, 'identities' | 'ofPlatform'>): number {
  return identities.length / ofPlatform;
}

/** Returns the identities that accept workloads of a shared platform, and whose trust policies show no owner. */
export function withHiddenOwners(analysis: Analysis): readonly Accepting[] {
  return findTrusting(analysis).flatMap(({ owners, policy, by }) =>
    owners.length === 0 && trustsSharedPlatform(policy, analysis.reachability) ? [by] : [],
  );
}

interface Trusting {
  readonly policy: IdentityTrustPolicy;
  readonly by: Accepting;
  /** Empty for a sensitive trust policy: nobody may read the owner. */
  readonly owners: readonly RequiredOwner[];
}

/** Returns the identities with a known trust policy. */
const findTrusting = onceFor(({ after, organization, isOwnerLevel }: Analysis): readonly Trusting[] => {
  const level = ({ role }: GrantNode) =>
    role.holdsUnknown ? UNKNOWN : canWrite(role) ? WRITES + role.capabilities.filter(isOwnerLevel).length : READS;
  return after.graph.identities.flatMap((node) => {
    const instance = organization.after.get(objectId(identity, node.key))?.instances[0];
    const policy = instance && getTrustPolicy(instance);
    if (policy?.match === undefined || policy.isUnknown) return [];
    const by = { node, level: Math.max(0, ...node.grants.map(level)) };
    return [{ policy, by, owners: policy.isSensitive ? [] : findOwners(policy.match) }];
  });
});

const [READS, WRITES, UNKNOWN] = [1, 2, 1_000_000];

/** Finds the main owner of a platform. A single identity shows none, unless nothing else is accepted. */
function rankOwners(
  owners: readonly AcceptedOwner<Accepting>[],
  _: number,
  platforms: readonly unknown[],
): ReportedOwner[] {
  const most = Math.max(...owners.map(({ by }) => by.length));
  const isAlone =
    owners.filter(({ by }) => by.length === most).length === 1 && (most > 1 || platforms.length * owners.length === 1);
  const ofPlatform = new Set(owners.flatMap(({ by }) => by)).size;
  return owners.map(({ by, ...owner }) => ({
    ...{ ...owner, ofPlatform, isMain: isAlone && by.length === most },
    identities: [...by].sort((a, b) => b.level - a.level || compareNames(a.node.path, b.node.path)) as [
      Accepting,
      ...Accepting[],
    ],
  }));
}
