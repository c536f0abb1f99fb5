/** Texts that all formats share. */
import { sourceLineText } from '../../../model/stack';
import { formatHolders } from '../../../access/graph/early';
import { groupBy, groupEntries } from '../../../access/graph/paths';
import { identityNoun } from '../../words/identity-counts';
import { CHANGE_STATUSES, CHANGE_TEXTS, type ChangeStatus } from '../../words/change-texts';
import { displayed } from '../../../base/text/visible';
import { counted } from '../../../base/text/words';
import { byWeight } from '../../access/capability-weight';
import { rightsText } from '../../access/rights';
import type { IdleReason } from '../../findings/shared/suppress';
import type { FieldChange } from '../../organization/objects/fields';
import { REMEDIES } from '../../findings/early-access';
import type {
  Report,
  ReportedAssume,
  ReportedEarlyLine,
  ReportedChange,
  ReportedFinding,
  ReportedLine,
} from '../../report/types/report';

export { displayed };

/** Returns `1 deleted, 2 created`; an empty text if nothing changes. */
export function countsText(counts: Readonly<Partial<Record<ChangeStatus, number>>>): string {
  return CHANGE_STATUSES.filter((status) => (counts[status] ?? 0) > 0)
    .map((status) => `${counts[status] ?? 0} ${CHANGE_TEXTS[status].word}`)
    .join(', ');
}

/** Returns `2 deleted: 1 group, 1 identity; 1 updated: 1 role; 1 refused: 1 group`. */
export function kindsText(changes: readonly Pick<ReportedChange, 'kind' | 'status' | 'stays'>[]): string {
  const words = groupBy(changes, ({ status, stays = false }) => (stays ? STAYS : CHANGE_TEXTS[status].word));
  return [...CHANGE_STATUSES.map((status) => CHANGE_TEXTS[status].word), STAYS]
    .flatMap((word) => {
      const all = words.get(word) ?? [];
      const kinds = [...groupBy(all, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1));
      const counts = kinds.map(([kind, { length }]) => counted(length, kind)).join(', ');
      return all.length === 0 ? [] : [`${all.length} ${word}: ${counts}`];
    })
    .join('; ');
}

/** Follows the number of objects whose deletion the API refuses. */
const STAYS = 'refused';

/** Returns `main.ts:12`, also with the line that calls it, or the path of the construct if the line is unknown. */
export function declaredText({ source, construct }: Pick<ReportedFinding, 'source' | 'construct'>): string | undefined {
  return source === undefined ? construct : sourceLineText(source);
}

/** Returns `review.config.json:12`, the place of the rule or assertion that the finding is about. */
export function findingRuleText({ rule }: Pick<ReportedFinding, 'rule'>): string | undefined {
  return rule && `${rule.file}:${rule.line}`;
}

/** Returns false for access that is inherited in a created or deleted group: nobody gains or loses it. */
export function isEffect({ cause }: ReportedLine): boolean {
  return !cause.startsWith('inherited');
}

function describeScope({ group, beneath }: Pick<ReportedLine, 'group' | 'beneath'>): Named {
  return { names: [displayed(group)], ...(beneath > 0 && { words: `(+${beneath} beneath)` }) };
}

export function scopeText(line: ReportedLine): string {
  return namedText(describeScope(line));
}

export function namedText({ names, words }: Named): string {
  return [names.join(', '), words].filter(Boolean).join(' ');
}

/** The first names, with a remark or the number of others. */
export interface Named {
  readonly names: readonly string[];
  readonly words?: string;
}

/** The most names of a line of several identities. */
const MOST_NAMES = 3;

function nameSeveral(names: readonly string[]): Named {
  const left = names.length - MOST_NAMES;
  const all = names.map(displayed);
  return left < 2 ? { names: all } : { names: all.slice(0, MOST_NAMES), words: `and ${left} more` };
}

/** A line about gained or lost access. */
export interface AccessText {
  readonly who: Named;
  readonly where: Named;
  readonly roles: string;
  readonly what: string;
  readonly cause: string;
}

