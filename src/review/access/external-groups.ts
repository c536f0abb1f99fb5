/** The names of external groups: with their identity provider, if several identity providers have a group of the name. */
import { snakeCase } from '../../model/api';
import { externalGroupRoleMapping, identityProvider } from '../../model/kinds';
import { isSensitive, textAttribute } from '../input/plan/values';
import { getName, objectId, type Instance, type Objects } from '../organization/objects/objects';
import { createReferences } from '../organization/objects/references';

const PROVIDER = snakeCase(externalGroupRoleMapping.parent?.name ?? '');

/** Returns the id of the external group of a mapping. `undefined` if it is sensitive, or for any other object. */
export function findExternalGroup({ values, sensitive }: Instance): string | undefined {
  return isSensitive(sensitive, 'external_group_id') ? undefined : textAttribute(values, 'external_group_id');
}

/** Returns the name of the identity provider of a mapping. `undefined` if no plan, state or service describes it. */
export function findIdentityProvider(objects: Objects, mapping: Instance): string | undefined {
  const referred = createReferences(objects)(mapping, PROVIDER);
  if (!('key' in referred) || referred.key === undefined) return undefined;
  const provider = objects.get(objectId(identityProvider, referred.key));
  return provider && getName(provider.instances[0]);
}

/** Returns a function that names the external group of a mapping: `admins`, or `admins of partners`. */
export function nameExternalGroups(objects: Objects): (mapping: Instance) => string | undefined {
  const providers = new Map<string, Set<string | undefined>>();
  for (const { declaration, instances } of objects.values()) {
    const name = declaration === externalGroupRoleMapping ? findExternalGroup(instances[0]) : undefined;
    if (name === undefined) continue;
    providers.set(name, (providers.get(name) ?? new Set()).add(findIdentityProvider(objects, instances[0])));
  }
  return (mapping) => {
    const name = findExternalGroup(mapping);
    if (name === undefined || (providers.get(name)?.size ?? 0) < 2) return name;
    const provider = findIdentityProvider(objects, mapping);
    return provider === undefined ? name : `${name} of ${provider}`;
  };
}
