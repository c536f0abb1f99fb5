/** Who can assume which identity, before and after. */
import { parseTimestamp } from '../../api';
import { compareMatches, mintedDifference, type Obtainable, type Relation, type Token } from '../../claims';
import { identity } from '../../resources';
import { SENSITIVE, type Instance } from '../organization/objects';
import type { Pair } from '../organization/pairs';
import { LIMITS, type Reaching, type ReachOptions } from './reach';
import { DEFAULT_AUDIENCE, wayOf, type Way } from './ways';
import { wordsOf } from './words';

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

export interface Outsider {
  /** In words. */
  readonly who: string;
  /** A token that they can obtain. */
  readonly token: string;
}

/** The identities of which it changes, or may change, who can assume them. */
export function assumeChanges(pairs: readonly Pair[], reaching: Reaching, options: ReachOptions): AssumeChange[] {
  return pairs
    .filter(({ declaration }) => declaration === identity)
    .flatMap((pair) => assumeChange(pair, options, reaching) ?? []);
}

function assumeChange(pair: Pair, options: ReachOptions, reaching: Reaching): AssumeChange | undefined {
  const [was, is] = [pair.before?.instances[0], pair.after?.instances[0]];
  const instance = is ?? was;
  if (instance === undefined) return undefined;
  const [before, after] = [was && wayOf(was), is && wayOf(is)];
  const isSame = was !== undefined && is !== undefined && JSON.stringify(before) === JSON.stringify(after);
  if (isSame && !(after?.isUnknown ?? false)) return undefined;
  const anchoring = { anchored: options.anchored ?? false };
  const isHidden = (before?.isSensitive ?? false) || (after?.isSensitive ?? false);
  const compared = was === undefined ? added : is === undefined ? removed : comparison(before, after, anchoring);
  const hide = (text: string) => (isHidden ? SENSITIVE : text);
  const isNoMore = compared.relation === 'equal' || compared.relation === 'narrower';
  const outsiders = after === undefined ? [] : newOutsiders(isNoMore ? before : undefined, after, reaching);
  const outsidersUnknown = outsiders.filter((one) => typeof one === 'string');
  return {
    identity: pair.pathAfter ?? pair.pathBefore ?? '',
    relation: compared.relation,
    ...(was !== undefined && { before: wordsOf(before && { ...before, isSensitive: isHidden }, reaching) }),
    ...(is !== undefined && { after: wordsOf(after && { ...after, isSensitive: isHidden }, reaching) }),
    ...(compared.gained !== undefined && { gained: hide(tokenText(compared.gained)) }),
    unknown: compared.unknown,
    outsidersUnknown,
    outsiders: outsiders.filter((one) => typeof one === 'object').map((one) => shown(one, hide)),
    address: instance.address,
    plan: instance.plan.name,
  };
}

interface Compared {
  readonly relation: AssumeRelation;
  readonly gained?: Token | undefined;
  readonly unknown: readonly string[];
}

const added: Compared = { relation: 'added', unknown: [] };
const removed: Compared = { relation: 'removed', unknown: [] };

function comparison(
  before: Way | undefined,
  after: Way | undefined,
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
      ? { ...compared, relation: 'wider' }
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

/** What is known of the outsiders who can assume an identity as it is. */
interface Exposure {
  readonly outsiders: readonly Outsider[];
  /** What could not be told. */
  readonly unknown: readonly string[];
}

export function exposureOf(instance: Instance, reaching: Reaching): Exposure {
  const way = wayOf(instance);
  const found = way === undefined ? [] : outsidersOf(way, reaching);
  const hide = (text: string) => (way?.isSensitive === true ? SENSITIVE : text);
  return {
    outsiders: found.filter((one) => typeof one === 'object').map((one) => shown(one, hide)),
    unknown: found.filter((one) => typeof one === 'string'),
  };
}

function shown({ who, token }: Obtainable, hide: (text: string) => string): Outsider {
  return { who, token: hide(tokenText(token)) };
}

/**
 * Outsiders of the match afterwards who are none of the match before; in words what could not be told. The same people may be
 * let in by other tokens: they are new unless no token is.
 */
function newOutsiders(before: Way | undefined, after: Way, reaching: Reaching): readonly (Obtainable | string)[] {
  const nameOf = (one: Obtainable | string) => (typeof one === 'string' ? one : one.who);
  const are = outsidersOf(after, reaching);
  if (are.length === 0 || before === undefined) return are;
  const were = new Set(outsidersOf(before, reaching).map(nameOf));
  return are.filter((one) => !were.has(nameOf(one)));
}

function outsidersOf({ by, match, isUnknown }: Way, reaching: Reaching): readonly (Obtainable | string)[] {
  // Keys that are kept here are nobody's who runs an issuer.
  if (match === undefined || isUnknown || by === 'static_keys') return [];
  try {
    const { obtainable, unknown } = reaching(match);
    // A name that is given up can be taken whatever a subject says; only the immutable form of subjects is safe from it.
    return [...obtainable.filter(({ outsider, reach }) => outsider && reach !== 'recycled-name'), ...unknown];
  } catch {
    return ['a pattern is none that RE2 knows'];
  }
}

/** `iss=…, sub=…`. */
function tokenText(token: Token): string {
  const claims = Object.entries(token)
    .filter(([, value]) => value !== DEFAULT_AUDIENCE)
    .sort(([one], [other]) => rank(one) - rank(other));
  return claims.map(([claim, value]) => (value === undefined ? `no ${claim}` : `${claim}=${value}`)).join(', ');
}

function rank(claim: string): number {
  const place = ['sub', 'iss', 'aud'].indexOf(claim);
  return place < 0 ? 3 : place;
}
