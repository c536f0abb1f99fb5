/** Facts behind findings as plain values, for their fingerprints. No value depends on the wording of a sentence. */
import type { GrantNode } from '../../access/graph';
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
export function grantsOf({ graph }: Analysis['after'], identityPath: string): unknown[] {
  const grants = graph.identities.find(({ path }) => path === identityPath)?.grants ?? [];
  return grants.map((grant) => JSON.stringify(grantFacts(grant))).sort();
}

/** Returns the trust policy at an address, also if the report hides it: a suppression accepts no other. */
export function trustPolicyAt(objects: Objects, { address, plan }: Place): TrustPolicy | undefined {
  for (const { instances } of objects.values()) {
    const found = instances.find((instance) => instance.address === address && instance.plan.name === plan);
    if (found !== undefined) return trustPolicyOf(found);
  }
  return undefined;
}
