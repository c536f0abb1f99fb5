/**
 * Lists the owners of workloads that no configuration declares. An outsider then looks like any other workload: names and numbers
 * show it.
 */
import { trustedOwnerText, type TrustedOwner } from '../../access/rules';
import type { Analysis } from '../access/analysis';
import { findHighestAccess, getHeldRole } from '../access/rights';
import { trustedOwners, type ReportedOwner } from '../access/trusted-owners';
import type { ReportedOwners } from './types/report';

/** An owner that no configuration declares, with its identities and their highest access. */
export interface UndeclaredOwner extends TrustedOwner {
  readonly otherEntries: readonly string[];
  /** True for the only owner with the most identities on its platform. */
  readonly isMain: boolean;
}

/** Returns true if a report is about access or trust policies: another change needs no decision about owners. */
export function isAboutOwners({ trustPolicyChanges, gained }: Analysis, isCurrent: boolean): boolean {
  return isCurrent || trustPolicyChanges.length > 0 || gained.some(({ fresh }) => fresh.length > 0);
}

/** Returns the owners if the configuration declares none, those with the highest access first. */
export function listUndeclaredOwners(analysis: Analysis): readonly UndeclaredOwner[] {
  return analysis.owners === undefined ? trustedOwners(analysis).map(toUndeclared) : [];
}

function toUndeclared({ entries: [entry, ...otherEntries], name, identities, isMain }: ReportedOwner): UndeclaredOwner {
  return {
    ...{ entry, otherEntries, isMain },
    name: otherEntries.length === 0 && entry.endsWith(`:${name}`) ? undefined : name,
    identities: identities.map(({ node }) => node.path),
    role: findHighestAccess(identities.flatMap(({ node }) => node.grants.map(getHeldRole))),
  };
}

/** Begins every text about owners that no configuration declares. */
export const NO_OWNERS = 'No owners are declared, so the review cannot identify outsiders.';

/** Before a first plan, no identity shows which owner is the usual one. */
const FIRST_PLAN = 'This is the first plan, so only its own trust policies show which owner is the main one.';

/** Returns a line for each owner, and the decision about them; `undefined` without an owner. */
export function describeUndeclaredOwners(
  owners: readonly UndeclaredOwner[],
  isFirstPlan = false,
): ReportedOwners | undefined {
  if (owners.length === 0) return undefined;
  const whom = owners.length === 1 ? 'this owner' : 'these owners, those with the highest access first';
  return {
    text: `${NO_OWNERS}${isFirstPlan ? ` ${FIRST_PLAN}` : ''} Trust policies name ${whom}:`,
    owners: owners.map(trustedOwnerText),
    ...declareOwners([], owners),
  };
}

/**
 * Returns the next step after a list of undeclared owners, and the line to paste. It contains only the main owners: nobody must
 * declare an outsider without a decision.
 */
export function declareOwners(
  declared: readonly string[],
  owners: readonly Pick<UndeclaredOwner, 'entry' | 'otherEntries' | 'isMain'>[],
): Pick<ReportedOwners, 'next' | 'line'> {
  const isOne = owners.length === 1;
  const next = `Add ${isOne ? 'the entry' : 'an entry'} to "owners" in review.config.json only if ${isOne ? 'this' : 'the'} owner is yours.`;
  const main = owners.filter(({ isMain }) => isMain);
  if (main.length === 0) return { next };
  const entries = [...declared, ...main.flatMap(({ entry, otherEntries }) => [entry, ...otherEntries])];
  const which = isOne
    ? 'The line'
    : main.length === owners.length
      ? 'The line with all of them'
      : 'The line with the main ones';
  return { next: `${next} ${which}:`, line: `"owners": [${entries.map((entry) => JSON.stringify(entry)).join(', ')}]` };
}
