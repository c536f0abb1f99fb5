/** Reads the trust policy of an identity from its props. */
import { isObject, type Values } from '../../src/api';
import { awsIdentityMatch, tokenMatch, type TokenMatch } from '../../src/claims';
import { DEFAULT_AUDIENCE, type TrustPolicy } from '../../src/rules';
import { isUnknown } from '../base/attributes';

const MATCHES: Readonly<
  Record<Exclude<TrustPolicy['by'], 'service_principal'>, readonly [string, (values: Values) => TokenMatch]>
> = {
  claim_match: ['claimMatch', (values) => tokenMatch(values, DEFAULT_AUDIENCE)],
  static_keys: [
    'staticKeys',
    ({ issuer, subject, audiences }) => {
      const audience: unknown = Array.isArray(audiences) ? audiences[0] : undefined;
      return tokenMatch({ issuer, subject, audience } as Values, DEFAULT_AUDIENCE);
    },
  ],
  aws_identity: ['awsIdentity', (values) => awsIdentityMatch(values)],
};

/**
 * Returns the trust policy, or `undefined` without one. The match omits values that only Terraform knows, and then
 * accepts more tokens than the identity.
 */
export function trustOf(props: Values): TrustPolicy | undefined {
  for (const [by, [prop, matchOf]] of Object.entries(MATCHES)) {
    const value = props[prop];
    if (value === undefined) continue;
    const known = isObject(value) && !isUnknown(value) ? knownValues(value) : {};
    const isWhole = isObject(value) && !isUnknown(value) && !hasUnknown(withoutExpiry(value));
    const { issuerKeys, expirationTime } = known;
    return {
      by: by as TrustPolicy['by'],
      match: matchOf(known),
      rest: typeof issuerKeys === 'string' ? issuerKeys : '',
      ...(typeof expirationTime === 'string' && { expires: expirationTime }),
      isSensitive: false,
      isUnknown: !isWhole,
    };
  }
  const { servicePrincipal } = props;
  if (servicePrincipal === undefined) return undefined;
  const rest = typeof servicePrincipal === 'string' ? servicePrincipal : '';
  return {
    by: 'service_principal',
    match: undefined,
    rest,
    isSensitive: false,
    isUnknown: isUnknown(servicePrincipal),
  };
}

/** An unknown expiry does not make the trust policy unknown. */
function withoutExpiry(values: Values): Values {
  return { ...values, expirationTime: undefined };
}

function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnknown);
}

function knownValues(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && !isUnknown(value))
      .map(([name, value]) => [name, isObject(value) ? knownValues(value) : value]),
  );
}

/** Returns the prop with the trust policy. */
export function trustProp(props: Values): string {
  return Object.values(MATCHES).find(([prop]) => props[prop] !== undefined)?.[0] ?? 'servicePrincipal';
}
