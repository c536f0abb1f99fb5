/** Describes several findings of one kind in a sentence. */
import type { FindingId } from '../../../access/rules';
import { displayed } from '../../../base/text/visible';
import { counted } from '../../../base/text/words';
import { countedIdentities } from '../../words/identity-counts';
import { predicatesText } from '../../findings/shared/causes';
import type { AffectedObject, ReportedFinding } from '../../report/types/report';
import type { AlikeEntries } from './finding-entries';
import type { Sentence } from './marked-names';
import { countAffected, outsidersIn, outsiderSentences, ownerSentences } from './outsider-sentences';

/**
 * Returns a sentence about several findings of a kind: `11 people gain the role owner.`
 *
 * @param toFirst returns the first sentence of a reason
 */
export function severalText(
  id: FindingId,
  findings: readonly ReportedFinding[],
  toFirst: Sentence = displayed,
): string {
  if (id === 'outsider-can-assume') return outsiderSentences(findings, toFirst).join(' ');
  return id === 'undeclared-owner' ? ownerSentences(findings, toFirst).join(' ') : countText(id, findings, toFirst);
}

function countText(id: FindingId, findings: readonly ReportedFinding[], toFirst: Sentence): string {
  const objects = findings.flatMap((finding) => finding.affected ?? [finding]);
  const identities = objects.flatMap(({ identity }) => identity ?? []);
  const [first, ...others] = findings;
  if (first !== undefined && identities.length > 1 && new Set(identities).size === 1)
    return `${toFirst(first.reason)} ${counted(others.length, 'more finding is', 'more findings are')} alike.`;
  // Findings of a rule have the rule as their subject: only their reasons name the identities.
  if (id === 'invariant-broken' && identities.length === 0 && findings.length <= MOST_REASONS)
    return findings.map(({ reason }) => toFirst(reason)).join(' ');
  if ((!WITHOUT_FACTS.has(id) || id === 'claim-widened') && objects.every(({ predicate }) => predicate !== undefined))
    return `${displayed(predicatesText(objects, countIdentities))}.`;
  const isOfIdentities = several[id].startsWith('identities ') && identities.length === objects.length;
  return isOfIdentities
    ? `${countedIdentities(identities)} ${several[id].replace('identities ', '')}.`
    : `${countAffected(findings)} ${several[id]}.`;
}

/** The number of reasons that a sentence contains instead of a count. */
const MOST_REASONS = 3;

function countIdentities(objects: readonly AffectedObject[]) {
  const identities = new Set(objects.flatMap(({ identity }) => identity ?? []));
  return { text: countedIdentities(identities), isOne: identities.size === 1 };
}

/** Returns a sentence about each kind of findings that differ only in their objects. Their names follow it. */
export function alikeTexts(alike: AlikeEntries): string[] {
  const [{ findings }] = alike;
  return findings.map((finding, index) => {
    const all = alike.flatMap((entry) => entry.findings[index] ?? []);
    return outsidersText(finding, all) ?? countText(finding.id, all, displayed);
  });
}

/** Returns a sentence with the outsiders that can assume all of the identities, and the next step; undefined about other findings. */
function outsidersText(first: ReportedFinding, all: readonly ReportedFinding[]): string | undefined {
  const outsiders = outsidersIn(first);
  if (outsiders === undefined) return undefined;
  const identities = new Set(all.flatMap(({ identity }) => identity ?? []));
  return `Outsiders can assume ${countedIdentities(identities)}: ${displayed(outsiders)}`;
}

/** Returns the same, with the facts of one of them if the sentence has none. */
export function alikeTextsWithExample(alike: AlikeEntries): string[] {
  const [{ findings }] = alike;
  return alikeTexts(alike).map((text, index) => {
    const { [index]: finding } = findings;
    const isComplete = finding === undefined || !WITHOUT_FACTS.has(finding.id) || outsidersIn(finding) !== undefined;
    return isComplete ? text : `${text} For example: ${finding.reason}`;
  });
}

const WITHOUT_FACTS: ReadonlySet<FindingId> = new Set([
  ...(['escalation-path', 'outsider-can-assume', 'pull-request-can-write', 'claim-widened', 'mass-removal'] as const),
]);

/** The plural of each kind: a headline contains no id of a kind. */
const several: Readonly<Record<FindingId, string>> = {
  unresolved: 'objects have values that are unknown until apply',
  'self-lockout': 'changes lock out the applying identity',
  'last-owners': 'organizations keep too few owners',
  'owner-gained': 'identities gain administrative access',
  'outsider-can-assume': 'identities can be assumed by outsiders',
  'undeclared-owner': 'identities of unusual owners gain access',
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
  destroys: 'objects are deleted',
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
