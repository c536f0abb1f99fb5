/** Facts behind findings as plain values, for their fingerprints. No value depends on the wording of a sentence. */
import type { AccessGraph, GrantNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { onceFor } from '../../base/cache/once-for';
import type { Analysis } from '../access/analysis';
import type { TrustPolicy } from '../../access/rules';
import { trustPolicyOf } from '../access/assume/trust-policy';
import type { Place } from './finding';
import type { Objects } from '../organization/objects/objects';

/** Returns the role, capabilities and group of a grant; `null` if it is unknown. */
export function grantFacts(grant: GrantNode | undefined): unknown {
  if (grant === undefined) return null;
  const { role, group } = grant;
  return [role.path, [...role.capabilities].sort(), role.holdsUnknown, group.path];
}

/** Returns the grants of an identity, in an order that does not depend on the plan. */
export function getGrants({ graph }: Analysis['after'], identityPath: string): unknown[] {
  const grants = identitiesByPath(graph).get(identityPath)?.grants ?? [];
  return grants.map((grant) => JSON.stringify(grantFacts(grant))).sort();
}

/** A path has no meaning as a key: `graph.identity` would accept both. */
export const identitiesByPath = onceFor(
  ({ identities }: AccessGraph) => new Map(identities.map((node) => [node.path, node])),
);

/** Returns the trust policy at an address, also if the report hides it: a suppression accepts no other. */
export function trustPolicyAt(objects: Objects, { address, plan }: Place): TrustPolicy | undefined {
  const found = address === undefined ? undefined : instancesByAddress(objects).get(address);
  const instance = found?.find((each) => each.plan.name === plan);
  return instance && trustPolicyOf(instance);
}

const instancesByAddress = onceFor((objects: Objects) =>
  groupBy(
    [...objects.values()].flatMap(({ instances }) => instances),
    ({ address }) => address,
  ),
);
