/** Names what a review assumes about platforms, because no token shows it. */
import { canWrite } from '../../access/graph/built-in-roles';
import type { GrantNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { assumesProtection, findOwners } from '../../access/trust';
import type { IdentityTrustPolicy } from '../../access/rules';
import { few } from '../../base/text/words';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { getExposure } from '../access/assume/outsiders';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { objectId } from '../organization/objects/objects';

/** A sentence, and the names of others in it. */
export interface ReportAssumption {
  readonly text: string;
  readonly names: readonly string[];
}

/** A sentence about owners that no configuration declares, and these owners. */
export interface UndeclaredOwners extends ReportAssumption {
  readonly owners: readonly {
    /** The entry of `owners` that declares it. */
    readonly entry: string;
    readonly name: string | undefined;
    /** The identities that accept its workloads, those with the highest access first. */
    readonly paths: readonly string[];
  }[];
}

const PROTECTION = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

/** Returns sentences about facts that no token shows, and about owners that no configuration declares. */
export function listAssumptions(analysis: Analysis, isCurrent: boolean): ReportAssumption[] {
  const protection = reliesOnProtection(analysis) ? [{ text: PROTECTION, names: [] }] : [];
  return [...protection, ...(isCurrent ? undeclaredOwners(analysis) : keptOwners(analysis))];
}

/** Joins an outsider and a group in the first line of a report, if the plan declares the ownership. */
export const STAYS_OWNER = ', which stays an owner of ';

/** Names owners that outsiders can assume and whose existing grant the plan imports: no access changes, so no finding is severe. */
function keptOwners({ changes, organization, readers, outsiders: find }: Analysis): ReportAssumption[] {
  const kept = changes.filter(
    ({ status, connects }) => (status === 'imported' || status === 'adopted') && connects?.role === 'owner',
  );
  if (kept.length === 0) return [];
  const byPath = groupBy(
    [...organization.after.values()].filter(({ declaration }) => declaration === identity),
    ({ instances: [instance] }) => readers.after.toPath(instance),
  );
  return kept.flatMap(({ connects, group }): ReportAssumption[] => {
    const name = connects?.identity ?? '';
    const instances = (byPath.get(name) ?? []).map(({ instances: [instance] }) => instance);
    const exposed = instances.flatMap((instance) => getExposure(instance, find).outsiders);
    const outsider = exposed.find(({ token }) => token !== undefined);
    if (outsider === undefined) return [];
    const text = `Outsiders can assume ${name}${STAYS_OWNER}${group}: ${outsider.who}.`;
    return [{ text, names: [name, group, ...(outsider.names ?? [])] }];
  });
}

/**
 * Without declared owners, an outsider who can write looks like any other workload: their names show it. The owners with the highest
 * access come first.
 */
export function undeclaredOwners({ owners, after, organization, isOwnerLevel }: Analysis): UndeclaredOwners[] {
  if (owners !== undefined) return [];
  const rank = ({ role }: GrantNode) => (role.holdsUnknown ? Infinity : role.capabilities.filter(isOwnerLevel).length);
  const writers = after.graph.identities
    .filter(({ grants }) => grants.some(({ role }) => canWrite(role)))
    .map((node) => ({ node, highest: Math.max(...node.grants.map(rank)) }));
  const isLarge = writers.length > MOST_WRITERS;
  const found = writers
    .filter(({ highest }) => !isLarge || highest > 0)
    .flatMap(({ node, highest }) => {
      const instance = organization.after.get(objectId(identity, node.key))?.instances[0];
      const policy = instance && getTrustPolicy(instance);
      if (policy?.match === undefined || policy.isUnknown || policy.isSensitive) return [];
      return findOwners(policy.match).map((owner) => ({ ...owner, path: node.path, highest }));
    });
  // The highest access comes first, among owners and among the identities of each. Two infinite ranks are equal.
  found.sort((a, b) => (a.highest === b.highest ? 0 : b.highest - a.highest));
  const parties = [...groupBy(found, ({ entry }) => entry)];
  if (parties.length === 0) return [];
  const owned = parties.map(([entry, all]) => ({
    ...{ entry, name: all.find(({ name }) => name !== undefined)?.name },
    paths: [...new Set(all.map(({ path }) => path))],
  }));
  const texts = owned.map(
    ({ entry, name, paths }) => `"${entry}"${name === undefined ? '' : ` ${name}`} (${few(paths)})`,
  );
  const isOne = texts.length === 1;
  const entries = owned.slice(0, MOST_OWNERS).map(({ entry }) => JSON.stringify(entry));
  const whom = isOne ? 'this owner' : 'these owners, those with the highest access first';
  return [
    {
      text: `No owners are declared, so the review cannot identify outsiders. Identities with ${isLarge ? 'administrative' : 'write'} access accept the workloads of ${whom}: ${few(texts, MOST_OWNERS)}. Add ${isOne ? 'it to review.config.json if it is yours' : 'those that are yours to review.config.json'}: "owners": [${entries.join(', ')}].`,
      owners: owned,
      names: owned.flatMap(({ entry, name }) => [entry, ...(name === undefined ? [] : [name])]),
    },
  ];
}

/** With more identities that can write, only those with administrative access count: each takes a millisecond. */
const MOST_WRITERS = 2_000;

/** The number of undeclared owners that a sentence names. */
const MOST_OWNERS = 10;

/** Only trust policies that change, or are new, count. */
function reliesOnProtection({
  matches,
  trustPolicyChanges,
  reachability,
  owners,
  budget,
  configuration,
}: Analysis): boolean {
  const options = { whole: budget, anchored: configuration.anchored ?? false, ...(owners && { owners }) };
  const changed = new Set(trustPolicyChanges.map(({ plan, address }) => `${plan} ${address}`));
  const relies = ({ by, match, isUnknown }: IdentityTrustPolicy): boolean => {
    if (match === undefined || isUnknown || by === 'static_keys') return false;
    try {
      return assumesProtection(match, reachability(match), options);
    } catch {
      // A pattern is not valid RE2, which a finding reports.
      return false;
    }
  };
  return matches.some(({ declaration, after }) => {
    const [instance] = declaration === identity ? (after?.instances ?? []) : [];
    if (instance === undefined || !changed.has(`${instance.plan.name} ${instance.address}`)) return false;
    const policy = getTrustPolicy(instance);
    return policy !== undefined && relies(policy);
  });
}
