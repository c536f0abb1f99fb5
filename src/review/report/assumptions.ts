/** Names what a review assumes about platforms, because no token shows it. */
import { groupBy } from '../../access/graph/paths';
import { assumesProtection, findOwners } from '../../access/trust';
import type { TrustPolicy } from '../../access/rules';
import { few } from '../../base/text/words';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { trustPolicyOf } from '../access/assume/trust-policy';
import { objectId } from '../organization/objects/objects';

/** A sentence, and the names of others in it. */
export interface Assumption {
  readonly text: string;
  readonly names: readonly string[];
}

const PROTECTION = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

/** Returns sentences about facts that no token shows, and about owners that no configuration declares. */
export function listAssumptions(analysis: Analysis, isCurrent: boolean): Assumption[] {
  const protection = assumesProtected(analysis) ? [{ text: PROTECTION, names: [] }] : [];
  return [...protection, ...(isCurrent ? undeclaredOwners(analysis) : [])];
}

/** Without declared owners, an outsider who is an owner looks like any other workload: their names show it. */
function undeclaredOwners({ owners, after, organization, isOwnerLevel }: Analysis): Assumption[] {
  if (owners !== undefined) return [];
  const found = after.graph.identities.flatMap(({ key, path, grants }) => {
    if (!grants.some(({ role }) => role.holdsUnknown || role.capabilities.some(isOwnerLevel))) return [];
    const instance = organization.after.get(objectId(identity, key))?.instances[0];
    const policy = instance && trustPolicyOf(instance);
    if (policy?.match === undefined || policy.isUnknown || policy.isSensitive) return [];
    return findOwners(policy.match).map(({ entry, name }) => ({
      owner: name === undefined ? entry : `${entry} ${name}`,
      path,
    }));
  });
  const parties = [...groupBy(found, ({ owner }) => owner)];
  if (parties.length === 0) return [];
  const texts = parties.map(([owner, all]) => `${owner} (${few([...new Set(all.map(({ path }) => path))])})`);
  const whom = texts.length === 1 ? 'this owner' : 'these owners';
  return [
    {
      text: `review.config.json declares no owners, so the review cannot identify outsiders. Identities with administrative access accept the workloads of ${whom}: ${few(texts, MOST_OWNERS)}.`,
      names: parties.map(([owner]) => owner),
    },
  ];
}

/** The number of undeclared owners that a sentence names. */
const MOST_OWNERS = 10;

/** Only trust policies that change, or are new, count. */
function assumesProtected({ matches, assume, reachability, owners, budget, configuration }: Analysis): boolean {
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
  return matches.some(({ declaration, after }) => {
    const [instance] = declaration === identity ? (after?.instances ?? []) : [];
    if (instance === undefined || !changed.has(`${instance.plan.name} ${instance.address}`)) return false;
    const policy = trustPolicyOf(instance);
    return policy !== undefined && relies(policy);
  });
}
