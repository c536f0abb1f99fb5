/** Names what a review assumes about platforms, because no token shows it. */
import { compareNames } from '../../base/text/compare-names';
import { counted, few, listed, nounFor, plural } from '../../base/text/words';
import type { GrantNode } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { assumesProtection, namesEnvironment } from '../../access/trust';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { OPEN_ENVIRONMENT } from '../access/assume/describe';
import { getExposure } from '../access/assume/outsiders';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { getRights } from '../access/rights';
import { createWriteFinder } from '../findings/unreviewed-code';

/** A sentence, and the names of others in it. */
export interface ReportAssumption {
  readonly text: string;
  readonly names: readonly string[];
}

const PROTECTION = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

/** Returns sentences about facts that no token shows. */
export function listAssumptions(analysis: Analysis, isCurrent: boolean): ReportAssumption[] {
  return [...listProtection(analysis, isCurrent), ...(isCurrent ? [] : keptOwners(analysis))];
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
 * Returns sentences about the protection that trust policies rely on, and that no token shows.
 *
 * @param isCurrent if true, all trust policies count; otherwise those that change, or are new
 */
export function listProtection(analysis: Analysis, isCurrent: boolean): ReportAssumption[] {
  const { reachability, owners, budget, configuration, organization, readers } = analysis;
  const options = { whole: budget, anchored: configuration.anchored ?? false, ...(owners && { owners }) };
  const changed = new Set(analysis.trustPolicyChanges.map(({ plan, address }) => `${plan} ${address}`));
  const matches = [...organization.after.values()].flatMap(({ declaration, key, instances: [instance] }) => {
    if (declaration !== identity || !(isCurrent || changed.has(`${instance.plan.name} ${instance.address}`))) return [];
    const { match, isUnknown = true, by } = getTrustPolicy(instance) ?? {};
    return match === undefined || isUnknown || by === 'static_keys' ? [] : [{ match, key, instance }];
  });
  const isReliant = ({ match }: (typeof matches)[number]): boolean => {
    try {
      return assumesProtection(match, reachability(match), options);
    } catch {
      // A pattern is not valid RE2, which a finding reports.
      return false;
    }
  };
  const inEnvironments = matches.filter(({ match }) => namesEnvironment(match)).filter(isReliant);
  // Without an environment, the sentence is the same for one identity and for thousands.
  if (inEnvironments.length === 0 && !matches.some(isReliant)) return [];
  const assumed = { text: PROTECTION, names: [] };
  if (inEnvironments.length === 0) return [assumed];
  const getWrites = createWriteFinder(analysis.after);
  const writing = inEnvironments
    .map(({ key, instance }) => ({ path: readers.after.toPath(instance), grants: getWrites(key) }))
    .filter(({ grants }) => isCurrent && grants.length > 0);
  return [assumed, { text: OPEN_ENVIRONMENT, names: [] }, ...nameReliant(writing)];
}

/** Names all owners that rely on an environment, and the first others that can write. */
function nameReliant(
  writing: readonly { readonly path: string; readonly grants: readonly GrantNode[] }[],
): ReportAssumption[] {
  const isOwner = ({ grants }: (typeof writing)[number]) => grants.some(({ role }) => getRights(role) === 'owns');
  const [owning, others] = [true, false].map((owns) => writing.filter((found) => isOwner(found) === owns));
  const toNames = (found: typeof writing = []) => found.map(({ path }) => path).sort(compareNames);
  const [owners, rest] = [toNames(owning), toNames(others)];
  const [relies, rely] = ['relies on an environment', 'rely on environments'];
  const noun = `${owners.length > 0 ? 'other ' : ''}identity`;
  return [
    {
      names: owners,
      text: `The ${nounFor(owners.length, 'owner')} ${listed(owners)} ${owners.length === 1 ? relies : rely}.`,
    },
    {
      names: rest,
      text: `${counted(rest.length, `${noun} that can write ${relies}`, `${plural(noun)} that can write ${rely}`)}: ${few(rest)}.`,
    },
  ].filter(({ names }) => names.length > 0);
}
