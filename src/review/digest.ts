/**
 * The digest of what a change comes to: of objects with all that is set of them, access, who can assume what, and findings. Not
 * of how it was found out: names of files, versions, times, placeholders and the order of anything make no difference. What a
 * reviewer has approved is what a plan made later comes to if the digests are equal.
 */
import { createHash } from 'node:crypto';
import { isPlaceholderUid, isUid } from '../api';
import type { AccessRow } from '../access';
import type { Analysis } from './analysis';
import type { SuppressedFinding } from './configuration/suppress';
import { PREDICTIONS, type Finding } from './finding';
import { shownFields } from './organization/fields';
import type { PlatformObject } from './organization/objects';

interface Judged {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

/** SHA-256 in hexadecimal digits. */
export function digestOf(analysis: Analysis, judged: Judged): string {
  const lines = linesOf(analysis, judged).map((line) => JSON.stringify(line, canonical));
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

function linesOf(analysis: Analysis, { findings, suppressed }: Judged): unknown[][] {
  const { access, assume, changesOfPairs, drift, escalations, organization, readers, unresolved } = analysis;
  const fields = (object: PlatformObject | undefined, side: 'before' | 'after') =>
    object && [...shownFields(object.instances[0], readers[side].referring)].sort(byName);
  return [
    ...[...changesOfPairs].flatMap(([pair, { kind, status, path, from, address }]) => {
      return [
        ['change', kind, status, path, from, address, fields(pair.before, 'before'), fields(pair.after, 'after')],
      ];
    }),
    ...drift.changes.map(({ kind, status, path, from, address, fields: changed }) => [
      'drift',
      kind,
      status,
      path,
      from,
      address,
      changed,
    ]),
    ...access.gained.map((row) => ['gained', ...rowOf(row)]),
    ...access.lost.map((row) => ['lost', ...rowOf(row)]),
    ...assume.map(({ identity, relation, before, after, gained, outsiders, address }) => [
      'assume',
      identity,
      relation,
      before,
      after,
      gained,
      outsiders,
      address,
    ]),
    ...escalations.map(({ identity, steps, gains }) => [
      'escalation',
      identity,
      steps.map(({ kind, actor, target, group, capabilities }) => [kind, actor, target, group, capabilities]),
      gains,
    ]),
    ...findings.filter(isEffect).map((finding) => ['finding', ...findingOf(finding)]),
    ...suppressed
      .filter(({ finding }) => isEffect(finding))
      .map(({ finding, suppression }) => ['suppressed', ...findingOf(finding), suppression]),
    ...unresolved.map(({ instance, attribute }) => ['unresolved', instance.address, attribute]),
    ...organization.others.map(({ type, address, actions }) => ['other', type, address, actions]),
  ];
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : Number(one > other);
}

/** The key of a grant is a uid, or its address: what it gives is told without. */
function rowOf({ identity, group, except, capabilities, through }: AccessRow): unknown[] {
  const grants = through.map((one) => JSON.stringify([one.source, one.role, one.group])).sort();
  return [identity, group, [...except].sort(), [...capabilities].sort(), grants];
}

function isEffect({ id }: Finding): boolean {
  return !PREDICTIONS.has(id);
}

/** In words it may be said otherwise another time, and the name of the plan is no part of it. */
function findingOf({ id, severity, subject, address, plan }: Finding): unknown[] {
  return [id, severity, subject === plan ? '' : subject, address];
}

const uids = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;
const SHORTEST_UID = 40;

function canonical(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutPlaceholders(value) : value;
}

/** What would be created has another placeholder in every plan. */
export function withoutPlaceholders(text: string): string {
  if (text.length < SHORTEST_UID) return text;
  return text.replace(uids, (uid) => (isUid(uid) && isPlaceholderUid(uid) ? '(new)' : uid));
}
