/** Checks assertions by example against an organization. */
import { GRANTABLE_CAPABILITIES, isUid } from '../../model/api';
import { why, type GroupNode, type Reason } from '../graph';
import type { Assertion } from './configuration/configuration';
import { createCapabilityMatcher, requireMatchingGroups, QuestionError, toNameText } from '../names';
import type { RuledOrganization } from './organization';
import { findSubject, type Candidate, type Subject, type SubjectOptions } from './assertion-subjects';

/** `inconclusive`: the plans do not contain enough to decide. Such an assertion does not pass. */
export type AssertionResult = 'pass' | 'fail' | 'inconclusive';

export interface CheckedAssertion {
  /** Its name, or a sentence that describes it. */
  readonly name: string;
  readonly result: AssertionResult;
  /** One or two sentences; empty if it passes. */
  readonly reason: string;
  /** The chain that proves it: the grant, its role, and the groups down to the one of the assertion. */
  readonly chain?: string;
  /** The key of the grant. */
  readonly grant?: string;
  /** Paths of the identity and the group, and the capability, that decide the result. */
  readonly identity?: string;
  readonly group?: string;
  readonly capability?: string;
  /** The attribute that is unknown before the apply: `platform_role_binding.ci.group_uid`. */
  readonly unknown?: string;
}

/** Returns one result for each assertion, in their order. */
export function checkAssertions(
  assertions: readonly Assertion[],
  organization: RuledOrganization,
  options: SubjectOptions,
): CheckedAssertion[] {
  return assertions.map((assertion) => ({
    name: nameOfAssertion(assertion),
    ...check(assertion, organization, options),
  }));
}

/** Returns the name of an assertion, or a sentence that describes it. */
export function nameOfAssertion(assertion: Assertion): string {
  const { name, token, person, can, cannot = [], where } = assertion;
  const who = token === undefined ? toNameText(person ?? '') : token.subject;
  return (
    name ??
    `${who} ${can === undefined ? `cannot ${cannot.join(', ')}` : `can ${can.join(', ')}`} in ${where.join(', ')}`
  );
}

type Checked = Omit<CheckedAssertion, 'name'>;

const PASS: Checked = { result: 'pass', reason: '' };

function check(assertion: Assertion, organization: RuledOrganization, options: SubjectOptions): Checked {
  const { can, cannot } = assertion;
  const { graph, unresolved } = organization;
  let groups: readonly GroupNode[];
  let capabilities: readonly string[];
  let subject: Subject;
  try {
    groups = [...new Set(assertion.where.flatMap((path) => requireMatchingGroups(graph, path)))];
    capabilities = (can ?? cannot ?? []).flatMap((text) => getCapabilities(organization, text));
    subject = findSubject(assertion, organization, options);
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    const isNameless = graph.groups.some(({ parent, implied, key }) => parent === undefined && implied && isUid(key));
    return { result: isNameless ? 'inconclusive' : 'fail', reason: error.message };
  }
  const results = groups.flatMap((group) =>
    capabilities.map((capability) => {
      const asked: Asked = { group, capability, subject, organization, who: whoText(assertion) };
      return can === undefined ? mustNotHold(asked) : mustHold(asked);
    }),
  );
  const found =
    results.find(({ result }) => result === 'fail') ?? results.find(({ result }) => result === 'inconclusive') ?? PASS;
  // An object in an unknown group can grant access.
  const isOpen = unresolved.length > 0 && found.result === (can === undefined ? 'pass' : 'fail');
  if (!isOpen) return found;
  const [{ address, attribute } = { address: '', attribute: '' }] = unresolved;
  const reason = `${attribute} of ${address} is unknown until apply and can change the result.`;
  const unknown = `${address}.${attribute}`;
  return { ...found, result: 'inconclusive', reason: `${found.reason} ${reason}`.trim(), unknown };
}

/**
 * Returns the capabilities of a name or a pattern. A pattern of an unknown kind counts as a capability, which owners
 * hold. Nobody can hold an internal capability that no role contains, so no pattern means it.
 */
function getCapabilities({ graph }: RuledOrganization, text: string): string[] {
  const isMeant = createCapabilityMatcher(graph, text);
  if (!text.includes('*')) return [text];
  return [...new Set([...GRANTABLE_CAPABILITIES, ...graph.roles.flatMap((role) => role.capabilities)])].filter(isMeant);
}

