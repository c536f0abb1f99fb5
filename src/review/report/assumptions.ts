/** Names what a review assumes about platforms, because no token shows it. */
import { groupBy } from '../../access/graph/paths';
import { assumesProtection, namesEnvironment } from '../../access/trust';
import type { TokenMatch } from '../../access/claims';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { OPEN_ENVIRONMENT } from '../access/assume/describe';
import { getExposure } from '../access/assume/outsiders';
import { getTrustPolicy } from '../access/assume/trust-policy';

/** A sentence, and the names of others in it. */
export interface ReportAssumption {
  readonly text: string;
  readonly names: readonly string[];
}

const PROTECTION = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

/** Returns sentences about facts that no token shows. */
export function listAssumptions(analysis: Analysis, isCurrent: boolean): ReportAssumption[] {
  return [
    ...protectionTexts(analysis, isCurrent).map((text) => ({ text, names: [] })),
    ...(isCurrent ? [] : keptOwners(analysis)),
  ];
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
export function protectionTexts(analysis: Analysis, isCurrent: boolean): readonly string[] {
  const { matches, trustPolicyChanges, reachability, owners, budget, configuration } = analysis;
  const options = { whole: budget, anchored: configuration.anchored ?? false, ...(owners && { owners }) };
  const changed = new Set(trustPolicyChanges.map(({ plan, address }) => `${plan} ${address}`));
  const relies = (match: TokenMatch): boolean => {
    try {
      return assumesProtection(match, reachability(match), options);
    } catch {
      // A pattern is not valid RE2, which a finding reports.
      return false;
    }
  };
  const accepted = matches.flatMap(({ declaration, after }): TokenMatch[] => {
    const [instance] = declaration === identity ? (after?.instances ?? []) : [];
    if (instance === undefined || !(isCurrent || changed.has(`${instance.plan.name} ${instance.address}`))) return [];
    const { match, isUnknown = true, by } = getTrustPolicy(instance) ?? {};
    return match === undefined || isUnknown || by === 'static_keys' ? [] : [match];
  });
  if (accepted.filter(namesEnvironment).some(relies)) return [PROTECTION, OPEN_ENVIRONMENT];
  return accepted.some((match) => !namesEnvironment(match) && relies(match)) ? [PROTECTION] : [];
}
