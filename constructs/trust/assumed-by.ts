/** The prop `assumedBy` of an identity. It represents one of the API's methods to assume an identity. */
import { Lazy } from 'cdktf';
import type { Construct } from 'constructs';
import { isObject, type Values } from '../../src/model/api';
import { identity } from '../../src/model/kinds';
import { decide } from '../../src/access/trust';
import { requireType, requireConstruct } from '../base/constructor-arguments';
import { warn } from '../base/problems';
import { checkedTrust, isTrust, type Trust } from './trust';

export interface AssumedByProps {
  /**
   * The workloads or the person that can assume the identity: `Trust.gitHubActions({ … })`. Use it instead of
   * `claimMatch` and `awsIdentity`. A trust that accepts outsiders, or nobody, is an error at synthesis.
   *
   * @default - the identity is assumed in another way
   */
  readonly assumedBy?: Trust;
}

/** The prop that only the construct reads. */
export const ASSUMED_BY = 'assumedBy';

/** The methods of the API. Exactly one of them is given. */
const METHODS = identity.rules?.[0]?.fields ?? [];

/**
 * Returns the props of an identity with the method of the API instead of `assumedBy`.
 *
 * @throws Error if `assumedBy` is not a `Trust`.
 */
export function withoutAssumedBy(scope: Construct, id: string, props: object): object {
  if (!isObject(props) || !('assumedBy' in props)) return props;
  const { assumedBy, ...others } = props;
  if (assumedBy === undefined) return others;
  const trust = checkedTrust(assumedBy);
  const subject = requireConstruct('Identity', scope, id);
  if ('allowBroadSubject' in others)
    throw new Error(
      `${subject}: allowBroadSubject is a prop of the trust. Move it there: Trust.gitHubActions({ …, allowBroadSubject: 'reason' }).`,
    );
  requireType(subject, 'assumedBy', 'a Trust, such as Trust.gitHubActions({ … })', assumedBy, isTrust);
  if (givenMethods(others).length > 0) return others;
  // An invalid trust is never synthesized, and it does not count as missing.
  return { ...others, ...(trust?.policy ?? { claimMatch: Lazy.anyValue({ produce: () => undefined }) }) };
}

/** Returns the problems of the trust. Adds inconclusive decisions to the construct as warnings. */
export function assumedByProblems(construct: Construct, props: AssumedByProps): string[] {
  const trust = checkedTrust(props.assumedBy);
  if (trust === undefined) return [];
  const others = givenMethods({ ...props });
  if (others.length > 0) {
    const names = ['assumedBy', ...METHODS].join(', ');
    return [`exactly one of ${names} must be given, found ${['assumedBy', ...others].join(', ')}`];
  }
  if (trust.problems.length > 0) return [...trust.problems];
  const { problem, inconclusive } = decide(trust);
  if (inconclusive !== undefined) warn(construct, inconclusive);
  return problem === undefined ? [] : [problem];
}

/** Returns the reason why outsiders can assume the identity, or why nobody can. */
export function broadReason(props: AssumedByProps): string | undefined {
  return checkedTrust(props.assumedBy)?.allowBroadSubject;
}

function givenMethods(props: Values): string[] {
  return METHODS.filter((method) => props[method] !== undefined);
}