interface Asked {
  readonly group: GroupNode;
  readonly capability: string;
  readonly subject: Subject;
  readonly organization: RuledOrganization;
  /** `The token` or the person. */
  readonly who: string;
}

function mustNotHold(asked: Asked): Checked {
  let doubt: Checked | undefined;
  for (const candidate of asked.subject.candidates) {
    const held = heldBy(candidate, asked);
    if (held === undefined) continue;
    if (candidate.isCertain && held !== 'perhaps')
      return {
        ...decidedBy(asked, candidate),
        result: 'fail',
        reason: holdingText(asked, candidate),
        chain: chainText(held),
        grant: held.grant.key,
      };
    doubt ??= inconclusive(asked, candidate, held);
  }
  return doubt ?? PASS;
}

function mustHold(asked: Asked): Checked {
  let doubt: Checked | undefined;
  for (const candidate of asked.subject.candidates) {
    const held = heldBy(candidate, asked);
    if (held === undefined) continue;
    if (candidate.isCertain && held !== 'perhaps') return PASS;
    doubt ??= inconclusive(asked, candidate, held);
  }
  const certain = asked.subject.candidates.find(({ isCertain }) => isCertain);
  return doubt ?? { ...decidedBy(asked, certain), result: 'fail', reason: lackingText(asked) };
}

function inconclusive(asked: Asked, candidate: Candidate, held: Reason | 'perhaps'): Checked {
  return {
    ...decidedBy(asked, candidate),
    result: 'inconclusive',
    reason: `It is unknown if ${lowerFirst(holdingText(asked, candidate))}${doubtText(candidate, held)}`,
  };
}

function holdingText({ capability, group, who }: Asked, candidate: Candidate): string {
  return `${actsAs(who, candidate)} has ${capability} in ${group.path}.`;
}

function decidedBy({ group, capability }: Asked, candidate: Candidate | undefined) {
  return { ...(candidate && { identity: candidate.identity.path }), group: group.path, capability };
}

/** Returns the reason why the identity holds the capability; `perhaps` if the capabilities of its role are unknown. */
function heldBy({ identity }: Candidate, { organization, capability, group }: Asked): Reason | 'perhaps' | undefined {
  const { graph, unknownRoles } = organization;
  const [reason] = why(graph, identity.key, capability, group.key);
  if (reason !== undefined) return reason;
  const isUnknown = identity.grants.some(
    ({ role, group: at }) => unknownRoles.has(role.key) && at.order <= group.order && group.order <= at.end,
  );
  return isUnknown ? 'perhaps' : undefined;
}

function lackingText({ subject, capability, group, who }: Asked): string {
  const certain = subject.candidates.filter(({ isCertain }) => isCertain);
  if (certain.length > 0) {
    const names = certain.map(({ identity }) => identity.path).join(', ');
    return `${who === TOKEN ? `${who} acts as ${names}, which` : names} does not have ${capability} in ${group.path}.`;
  }
  const near = subject.rejections
    .slice(0, MOST)
    .map(({ identity, claim }) => `${identity.path} rejects the claim "${claim}"`);
  const hint = subject.similar === undefined ? '' : ` Did you mean ${subject.similar}?`;
  return `No identity is found for ${lowerFirst(who)}.${near.length > 0 ? ` ${near.join('; ')}.` : ''}${hint}`;
}

/** The maximum number of rejections in one message. */
const MOST = 3;

function doubtText({ doubt }: Candidate, held: Reason | 'perhaps'): string {
  const reasons = [
    ...(doubt === undefined ? [] : [doubt]),
    ...(held === 'perhaps' ? ['the capabilities of its role are unknown'] : []),
  ];
  return ` The reason: ${reasons.join(', and ')}.`;
}

function whoText({ token, person = '' }: Assertion): string {
  return token === undefined ? toNameText(person) : TOKEN;
}

const TOKEN = 'The token';

function actsAs(who: string, { identity, isCertain }: Candidate): string {
  // A person is no other identity: only the name in the assertion differs.
  return isCertain && who !== TOKEN ? identity.path : `${who} can act as ${identity.path}, which`;
}

function chainText({ grant, role, path }: Reason): string {
  return `${role.path} in ${grant.group.path}${path.length > 1 ? `, inherited: ${path.map((group) => group.path).join(' → ')}` : ''}`;
}

function lowerFirst(text: string): string {
  return text.startsWith('The ') ? `the ${text.slice(4)}` : text;
}
