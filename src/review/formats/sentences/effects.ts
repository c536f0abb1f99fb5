/** Describes the effects of a change in sentences: new owners, trust policies, lost access. */
import { groupBy } from '../../../access/graph/paths';
import { displayed } from '../../../base/text/visible';
import { counted, listed } from '../../../base/text/words';
import { isIamWrite } from '../../../model/api';
import { countedCapabilities } from '../../access/capability-text';
import type { FindingId } from '../../../access/rules';
import type { Report, ReportedFinding, ReportedLine } from '../../report/types/report';
import { exposesIdentities, getDanger, givesOwner, isOwnerInvite } from './finding-entries';
import { createClauses } from './first-clause';
import { countedIdentities } from '../../words/identity-counts';
import { isEffect } from './phrases';
import { outsiderSentences } from './outsider-sentences';
import { createFormerAccessTests, createRenameTest, describeRenamedTrust, renamesText } from './renames';
import { refusedGroups } from './refused-deletions';
import { removalText } from './removal-text';
import { severalText } from './several-findings';
import { isOpened, trustEffects, type TrustEffects } from './trust-effects';

interface Effects {
  /** Effects that a reviewer must not miss. */
  readonly severe: readonly string[];
  readonly others: readonly string[];
}

/** Returns whole sentences, the most severe first. */
export function groupEffects(report: Report): Effects {
  const { isGainedAgain, isKept } = createFormerAccessTests(report);
  const all = report.access.lines.gained.filter(isEffect);
  const [gained, former] = [all.filter((line) => !isGainedAgain(line)), all.filter(isGainedAgain)];
  const invited = new Set(report.findings.filter(isOwnerInvite).map(({ identity }) => identity));
  // The sentence about an invite has its recipient, its uses and its lifetime.
  const owners = gained.filter((line) => isOwner(line) && !invited.has(line.identity));
  const others = gained.filter((line) => !isOwner(line));
  const administrators = others.filter(isAdministrator);
  const rest = others.filter((line) => !isAdministrator(line));
  const lost = report.access.lines.lost.filter((line) => isEffect(line) && !isKept(line));
  const roles = otherRoles(report, lost);
  const isOther = (line: ReportedLine) => !roles.some(({ isAbout }) => isAbout(line));
  const renamed = describeRenamedTrust(report);
  const described: Described = {
    access: new Set([...owners, ...administrators, ...former].map(({ identity }) => identity)),
    trust: new Set([...report.assume.filter(isOpened), ...renamed.policies].map(({ identity }) => identity)),
  };
  const [trust, findings] = [trustEffects(report), severeFindings(report, described)];
  const isOwnerTrusted = [...report.findings.filter(givesOwner), ...owners].some(({ identity = '' }) =>
    described.trust.has(identity),
  );
  const isRenamed = createRenameTest(report);
  const { paths: staying, texts: blocked } = refusedGroups(report);
  const removal = removalText({ changes: report.changes.filter((change) => !isRenamed(change)) }, staying);
  // The deletion of a large part precedes all but outsiders.
  const isMass = (removal.groups ?? blocked[0]) !== undefined && report.findings.some(isMassRemoval);
  const renames = renamesText(report);
  const gains = gainsText(rest.filter(isOther), gainedText);
  // A rename explains its trust policies. It hides no new access.
  const renamesFirst = renames.length === 0 ? [] : [...renames, ...renamed.texts, ...gains];
  // The deletion is not what the author of a rename wants: the rename explains it.
  const isRenameFirst = renames.length > 0 && removal.groups === undefined;
  return {
    severe: [
      ...invitesText(report),
      ...(isOwnerTrusted ? trust.exposed : []),
      ...findings.owners,
      ...(isMass ? [] : ownersText(owners)),
      ...(isOwnerTrusted ? [] : trust.exposed),
      ...findings.exposed,
      ...(isMass ? [...(removal.text === '' ? [] : [removal.text]), ...blocked] : []),
      ...(isRenameFirst ? [...renamesFirst, ...blocked] : []),
      ...(isMass ? ownersText(owners) : []),
      ...gainsText(administrators, administratorText),
      ...trust.others,
      ...findings.others,
      ...(isMass || isRenameFirst ? [] : [...(removal.groups === undefined ? [] : [removal.groups]), ...blocked]),
      ...(isRenameFirst ? [] : renamesFirst),
      ...formerTexts(former),
      ...formerOwnersText(lost.filter((line) => losesOwner(line) && isOther(line))),
    ],
    others: [
      ...trust.closed,
      ...(renames.length > 0 ? [] : gains),
      ...roles.map(({ text }) => text),
      ...lossesText(lost.filter((line) => !losesOwner(line) && isOther(line))),
    ],
  };
}

