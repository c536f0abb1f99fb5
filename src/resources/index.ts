/** The declarations: one file per kind contains all facts about it. */
import type { Declaration } from '../schema';
import { accountAssociation } from './account-association';
import { advisory } from './advisory';
import { externalGroupRoleMapping } from './external-group-role-mapping';
import { group } from './group';
import { groupInvite } from './group-invite';
import { identity, RELATIONSHIP_TYPES, STATIC_KEYS_DAYS } from './identity';
import { identityProvider } from './identity-provider';
import { repo } from './repo';
import { role } from './role';
import { roleBinding } from './role-binding';
import { tag } from './tag';

export {
  CAPABILITIES_VARIABLE,
  ON_EXISTING,
  providerBlock,
  SNAPSHOT_VARIABLE,
  type OnExisting,
  type ProviderAttribute,
  type ProviderField,
  type ProviderSetting,
} from './provider-block';
export { DEFAULT_TIMEOUTS, resourceSettings, type ResourceSetting, type TimedOperation } from './resource-settings';
export type * from './types';
export { RELATIONSHIP_TYPES, STATIC_KEYS_DAYS };
export { TRUST_SLIPS } from './trust-slips';
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
export function declarationOf(kind: string): Declaration {
  const found = declarations.find((declaration) => declaration.kind === kind);
  if (found === undefined) throw new TypeError(`There is no kind ${JSON.stringify(kind)}.`);
  return found;
}

/** The kind that can contain objects of its own kind. */
export const containerKind: Declaration = group;

/** The kind of the objects' parents. */
export function parentKind({ parent }: Declaration): Declaration {
  return parent?.kind === undefined ? containerKind : declarationOf(parent.kind);
}
