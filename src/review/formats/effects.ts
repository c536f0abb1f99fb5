/** Describes the effects of a change in sentences: new owners, trust policies, lost access. */
import { groupBy } from '../../access/graph/paths';
import { displayed } from '../../base/text/visible';
import { counted, few, listed, nounFor } from '../../base/text/words';
import { isIamWrite } from '../../model/api';
import { countedCapabilities } from '../access/capability-text';
import type { FindingId } from '../../access/rules';
import type { Report, ReportedAssume, ReportedFinding, ReportedLine } from '../report/types/report';
import { getDanger } from './finding-entries';
import { createClauses } from './first-clause';
import { isEffect } from './phrases';
import { outsiderSentences, undeclaredText } from './outsiders';
import { removalText } from './removal-text';
import { severalText } from './several-findings';

interface Effects {
  /** Effects that a reviewer must not miss. */
  readonly severe: readonly string[];
  readonly others: readonly string[];
}

/** Returns whole sentences, the most severe first. */
export function groupEffects(report: Report): Effects {
  const gained = report.access.lines.gained.filter(isEffect);
  const owners = gained.filter(isOwner);
  const others = gained.filter((line) => !isOwner(line));
  const administrators = others.filter(isAdministrator);
  const rest = others.filter((line) => !isAdministrator(line));
  const lost = report.access.lines.lost.filter(isEffect);
  const roles = otherRoles(report, lost);
  const isOther = (line: ReportedLine) => !roles.some(({ isAbout: isOf }) => isOf(line));
  const described: Described = {
    access: new Set([...owners, ...administrators].map(({ identity }) => identity)),
    trust: new Set(report.assume.filter(isOpened).map(({ identity }) => identity)),
  };
  return {
    severe: [
      ...deletedGroupsText(report),
      ...ownersText(owners),
      ...gainsText(administrators, administratorText),
      ...assumeTexts(report),
      ...severeFindings(report, described),
      ...renamesText(report),
    ],
    others: [
      ...gainsText(rest.filter(isOther), gainedText),
      ...roles.map(({ text }) => text),
      ...lossesText(lost.filter(isOther)),
    ],
  };
}

function isOwner({ roles, fresh }: ReportedLine): boolean {
  return roles.includes('owner') && fresh > 0;
}

function isAdministrator({ capabilities, fresh }: ReportedLine): boolean {
  return fresh > 0 && capabilities.some(isIamWrite);
}

function ownersText(lines: readonly ReportedLine[]): string[] {
  return perGroup(lines, (who, where, count) =>
    count === 1 ? `${who} becomes an owner of ${where}.` : `${who} become owners of ${where}.`,
  );
}

function gainsText(lines: readonly ReportedLine[], what: (line: ReportedLine) => string): string[] {
  const kinds = groupBy(lines, what);
  const gains = (count: number) => (count === 1 ? 'gains' : 'gain');
  if (kinds.size > MOST_KINDS) return perGroup(lines, (who, where, n) => `${who} ${gains(n)} access in ${where}.`);
  return [...kinds].flatMap(([kind, all]) =>
    perGroup(all, (who, where, count) => `${who} ${gains(count)} ${kind} in ${where}.`),
  );
}

/** With more kinds of access or more groups than this, a sentence gives counts. */
const MOST_KINDS = 2;
const MOST_GROUPS = 2;
/** With more identities than this, a sentence gives their number. */
const MOST_NAMED = 3;

/** Returns the roles. An identity that already has a wider role gains only capabilities. */
function gainedText({ roles, cause, capabilities }: ReportedLine): string {
  if (cause === 'role widened') return countedCapabilities(capabilities);
  return roles.length === 0 ? 'access' : roles.map(displayed).join(', ');
}

/** The role change of one identity as a sentence, and the lines that it replaces. */
interface OtherRole {
  readonly text: string;
  readonly isAbout: (line: ReportedLine) => boolean;
}

/** Returns `acme/shop/ci: editor → viewer in acme/shop.` for each identity that loses access by another role, if they are few. */
function otherRoles({ changes }: Report, lost: readonly ReportedLine[]): OtherRole[] {
  const toPlace = (identity: string, group: string | undefined) => JSON.stringify([identity, group]);
  const losing = new Set(lost.map(({ identity, group }) => toPlace(identity, group)));
  const found = changes.flatMap(({ connects, fields, group }): OtherRole[] => {
    if (connects === undefined || !losing.has(toPlace(connects.identity, group))) return [];
    const { before, after } = fields.find(({ field }) => field === 'role_uid') ?? {};
    if (before === undefined || after === undefined) return [];
    const isOf = (line: ReportedLine) => line.identity === connects.identity && line.group === group;
    const role = `${displayed(before)} → ${displayed(after)}`;
    const text = `${displayed(connects.identity)}: ${role} in ${displayed(group)}.`;
    return [{ text, isAbout: isOf }];
  });
  return found.length > MOST_GROUPS ? [] : found;
}

