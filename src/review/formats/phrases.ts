/** What every format says in the same words. */
import { byWeight } from '../access-lines';
import type { ChangeStatus } from '../changes';
import type { IdleReason } from '../configuration/suppress';
import { shown } from '../../text/visible';
import { SEVERITIES } from '../finding';
import type { FieldChange } from '../organization/fields';
import type { Report, ReportedAssume, ReportedChange, ReportedFinding, ReportedLine } from '../report';

export { shown };

const statusWords: readonly (readonly [ChangeStatus, string])[] = [
  ['removed', 'destroyed'],
  ['recreated', 're-created'],
  ['replaced', 'replaced'],
  ['added', 'added'],
  ['changed', 'changed'],
  ['imported', 'imported'],
  ['forgotten', 'no longer managed'],
];

/** `1 destroyed, 2 added`: what is destroyed first. Nothing if nothing changes. */
export function countsText(counts: Readonly<Partial<Record<ChangeStatus, number>>>): string {
  return statusWords
    .filter(([status]) => (counts[status] ?? 0) > 0)
    .map(([status, word]) => `${counts[status] ?? 0} ${word}`)
    .join(', ');
}

/** `2 high, 1 medium`. */
function findingsText({ verdict }: Report): string {
  return SEVERITIES.toReversed()
    .filter((severity) => verdict.findings[severity] > 0)
    .map((severity) => `${verdict.findings[severity]} ${severity}`)
    .join(', ');
}

/** The first line: what it comes to, destroys first, and the worst that was found. */
export function headline(report: Report): string {
  const { verdict, findings } = report;
  if (verdict.result === 'unchanged') return 'Nothing changes in the organization';
  const counts = countsText(verdict.counts);
  const worst = [...new Set(findings.filter(({ severity }) => severity === verdict.worst).map(({ id }) => id))];
  const found = worst.length === 0 ? '' : `${findingsText(report)} (worst: ${worst.slice(0, 3).join(', ')})`;
  if (verdict.result !== 'unjudged') return `${counts || 'no object changes'}; ${found || 'nothing to object to'}`;
  // What is not known must not read as if nothing were wrong.
  const known = [counts, found].filter((text) => text !== '').join('; ');
  return `Cannot be judged${known === '' ? '' : `. As far as could be read: ${known}`}`;
}

/** What the second line says: who gains and loses, and what was not judged. */
export function summary(report: Report): string {
  const { verdict, access, assume, drift, others, suppressed, unread } = report;
  const people = (lines: readonly ReportedLine[]) =>
    new Set(lines.filter(isEffect).map(({ identity }) => identity)).size;
  const isOther = ({ relation }: ReportedAssume) => !['added', 'removed', 'equal'].includes(relation);
  const assumable = assume.filter(isOther).length;
  const [gain, lose] = [people(access.lines.gained), people(access.lines.lost)];
  const said = [
    verdict.result === 'unjudged' ? 'Who gains or loses access is not known in full.' : '',
    verdict.result !== 'unjudged' && gain + lose + assumable === 0 ? 'Nobody gains or loses access.' : '',
    gain > 0 ? `${counted(gain, 'identity gains', 'identities gain')} access.` : '',
    lose > 0 ? `${counted(lose, 'identity loses', 'identities lose')} access.` : '',
    assumable > 0 ? `Who can assume ${counted(assumable, 'identity', 'identities')} changes.` : '',
    drift.length > 0 ? `${counted(drift.length, 'object was', 'objects were')} changed outside.` : '',
    others.length > 0 ? `Not judged: ${others.map(({ type, count }) => `${count} of ${type}`).join(', ')}.` : '',
    suppressed.length > 0 ? `${counted(suppressed.length, 'finding is', 'findings are')} suppressed.` : '',
    ...(verdict.result === 'unchanged' ? [] : unread.map(shown)),
  ];
  return said.filter((text) => text !== '').join(' ');
}

/** `main.ts:12`, or the construct's path where no line is known. Nothing if neither is. */
export function declaredText({ source, construct }: Pick<ReportedFinding, 'source' | 'construct'>): string | undefined {
  return source === undefined ? construct : `${source.file}:${source.line}`;
}

/** What is inherited in a group that is new, or that goes, is nobody's gain or loss. */
export function isEffect({ cause }: ReportedLine): boolean {
  return !cause.startsWith('inherited');
}

/** `1 group`, `2 groups`. */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

export function capabilitiesText(names: readonly string[], most = 3): string {
  const known = names.map((name) => (name === '*' ? 'everything else' : name));
  if (known.length <= most + 1) return known.join(', ');
  return `${known.slice(0, most).join(', ')} and ${known.length - most} more`;
}

function scopeOf({ group, beneath }: ReportedLine): Named {
  return { name: shown(group), ...(beneath > 0 && { words: `(+${beneath} beneath)` }) };
}

