/** Names what a review assumes about platforms, because no token shows it. */
import { groupBy } from '../../access/graph/paths';
import { assumesProtection, namesEnvironment } from '../../access/trust';
import type { TokenMatch } from '../../access/claims';
import { few } from '../../base/text/words';
import { identity } from '../../model/kinds';
import type { Analysis } from '../access/analysis';
import { OPEN_ENVIRONMENT } from '../access/assume/describe';
import { getExposure } from '../access/assume/outsiders';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { identitiesText, levelText, trustedOwners } from '../access/trusted-owners';
import { ownerText } from '../../access/rules';

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
    /** True for the only owner with the most identities on its platform. */
    readonly isMain: boolean;
    /** The identities that accept its workloads, those with the highest access first. */
    readonly paths: readonly string[];
  }[];
}

const PROTECTION = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';

/** Returns sentences about facts that no token shows, and about owners that no configuration declares. */
export function listAssumptions(analysis: Analysis, isCurrent: boolean): ReportAssumption[] {
  const isAboutOwners =
    isCurrent || analysis.trustPolicyChanges.length > 0 || analysis.gained.some(({ fresh }) => fresh.length > 0);
  return [
    ...protectionTexts(analysis, isCurrent).map((text) => ({ text, names: [] })),
    ...(isCurrent ? [] : keptOwners(analysis)),
    ...(isAboutOwners ? undeclaredOwners(analysis) : []),
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
 * Without declared owners, an outsider looks like any other workload: their names and numbers show it. The owners with the highest
 * access come first. The entries to paste are those of the main owners: an outsider must not be among them. A tie has none.
 */
export function undeclaredOwners(analysis: Analysis): UndeclaredOwners[] {
  const found = analysis.owners === undefined ? trustedOwners(analysis) : [];
  if (found.length === 0) return [];
  const owned = found.map(({ entries, name, identities, isMain }) => ({
    ...{ entry: entries[0], name, isMain },
    paths: identities.map(({ node }) => node.path),
  }));
  const texts = found.map(
    (owner) => `${ownerText(owner)} (${identitiesText(owner.identities)}: ${levelText(owner.identities[0].level)})`,
  );
  const isOne = found.length === 1;
  const isMixed = found.some(({ isMain }) => !isMain);
  const pasted = found.filter(({ isMain }) => isMain).flatMap(({ entries }) => entries);
  const list = `\`"owners": [${pasted
    .slice(0, MOST_OWNERS)
    .map((entry) => JSON.stringify(entry))
    .join(', ')}]\``;
  const whom = isOne ? 'this owner' : 'these owners, those with the highest access first';
  const next =
    pasted.length === 0
      ? 'None of them is the main one. Add an entry to "owners" in review.config.json only if this owner is yours'
      : isOne
        ? `Add it to review.config.json if it is yours: ${list}`
        : isMixed && pasted.length < found.flatMap(({ entries }) => entries).length
          ? `Add those that are yours to review.config.json. The main ones are ${list}`
          : `Add those that are yours to review.config.json: ${list}`;
  return [
    {
      text: `${NO_OWNERS} Trust policies name ${whom}: ${few(texts, MOST_OWNERS)}. ${next}.`,
      owners: owned,
      names: found.flatMap(({ entries, name }) => [...entries, ...(name === undefined ? [] : [name])]),
    },
  ];
}

/** Begins the sentence about owners, which has a line of its own. */
export const NO_OWNERS = 'No owners are declared, so the review cannot identify outsiders.';

/** The number of undeclared owners that a sentence names. */
const MOST_OWNERS = 10;

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