function administratorText({ capabilities }: ReportedLine): string {
  return countedCapabilities(capabilities.filter(isIamWrite));
}

function lossesText(lines: readonly ReportedLine[]): string[] {
  return perGroup(lines, (who, where, count) => `${who} ${count === 1 ? 'loses' : 'lose'} access in ${where}.`);
}

/** Returns one sentence for each group, or one for all of them if they are many. */
function perGroup(
  lines: readonly ReportedLine[],
  sentence: (who: string, where: string, count: number) => string,
): string[] {
  const groups = new Map<string, Set<string>>();
  for (const { group, identity } of lines) groups.set(group, (groups.get(group) ?? new Set()).add(identity));
  const who = (identities: ReadonlySet<string>) => {
    const names = [...identities].map(displayed);
    return names.length <= MOST_NAMED ? listed(names) : counted(names.length, 'identity');
  };
  if (groups.size <= MOST_GROUPS)
    return [...groups].map(([group, identities]) => sentence(who(identities), displayed(group), identities.size));
  const all = new Set(lines.map(({ identity }) => identity));
  return [sentence(who(all), counted(groups.size, 'group'), all.size)];
}

/** A trust policy with more than this many characters is not quoted in a sentence. */
const LONG_POLICY = 200;

function assumeTexts({ assume, findings }: Report): string[] {
  const pullRequests = findings
    .filter(({ id }) => id === 'pull-request-can-write')
    .flatMap((finding) => [finding, ...(finding.affected ?? [])]);
  const byPullRequest = new Set(pullRequests.map(({ identity }) => identity));
  const opened = assume.filter(isOpened);
  const exposed = opened.filter(({ outsiders }) => outsiders.length > 0);
  const isUndeclared = ({ outsiders }: ReportedAssume) => outsiders.every(({ undeclared }) => undeclared !== undefined);
  const undeclared = exposed.filter(isUndeclared).length > 1 ? exposed.filter(isUndeclared) : [];
  const outside = exposed.filter((reportedAssume) => !undeclared.includes(reportedAssume));
  const unreviewed = opened.filter(
    (reportedAssume) => !exposed.includes(reportedAssume) && byPullRequest.has(reportedAssume.identity),
  );
  const others = opened.filter(
    (reportedAssume) => !exposed.includes(reportedAssume) && !unreviewed.includes(reportedAssume),
  );
  const open = (all: readonly ReportedAssume[], several: string, one: (change: ReportedAssume) => string) =>
    all.length > 2
      ? [`${several} assume ${all.length} identities: ${few(all.map(({ identity }) => displayed(identity)))}.`]
      : all.map(one);
  const isCertain = ({ outsiders: [first] }: ReportedAssume) => first?.token !== undefined;
  const roles = new Map(
    findings.flatMap(({ id, identity, holds }) => (id === 'outsider-can-assume' && holds ? [[identity, holds]] : [])),
  );
  const who = ({ identity, outsiders: [first] }: ReportedAssume) => {
    const holds = roles.get(identity);
    const which = holds === undefined ? '' : `, which is ${displayed(holds)}`;
    return `${displayed(identity)}${which}: ${displayed(first?.who ?? '')}.`;
  };
  const [certain, uncertain] = [outside.filter(isCertain), outside.filter((one) => !isCertain(one))];
  return [
    ...open(certain, 'Outsiders can', (one) => `Outsiders can assume ${who(one)}`),
    ...open(uncertain, 'Outsiders may be able to', (one) => `Outsiders may be able to assume ${who(one)}`),
    ...undeclaredText(
      undeclared.length,
      undeclared.flatMap(({ outsiders }) => outsiders.flatMap((outsider) => outsider.undeclared ?? [])),
    ),
    ...open(unreviewed, 'Unreviewed code can', ({ identity }) => {
      return `Unreviewed code can assume ${displayed(identity)}.`;
    }),
    ...open(others, 'More workloads can', (change) => widenedText(change, canChangeAccess(findings, change))),
  ];
}

