/** The facts about one side of a change that the rules of an organization need. */
import { parentAttribute } from '../../model/schema';
import type { GroupNode } from '../../access/graph';
import { isObject } from '../../model/api';
import { containerKind, identity as identityKind, identityProvider } from '../../model/kinds';
import type { RuledObject, RuledOrganization, IdentityTrustPolicy } from '../../access/rules';
import { UNKNOWN_VALUE } from '../input/plan/plan';
import { attribute, isSensitive, textAttribute } from '../input/plan/values';
import { getName, type Objects, type PlatformObject } from '../organization/objects/objects';
import { createReferences } from '../organization/objects/references';
import type { Analysis } from './analysis';
import { getTrustPolicy } from './assume/trust-policy';
import type { OrganizationGraph } from './to-graph';

/** Returns the organization before or after the change. */
export function ruledOrganization(
  {
    organization,
    reachability,
    owners,
    ...sides
  }: Pick<Analysis, 'organization' | 'before' | 'after' | 'reachability' | 'owners'>,
  side: 'before' | 'after',
): RuledOrganization {
  const trustPolicies = new Map<string, IdentityTrustPolicy | undefined>();
  const issuers = new Map<string, string>();
  for (const { declaration, key, instances } of organization[side].values()) {
    if (declaration === identityKind) trustPolicies.set(key, getTrustPolicy(instances[0]));
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
    objects: namedObjects(organization[side], graph),
    owners,
    reachability,
  };
}

function issuerIn(values: unknown): string | undefined {
  return isObject(values) ? textAttribute(values, 'issuer') : undefined;
}

/** Returns the managed objects with a name. */
function namedObjects(objects: Objects, graph: OrganizationGraph['graph']): RuledObject[] {
  const refer = createReferences(objects);
  const groups = new Map(graph.groups.map((node) => [node.key, node]));
  const paths = new Map([...groups.values(), ...graph.identities, ...graph.roles].map(({ key, path }) => [key, path]));
  return [...objects.values()]
    .filter(({ isManaged, declaration }) => isManaged && 'name' in declaration.fields)
    .map((object) => {
      const { key, declaration, instances } = object;
      const [instance] = instances;
      const isGroup = declaration === containerKind;
      const group = isGroup ? groups.get(key) : findGroup(object, refer, groups);
      const label = group === undefined ? getName(instance) : `${group.path}/${getName(instance)}`;
      const description = attribute(instance.values, 'description');
      return {
        ...{ key, kind: declaration.kind, isGroup, group },
        // An account association has the uid of its group.
        path: (declaration.uidScheme === 'parentUid' ? undefined : paths.get(key)) ?? label,
        name: isSensitive(instance.sensitive, 'name') ? undefined : textAttribute(instance.values, 'name'),
        isDescribed: description === UNKNOWN_VALUE ? undefined : description !== undefined && description !== '',
      };
    });
}

function findGroup(
  { declaration, instances: [instance] }: PlatformObject,
  refer: ReturnType<typeof createReferences>,
  groups: ReadonlyMap<string, GroupNode>,
): GroupNode | undefined {
  const name = parentAttribute(declaration);
  const referred = name === undefined ? undefined : refer(instance, name);
  return referred !== undefined && 'key' in referred ? groups.get(referred.key ?? '') : undefined;
}
