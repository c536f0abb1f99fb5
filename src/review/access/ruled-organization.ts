/** The facts about one side of a change that the rules of an organization need. */
import { isObject } from '../../api';
import { identity as identityKind, identityProvider } from '../../resources';
import type { RuledOrganization, TrustPolicy } from '../../rules';
import { attribute, textAttribute } from '../input/plan/values';
import type { Analysis } from './analysis';
import { trustPolicyOf } from './assume/trust-policy';

/** Returns the organization before or after the change. */
export function ruledOrganization(
  { organization, ...sides }: Pick<Analysis, 'organization' | 'before' | 'after'>,
  side: 'before' | 'after',
): RuledOrganization {
  const trustPolicies = new Map<string, TrustPolicy | undefined>();
  const issuers = new Map<string, string>();
  for (const { declaration, key, instances } of organization[side].values()) {
    if (declaration === identityKind) trustPolicies.set(key, trustPolicyOf(instances[0]));
    for (const { values } of instances) {
      const issuer = declaration === identityProvider ? issuerIn(attribute(values, 'oidc')) : issuerIn(values);
      if (issuer !== undefined && [identityKind, identityProvider].includes(declaration)) issuers.set(key, issuer);
    }
  }
  const { graph, unknownRoles, unresolved } = sides[side];
  return {
    graph,
    unknownRoles,
    trustPolicies,
    issuers,
    unresolved: unresolved.map(({ instance: { address }, attribute: name }) => ({ address, attribute: name })),
  };
}

function issuerIn(values: unknown): string | undefined {
  return isObject(values) ? textAttribute(values, 'issuer') : undefined;
}
