/**
 * Finds the owners that a person has to decide about before an access review can propose removals: the identities accept their
 * workloads, and the configuration does not declare them. A new configuration is often incomplete.
 */
import { groupBy } from '../../access/graph/paths';
import { trustedOwnerLine } from '../../access/rules';
import type { Review } from '../report/review-result';
import { declareOwners, NO_OWNERS, type UndeclaredOwner } from '../report/undeclared-owners';
import { findHighestAccess } from '../access/rights';
import { compareRisk, type AnswerRow } from './rows';

/** An undeclared owner of workloads, and the grants that depend on the decision if it belongs to the organization. */
export interface OwnerDecision extends Pick<UndeclaredOwner, 'entry' | 'otherEntries' | 'name' | 'isMain'> {
  /** The grants of the identities that accept its workloads, the most dangerous first. */
  readonly rows: readonly [AnswerRow, ...AnswerRow[]];
}

/** Returns the undeclared owners, those with the most dangerous access first. */
export function listOwnerDecisions(
  { undeclaredOwners }: Pick<Review, 'undeclaredOwners'>,
  rows: readonly AnswerRow[],
): OwnerDecision[] {
  const byIdentity = groupBy(rows, ({ identity }) => identity);
  const ofOutsiders = rows.flatMap((row) => {
    const { to, entries = [], names = [] } = row.exposure ?? {};
    const name = names.length === 1 && entries.length === 1 ? names[0] : undefined;
    return to === 'outsiders' ? entries.map((entry) => ({ entry, name, row })) : [];
  });
  const byEntry = groupBy(ofOutsiders, ({ entry }) => entry);
  const undeclared = undeclaredOwners.map(({ identities, ...owner }) => {
    const entries = [owner.entry, ...owner.otherEntries];
    const ofEntries = entries.flatMap((entry) => byEntry.get(entry) ?? []).map(({ row }) => row);
    // Each owner is one decision.
    for (const entry of entries) byEntry.delete(entry);
    return { ...owner, rows: sortRisk([...identities.flatMap((path) => byIdentity.get(path) ?? []), ...ofEntries]) };
  });
  const decisions = [...byEntry].map(([entry, all]) => {
    const name = all.find((one) => one.name !== undefined && !entry.includes(one.name))?.name;
    return { entry, otherEntries: [], name, isMain: false, rows: sortRisk(all.map(({ row }) => row)) };
  });
  return [...decisions, ...undeclared]
    .flatMap(({ rows: [first, ...others], ...owner }) =>
      first === undefined ? [] : [{ ...owner, rows: [first, ...others] as const }],
    )
    .sort((a, b) => compareRisk(a.rows[0], b.rows[0]));
}

/** Returns the undeclared owners of the identities in the rows, with their access there. */
export function listOwnersOfRows(
  { undeclaredOwners }: Pick<Review, 'undeclaredOwners'>,
  rows: readonly AnswerRow[],
): UndeclaredOwner[] {
  const byIdentity = groupBy(rows, ({ identity }) => identity);
  return undeclaredOwners.flatMap((owner) => {
    const identities = owner.identities.filter((identity) => byIdentity.has(identity));
    const role = findHighestAccess(identities.flatMap((identity) => byIdentity.get(identity) ?? []));
    return identities.length === 0 ? [] : [{ ...owner, identities, role }];
  });
}

function sortRisk(rows: readonly AnswerRow[]): AnswerRow[] {
  return [...new Set(rows)].sort(compareRisk);
}

function ownerLine({ rows, ...owner }: OwnerDecision): string {
  const identities = [...new Set(rows.map(({ identity }) => identity))];
  return trustedOwnerLine({ ...owner, identities, role: findHighestAccess(rows) });
}

/** The list of owners, and the paragraphs before and after it. */
export interface DecisionText {
  readonly heading: string;
  readonly owners: readonly string[];
  readonly next: string;
  /** The line to paste into the configuration; absent if only a decision shows which owner is yours. */
  readonly line?: string;
  readonly otherwise: string;
}

/** Returns why a person has to decide about the owners, and the next steps; `undefined` without such owners. */
export function decisionText(
  decisions: readonly OwnerDecision[],
  declared: readonly string[],
): DecisionText | undefined {
  if (decisions.length === 0) return undefined;
  const isOne = decisions.length === 1;
  const whose = isOne ? 'if this owner is yours' : 'which of these owners are yours';
  const reason =
    declared.length === 0
      ? NO_OWNERS
      : `"owners" in review.config.json does not list ${isOne ? 'it' : 'them'}: the list is incomplete, or outsiders have access.`;
  return {
    heading: `Decide first ${whose}. ${reason}`,
    owners: decisions.map(ownerLine),
    ...declareOwners(declared, decisions),
    otherwise: `Otherwise, pass --not-ours ${isOne ? JSON.stringify(decisions[0]?.entry) : 'ENTRY'} to propose the removal of its grants.`,
  };
}
