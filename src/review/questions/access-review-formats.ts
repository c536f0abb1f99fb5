/** The columns of an access review, and its table for spreadsheets. */
import { sourceLineText } from '../../model/stack';
import { csvTable } from '../../base/text/csv';
import { visible } from '../../base/text/visible';
import { counted, listed } from '../../base/text/words';
import { builtInRightsText, RIGHTS_IN_WORDS } from '../access/rights';
import { groupBy } from '../../access/graph/paths';
import { isOfOutsiders, type AccessReview, type RemovalProposal } from './access-review';
import { assumedText, dangerText, type DangerousGrants } from './dangers';
import { PATCH_FILE, type Removals } from './removals';
import { placeText, type AnswerRow } from './rows';

export const NO_REMOVALS: Removals = { patch: '', reasons: new Map() };

/** A column; `short` is the text on the page, which shows the whole one on hover. */
export type Column<T> = readonly [heading: string, cell: (one: T) => string, short?: (one: T) => string];

export const grantColumns: readonly Column<AnswerRow>[] = [
  ['Who', ({ identity }) => identity],
  [
    'Role',
    ({ role, rights, capabilities }) =>
      `${role} (${builtInRightsText([role], capabilities) ?? RIGHTS_IN_WORDS[rights]})`,
    ({ role, rights }) => `${role} (${RIGHTS_IN_WORDS[rights]})`,
  ],
  ['Group', ({ group, beneath }) => (beneath === 0 ? group : `${group} and ${counted(beneath, 'group')} beneath`)],
  ['Can be assumed by', (row) => assumedText(row)],
  ['Since', ({ granted }) => granted ?? 'unknown'],
  ['Last used', ({ lastUse }) => lastUse ?? 'unknown'],
  ['Declared', declaredAt, declaredLine],
];

export const EVIDENCE_COLUMN: Column<RemovalProposal> = [
  'Evidence',
  ({ evidence }) => evidence.map(({ fact }) => fact).join(' '),
];

const proposalColumns: readonly Column<RemovalProposal>[] = [
  ['Who', ({ row }) => row.identity],
  ['Role', ({ row }) => row.role],
  ['Group', ({ row }) => row.group],
  ['Reason', ({ evidence }) => listed(evidence.map(({ reason }) => reason))],
  EVIDENCE_COLUMN,
];

/** Returns the place to remove the grant: the patch, or the declaration with the reason why the patch does not contain it. */
function removal({ row }: RemovalProposal, { patch, reasons }: Removals, place: string): string {
  if (!row.isManaged) return place;
  const reason = reasons.get(row.grant);
  if (reason !== undefined) return `${place}. Not in ${PATCH_FILE}: ${reason}`;
  return patch === '' ? place : `${place}, in ${PATCH_FILE}`;
}

/** Returns the columns of the proposals, the last with the place to remove the grant. */
export function proposalColumnsWith(removals: Removals): readonly Column<RemovalProposal>[] {
  return [
    ...proposalColumns,
    [
      'Declared',
      (proposal) => removal(proposal, removals, declaredAt(proposal.row)),
      (proposal) => removal(proposal, removals, declaredLine(proposal.row)),
    ],
  ];
}

/** The owners to decide about, of a proposal that depends on them. */
export const OWNER_COLUMN: Column<RemovalProposal> = [
  'Only if not yours',
  ({ row, isUndecided }) => (isUndecided === true ? listed(row.exposure?.entries ?? []) : ''),
];

/** Returns the place of the declaration, or the uid of a grant that no plan or state manages. */
function declaredAt(row: AnswerRow): string {
  const { isManaged, address, plan, construct, source } = row;
  if (isManaged !== true) return unmanagedText(row);
  const place = source && sourceLineText(source);
  return [place, construct, `${address ?? ''} (${plan ?? ''})`].filter(Boolean).join(', ');
}

/** Returns only the line of the declaration; otherwise its construct or address. */
function declaredLine(row: AnswerRow): string {
  return row.isManaged === true ? placeText(row) : unmanagedText(row);
}

function unmanagedText({ isManaged, by, grant }: AnswerRow): string {
  return `${isManaged === false ? 'not managed: ' : ''}${by.replaceAll('_', ' ')} ${grant}`;
}

/**
 * Returns one line for each proposal, with a heading; last those that depend on a decision about an owner. `removals`: the result of
 * `removalsOf` for the same review.
 */
export function formatProposalsCsv({ proposals, undecided }: AccessReview, removals = NO_REMOVALS): string {
  const columns = [...proposalColumnsWith(removals), OWNER_COLUMN];
  return csvTable([
    [...columns.map(([heading]) => heading.toLowerCase()), 'email', 'grant'],
    ...[...proposals, ...undecided].map((proposal) => [
      ...columns.map(([, cell]) => visible(cell(proposal))),
      ...[visible(proposal.row.email ?? ''), proposal.row.grant],
    ]),
  ]);
}

/** The number of proposals because of outsiders, and of each other reason, that a terminal shows. */
const MOST_OF_OUTSIDERS = 10;
const MOST_OF_REASON = 3;

/** Returns a line for each of the first proposals of each reason: `acme/ci: owner in acme (outsiders). The evidence.` */
export function formatProposals({ proposals }: Pick<AccessReview, 'proposals'>): string[] {
  const toReasons = ({ evidence }: RemovalProposal) => listed(evidence.map(({ reason }) => reason));
  return [...groupBy(proposals, toReasons)].flatMap(([reasons, all]) => {
    const most = all.some(isOfOutsiders) ? MOST_OF_OUTSIDERS : MOST_OF_REASON;
    const lines = all
      .slice(0, most)
      .map(({ row, evidence: [first] }) =>
        visible(`${row.identity}: ${row.role} in ${row.group} (${reasons}). ${first?.fact ?? ''}`),
      );
    const left = all.length - lines.length;
    return left > 0 ? [...lines, `… and ${left} more (${reasons}) in proposals.csv`] : lines;
  });
}

/** The number of grants of each danger that a terminal shows. */
const MOST_DANGERS = 8;

/** Returns a line for each of the first dangerous grants. */
export function formatDanger({ rows }: DangerousGrants): string[] {
  const left = rows.length - MOST_DANGERS;
  const lines = rows.slice(0, MOST_DANGERS).map(dangerText);
  return left > 0 ? [...lines, `… and ${left} more in access.csv, in this order`] : lines;
}