export function scopeText(line: ReportedLine): string {
  return namedText(scopeOf(line));
}

export function namedText({ name, words }: Named): string {
  return [name, words].filter(Boolean).join(' ');
}

/** A name, and what is to be said of it; or a count of several. */
export interface Named {
  readonly name?: string;
  readonly words?: string;
}

/** What one line says of who gains or loses what. */
export interface AccessText {
  readonly who: Named;
  readonly where: Named;
  readonly roles: string;
  readonly what: string;
  readonly cause: string;
}

/** One for each line; where there are too many, one for each role and cause. */
export function accessTexts(lines: readonly ReportedLine[], most: number): AccessText[] {
  const effective = lines.filter(isEffect);
  const text = (line: ReportedLine) => ({
    roles: line.roles.map(shown).join(', '),
    what: capabilitiesText(line.capabilities),
    cause: line.cause,
  });
  if (effective.length <= most)
    return effective.map((line) => ({ who: { name: shown(line.identity) }, where: scopeOf(line), ...text(line) }));
  const groups = new Map<string, ReportedLine[]>();
  for (const line of effective) {
    const id = JSON.stringify(text(line));
    groups.set(id, [...(groups.get(id) ?? []), line]);
  }
  return [...groups.values()].map((all) => {
    const [first] = all as [ReportedLine];
    const distinct = (of: (line: ReportedLine) => string) => [...new Set(all.map(of))];
    const [who, where] = [distinct(({ identity }) => identity), distinct(({ group }) => group)];
    return {
      who:
        who.length === 1 ? { name: shown(first.identity) } : { words: counted(who.length, 'identity', 'identities') },
      where: where.length === 1 ? scopeOf(first) : { words: counted(where.length, 'group', 'groups') },
      ...text(first),
    };
  });
}

/** Findings of a kind that are equally severe, together. */
export function groupedFindings(
  findings: readonly ReportedFinding[],
): (readonly [ReportedFinding, ...ReportedFinding[]])[] {
  const groups = new Map<string, [ReportedFinding, ...ReportedFinding[]]>();
  for (const finding of findings) {
    const id = `${finding.severity} ${finding.id}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

export function assumeText({ relation, unknown }: ReportedAssume): string {
  const words: Readonly<Record<ReportedAssume['relation'], string>> = {
    added: 'new',
    removed: 'gone',
    equal: 'the same tokens, written otherwise',
    narrower: 'fewer',
    wider: 'more',
    overlapping: 'partly others',
    disjoint: 'others altogether',
    'another way': 'in another way',
    unknown: `not told${unknown.length > 0 ? `: ${unknown.join('; ')}` : ''}`,
  };
  return words[relation];
}

/** `name: a → b`, as far as it is worth a line. */
export function fieldsText({ fields, from, path }: ReportedChange): string {
  const moved = from === undefined || from === path ? [] : [`was ${shown(from)}`];
  return [...moved, ...fields.map(fieldText)].join('; ');
}

function fieldText({ field, before, after, added = [], removed = [] }: FieldChange): string {
  const members = [
    ...(added.length > 0 ? [`+ ${membersText(added)}`] : []),
    ...(removed.length > 0 ? [`− ${membersText(removed)}`] : []),
  ];
  if (members.length > 0) return `${field}: ${members.join(' ')}`;
  const was = before === undefined ? [] : [cut(shown(before))];
  return [`${field}:`, ...was, '→', after === undefined ? 'unset' : cut(shown(after))].join(' ');
}

/** So many kinds of capabilities, or other members of a list, are named. */
const NAMED = 8;

/** Capabilities by their kind: `repo (create, delete), roles (update)`; those that change who can do what before others. */
function membersText(members: readonly string[]): string {
  const kinds = new Map<string, string[]>();
  for (const member of byWeight(members)) {
    const end = /^[a-z_]+(\.[a-z_]+)+$/.test(member) ? member.lastIndexOf('.') : member.length;
    const kind = member.slice(0, end);
    kinds.set(kind, [...(kinds.get(kind) ?? []), member.slice(end + 1)]);
  }
  const named = [...kinds].slice(0, NAMED).map(([kind, verbs]) => {
    const told = verbs.filter((verb) => verb !== '');
    return told.length === 0 ? cut(shown(kind)) : `${kind} (${told.join(', ')})`;
  });
  const left = [...kinds.values()].slice(NAMED).flat().length;
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

const idleTexts: Readonly<Record<IdleReason, string>> = {
  incomplete: 'the suppression has no fingerprint or no expiry, and accepts nothing',
  expired: 'the suppression has expired',
  changed: 'the suppression accepts other facts: review the finding again',
  unused: 'the suppression matches no finding: remove it',
};

/** Explains why a suppression accepts nothing. */
export function idleText(why: IdleReason): string {
  return idleTexts[why];
}