/** Returns who can assume the identity after the change and before it, and if this is access to change access. */
function widenedText({ identity, relation, before = 'nobody', after }: ReportedAssume, isPowerful: boolean): string {
  const who = `${displayed(identity)}${isPowerful ? ', which can change access' : ''}`;
  if (relation === 'unknown') return `It is unknown who can assume ${who}.`;
  if (after === undefined || before.length + after.length > LONG_POLICY)
    return `The trust policy of ${who}${isPowerful ? ',' : ''} accepts more tokens.`;
  return `More workloads can assume ${who}: ${displayed(after)}. Before: ${displayed(before)}.`;
}

function canChangeAccess(findings: Report['findings'], { identity }: ReportedAssume): boolean {
  return findings.some((finding) => {
    const { id, severity, affected = [] } = finding;
    return (
      id === 'claim-widened' && severity === 'high' && [finding, ...affected].some((one) => one.identity === identity)
    );
  });
}

/** Returns true if the identity accepts more tokens, or if this is unknown. */
function isOpened({ relation, outsiders }: ReportedAssume): boolean {
  return outsiders.length > 0 || !['added', 'removed', 'equal', 'narrower'].includes(relation);
}

/** Paths of the identities that sentences about access, and about trust policies, describe. */
interface Described {
  readonly access: ReadonlySet<string>;
  readonly trust: ReadonlySet<string>;
}

const describedBy: ReadonlyMap<FindingId, keyof Described> = new Map<FindingId, keyof Described>([
  ['owner-gained', 'access'],
  ['escalation-path', 'access'],
  ['claim-widened', 'trust'],
  ['outsider-can-assume', 'trust'],
  ['pull-request-can-write', 'trust'],
]);

/** Returns sentences about high findings that no other sentence describes, one for each kind. */
function severeFindings(report: Report, described: Described): string[] {
  const hasDeletedGroups = removalText(report).isAboutGroups;
  const hasOutsiders = report.findings.some(({ id }) => id === 'outsider-can-assume');
  const severe = report.findings.filter((finding) => {
    if (isMassRemoval(finding) && hasDeletedGroups) return false;
    // The sentence about outsiders has the roles.
    if (finding.id === 'owner-held' && hasOutsiders) return false;
    const by = describedBy.get(finding.id);
    return finding.severity === 'high' && (by === undefined || !isAbout(finding, described[by]));
  });
  const kinds = [...groupBy(severe, ({ id }) => id)];
  // Without a change, no sentence about new owners is before these.
  if (report.current !== undefined) kinds.sort(([, one], [, other]) => getDanger(one) - getDanger(other));
  return kinds.flatMap(([id, all]) => {
    const [first, ...others] = all;
    // Without a deleted group, the reason of a single finding says more.
    if (id === 'mass-removal' && others.length > 0) return removalText(report).text;
    const { sentence, clause } = createClauses(report);
    if (id === 'outsider-can-assume') return outsiderSentences(all, sentence);
    if (first === undefined || others.length > 0) return severalText(id, all, sentence);
    return clause(first.reason);
  });
}

/** Returns the deletion of groups, if it is a finding. It has its own sentence before all others. */
function deletedGroupsText(report: Report): string[] {
  const { text, isAboutGroups } = removalText(report);
  return isAboutGroups && report.findings.some(isMassRemoval) ? [text] : [];
}

/** The number of renamed objects that a sentence names. */
const MOST_RENAMES = 3;

/** Returns the number of deletions that renames explain, if many deletions are a finding. */
function renamesText({ findings, lookalikes = [], verdict }: Report): string[] {
  const renames = lookalikes.filter(({ blocks = [] }) => blocks.length > 0);
  if (renames.length === 0 || !findings.some(isMassRemoval)) return [];
  const renamed = renames.reduce((sum, { blocks = [] }) => sum + blocks.length, 0);
  const names = few(
    renames.map(({ from, path }) => `${displayed(from)} → ${displayed(path)}`),
    MOST_RENAMES,
  );
  const deletions = counted(verdict.counts.removed, 'deletion');
  return [
    `${renamed} of the ${deletions} ${nounFor(renamed, 'is probably a rename', 'are probably renames')}: ${names}.`,
  ];
}

function isMassRemoval({ id, severity }: ReportedFinding): boolean {
  return id === 'mass-removal' && severity === 'high';
}

/** Returns true for a finding about access of the identities. Such a finding names the identity and the group. */
function isAbout({ id, identity, group, affected }: ReportedFinding, identities: ReadonlySet<string>): boolean {
  if (describedBy.get(id) === 'trust' && (affected ?? [{ group }]).some((one) => one.group !== undefined)) return false;
  return (affected ?? [{ identity }]).every((one) => one.identity !== undefined && identities.has(one.identity));
}
