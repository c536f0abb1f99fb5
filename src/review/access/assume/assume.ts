/** Who can assume which identity, before and after. */
import { parseTimestamp } from '../../../api';
import { compareMatches, mintedDifference, type Relation, type Token } from '../../../claims';
import { identity } from '../../../resources';
import { SENSITIVE } from '../../organization/objects/objects';
import type { ObjectMatch } from '../../organization/object-matches';
import { newOutsiders, tokenText, type Outsider, type Outsiders } from './outsiders';
import { LIMITS, type TokenReachability, type ReachOptions } from './token-reachability';
import { trustPolicyOf, type TrustPolicy } from './trust-policy';
import { describe } from './describe';

/** How who can assume an identity afterwards relates to who could before. */
export type AssumeRelation = Relation | 'added' | 'removed' | 'another way';

export interface AssumeChange {
  /** The path of the identity. */
  readonly identity: string;
  readonly relation: AssumeRelation;
  /** In words. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** A token that is accepted now and was not before. */
  readonly gained?: string | undefined;
  /** What could not be told. */
  readonly unknown: readonly string[];
  /** Those outside of the owners who can obtain an accepted token, and could not before. */
  readonly outsiders: readonly Outsider[];
  /** What could not be told of outsiders. */
  readonly outsidersUnknown: readonly string[];
  readonly address: string;
  readonly plan: string;
}

/** The identities of which it changes, or may change, who can assume them. */
export function assumeChanges(
  matches: readonly ObjectMatch[],
  outsiders: Outsiders,
  reachability: TokenReachability,
  options: ReachOptions,
): AssumeChange[] {
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
): AssumeChange | undefined {
  const [was, is] = [objects.before?.instances[0], objects.after?.instances[0]];
  const instance = is ?? was;
  if (instance === undefined) return undefined;
  const [before, after] = [was && trustPolicyOf(was), is && trustPolicyOf(is)];
  const isSame = was !== undefined && is !== undefined && JSON.stringify(before) === JSON.stringify(after);
  if (isSame && !(after?.isUnknown ?? false)) return undefined;
  const anchoring = { anchored: options.anchored ?? false };
  const isHidden = (before?.isSensitive ?? false) || (after?.isSensitive ?? false);
  const compared = was === undefined ? added : is === undefined ? removed : comparison(before, after, anchoring);
  const hide = (text: string) => (isHidden ? SENSITIVE : text);
  const { tokens = compared.relation } = compared;
  const isNoMore = tokens === 'equal' || tokens === 'narrower';
  const outsiders = after === undefined ? [] : newOutsiders(isNoMore ? before : undefined, after, find);
  const outsidersUnknown = outsiders.filter((one) => typeof one === 'string');
  return {
    identity: objects.pathAfter ?? objects.pathBefore ?? '',
    relation: compared.relation,
    ...(was !== undefined && { before: describe(before && { ...before, isSensitive: isHidden }, reachability) }),
    ...(is !== undefined && { after: describe(after && { ...after, isSensitive: isHidden }, reachability) }),
    ...(compared.gained !== undefined && { gained: hide(tokenText(compared.gained)) }),
    unknown: compared.unknown,
    outsidersUnknown,
    outsiders: outsiders.filter((one) => typeof one === 'object'),
    address: instance.address,
    plan: instance.plan.name,
  };
}

interface Compared {
  readonly relation: AssumeRelation;
  /** How the accepted tokens relate, if keys that are accepted for longer make the rest wider. @default `relation` */
  readonly tokens?: Relation;
  readonly gained?: Token | undefined;
  readonly unknown: readonly string[];
}

const added: Compared = { relation: 'added', unknown: [] };
const removed: Compared = { relation: 'removed', unknown: [] };

function comparison(
  before: TrustPolicy | undefined,
  after: TrustPolicy | undefined,
  anchoring: { readonly anchored: boolean },
): Compared {
  if (before?.isUnknown === true || after?.isUnknown === true)
    return { relation: 'unknown', unknown: ['who can assume it is known only after the apply'] };
  if (before?.by !== after?.by || before?.rest !== after?.rest) return { relation: 'another way', unknown: [] };
  if (before?.match === undefined || after?.match === undefined) return { relation: 'equal', unknown: [] };
  try {
    const { gained, ...others } = compareMatches(before.match, after.match, { ...anchoring, ...LIMITS });
    // Who holds the keys signs any token; another one has to be minted by its issuer.
    const witness =
      gained === undefined || after.by === 'static_keys'
        ? gained
        : mintedDifference(before.match, after.match, { ...anchoring, ...LIMITS });
    const compared: Compared = { ...others, ...(witness !== undefined && { gained: witness }) };
    const isLonger = before.expires !== after.expires && !isEarlier(after.expires, before.expires);
    return isLonger && (compared.relation === 'equal' || compared.relation === 'narrower')
      ? { ...compared, relation: 'wider', tokens: compared.relation }
      : compared;
  } catch {
    return { relation: 'unknown', unknown: ['a pattern is none that RE2 knows'] };
  }
}

/** Whether keys end before others do; when what is not known yet ends, is later. */
function isEarlier(end: string | undefined, other: string | undefined): boolean {
  const [one, two] = [end, other].map((text) => (text === undefined ? undefined : parseTimestamp(text)));
  return one !== undefined && (two === undefined || one < two);
}
