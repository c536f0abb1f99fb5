/** The entries of findings in every format: findings with one cause are one entry. All formats have the same entries in the same order. */
import { groupBy } from '../../../access/graph/paths';
import { onceFor } from '../../../base/cache/once-for';
import { FINDING_IDS, SEVERITIES, type FindingId, type Severity } from '../../../access/rules';
import { capitalized } from '../../../base/text/words';
import { PROBABLE_RENAME } from '../../findings/shared/finding';
import { identityNoun } from '../../words/identity-counts';
import type { ReportedFinding } from '../../report/types/report';

/** Returns the findings with an entry of their own. New access of severity low is a row of the table of access. */
export const listedFindings = onceFor(
  <F extends Pick<ReportedFinding, 'id' | 'severity'>>(findings: readonly F[]): readonly F[] =>
    findings.filter(({ id, severity }) => id !== 'access-gained' || severity !== 'low'),
);

/** Returns the number of findings of each severity: `2 high, 1 low`. */
export function severityCounts(findings: readonly Pick<ReportedFinding, 'severity'>[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return SEVERITIES.toReversed()
    .flatMap((severity) => (count(severity) === 0 ? [] : [`${count(severity)} ${severity}`]))
    .join(', ');
}

/** Findings with one cause. */
export interface CauseEntry {
  /** Absent for a single finding without a cause. */
  readonly cause?: string;
  readonly severity: ReportedFinding['severity'];
  readonly findings: readonly [ReportedFinding, ...ReportedFinding[]];
}

/** The kinds of dangerous access, the most dangerous first. */
const DANGERS: readonly FindingId[] = [
  ...(['undeclared-owner', 'pull-request-can-write', 'outsider-can-assume', 'owner-gained', 'owner-held'] as const),
  ...(['escalation-path', 'early-access'] as const),
];

/** Returns the findings by cause: the most severe first, then the most dangerous, then those that affect most. */
export const findingsByCause = onceFor((findings: readonly ReportedFinding[]): readonly CauseEntry[] => {
  const causes = groupBy(findings, (finding) => finding.cause?.key ?? finding);
  return [...causes.values()]
    .map((all): CauseEntry => {
      // Findings are sorted by severity, so the first is the worst.
      const [{ severity, cause }] = all;
      return { ...(cause !== undefined && { cause: cause.text }), severity, findings: all };
    })
    .sort(compareEntries);
});

function compareEntries(a: CauseEntry, b: CauseEntry): number {
  return (
    SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
    getDanger(a.findings) - getDanger(b.findings) ||
    FINDING_IDS.indexOf(a.findings[0].id) - FINDING_IDS.indexOf(b.findings[0].id) ||
    countLargest(b) - countLargest(a)
  );
}

/** Returns a lower number for more dangerous findings. */
export function getDanger(findings: readonly ReportedFinding[]): number {
  if (findings.some(isOwnerInvite)) return -2;
  if (findings.some(isProven)) return -1;
  const index = DANGERS.findIndex((id) => findings.some((finding) => finding.id === id));
  return index < 0 ? DANGERS.length : index;
}

/** Returns true if outsiders or unreviewed code can assume the identities. */
export function exposesIdentities(findings: readonly ReportedFinding[]): boolean {
  return getDanger(findings) <= DANGERS.indexOf('pull-request-can-write');
}

/** Returns true if an outsider can obtain a token: this is worse than many identities for which it is unknown. */
function isProven(finding: ReportedFinding): boolean {
  const all = finding.affected ?? [finding];
  return finding.id === 'outsider-can-assume' && all.some(({ witness }) => witness !== undefined);
}

function countLargest({ findings }: CauseEntry): number {
  return Math.max(...findings.map(({ affected }) => affected?.length ?? 1));
}

/** Entries with the same kinds of findings in the same order, which differ only in their objects. */
export type AlikeEntries = readonly [CauseEntry, ...CauseEntry[]];

/** Returns the entries in groups: findings of the same kinds, line of code and reasons, which differ only in their objects. */
export const groupAlike = onceFor((entries: readonly CauseEntry[]): readonly AlikeEntries[] => [
  ...groupBy(entries, getLikeness).values(),
]);

function getLikeness(entry: CauseEntry): unknown {
  const { findings } = entry;
  const [{ identity }] = findings;
  const isOfOne =
    findings.length === 1 || findings.every((one) => one.identity !== undefined && one.identity === identity);
  const isListed = findings.some(
    ({ affected, cause, unmanaged }) => affected !== undefined || cause?.paste !== undefined || unmanaged !== undefined,
  );
  if (!isOfOne || isListed) return entry;
  return JSON.stringify([
    identityNoun(identity ?? ''),
    ...findings.map((finding) => {
      // The kinds of objects that one change deletes differ in their numbers.
      const reason = finding.id === 'mass-removal' ? '' : reasonWithoutNames(finding);
      // The section of trust policies has both policies. One line can change those of many identities.
      const isOther = finding.id === 'claim-widened' && (findings.length > 1 || finding.source !== undefined);
      return [finding.severity, finding.id, finding.source, isOther ? reasonWithoutPolicies(reason) : reason];
    }),
  ]);
}

/** Returns the reason without the trust policies, but with the sentences that make one worse. */
function reasonWithoutPolicies(reason: string): string {
  const codes = reason.match(/ (?:An unreviewed pull request|Unreviewed code) can assume it\./g) ?? [];
  return `${reason.replace(/ Before: .*$/s, '')}${codes.join('')}`;
}

/** Returns the reason without the names and the roles of its objects, and without the number of groups beneath. */
function reasonWithoutNames({ reason, subject, identity = subject, holds, group }: ReportedFinding): string {
  const [withoutFormer = ''] = reason.split(PROBABLE_RENAME);
  const withoutRoles = holds === undefined ? withoutFormer : withoutFormer.replace(`is ${holds}`, () => 'has no role');
  const withoutIdentity = withoutRoles.replaceAll(identity, '…');
  return group === undefined
    ? withoutIdentity
    : withoutIdentity.replaceAll(group, '…').replace(/\u2026 and \d+ groups? beneath/, '…');
}

/** The part of a kind that a change deletes: `9 of 30 … (30 %)`. */
const PART = /^This change deletes (?<part>\d+ of \d+) managed /;

/** Returns the number of other objects in each group beneath the root: a sample is no overview. */
export function countByPlace(alike: AlikeEntries, shown: number): string {
  const rest = alike.slice(shown).map(({ findings: [{ subject, identity = subject, group = identity }] }) => group);
  const places = [...groupBy(rest, (path) => path.split('/').slice(0, 2).join('/'))];
  const isUseful = places.length > 1 && places.length <= MOST_PLACES && rest.every((path) => path.includes('/'));
  return isUseful ? `: ${places.map(([place, all]) => `${all.length} in ${place}`).join(', ')}` : '';
}

/** With more groups than this, their counts are no overview. */
const MOST_PLACES = 6;

/** Returns `ada → acme/payments` for a finding about access, otherwise its subject, with its roles if others can assume it. */
export function objectText({ id, subject, identity, group, holds, reason }: ReportedFinding): string {
  if (id === 'mass-removal') return [subject, PART.exec(reason)?.groups?.['part']].filter(Boolean).join(': ');
  if (holds !== undefined) return `${subject}: ${holds}`;
  return identity === undefined || group === undefined ? subject : `${identity} → ${group}`;
}

/** Returns true for a finding about others who can use the role owner. */
export function givesOwner({ holds, affected = [] }: Pick<ReportedFinding, 'holds' | 'affected'>): boolean {
  return [holds, ...affected.map((object) => object.holds)].some((roles) => /(?:^|, )owner in /.test(roles ?? ''));
}

/** Returns true for an invite that makes anyone an owner. */
export function isOwnerInvite(finding: ReportedFinding): boolean {
  return finding.severity === 'high' && isInvite(finding) && givesOwner(finding);
}

/** Returns true for a finding about an invite. */
export function isInvite({ id }: Pick<ReportedFinding, 'id'>): boolean {
  return id === 'invite-open' || id === 'invite-created';
}

/** Returns a text that is equal for findings of one kind that share a line: invites with one role, owners of one root group. */
export function getLineKey({ id, holds = '', cause }: Pick<ReportedFinding, 'id' | 'holds' | 'cause'>): string {
  if (isInvite({ id })) return holds.replace(/ in .*$/s, '');
  return id === 'owner-held' && cause?.key.includes('/') === false ? cause.key : '';
}

/** Returns the subjects that a finding affects, unless its reason already names the first of them. */
export function unnamedSubjects({ reason, affected = [] }: Pick<ReportedFinding, 'reason' | 'affected'>): string[] {
  const [first] = affected;
  return first === undefined || reason.startsWith(first.subject) ? [] : affected.map(({ subject }) => subject);
}

/** Returns the reason without the cause that it begins with, for an entry whose title is the cause. */
export function clauseText({ reason, cause }: Pick<ReportedFinding, 'reason' | 'cause'>): string {
  const start = cause === undefined ? '' : `${cause.text}: `;
  return reason.startsWith(start) ? capitalized(reason.slice(start.length)) : reason;
}
