/** Findings about trust policies. */
import { isDeepStrictEqual } from 'node:util';
import { onceFor } from '../../base/cache/once-for';
import { isIamWrite, parseTimestamp } from '../../model/api';
import { identity } from '../../model/kinds';
import type { GrantNode } from '../../access/graph';
import { getOutsidersRemedy } from '../../access/rules';
import type { Analysis } from '../access/analysis';
import type { TrustPolicyChange } from '../access/assume/compare-trust-policies';
import { findOwnerEntries, getExposure, type Outsider } from '../access/assume/outsiders';
import type { UndeclaredParty } from '../access/assume/undeclared';
import { getTrustPolicy } from '../access/assume/trust-policy';
import { declaredAt, whereIs, type Finding, type FindingCause, type Place } from './shared/finding';
import { objectId, SENSITIVE } from '../organization/objects/objects';
import { splitAddress } from '../input/plan/configuration';
import { accessText, mayWrite } from '../access/rights';
import { identitiesByPath } from '../../access/graph/paths';
import { grantsText, trustPolicyAt } from './shared/evidence';
import { causeOfLine } from './shared/line-cause';

/** Returns `which is owner in acme`. */
export function holdsText(holds: string | undefined): string {
  return `which ${holds === undefined ? 'has no role' : `is ${holds}`}`;
}

/** Reports identities that outsiders can assume: people who are not owners can obtain an accepted token. */
export function outsiderCanAssume(analysis: Analysis): Finding[] {
  return [...newOutsiders(analysis), ...outsidersGain(analysis)];
}

function newOutsiders(analysis: Analysis): Finding[] {
  return analysis.trustPolicyChanges.flatMap((change) => {
    const { identity: subject, outsiders, outsidersUnknown, address, plan } = change;
    const [first, ...others] = outsiders;
    if (first === undefined && outsidersUnknown.length === 0) return [];
    const held = heldAccess(analysis, subject);
    const whose = `${subject}, ${holdsText(held.holds)}`;
    const common = {
      id: 'outsider-can-assume',
      severity: 'high',
      subject,
      evidence: [trustPolicyAt(analysis.organization.after, change)],
      identity: subject,
      holds: held.holds,
      danger: held.danger + (first?.token === undefined ? 0 : PROVEN),
      cause: undeclaredCause(change) ?? trustPolicyCause(analysis, subject, change),
      address,
      plan,
    } as const;
    if (first === undefined)
      return [
        {
          ...common,
          reason: `It is unknown if outsiders can assume ${whose}: ${outsidersUnknown.join('; ')}.`,
        },
      ];
    const open = first.token === undefined ? '' : openPatternsText(analysis, change);
    const entries = findOwnerEntries(trustPolicyAt(analysis.organization.after, change), analysis.reachability);
    const more = others.length > 0 ? `; ${others.map(({ who }) => who).join('; ')}` : '';
    const account = ownerEntry(first.undeclared);
    const remedy = first.token === undefined ? declareText(account, 'this account') : ` ${getOutsidersRemedy(entries)}`;
    const text =
      first.token === undefined ? `Outsiders may be able to assume ${whose}` : `Outsiders can assume ${whose}`;
    return [
      {
        ...common,
        reason: `${text}: ${first.who}${more}.${open}${remedy}`,
        quoted: [...outsiders.flatMap(({ names = [] }) => names), ...(entries ?? []), ...(account ?? [])],
        witness: first.token,
      },
    ];
  });
}

/** Returns a sentence about patterns that also match inside of longer texts: often, their author expected whole matches. */
function openPatternsText({ organization, configuration }: Analysis, place: Place): string {
  const policy = trustPolicyAt(organization.after, place);
  if (policy === undefined || policy.isSensitive || configuration.anchored === true) return '';
  return Object.entries(policy.match ?? {})
    .flatMap(([claim, rule]) => {
      if (!('pattern' in rule)) return [];
      const marks = [
        ...(/^(?:\^|\.\*)/.test(rule.pattern) ? [] : ['^']),
        ...(/(?:\$|\.\*)$/.test(rule.pattern) ? [] : ['$']),
      ];
      return marks.length === 0
        ? []
        : ` The pattern of ${claim} has no ${marks.join(' and ')}: it also matches inside of a longer text.`;
    })
    .join('');
}

