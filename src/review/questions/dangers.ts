/** Lists the most dangerous grants of an organization, for a person to decide about before the proposed removals. */
import { groupBy } from '../../access/graph/paths';
import { visible } from '../../base/text/visible';
import { capitalized, counted, few, listed } from '../../base/text/words';
import { listEscalations } from '../access/escalations';
import type { Review } from '../report/review-result';
import type { Exposure } from '../report/reviewed-objects';
import { OWNERS } from '../words/section-titles';
import { answerRows, compareRisk, getRisk, isPerson, type AnswerRow } from './rows';

/** Dangerous grants with the same next step. */
export interface DangerousGrants {
  /** For example `Others can use 2 grants to write`. */
  readonly heading: string;
  /** The grants, the most dangerous first. */
  readonly rows: readonly AnswerRow[];
  /** A sentence with the next step. */
  readonly next: string;
  /** True for the grants of unusual owners, which probably are outsiders. */
  readonly isUnusual?: boolean;
}

/**
 * Returns grants that outsiders or unreviewed code can use to write, then those that lead to more access, then all other owners.
 *
 * @param unusual the identities of undeclared owners that are not the main one of their platform: their grants come first
 */
export function findDangers(all: readonly AnswerRow[], unusual: ReadonlySet<string> = new Set()): DangerousGrants[] {
  const isUnusual = ({ identity, rights }: AnswerRow) => unusual.has(identity) && rights !== 'reads';
  const foreign = all.filter(isUnusual).toSorted(compareRisk);
  const rows = all.filter((row) => !isUnusual(row));
  const withRisk = (risk: ReturnType<typeof getRisk>) =>
    rows.filter((row) => getRisk(row) === risk).toSorted(compareRisk);
  const exposed = withRisk('exposed writes');
  const escalating = rows.filter((row) => row.escalation !== undefined && !exposed.includes(row)).toSorted(compareRisk);
  const owners = withRisk('owner').filter((row) => !escalating.includes(row));
  const unmanaged = [...exposed, ...escalating, ...owners].some(({ isManaged }) => isManaged === false)
    ? ' To list and delete grants that no stack manages, run `platform-iac drift`.'
    : '';
  // Without owners, most of these rows are the organization's own workloads: a number would be false.
  const isUnknown = exposed.some(({ exposure }) => exposure?.to === 'unknown');
  const what = isUnknown ? 'grants' : counted(exposed.length, 'grant');
  const found: readonly DangerousGrants[] = [
    {
      heading: `Unusual owners can use ${counted(foreign.length, 'grant')} to write`,
      rows: foreign,
      isUnusual: true,
      next: 'Declare each owner that is yours in "owners". Remove the grants of all others.',
    },
    {
      heading: `Outsiders or unreviewed code may be able to use ${what} to write`,
      rows: exposed,
      next: `Narrow each trust policy, or give the identity a role that only reads.${unmanaged}`,
    },
    {
      heading: `${counted(escalating.length, 'grant gives', 'grants give')} more access in several steps`,
      rows: escalating,
      next: 'Remove the first step: give the identity a role that cannot change other identities.',
    },
    {
      heading:
        exposed.length + foreign.length + escalating.length > 0
          ? counted(owners.length, 'other owner')
          : counted(owners.length, 'owner'),
      rows: owners,
      next: `Confirm each owner, or give it another role.${exposed.length > 0 ? '' : unmanaged}`,
    },
  ];
  return found.filter((danger) => danger.rows.length > 0);
}

/** Returns a line: `acme/ci: owner in acme, in no stack. An unreviewed pull request can assume it: …`. */
export function dangerText(row: AnswerRow): string {
  return visible(grantText(row));
}

/** Returns a line for each owner, the most dangerous first: the group, and how they obtain the access. The people of a group share a line. */
export function listOwnerTexts(rows: readonly AnswerRow[]): string[] {
  const owners = rows.filter(({ rights }) => rights === 'owns').toSorted(compareRisk);
  const alike = groupBy(owners, (row) =>
    isPerson(row) && row.exposure === undefined ? JSON.stringify([row.role, row.group, row.isManaged]) : row,
  );
  return [...alike.values()].map(([first, ...others]) => {
    if (others.length === 0) return grantText(first);
    const who = listed([first, ...others].map(({ identity }) => identity));
    return `${who}: ${grantPlace(first)}. ${others.length + 1} people.`;
  });
}

function grantText(row: AnswerRow): string {
  const { identity, escalation } = row;
  return `${identity}: ${grantPlace(row)}. ${escalation === undefined ? '' : `${escalation}. `}${trustText(row)}.`;
}

