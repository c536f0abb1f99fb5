/** Compares the trust policies of identities before and after the change. */
import { parseTimestamp } from '../../../model/api';
import { compareMatches, type Anchoring, type Limits, type Relation, type Token } from '../../../access/claims';
import { mintedDifference } from '../../../access/trust';
import { identity } from '../../../model/kinds';
import { tokenText, type ReachOptions, type TokenReachability, type IdentityTrustPolicy } from '../../../access/rules';
import { SENSITIVE } from '../../organization/objects/objects';
import type { ObjectMatch } from '../../organization/object-matches';
import { newOutsiders, type Outsider, type Outsiders } from './outsiders';
import { getTrustPolicy } from './trust-policy';
import { describe } from './describe';
import { unassumable } from './nobody';

/** The relation of the accepted tokens after the change to those before. */
export type AssumeRelation = Relation | 'added' | 'removed' | 'different method';

export interface TrustPolicyChange {
  /** The path of the identity. */
  readonly identity: string;
  readonly relation: AssumeRelation;
  /** A description of the trust policy. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** A token that only the new trust policy accepts. */
  readonly gained?: string | undefined;
  /** Unknown facts, as clauses. */
  readonly unknown: readonly string[];
  /** Outsiders who can newly obtain an accepted token. */
  readonly outsiders: readonly Outsider[];
  /** Unknown facts about outsiders, as clauses. */
  readonly outsidersUnknown: readonly string[];
  readonly address: string;
  readonly plan: string;
}

/** Returns the identities with a trust policy that changes, or may change. */
export function compareTrustPolicies(
  matches: readonly ObjectMatch[],
  outsiders: Outsiders,
  reachability: TokenReachability,
  options: ReachOptions,
): TrustPolicyChange[] {
  return matches
    .filter(({ declaration }) => declaration === identity)
    .flatMap((objects) => assumeChange(objects, { outsiders, reachability, options }) ?? []);
}

interface Questions {
  readonly outsiders: Outsiders;
  readonly reachability: TokenReachability;
  readonly options: ReachOptions;
}

function assumeChange(
  objects: ObjectMatch,
  { outsiders: find, reachability, options }: Questions,
): TrustPolicyChange | undefined {
  const [was, is] = [objects.before?.instances[0], objects.after?.instances[0]];
  const instance = is ?? was;
  if (instance === undefined) return undefined;
  const [before, after] = [was && getTrustPolicy(was), is && getTrustPolicy(is)];
  const isSame =
    was !== undefined && is !== undefined && (was === is || JSON.stringify(before) === JSON.stringify(after));
  if (isSame && !(after?.isUnknown ?? false)) return undefined;
  const limits = { anchored: options.anchored ?? false, whole: options.budget };
  const isHidden = (before?.isSensitive ?? false) || (after?.isSensitive ?? false);
  const asWritten = was === undefined ? added : is === undefined ? removed : comparison(before, after, limits);
  const compared = !isCompared(asWritten) || !acceptsNobody(after, find, limits) ? asWritten : nobody;
  const hide = (text: string) => (isHidden ? SENSITIVE : text);
  const { tokens = compared.relation } = compared;
  const isNoMore = tokens === 'equal' || tokens === 'narrower';
  const outsiders = after === undefined ? [] : newOutsiders(isNoMore ? before : undefined, after, find);
  const outsidersUnknown = outsiders.filter((outsider) => typeof outsider === 'string');
  return {
    identity: objects.pathAfter ?? objects.pathBefore ?? '',
    relation: compared.relation,
    ...(was !== undefined && { before: describe(before && { ...before, isSensitive: isHidden }, reachability) }),
    ...(is !== undefined && { after: describe(after && { ...after, isSensitive: isHidden }, reachability) }),
    ...(compared.gained !== undefined && { gained: hide(tokenText(compared.gained)) }),
    unknown: compared.unknown,
    outsidersUnknown,
    outsiders: outsiders.filter((outsider) => typeof outsider === 'object'),
    address: instance.address,
    plan: instance.plan.name,
  };
}

interface Compared {
  readonly relation: AssumeRelation;
  /** The relation of the accepted tokens alone, if a later expiry of keys makes the whole relation wider. @default `relation` */
  readonly tokens?: Relation;
  readonly gained?: Token | undefined;
  readonly unknown: readonly string[];
}

const added: Compared = { relation: 'added', unknown: [] };
const removed: Compared = { relation: 'removed', unknown: [] };
/** No token is accepted any longer. */
const nobody: Compared = { relation: 'narrower', unknown: [] };

function isCompared({ relation }: Compared): boolean {
  return relation !== 'added' && relation !== 'removed' && relation !== 'unknown' && relation !== 'equal';
}

/** Returns true if no issuer issues an accepted token: the patterns may still accept more texts than before. */
function acceptsNobody(
  policy: IdentityTrustPolicy | undefined,
  outsiders: Outsiders,
  limits: Anchoring & Limits,
): boolean {
  if (policy === undefined || policy.isUnknown) return false;
  // An unknown issuer may issue any token.
  return unassumable(policy, limits)?.isCertain === true && outsiders(policy).length === 0;
}

function comparison(
  before: IdentityTrustPolicy | undefined,
  after: IdentityTrustPolicy | undefined,
  limits: Anchoring & Limits,
): Compared {
  if (before?.isUnknown === true || after?.isUnknown === true)
    return { relation: 'unknown', unknown: ['its trust policy is unknown until apply'] };
  if (before?.by !== after?.by || before?.rest !== after?.rest) return { relation: 'different method', unknown: [] };
  if (before?.match === undefined || after?.match === undefined) return { relation: 'equal', unknown: [] };
  try {
    const { gained, ...others } = compareMatches(before.match, after.match, limits);
    // A holder of the keys can sign any token. Otherwise the issuer must be able to mint it.
    const witness =
      gained === undefined || after.by === 'static_keys' ? gained : mintedDifference(before.match, after.match, limits);
    const compared: Compared = { ...others, ...(witness !== undefined && { gained: witness }) };
    const isLonger = before.expires !== after.expires && !isEarlier(after.expires, before.expires);
    return isLonger && (compared.relation === 'equal' || compared.relation === 'narrower')
      ? { ...compared, relation: 'wider', tokens: compared.relation }
      : compared;
  } catch {
    return { relation: 'unknown', unknown: ['a pattern is not valid RE2'] };
  }
}

/** Returns true if one expiry is before another. An unknown expiry is the latest. */
function isEarlier(end: string | undefined, other: string | undefined): boolean {
  const [one, two] = [end, other].map((text) => (text === undefined ? undefined : parseTimestamp(text)));
  return one !== undefined && (two === undefined || one < two);
}