/** Returns sentences about invites that make anyone an owner, those of the widest groups first. */
function invitesText(report: Report): string[] {
  const depth = ({ group = '' }: ReportedFinding) => group.split('/').length;
  const invites = report.findings.filter(isOwnerInvite).toSorted((a, b) => depth(a) - depth(b));
  const left = invites.length - MOST_GROUPS;
  const texts = invites.slice(0, MOST_GROUPS).map(({ reason }) => createClauses(report).clause(reason));
  return left > 0 ? [...texts, `${counted(left, 'more invite')} give${left === 1 ? 's' : ''} the role owner.`] : texts;
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
export const MOST_NAMED = 3;

/** Returns the roles. An identity that already has a wider role gains only capabilities. */
function gainedText({ roles, cause, capabilities }: ReportedLine): string {
  if (cause === 'role widened') return countedCapabilities(capabilities);
  return roles.length === 0 ? 'access' : roles.map(displayed).join(', ');
}

/** Returns sentences about severe access that the identities have before a probable rename. */
function formerTexts(lines: readonly ReportedLine[]): string[] {
  const administrators = lines.filter((line) => !isOwner(line) && isAdministrator(line));
  const texts = [...ownersText(lines.filter(isOwner)), ...gainsText(administrators, administratorText)];
  return texts.map((text) => text.replace(/\.$/, ', as before the rename.'));
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
    const isAbout = (line: ReportedLine) => line.identity === connects.identity && line.group === group;
    const role = `${displayed(before)} → ${displayed(after)}`;
    const text = `${displayed(connects.identity)}: ${role} in ${displayed(group)}.`;
    return [{ text, isAbout }];
  });
  return found.length > MOST_GROUPS ? [] : found;
}

function administratorText({ capabilities }: ReportedLine): string {
  return countedCapabilities(capabilities.filter(isIamWrite), ' that change access');
}

/** Returns true if the group stays without this owner. */
function losesOwner({ roles, cause }: ReportedLine): boolean {
  return roles.includes('owner') && ['grant deleted', 'grant updated', 'identity deleted'].includes(cause);
}

function formerOwnersText(lines: readonly ReportedLine[]): string[] {
  return perGroup(lines, (who, where, count) =>
    count === 1 ? `${who} is no longer an owner of ${where}.` : `${who} are no longer owners of ${where}.`,
  );
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
    return names.length <= MOST_NAMED ? listed(names) : countedIdentities(identities);
  };
  if (groups.size <= MOST_GROUPS)
    return [...groups].map(([group, identities]) => sentence(who(identities), displayed(group), identities.size));
  const all = new Set(lines.map(({ identity }) => identity));
  return [sentence(who(all), counted(groups.size, 'group'), all.size)];
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
function severeFindings(
  report: Report,
  described: Described,
): Pick<TrustEffects, 'exposed' | 'others'> & {
  /** Those of `exposed` who can use the role owner. */
  readonly owners: readonly string[];
} {
  const hasDeletedGroups = removalText(report).groups !== undefined;
  const outsiders = new Set(
    report.findings.flatMap((finding) =>
      finding.id === 'outsider-can-assume' ? (finding.affected ?? [finding]).map(({ identity }) => identity ?? '') : [],
    ),
  );
  const severe = report.findings.filter((finding) => {
    if (isMassRemoval(finding) && hasDeletedGroups) return false;
    if (finding.id === 'destroys' || isOwnerInvite(finding)) return false;
    // The sentence about outsiders has the roles.
    if (finding.id === 'owner-held' && isAbout(finding, outsiders)) return false;
    const by = describedBy.get(finding.id);
    return finding.severity === 'high' && (by === undefined || !isAbout(finding, described[by]));
  });
  const kinds = [...groupBy(severe, ({ id }) => id)];
  // Without a change, no sentence about new owners is before these.
  // A broken rule of the organization follows outsiders.
  const weigh = ([id, all]: (typeof kinds)[number]) =>
    id === 'invariant-broken' ? Math.min(getDanger(all), RULE_DANGER) : getDanger(all);
  if (report.current !== undefined) kinds.sort((a, b) => weigh(a) - weigh(b));
  const toSentences = ([id, all]: (typeof kinds)[number]): readonly string[] => {
    const [first, ...others] = all;
    // Without a deleted group, the reason of a single finding says more.
    if (id === 'mass-removal' && others.length > 0) return [removalText(report).text];
    const { sentence, clause } = createClauses(report);
    if (id === 'outsider-can-assume') return outsiderSentences(all, sentence);
    return [first === undefined || others.length > 0 ? severalText(id, all, sentence) : clause(first.reason)];
  };
  const isExposed = ([, all]: (typeof kinds)[number]) => exposesIdentities(all);
  return {
    owners: kinds.filter((kind) => isExposed(kind) && kind[1].some(givesOwner)).flatMap(toSentences),
    exposed: kinds.filter((kind) => isExposed(kind) && !kind[1].some(givesOwner)).flatMap(toSentences),
    others: kinds.filter((kind) => !isExposed(kind)).flatMap(toSentences),
  };
}

/** The danger of a broken rule: between outsiders and owners. */
const RULE_DANGER = 2.5;

function isMassRemoval({ id, severity }: ReportedFinding): boolean {
  return id === 'mass-removal' && severity === 'high';
}

/** Returns true for a finding about access of the identities. Such a finding names the identity and the group. */
function isAbout({ id, identity, group, affected }: ReportedFinding, identities: ReadonlySet<string>): boolean {
  if (describedBy.get(id) === 'trust' && (affected ?? [{ group }]).some((one) => one.group !== undefined)) return false;
  return (affected ?? [{ identity }]).every((one) => one.identity !== undefined && identities.has(one.identity));
}
