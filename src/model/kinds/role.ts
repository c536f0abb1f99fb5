import { canonicalCapability, capabilityEnumName, type Values } from '../api';
import { declareKind, list } from '../schema';
import {
  CAPABILITY_ENUMERATION,
  createTimeField,
  descriptionField,
  nameField,
  uidField,
  updateTimeField,
} from './common-fields';
import type { RoleTypes } from './types/role';

/** Roles: named sets of capabilities, built-in ones and your own. */
export const role = declareKind<RoleTypes>({
  kind: 'Role',
  description:
    'A named set of capabilities. Every organization has built-in roles, and custom roles belong to a group.',
  domain: 'iam',
  collection: 'roles',
  capability: 'roles',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  terraform: { type: 'role', storedByOthers: { types: ['role'], parent: 'parent_id', names: { uid: 'id' } } },
  parent: {
    name: 'groupUid',
    description: 'The group that contains the role. The role can be granted there and in all groups under it.',
    alsoRoots: true,
  },
  fields: {
    uid: uidField('The uid that the service gave the role.'),
    name: nameField('The name of the role.'),
    description: descriptionField('The purpose of the role.'),
    capabilities: list(
      ['required'],
      'The capabilities of the role, as dotted names like `groups.list`.',
      { is: 'string', format: 'capability' },
      { unordered: true, minItems: 1 },
      { decidesAccess: true },
    ),
    createTime: createTimeField('role'),
    updateTime: updateTimeField('role'),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only roles with exactly this name, including built-in roles.' } },
  protobuf: {
    fields: {
      ...{ uid: 1, name: 2, description: 3, createTime: 5, updateTime: 6 },
      capabilities: { number: 4, enumeration: CAPABILITY_ENUMERATION },
    },
    list: { uidp: 1, name: 2, pageSize: 3, pageToken: 4, orderBy: 5, skip: 6 },
  },
  examples: {
    create: {
      name: 'auditor',
      description: 'Sees who can do what.',
      capabilities: ['groups.list', 'identity.list', 'roles.list', 'role_bindings.list'],
    },
    update: { capabilities: ['groups.list', 'role_bindings.list', 'roles.list'] },
  },
  // Contract A1: enum names on the wire, dotted names everywhere else.
  wire: {
    decode: (wire) => withCapabilities(wire, canonicalCapability),
    encode: (body) => withCapabilities(body, capabilityEnumName),
  },
});

function withCapabilities(values: Values, getName: (name: string) => string): Values {
  const capabilities: unknown = values['capabilities'];
  if (!Array.isArray(capabilities)) return values;
  return {
    ...values,
    capabilities: capabilities.map((name: unknown) => (typeof name === 'string' ? getName(name) : name)),
  };
}
