/** The access graph of the objects of synthesized stacks. */
import { builtInRole, createAccessGraph, type AccessGraph, type GrantInput } from '../../graph';
import { BUILT_IN_ROLES } from '../../../model/api';
import { accessKinds, assumptions, type AccessKind, type AccessObject, type AccessCollection } from './kinds';

/** Returns the access graph of objects whose references all lead to another object or are uids. */
export function accessGraph(objects: readonly AccessObject[]): AccessGraph {
  const of = (collection: AccessCollection) => objects.filter((object) => object.collection === collection);
  const names = new Set(of('roles').map(({ name, parent }) => (parent === undefined ? name : undefined)));
  const unused = BUILT_IN_ROLES.filter(({ name }) => !names.has(name)).map(({ name }) => builtInRole(name));
  return createAccessGraph({
    groups: of('groups').map(({ key, name, parent }) => ({ key, name, parent })),
    identities: of('identities').map(({ key, name, parent, account, email, fields, assumption }) => ({
      ...{ key, name, group: parent, account, email },
      assumption: Object.entries(assumptions).find(([field]) => fields[field] !== undefined)?.[1] ?? assumption,
    })),
    roles: [...unused, ...of('roles').map(roleInput)],
    grants: objects.flatMap(grantInput),
  });
}

/** Returns true for a built-in role. */
export function isBuiltIn({ name, parent, isReferredTo }: AccessObject): boolean {
  return isReferredTo === true && parent === undefined && BUILT_IN_ROLES.some((role) => role.name === name);
}

function roleInput(object: AccessObject) {
  const { key, name, parent, fields } = object;
  if (isBuiltIn(object)) return builtInRole(name, key);
  return { key, name, group: parent, capabilities: (fields['capabilities'] ?? []) as readonly string[] };
}

function grantInput({ collection, key, name, parent, identity, role, provider }: AccessObject): GrantInput[] {
  const { source }: AccessKind = accessKinds[collection];
  if (role === undefined || parent === undefined) return [];
  if (source !== undefined)
    return [{ key, source, name: source === 'group_invite' ? undefined : name, provider, role, group: parent }];
  return identity === undefined ? [] : [{ key, identity, role, group: parent }];
}
