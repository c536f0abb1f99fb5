/** Facts behind findings as plain values, for their fingerprints. No value depends on the wording of a sentence. */
import type { AccessGraph, GrantNode, IdentityNode } from '../../../access/graph';
import { findDecisiveGrants } from '../../../access/graph/decisive-grants';
import { groupBy, identitiesByPath } from '../../../access/graph/paths';
import { includesCapability } from '../../../access/graph/questions';
import { onceFor } from '../../../base/cache/once-for';
import { few } from '../../../base/text/words';
import type { AccessLine } from '../../access/access-lines';
import type { Analysis } from '../../access/analysis';
import { mayWrite } from '../../access/rights';
import type { IdentityTrustPolicy } from '../../../access/rules';
import { getTrustPolicy } from '../../access/assume/trust-policy';
import type { Place } from './finding';
import type { Objects } from '../../organization/objects/objects';

/** Returns the role, capabilities and group of a grant; `null` if it is unknown. */
export function grantFacts(grant: GrantNode | undefined): unknown {
  if (grant === undefined) return null;
  const { role, group } = grant;
  return [role.path, [...role.capabilities].sort(), role.holdsUnknown, group.path];
}

/** Returns the grant that a planned object creates, its role in words, and if the role can write or may be able to. */
export function describeCreatedGrant(side: Analysis['after'], key: string) {
  const grant = side.graph.grants.find((node) => node.key === key);
  if (grant === undefined) return { grant, gives: 'a role that is unknown until apply', isWrite: true };
  const { role, group } = grant;
  return {
    grant,
    gives: `the role ${role.path} in ${group.path}`,
    isWrite: mayWrite(side, grant),
  };
}

/** Returns the grants of an identity, in an order that does not depend on the plan. */
export function getGrants({ graph }: Analysis['after'], identityPath: string): unknown[] {
  const grants = identitiesByPath(graph).get(identityPath)?.grants ?? [];
  return grants.map((grant) => JSON.stringify(grantFacts(grant))).sort();
}

/** Returns the grants of a line of access that alone give all of the capabilities; if none does, those that give any. */
export function grantsGiving(
  graph: AccessGraph,
  line: AccessLine,
  capabilities: readonly string[],
): readonly GrantNode[] {
  const through = line.grants.flatMap((key) => grantsByKey(graph).get(key) ?? []);
  const { grants, isAlone } = findDecisiveGrants(through, capabilities);
  if (isAlone) return grants;
  return through.filter(({ role }) => capabilities.some((name) => includesCapability(role, name)));
}

const grantsByKey = onceFor(({ grants }: AccessGraph) => new Map(grants.map((grant) => [grant.key, grant])));

/** Returns the paths of the roles of grants: `owner, acme/deployer`. */
export function rolesText(grants: readonly GrantNode[]): string {
  return few([...new Set(grants.map(({ role }) => role.path))]);
}

/** Returns two of the grants and the number of the others, in their order: `owner in acme, editor in acme/shop`. */
export function grantsText(grants: readonly GrantNode[]): string {
  const texts = [...new Set(grants.map(({ role, group }) => `${role.path} in ${group.path}`))];
  return few(texts, MOST_GRANTS);
}

const MOST_GRANTS = 2;

/** Returns the lines with new access of an identity, and the grants that give it. */
export function findGained(
  analysis: Pick<Analysis, 'gained'>,
  { path, grants }: Pick<IdentityNode, 'path' | 'grants'>,
) {
  const lines = freshLines(analysis).get(path) ?? [];
  const gaining = new Set(lines.flatMap((line) => line.grants));
  return { lines, grants: grants.filter(({ key }) => gaining.has(key)) };
}

const freshLines = onceFor(({ gained }: Pick<Analysis, 'gained'>) =>
  groupBy(
    gained.filter(({ fresh }) => fresh.length > 0),
    ({ identity }) => identity,
  ),
);

/** Returns the sentence of drift about an identity: who can assume it, and its roles, without the final period. */
export function withRoles(who: string, grants: readonly GrantPlace[]): string {
  const roles = [...new Set(grants.map(({ role, group }) => `${role.path} in ${group.path}`))];
  return roles.length === 0 ? `${who}. It has no role` : `${who}. It is ${few(roles)}`;
}

interface GrantPlace {
  readonly role: { readonly path: string };
  readonly group: { readonly path: string };
}

/** Returns the trust policy at an address, also if the report hides it: a suppression accepts no other. */
export function trustPolicyAt(objects: Objects, { address, plan }: Place): IdentityTrustPolicy | undefined {
  const found = address === undefined ? undefined : instancesByAddress(objects).get(address);
  const instance = found?.find((each) => each.plan.name === plan);
  return instance && getTrustPolicy(instance);
}

const instancesByAddress = onceFor((objects: Objects) =>
  groupBy(
    [...objects.values()].flatMap(({ instances }) => instances),
    ({ address }) => address,
  ),
);
