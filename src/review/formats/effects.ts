/** Describes the effects of a change in sentences: new owners, trust policies, lost access. */
import { groupBy } from '../../access/graph/paths';
import { displayed } from '../../base/text/visible';
import { counted } from '../../base/text/words';
import { isIamWrite } from '../../model/api';
import { countedCapabilities } from '../access/capability-text';
import type { FindingId } from '../../access/rules';
import type { Report, ReportedAssume, ReportedFinding, ReportedLine } from '../report/types/report';
import { isEffect } from './phrases';
import { removalText } from './removal-text';

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
  const described: Described = {
    access: new Set([...owners, ...administrators].map(({ identity }) => identity)),
    trust: new Set(report.assume.filter(isOpened).map(({ identity }) => identity)),
  };
  return {
    severe: [
      ...ownersText(owners),
      ...gainsText(administrators, administratorText),
      ...assumeTexts(report),
      ...severeFindings(report, described),
    ],
    others: [
      ...gainsText(rest, ({ roles }) => (roles.length === 0 ? 'access' : roles.map(displayed).join(', '))),
      ...lossesText(report.access.lines.lost.filter(isEffect)),
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
    const [only = ''] = identities;
    return identities.size === 1 ? displayed(only) : counted(identities.size, 'identity');
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
  const undeclared = exposed.filter(isUndeclared).length > 2 ? exposed.filter(isUndeclared) : [];
  const outside = exposed.filter((reportedAssume) => !undeclared.includes(reportedAssume));
  const unreviewed = opened.filter(
    (reportedAssume) => !exposed.includes(reportedAssume) && byPullRequest.has(reportedAssume.identity),
  );
  const others = opened.filter(
    (reportedAssume) => !exposed.includes(reportedAssume) && !unreviewed.includes(reportedAssume),
  );
  const open = (all: readonly ReportedAssume[], several: string, one: (change: ReportedAssume) => string) =>
    all.length > 2 ? [`${several} can assume ${all.length} identities.`] : all.map(one);
  return [
    ...open(outside, 'Outsiders', ({ identity, outsiders: [first] }) => {
      return `Outsiders can assume ${displayed(identity)}: ${displayed(first?.who ?? '')}.`;
    }),
    ...undeclaredText(undeclared),
    ...open(unreviewed, 'Unreviewed code', ({ identity }) => {
      return `Unreviewed code can assume ${displayed(identity)}.`;
    }),
    ...open(others, 'More workloads', ({ identity, relation, after }) => {
      if (relation === 'unknown') return `It is unknown who can assume ${displayed(identity)}.`;
      if (after === undefined || after.length > LONG_POLICY) return `More workloads can assume ${displayed(identity)}.`;
      return `More workloads can assume ${displayed(identity)}: ${displayed(after)}.`;
    }),
  ];
}

/** Returns `16 identities trust 3 issuers and 1 account that review.config.json does not declare.` */
function undeclaredText(assume: readonly ReportedAssume[]): string[] {
  const parties = assume.flatMap(({ outsiders }) => outsiders.flatMap(({ undeclared }) => undeclared ?? []));
  const count = (list: string, noun: string) => {
    const names = new Set(parties.filter((party) => party.list === list).map(({ name }) => name));
    return names.size === 0 ? [] : [counted(names.size, noun)];
  };
  const whom = [...count('trustedIssuers', 'issuer'), ...count('trustedAccounts', 'account')].join(' and ');
  return assume.length === 0
    ? []
    : [`${counted(assume.length, 'identity')} trust ${whom} that review.config.json does not declare.`];
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
  const severe = report.findings.filter((finding) => {
    const by = describedBy.get(finding.id);
    return finding.severity === 'high' && (by === undefined || !isAbout(finding, described[by]));
  });
  return [...groupBy(severe, ({ id }) => id)].map(([id, all]) => {
    const [first, ...others] = all;
    if (id === 'mass-removal') {
      const { text, isAboutGroups } = removalText(report);
      // Without a deleted group, the reason of a single finding says more.
      if (isAboutGroups || others.length > 0) return text;
    }
    if (first !== undefined && others.length === 0) return displayed(first.reason);
    const count = all.reduce((sum, { affected }) => sum + (affected?.length ?? 1), 0);
    return `${count} ${several[id]}.`;
  });
}

/** Returns true for a finding about access of the identities. Such a finding names the identity and the group. */
function isAbout({ id, identity, group, affected }: ReportedFinding, identities: ReadonlySet<string>): boolean {
  if (describedBy.get(id) === 'trust' && (affected ?? [{ group }]).some((one) => one.group !== undefined)) return false;
  return (affected ?? [{ identity }]).every((one) => one.identity !== undefined && identities.has(one.identity));
}

/** The plural of each kind: a headline contains no id of a kind. */
const several: Readonly<Record<FindingId, string>> = {
  unresolved: 'objects have values that are unknown until apply',
  'self-lockout': 'changes lock out the applying identity',
  'last-owners': 'organizations keep too few owners',
  'owner-gained': 'identities gain administrative access',
  'outsider-can-assume': 'identities can be assumed by outsiders',
  'escalation-path': 'identities can escalate their access',
  'unknown-capability': 'roles contain unknown capabilities',
  'pull-request-can-write': 'identities with write access can be assumed by unreviewed code',
  'account-associated': 'groups are associated with other cloud accounts',
  'invariant-broken': 'invariants are broken',
  'assertion-failed': 'assertions fail',
  'runs-code': 'programs run with the permissions of the apply',
  'not-proved': 'plans are not proved',
  'unknown-plan-part': 'parts of plans are unknown to this version',
  'provider-not-constant': 'provider blocks are not constant',
  'assume-hidden': 'trust policies are hidden',
  'output-exposes': 'outputs expose secrets',
  'grant-refused': 'grants are rejected by the API',
  'rotation-lost': 'rotations replace nothing',
  'organization-created': 'new organizations are created',
  'mass-removal': 'kinds of objects are deleted in large part',
  'destroyed-elsewhere': 'deleted objects are in use',
  'managed-twice': 'objects are managed twice',
  'claim-widened': 'identities may accept more tokens',
  'audience-shared': 'identities accept tokens for other services',
  'owners-everywhere': 'owners have no platform',
  'nobody-can-assume': 'identities cannot be assumed',
  'sign-in-opened': 'changes open the sign-in',
  'identity-moved': 'identities are recreated in other groups',
  'unmanaged-grants': 'grants are not managed',
  'partial-plan': 'plans are partial',
  'plan-arguments': 'plans have arguments that may change their contents',
  'outdated-plan': 'objects were changed after the plan',
  'check-failed': 'checks fail',
  destroys: 'deletions affect objects that are not managed',
  'move-missing': 'objects are recreated at other addresses',
  'no-longer-managed': 'objects are no longer managed',
  'protection-off': 'objects are no longer protected',
  'invite-created': 'invites give access to anyone with the code',
  'exists-already': 'objects exist already',
  'import-overwrites': 'imports change who has access',
  'secret-created': 'secrets are created',
  'early-access': 'identities have further access if the apply stops early',
  'access-gained': 'changes give new access that a limit forbids',
  'static-keys-expire': 'identities have expired keys',
  'invariant-idle': 'invariants name objects that do not exist',
  'invite-open': 'open invites give access to anyone with the code',
  'static-keys-open': 'static keys never expire or are unused',
  'owner-held': 'identities are owners',
  'grant-unneeded': 'grants are unused or redundant',
  drift: 'objects changed outside of Terraform',
};
