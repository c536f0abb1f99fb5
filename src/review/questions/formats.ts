/** Formats an answer as text, CSV and JSON. */
import { groupBy } from '../../access/graph/paths';
import { isUid } from '../../model/api';
import { sourceLineText } from '../../model/stack';
import { wrapped } from '../../base/text/columns';
import { csvTable } from '../../base/text/csv';
import { visible } from '../../base/text/visible';
import { counted, few } from '../../base/text/words';
import { EVERY_OTHER_CAPABILITY } from '../../access/graph';
import { hasWrites } from '../../access/graph/built-in-roles';
import { byWeight } from '../access/capability-weight';
import { RIGHTS_IN_WORDS } from '../access/rights';
import type { Answer, AnsweredRow } from './answer';
import { compareRisk, placeText } from './rows';

export interface AnswerFormatOptions {
  /** The columns of the terminal. @default unlimited */
  readonly width?: number | undefined;
}

/** Returns the whole answer as indented JSON. */
export function formatAnswerJson(answer: Answer): string {
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

/**
 * The columns that an auditor sorts and filters by; the JSON contains all other facts. A role in a group applies beneath it, too, and
 * a list of all capabilities of an owner would hide the other columns.
 */
const columns: readonly (readonly [heading: string, cell: (row: AnsweredRow) => string | undefined])[] = [
  ['identity', ({ identity }) => identity],
  ['email', ({ email }) => email],
  ['role', ({ role }) => role],
  ['access', ({ rights }) => rights],
  ['capabilities', ({ capabilities }) => countText(capabilities)],
  ['group', ({ group }) => group],
  ['exposed_to', exposedText],
  ['assumed_by', ({ assumedBy }) => assumedBy],
  ['granted', ({ granted }) => toDay(granted)],
  ['last_use', ({ lastUse }) => toDay(lastUse)],
  ['declared', declaredText],
  ['grant', ({ grant }) => grant],
];

/** Returns one line for each identity, group and role, the most dangerous first, with a heading. Unknown values are empty. */
export function formatAnswerCsv(answer: Answer): string {
  return csvTable([
    columns.map(([heading]) => heading),
    ...sortAnswer(answer).map((row) => columns.map(([, cell]) => visible(cell(row) ?? ''))),
  ]);
}

/** Returns the rows, the most dangerous first. Of the roles that match a pattern, some have only its reads. */
function sortAnswer({ question: { capability }, rows }: Answer): AnsweredRow[] {
  const isPattern = capability !== undefined && capability !== '*' && capability.includes('*');
  const reads = ({ capabilities }: AnsweredRow) => Number(isPattern && !hasWrites(capabilities, false));
  return rows.toSorted((a, b) => reads(a) - reads(b) || compareRisk(a, b));
}

/** A role with capabilities that this package does not know holds all of them. */
function countText(capabilities: readonly string[]): string {
  return capabilities.includes(EVERY_OTHER_CAPABILITY) ? 'all' : String(capabilities.length);
}

/** Returns the day of a time, which a spreadsheet reads as a date. */
function toDay(time: string | undefined): string | undefined {
  return time?.replace(/T.*$/, '');
}

function exposedText({ exposure }: AnsweredRow): string | undefined {
  const isBoth = exposure?.to === 'outsiders' && exposure.unreviewed !== undefined;
  return isBoth ? 'outsiders and unreviewed code' : exposure?.to;
}

/** Without a plan or a state, an empty cell would look as if nothing declares the grant. */
function declaredText(row: AnsweredRow): string {
  return row.isManaged === true
    ? placeText(row)
    : row.isManaged === false
      ? 'not managed'
      : 'unknown: no stack was read';
}

/** The number of identities that a terminal shows of those that can obtain the access. */
const MOST_OBTAINABLE = 8;

/** The number of roles that a terminal names. */
const MOST_ROLES = 5;

/** Returns text for people: the grants of each identity; for `why` the chains. */
export function formatAnswerText(answer: Answer, { width }: AnswerFormatOptions = {}): string {
  const lines = [headline(answer)];
  for (const [identity, rows] of groupBy(sortAnswer(answer), (row) => row.identity)) {
    const [{ assumedBy, email, exposure, lastUse }] = rows;
    const about = [
      exposure?.text,
      email === identity ? undefined : email,
      assumedBy,
      lastUse && (lastUse === 'never' ? 'never used' : `last used ${lastUse}`),
    ].filter(Boolean);
    lines.push('', `${identity}${about.length > 0 ? `  (${about.join('; ')})` : ''}`);
    for (const row of rows) lines.push(...rowLines(row, answer).map((line) => `  ${line}`));
  }
  const { obtainable = [], roles = [] } = answer;
  if (roles.length > 0)
    lines.push(`${roles.length === 1 ? 'The role with it is' : 'Roles with it are'} ${few(roles, MOST_ROLES)}.`);
  const left = obtainable.length - MOST_OBTAINABLE;
  if (obtainable.length > 0) lines.push('', ...obtainable.slice(0, MOST_OBTAINABLE).map(({ text }) => text));
  if (left > 0) lines.push(`… and ${counted(left, 'more identity', 'more identities')}: --format json lists all.`);
  if (!answer.isLive)
    lines.push('', 'The answer covers only the plan or state. --live adds objects that are managed elsewhere.');
  const fitting = lines.map(visible).map((line) => (width === undefined ? line : folded(line, Math.max(width, 40))));
  return `${fitting.join('\n')}\n`;
}

function headline({ question: { ask, identity, capability, isRole, path }, rows, holds }: Answer): string {
  // A pattern matches several capabilities.
  const some = capability === undefined || capability === '*' ? 'some capability' : `some capability of ${capability}`;
  const isSome = !isRole && (capability === undefined || capability.includes('*'));
  const what = isSome ? some : isRole ? `all capabilities of ${capability}` : capability;
  if (ask === 'why') return `${identity} ${holds ? 'has' : 'does not have'} ${what} in ${path}${holds ? ':' : '.'}`;
  if (ask === 'where-can')
    return holds
      ? `${identity} has ${what} in:`
      : `${identity} has ${isSome ? `${some.replace('some', 'no')} anywhere` : `${what} nowhere`}.`;
  const count = new Set(rows.map((row) => row.identity)).size;
  if (!holds) return `Nobody has ${isSome ? some.replace('some', 'any') : what} in ${path}.`;
  return `${counted(count, 'identity has', 'identities have')} ${what} in ${path}:`;
}

function rowLines(row: AnsweredRow, { question }: Answer): string[] {
  const { role, group, beneath, by, grant, isManaged, address, plan, construct, source, capabilities, rights, way } =
    row;
  const groups = beneath === 0 ? '' : ` and ${counted(beneath, 'group')} beneath`;
  const what =
    question.capability === undefined || question.capability.includes('*')
      ? ` (${few(named(capabilities, rights))})`
      : '';
  const where = [
    construct,
    source && sourceLineText(source),
    isManaged === true
      ? `${address} (${plan})`
      : `${words[by]}${isUid(grant) ? ', uid' : ''} ${grant}${isManaged === false ? ', not managed here' : ''}`,
  ];
  return [
    `${role} in ${group}${groups}: ${RIGHTS_IN_WORDS[rights]}${what}`,
    ...(way !== undefined && way.length > 1 ? [`  inherited: ${way.join(' → ')}`] : []),
    `  ${where.filter(Boolean).join('  ')}`,
  ];
}

/** Lists first for a role that only reads: the names of some other reads sound like changes. */
function named(capabilities: readonly string[], rights: AnsweredRow['rights']): string[] {
  const sorted = byWeight(capabilities);
  const isList = (name: string) => name.endsWith('.list');
  return rights === 'reads' ? [...sorted.filter(isList), ...sorted.filter((name) => !isList(name))] : sorted;
}

const words = {
  role_binding: 'role binding',
  group_invite: 'invite',
  identity_provider: 'identity provider',
  external_group_role_mapping: 'external group role mapping',
} as const;

/** The line, and below it the rest, indented by four more columns. */
function folded(line: string, width: number): string {
  const first = /^ */.exec(line)?.[0].length ?? 0;
  return wrapped(line.slice(first), { width, indent: first + 4, first });
}