/** A proven outsider is more dangerous than each unknown one. */
const PROVEN = 10;

/** Returns the roles of an identity, the most dangerous first, and a number for the worst of them. */
export function heldAccess(
  { after, isOwnerLevel }: Analysis,
  path: string,
): { readonly holds: string | undefined; readonly danger: number } {
  const weigh = (grant: GrantNode) => {
    const { role } = grant;
    if (role.holdsUnknown) return 5;
    if (role.capabilities.some(isOwnerLevel)) return 4;
    return role.capabilities.some(isIamWrite) ? 3 : mayWrite(after, grant) ? 2 : 1;
  };
  const grants = [...(identitiesByPath(after.graph).get(path)?.grants ?? [])];
  grants.sort((a, b) => weigh(b) - weigh(a) || a.group.order - b.group.order);
  const [worst] = grants;
  return worst === undefined ? { holds: undefined, danger: 0 } : { holds: grantsText(grants), danger: weigh(worst) };
}

/** Returns the cause of trust in one undeclared party, if nothing else lets outsiders in: one entry of the configuration decides it. */
function undeclaredCause({ outsiders, outsidersUnknown }: TrustPolicyChange): FindingCause | undefined {
  const [first, ...others] = outsiders;
  const party = first?.undeclared;
  if (party === undefined || others.length > 0 || outsidersUnknown.length > 0) return undefined;
  const { list, name } = party;
  const what = partyText(party);
  const account = ownerEntry(party);
  const place = account === undefined ? list : 'owners';
  const next = declareText(account, 'it').replace(/\.$/, '');
  const reason = `review.config.json does not declare it in ${place}: it is unknown who can obtain its tokens${next === '' ? '' : `.${next}`}`;
  return {
    key: name,
    text: `Identities trust ${what}. ${reason}`,
    predicate: `trust ${what}. ${reason}`,
    ...(account === undefined && { paste: `${JSON.stringify(list)}: ${JSON.stringify([name])}` }),
    isOfState: true,
  };
}

/** Returns the entry of `owners` that declares an AWS account: owners of all platforms are in one list. */
function ownerEntry(party: UndeclaredParty | undefined): readonly [string] | undefined {
  return party?.list === 'trustedAccounts' && AWS_ACCOUNT.test(party.name) ? [`aws:${party.name}`] : undefined;
}

const AWS_ACCOUNT = /^\d{12}$/;

function declareText(entry: readonly [string] | undefined, what: string): string {
  return entry === undefined ? '' : ` Only if ${what} is yours, add ${JSON.stringify(entry[0])} to "owners".`;
}

function partyText({ list, name }: UndeclaredParty): string {
  const what = list === 'trustedIssuers' ? 'issuer' : /^\d+$/.test(name) ? 'AWS account' : 'service principal';
  return `${what} ${name}`;
}

/** Returns the cause of a new or changed trust policy, or of those of all instances of one block. */
export function trustPolicyCause(
  { trustPolicyChanges }: Pick<Analysis, 'trustPolicyChanges'>,
  identityPath: string,
  place: Place,
): FindingCause {
  const { address = '', plan } = place;
  const { block } = splitAddress(address);
  const whose = block === address ? identityPath : block;
  const isNew = newPolicies(trustPolicyChanges).has(JSON.stringify([address, plan]));
  const created = block === address ? `The new identity ${whose}` : `The new identities of ${whose}`;
  const text = isNew ? created : `The trust policy of ${whose} changes`;
  return { key: `trust policy of ${whose}`, text, address: block, plan };
}

/** Returns the address and the plan of each identity that the change creates. */
const newPolicies = onceFor(
  (trustPolicyChanges: Analysis['trustPolicyChanges']): ReadonlySet<string> =>
    new Set(
      trustPolicyChanges.flatMap(({ address, plan, relation }) =>
        relation === 'added' ? [JSON.stringify([address, plan])] : [],
      ),
    ),
);

