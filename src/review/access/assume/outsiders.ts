/** Outsiders who can assume an identity, and parties of whom nothing shows that they belong to the organization. */
import type { Obtainable, Token } from '../../../claims';
import { SENSITIVE, type Instance } from '../../organization/objects/objects';
import type { TokenReachability } from './token-reachability';
import { undeclaredParty, type TrustedParties } from './undeclared';
import { DEFAULT_AUDIENCE, trustPolicyOf, type TrustPolicy } from './trust-policy';

export interface Outsider {
  /** In words. */
  readonly who: string;
  /** A token that they can obtain; absent if it is unknown what they obtain. */
  readonly token?: string;
}

/** Finds the outsiders of a trust policy; a text says what is unknown. */
export type Outsiders = (policy: TrustPolicy) => readonly (Outsider | string)[];

export function createOutsiders(reachability: TokenReachability, trusted: TrustedParties): Outsiders {
  return (policy) => {
    const hide = (text: string) => (policy.isSensitive ? SENSITIVE : text);
    const found = [...obtainers(policy, reachability), ...undeclaredParty(policy, trusted)];
    return found.map((one) => {
      if (typeof one === 'string') return one;
      const { who, token } = one;
      if (typeof token === 'object') return { who, token: hide(tokenText(token)) };
      return { who: policy.isSensitive ? 'it is unknown who can obtain its tokens' : who };
    });
  };
}

type Found = { readonly who: string; readonly token?: Token };

/** Those who can obtain a token that is accepted. */
function obtainers(
  { by, match, isUnknown }: TrustPolicy,
  reachability: TokenReachability,
): readonly (Found | string)[] {
  // Nobody who runs an issuer holds the keys that are stored here.
  if (match === undefined || isUnknown || by === 'static_keys') return [];
  try {
    const { obtainable, unknown } = reachability(match);
    return [...obtainable.filter(isOutsider), ...unknown];
  } catch {
    return ['a pattern is none that RE2 knows'];
  }
}

/** Returns how pull requests that nobody has reviewed obtain a token that is accepted. */
export function pullRequestsOf(
  { by, match, isUnknown, isSensitive }: TrustPolicy,
  reachability: TokenReachability,
): readonly Outsider[] {
  if (match === undefined || isUnknown || by === 'static_keys') return [];
  try {
    const found = reachability(match).obtainable.filter(({ reach }) => PULL_REQUESTS.has(reach));
    return found.map(({ who, token }) => ({ who, token: isSensitive ? SENSITIVE : tokenText(token) }));
  } catch {
    return [];
  }
}

const PULL_REQUESTS: ReadonlySet<Obtainable['reach']> = new Set(['pull-request', 'fork-pull-request']);

/** Anyone can take a name that its owner gave up, whatever a subject says: only the immutable form is safe from it. */
function isOutsider({ outsider, reach }: Obtainable): boolean {
  return outsider && reach !== 'recycled-name';
}

/**
 * Outsiders of the trust policy afterwards who are none of the one before; in words what is unknown. The same people may be let
 * in by other tokens: they are new unless no token is.
 */
export function newOutsiders(
  before: TrustPolicy | undefined,
  after: TrustPolicy,
  outsiders: Outsiders,
): readonly (Outsider | string)[] {
  const nameOf = (one: Outsider | string) => (typeof one === 'string' ? one : one.who);
  const are = outsiders(after);
  if (are.length === 0 || before === undefined) return are;
  const were = new Set(outsiders(before).map(nameOf));
  return are.filter((one) => !were.has(nameOf(one)));
}

/** What is known of the outsiders who can assume an identity as it is. */
interface Exposure {
  readonly outsiders: readonly Outsider[];
  /** What is unknown, in words. */
  readonly unknown: readonly string[];
}

export function exposureOf(instance: Instance, outsiders: Outsiders): Exposure {
  const policy = trustPolicyOf(instance);
  const found = policy === undefined ? [] : outsiders(policy);
  return {
    outsiders: found.filter((one) => typeof one === 'object'),
    unknown: found.filter((one) => typeof one === 'string'),
  };
}

/** `iss=…, sub=…`. */
export function tokenText(token: Token): string {
  const claims = Object.entries(token)
    .filter(([, value]) => value !== DEFAULT_AUDIENCE)
    .sort(([one], [other]) => rank(one) - rank(other));
  return claims.map(([claim, value]) => (value === undefined ? `no ${claim}` : `${claim}=${value}`)).join(', ');
}

function rank(claim: string): number {
  const place = ['sub', 'iss', 'aud'].indexOf(claim);
  return place < 0 ? 3 : place;
}
