/**
 * Finds the owners that a person has to decide about before an access review can propose removals: the identities accept their
 * workloads, and the configuration does not declare them. A new configuration is often incomplete.
 */
import { groupBy } from '../../access/graph/paths';
import { visible } from '../../base/text/visible';
import { counted } from '../../base/text/words';
import type { Review } from '../report/review-result';
import { compareRisk, type AnswerRow } from './rows';

/** An undeclared owner of workloads, and the grants that depend on the decision if it belongs to the organization. */
export interface OwnerDecision {
  /** The entry of `owners` that declares it. */
  readonly entry: string;
  /** The name of an owner with an id, if it is known. */
  readonly name?: string;
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
  const ofUnknown = undeclaredOwners.flatMap(({ owners }) =>
    owners.flatMap(({ entry, name, paths }) =>
      paths.flatMap((path) => (byIdentity.get(path) ?? []).map((row) => ({ entry, name, row }))),
    ),
  );
  const decisions = [...groupBy([...ofOutsiders, ...ofUnknown], ({ entry }) => entry)].flatMap(([entry, all]) => {
    const [first, ...others] = [...new Set(all.map(({ row }) => row))].sort(compareRisk);
    const name = all.find((one) => one.name !== undefined && !entry.includes(one.name))?.name;
    return first === undefined
      ? []
      : [{ entry, ...(name !== undefined && { name }), rows: [first, ...others] as const }];
  });
  return decisions.sort((a, b) => compareRisk(a.rows[0], b.rows[0]));
}

/** Returns a line of a list: `"github:1" (acme): 2 identities, at most owner in acme`. */
function ownerText({ entry, name, rows }: OwnerDecision): string {
  const [{ role, group, identity }, ...others] = rows;
  const identities = new Set(rows.map((row) => row.identity)).size;
  const who = `${JSON.stringify(entry)}${name === undefined ? '' : ` (${name})`}`;
  const whose = identities === 1 ? identity : counted(identities, 'identity');
  return visible(`${who}: ${whose}, ${others.length > 0 ? 'at most ' : ''}${role} in ${group}`);
}

/** The list of owners, and the paragraphs before and after it. */
export interface DecisionText {
  readonly heading: string;
  readonly owners: readonly string[];
  readonly next: string;
  /** The line to paste into the configuration. */
  readonly line: string;
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
      ? 'No owners are declared, so the review cannot identify outsiders.'
      : `"owners" in review.config.json does not list ${isOne ? 'it' : 'them'}: the list is incomplete, or outsiders have access.`;
  const entries = [...declared, ...decisions.map(({ entry }) => entry)].map((entry) => JSON.stringify(entry));
  return {
    heading: `Decide first ${whose}. ${reason}`,
    owners: decisions.map(ownerText),
    next: isOne
      ? 'If it is yours, the line in review.config.json is:'
      : 'The line in review.config.json is as follows. Keep only the entries that are yours:',
    line: `"owners": [${entries.join(', ')}]`,
    otherwise: `Otherwise, pass --not-ours ${isOne ? JSON.stringify(decisions[0]?.entry) : 'ENTRY'} to propose the removal of its grants.`,
  };
}