/** Reports access that outsiders gain because an identity that they could already assume gains it. New identities have another finding. */
function outsidersGain(analysis: Analysis): Finding[] {
  const { gained, after, before, organization, outsiders } = analysis;
  const known = new Set(before.graph.identities.map(({ key }) => key));
  const grants = new Map(after.graph.grants.map((grant) => [grant.key, grant]));
  return gained.flatMap((line) => {
    const who = grants.get(line.grants[0] ?? '')?.identity;
    const object = who && known.has(who.key) ? organization.after.get(objectId(identity, who.key)) : undefined;
    if (object === undefined || line.fresh.length === 0) return [];
    const {
      outsiders: [first, ...others],
      unknown,
    } = getExposure(object.instances[0], outsiders);
    if (first === undefined && unknown.length === 0) return [];
    const entries = findOwnerEntries(getTrustPolicy(object.instances[0]), analysis.reachability);
    const whom =
      first === undefined
        ? `it is unknown if outsiders can assume it: ${unknown.join('; ')}`
        : `${first.token === undefined ? 'outsiders may be able to' : 'outsiders can'} assume it: ${[first, ...others].map((outsider) => outsider.who).join('; ')}`;
    return [
      {
        id: 'outsider-can-assume',
        severity: 'high',
        subject: `${line.identity} in ${line.group}`,
        reason: `${line.identity} gains ${accessText(line.roles, line.fresh)} in ${line.group}, and ${whom}.${first?.token === undefined ? '' : ` ${getOutsidersRemedy(entries)}`}`,
        predicate: exposurePredicate(first),
        quoted: [...[first, ...others].flatMap((outsider) => outsider?.names ?? []), ...(entries ?? [])],
        witness: first?.token,
        evidence: [line.capabilities, line.except, line.beneath, getTrustPolicy(object.instances[0])],
        identity: line.identity,
        group: line.group,
        cause: causeOfLine(analysis, line),
        ...whereIs(analysis, line.grants[0]),
      },
    ];
  });
}

/** Returns `trust issuer https://k8s.example, which review.config.json does not declare`, or who can assume several identities. */
function exposurePredicate(outsider: Outsider | undefined): string {
  if (outsider === undefined) return 'may be assumed by outsiders';
  const { token, who, undeclared } = outsider;
  if (undeclared !== undefined) return `trust ${partyText(undeclared)}, which review.config.json does not declare`;
  return token === undefined ? `may be assumed by outsiders: ${who}` : `can be assumed by ${who}`;
}

/** Reports sensitive trust policies: the review evaluates them, but a reviewer cannot see them. */
export function assumeHidden({ matches }: Analysis): Finding[] {
  return matches.flatMap(({ declaration, status, before, after, pathAfter }) => {
    if (declaration !== identity || after === undefined || status === 'forgotten') return [];
    const [was, is] = [before && getTrustPolicy(before.instances[0]), getTrustPolicy(after.instances[0])];
    if (is?.isSensitive !== true) return [];
    // An unchanged hidden trust policy was approved earlier.
    if (status === 'kept' && isDeepStrictEqual(was, is)) return [];
    const subject = pathAfter ?? after.key;
    return [
      {
        id: 'assume-hidden',
        severity: 'high',
        subject,
        reason: `${is.by} of ${subject} is marked sensitive: this report cannot show its trust policy. Remove sensitive() there.`,
        evidence: [is],
        ...declaredAt(after.instances[0]),
      },
    ];
  });
}

/** The number of days before the expiry of static keys at which the finding appears. */
const SOON_DAYS = 30;

export function staticKeysExpire({ organization, matches, now }: Analysis): Finding[] {
  return [...organization.after.values()].flatMap(({ declaration, instances: [instance], key }) => {
    const expires = declaration === identity && instance.isManaged ? getTrustPolicy(instance)?.expires : undefined;
    const at = expires === undefined ? undefined : parseTimestamp(expires);
    if (expires === undefined || at === undefined) return [];
    const days = Math.floor((at.getTime() - now.getTime()) / 86_400_000);
    if (days > SOON_DAYS) return [];
    const subject = matches.find(({ after }) => after?.key === key)?.pathAfter ?? key;
    const has = at <= now;
    return [
      {
        id: 'static-keys-expire',
        severity: has ? 'medium' : 'low',
        subject,
        reason: `The keys of ${subject} ${has ? 'expired' : 'expire'} at ${getTrustPolicy(instance)?.isSensitive === true ? SENSITIVE : expires}: nobody can assume the identity${has ? '' : ' after that'}.`,
        evidence: [getTrustPolicy(instance)],
        ...declaredAt(instance),
      },
    ];
  });
}
