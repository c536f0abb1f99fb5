/** Finds outsiders who can assume an identity, and trusted parties that may not belong to the organization. */
import type { Obtainable } from '../../../access/trust';
import { onceFor } from '../../../base/cache/once-for';
import {
  hasExpiredKeys,
  isOutsider,
  tokenText,
  type TokenReachability,
  type IdentityTrustPolicy,
} from '../../../access/rules';
import { SENSITIVE, type Instance } from '../../organization/objects/objects';
import { undeclaredParty, type TrustedParties, type UndeclaredParty } from './undeclared';
import { getTrustPolicy } from './trust-policy';

export interface Outsider {
  /** A description. */
  readonly who: string;
  /** The parts of the trust policy in the description. */
  readonly names?: readonly string[];
  /** A token that they can obtain; absent if it is unknown what they obtain. */
  readonly token?: string;
  /** The party that the configuration does not declare; absent for other outsiders, and for a hidden trust policy. */
  readonly undeclared?: UndeclaredParty;
}

/** Outsiders, and their description without a part of the trust policy. The same people have the same one. */
interface FoundOutsider {
  readonly outsider: Outsider;
  readonly people: string;
}

/** Finds the outsiders of a trust policy; a text is an unknown fact. */
export type Outsiders = (policy: IdentityTrustPolicy) => readonly (FoundOutsider | string)[];

export function createOutsiders(reachability: TokenReachability, trusted: TrustedParties): Outsiders {
  // Several rules ask about the same policy, which is one object for each instance.
  return onceFor((policy: IdentityTrustPolicy) => {
    const hide = (text: string) => (policy.isSensitive ? SENSITIVE : text);
    if (hasExpiredKeys(policy, trusted.now)) return [];
    const obtaining = obtainers(policy, reachability);
    // Its requests name the account: no party is unknown.
    const isAccount = policy.by === 'aws_identity' && obtaining.some((obtainer) => typeof obtainer === 'object');
    const found = [...obtaining, ...(isAccount ? [] : undeclaredParty(policy, trusted))];
    return found.map((one) => {
      if (typeof one === 'string') return one;
      const { who, token } = one;
      if (token === undefined) {
        const { names, undeclared } = one;
        const text = policy.isSensitive ? 'it is unknown who can obtain its tokens' : who;
        const shown = { names, ...(undeclared !== undefined && { undeclared }) };
        return { people: text, outsider: { who: text, ...(!policy.isSensitive && shown) } };
      }
      const { whoInGeneral: people, names } = one;
      const shown = policy.isSensitive ? { who: people } : { who, ...(names !== undefined && { names }) };
      return { people, outsider: { ...shown, token: hide(tokenText(token)) } };
    });
  });
}

/** Returns everyone who can obtain an accepted token. */
function obtainers(
  { by, match, isUnknown }: IdentityTrustPolicy,
  reachability: TokenReachability,
): readonly (Obtainable | string)[] {
  // With static keys, no issuer signs the tokens.
  if (match === undefined || isUnknown || by === 'static_keys') return [];
  try {
    const { obtainable, unknown } = reachability(match);
    return [...obtainable.filter(isOutsider), ...unknown];
  } catch {
    return ['a pattern is not valid RE2'];
  }
}

/** Returns the entries of `owners` that declare the outsiders of a trust policy; `undefined` if the policy is hidden or unknown. */
export function findOwnerEntries(
  policy: IdentityTrustPolicy | undefined,
  reachability: TokenReachability,
): readonly string[] | undefined {
  if (policy?.match === undefined || policy.isUnknown || policy.isSensitive) return undefined;
  try {
    return reachability(policy.match).entries;
  } catch {
    return undefined;
  }
}

/** People whose code runs without a review. */
export interface Unreviewed extends Outsider {
  /** A pull request, or a branch, a tag or an environment that they create. */
  readonly code: 'An unreviewed pull request' | 'Unreviewed code' | 'Any token of the issuer';
  /** The proofs of a review on the platform. */
  readonly remedy: string;
}

/** Returns the people who can obtain an accepted token with code that nobody has reviewed, pull requests first. */
export function findUnreviewed(
  { by, match, isUnknown, isSensitive }: IdentityTrustPolicy,
  reachability: TokenReachability,
): readonly Unreviewed[] {
  if (match === undefined || isUnknown || by === 'static_keys') return [];
  try {
    const { obtainable } = reachability(match);
    const found = UNREVIEWED.flatMap((reaches) => obtainable.filter(({ reach }) => reaches.includes(reach)));
    return found.map(({ who, token, reach, review = '' }) => ({
      ...{ who, token: isSensitive ? SENSITIVE : tokenText(token) },
      ...(PULL_REQUESTS.includes(reach)
        ? { code: 'An unreviewed pull request', remedy: '' }
        : { code: reach === 'any-subject' ? 'Any token of the issuer' : 'Unreviewed code', remedy: review }),
    }));
  } catch {
    return [];
  }
}

const PULL_REQUESTS: readonly Obtainable['reach'][] = ['pull-request', 'fork-pull-request'];
const UNREVIEWED: readonly (readonly Obtainable['reach'][])[] = [
  PULL_REQUESTS,
  ['any-branch', 'any-tag', 'any-subject'],
  ['any-repository'],
];

/**
 * Returns the outsiders of the new trust policy who are not outsiders of the previous one, and unknown facts as texts. The same
 * people count as new if they can use new tokens.
 */
export function newOutsiders(
  before: IdentityTrustPolicy | undefined,
  after: IdentityTrustPolicy,
  outsiders: Outsiders,
): readonly (Outsider | string)[] {
  const getName = (one: FoundOutsider | string) => (typeof one === 'string' ? one : one.people);
  const are = outsiders(after);
  const were = new Set(are.length === 0 || before === undefined ? [] : outsiders(before).map(getName));
  return are.filter((one) => !were.has(getName(one))).map((one) => (typeof one === 'string' ? one : one.outsider));
}

/** The outsiders who can assume an identity. */
interface Exposure {
  readonly outsiders: readonly Outsider[];
  /** Unknown facts, as clauses. */
  readonly unknown: readonly string[];
}

export function getExposure(instance: Instance, outsiders: Outsiders): Exposure {
  const policy = getTrustPolicy(instance);
  const found = policy === undefined ? [] : outsiders(policy);
  return {
    outsiders: found.filter((one) => typeof one === 'object').map(({ outsider }) => outsider),
    unknown: found.filter((one) => typeof one === 'string'),
  };
}
