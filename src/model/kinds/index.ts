/** The declarations: one file per kind contains all facts about it. */
import { isUid, type Values } from '../api';
import { type Declaration, getScopeField, findParentUid } from '../schema';
import { accountAssociation } from './account-association';
import { advisory } from './advisory';
import { externalGroupRoleMapping, movedMappingUid } from './external-group-role-mapping';
import { group } from './group';
import { groupInvite } from './group-invite';
import { identity, RELATIONSHIP_TYPES, STATIC_KEYS_DAYS } from './identity';
import { identityProvider } from './identity-provider';
import { repo } from './repo';
import { role } from './role';
import { roleBinding } from './role-binding';
import { tag } from './tag';

export * from './provider-block';
export * from './diagnostic-codes';
export * from './resource-settings';
export type * from './types';
export { RELATIONSHIP_TYPES, STATIC_KEYS_DAYS };
export { movedMappingUid };
export * from './trust-mistakes';
export {
  accountAssociation,
  advisory,
  externalGroupRoleMapping,
  group,
  groupInvite,
  identity,
  identityProvider,
  repo,
  role,
  roleBinding,
  tag,
};

/** All kinds. Parents come before their children, and referenced kinds before those that refer to them. */
export const declarations: readonly Declaration[] = [
  group,
  role,
  identity,
  roleBinding,
  identityProvider,
  externalGroupRoleMapping,
  accountAssociation,
  groupInvite,
  repo,
  tag,
  advisory,
];

/** The declaration of a kind by its name. Throws a `TypeError` for a name that is none. */
export function getDeclaration(kind: string): Declaration {
  const found = declarations.find((declaration) => declaration.kind === kind);
  if (found === undefined) throw new TypeError(`There is no kind ${JSON.stringify(kind)}.`);
  return found;
}

/** The kind that can contain objects of its own kind. */
export const containerKind: Declaration = group;

/** The kind of the objects' parents. */
export function parentKind({ parent }: Declaration): Declaration {
  return parent?.kind === undefined ? containerKind : getDeclaration(parent.kind);
}

/** Returns the uid of the nearest group above an object: above its parent, if that is no group. */
export function getGroupUid(declaration: Declaration, uid: string): string | undefined {
  return getGroupOfParent(declaration, findParentUid(declaration, uid));
}

/** Returns the nearest group that is the parent of objects of the kind, or above it. */
export function getGroupOfParent(declaration: Declaration, parent: string | undefined): string | undefined {
  const kind = parentKind(declaration);
  return parent === undefined || kind === containerKind ? parent : getGroupUid(kind, parent);
}

/** Returns the uid of the group of an object: where it gives its role, or the nearest group above it. */
export function getPlace(declaration: Declaration, uid: string, object: Values): string | undefined {
  const field = getScopeField(declaration.fields);
  const scope = field === undefined ? undefined : object[field];
  return isUid(scope) ? scope : getGroupUid(declaration, uid);
}