/** Returns one text for each line, or for people and workloads of each role and cause if there are more than `most` lines. */
export function accessTexts(lines: readonly ReportedLine[], most: number, isGain = false): AccessText[] {
  const effective = lines.filter(isEffect);
  const text = (line: ReportedLine) => ({
    roles: line.roles.map(displayed).join(', '),
    what: rightsText(line.roles, line.capabilities, isGain),
    cause: line.cause,
  });
  if (effective.length <= most)
    return effective.map((line) => ({
      who: { names: [displayed(line.identity)] },
      where: describeScope(line),
      ...text(line),
    }));
  const groups = groupBy(effective, (line) => JSON.stringify([identityNoun(line.identity), text(line)]));
  return [...groups.values()].map((all) => {
    const [first] = all;
    const distinct = (of: (line: ReportedLine) => string) => [...new Set(all.map(of))];
    const [who, where] = [distinct(({ identity }) => identity), distinct(({ group }) => group)];
    const pairs = distinct(({ identity, group }) => `${identity} → ${group}`);
    // Otherwise, each identity would seem to have access in each group.
    if (pairs.length < who.length * where.length)
      return { who: nameSeveral(pairs), where: { names: [], words: counted(where.length, 'group') }, ...text(first) };
    return {
      who: nameSeveral(who),
      where: where.length === 1 ? describeScope(first) : nameSeveral(where),
      ...text(first),
    };
  });
}

/** Returns one text for each line of access that exists only if the apply stops early. */
export function earlyTexts({ access }: Pick<Report, 'access'>): AccessText[] {
  return (access.early?.lines ?? []).map((line) => ({
    who: { names: [displayed(line.identity)], ...(line.holders !== 'all' && { words: formatHolders(line.holders) }) },
    where: describeScope(line),
    roles: line.roles.map(displayed).join(', '),
    what: rightsText(line.roles, line.capabilities),
    cause: earlyCause(line),
  }));
}

export function earlyCause({ when, remedy }: ReportedEarlyLine): string {
  return `${displayed(when)}. ${REMEDIES[remedy]}`;
}

/** Returns sentences about access that is inherited in created or deleted groups. */
export function inherited({ access }: Pick<Report, 'access'>): string[] {
  const sentence = (lines: readonly ReportedLine[], word: string, [one, several]: readonly [string, string]) => {
    const found = lines.filter((line) => !isEffect(line));
    if (found.length === 0) return [];
    const groups = [...new Set(found.map(({ group }) => group))];
    const [only = '', ...others] = groups;
    const where = others.length === 0 ? `the ${word} group ${displayed(only)}` : `${groups.length} ${word} groups`;
    const identities = new Set(found.map(({ identity }) => identity)).size;
    return [`${counted(identities, `identity ${one}`, `identities ${several}`)} access in ${where}`];
  };
  return [
    ...sentence(access.lines.gained, 'created', ['inherits', 'inherit']),
    ...sentence(access.lines.lost, 'deleted', ['had inherited', 'had inherited']),
  ];
}

/** Returns how the accepted tokens after the change relate to those before. */
export function assumeText({ relation, unknown }: ReportedAssume): string {
  const words: Readonly<Record<ReportedAssume['relation'], string>> = {
    added: 'created',
    removed: 'deleted',
    equal: 'same tokens, different notation',
    narrower: 'fewer tokens; some former workloads can no longer assume it',
    wider: 'more tokens',
    overlapping: 'some other tokens; some former workloads can no longer assume it',
    disjoint: 'only other tokens; the former workloads can no longer assume it',
    'different method': 'different method',
    unknown: `unknown${unknown.length > 0 ? `: ${unknown.join('; ')}` : ''}`,
  };
  return words[relation];
}

/** Returns the changed fields: `name: a → b; description: unset`. */
export function fieldsText({ fields, from, path }: ReportedChange): string {
  // A changed field already shows the previous place or connection.
  const moved = from === undefined || from === path || fields.length > 0 ? [] : [`was ${displayed(from)}`];
  return [...moved, ...fields.map(fieldText)].join('; ');
}

function fieldText({ field, before, after, added = [], removed = [] }: FieldChange): string {
  const members = [
    ...(added.length > 0 ? [`+ ${membersText(added)}`] : []),
    ...(removed.length > 0 ? [`- ${membersText(removed)}`] : []),
  ];
  if (members.length > 0) return `${field}: ${members.join(' ')}`;
  const text = (value: string | undefined) => (value === undefined ? 'unset' : displayed(value));
  return `${field}: ${text(before)} → ${text(after)}`;
}

/** Returns capabilities by kind, the most dangerous first: `roles (update), repo (create, delete)`. */
function membersText(members: readonly string[]): string {
  const kinds = groupEntries(
    byWeight(members).map((member) => {
      const end = /^[a-z_]+(\.[a-z_]+)+$/.test(member) ? member.lastIndexOf('.') : member.length;
      return [member.slice(0, end), member.slice(end + 1)] as const;
    }),
  );
  return [...kinds]
    .map(([kind, all]) => {
      const verbs = all.filter((verb) => verb !== '');
      return verbs.length === 0 ? displayed(kind) : `${kind} (${verbs.join(', ')})`;
    })
    .join(', ');
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