function grantPlace({ role, group, isManaged }: AnswerRow): string {
  return `${role} in ${group}${isManaged === false ? ', in no stack' : ''}`;
}

/** Returns the people who can assume the identity of a grant, as sentences without the final period. */
function trustText(row: AnswerRow): string {
  const { assumedBy, exposure, email, identity } = row;
  if (isPerson(row)) return email === undefined || email === identity ? 'A person' : `A person, ${email}`;
  const policy = assumedBy === undefined ? 'Its trust policy is unknown' : `It can be assumed by ${assumedBy}`;
  if (exposure === undefined) return policy;
  if (exposure.to === 'unknown') return `${policy} (${UNDECLARED})`;
  const undeclared = undeclaredText(exposure);
  return undeclared === undefined ? sentencesText(exposure) : `${exposure.unreviewed ?? policy} (${undeclared})`;
}

/** The reason why it is unknown if outsiders can assume an identity. */
const UNDECLARED = 'its owner is not declared';

/** Returns everyone who can assume the identity of a grant, with its trust policy, for a cell of a table. */
export function assumedText(row: AnswerRow): string {
  const { escalation } = row;
  return escalation === undefined ? policyText(row) : `${capitalized(policyText(row))}. ${escalation}`;
}

function policyText({ assumedBy = 'unknown', exposure }: AnswerRow): string {
  if (exposure === undefined) return assumedBy;
  if (exposure.to === 'unknown') return `${assumedBy} (${UNDECLARED})`;
  const undeclared = undeclaredText(exposure);
  if (undeclared === undefined) return joinPolicy(sentencesText(exposure), assumedBy);
  const { unreviewed } = exposure;
  return unreviewed === undefined
    ? `${capitalized(assumedBy)} (${undeclared})`
    : `${joinPolicy(unreviewed, assumedBy)} (${undeclared})`;
}

/** Returns who can assume an identity, with its trust policy in brackets if that begins with the same people. */
function joinPolicy(sentences: string, assumedBy: string): string {
  const people = sentences.slice(sentences.lastIndexOf(' it: ') + ' it: '.length);
  return assumedBy.startsWith(`${people}: `)
    ? `${sentences} (${assumedBy.slice(people.length + 2)})`
    : `${sentences}. ${capitalized(assumedBy)}`;
}

/** Returns the undeclared owners of an identity, which a person decides about. */
function undeclaredText({ to, entries = [] }: Exposure): string | undefined {
  return to === 'outsiders' && entries.length > 0 ? `undeclared: ${listed(entries)}` : undefined;
}

function sentencesText({ unreviewed = '', text }: Exposure): string {
  return unreviewed === '' || unreviewed === text ? text : `${unreviewed}. ${text}`;
}

/** The number of owners that a command lists next to its page. */
const MOST_OWNERS = 8;

/** Returns sentences for a command that writes a page: the owners, then outsiders, unreviewed code, escalation paths, and the protection that trust policies rely on. */
export function listDangerNotes(review: Review): string[] {
  const { after, protection } = review;
  const rows = answerRows(review, 'after').toSorted(compareRisk);
  const owners = listOwnerTexts(rows);
  const left = owners.length - MOST_OWNERS;
  const exposed = (isExposed: (exposure: Exposure) => boolean) =>
    rows.filter(({ exposure }) => exposure !== undefined && isExposed(exposure)).map(({ identity }) => identity);
  const escalating = listEscalations(after).map(({ identity }) => identity);
  return [
    ...(owners.length === 0 ? [] : [`${OWNERS}:`]),
    ...owners.slice(0, MOST_OWNERS).map((owner) => `- ${owner}`),
    ...(left > 0 ? [`- … and ${left} more on the page`] : []),
    ...countText(
      exposed(({ to }) => to === 'outsiders'),
      'Outsiders can use',
    ),
    ...countText(
      exposed(({ to }) => to === 'possibly outsiders'),
      'Outsiders may be able to assume',
    ),
    ...countText(
      exposed(({ unreviewed }) => unreviewed !== undefined),
      'Unreviewed code can assume',
      ' with write access',
    ),
    ...(escalating.length === 0
      ? []
      : [`${counted(escalating.length, 'identity', 'identities')} can escalate to more access: ${few(escalating)}.`]),
    ...(protection.length === 0 ? [] : [protection.join(' ')]),
  ];
}

function countText(all: readonly string[], what: string, which = ''): string[] {
  const identities = [...new Set(all)];
  return identities.length === 0
    ? []
    : [`${what} ${counted(identities.length, 'identity')}${which}: ${few(identities)}.`];
}
