import { declareKind, message, string } from '../schema';
import { createTimeField, roleReference, uidField } from './common-fields';
import type { RoleBindingTypes } from './types/role-binding';

const reference = (what: string) => ({
  uid: string(['outputOnly'], `The uid of the ${what}.`, { format: 'uid' }),
  name: string(['outputOnly'], `The name of the ${what}.`),
  description: string(['outputOnly'], `The purpose of the ${what}.`),
});

const REFERENCE = { uid: 1, name: 2, description: 3 };

/** Role bindings: the roles of identities in groups. */
export const roleBinding = declareKind<RoleBindingTypes>({
  kind: 'RoleBinding',
  description: 'Gives an identity a role in a group and all groups under it.',
  domain: 'iam',
  collection: 'roleBindings',
  capability: 'role_bindings',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  batch: { size: 25, defaults: ['roleUid'] },
  terraform: {
    type: 'role_binding',
    exclusive: true,
    storedByOthers: {
      types: ['rolebinding', 'role_binding'],
      parent: 'group',
      names: { uid: 'id', identityUid: 'identity', roleUid: 'role' },
    },
  },
  parent: {
    name: 'groupUid',
    description: 'The group where the identity has the role. The role also applies to all groups under it.',
  },
  fields: {
    uid: uidField('The uid that the service gave the role binding.'),
    identityUid: string(
      ['required'],
      'The identity that receives the role.',
      { format: 'uid', refersTo: 'Identity' },
      {
        from: 'identity.uid',
        decidesAccess: true,
        replacement: { when: 'changed', note: 'A change replaces the role binding.' },
      },
    ),
    roleUid: string(['required'], 'The role that the identity receives.', roleReference, {
      from: 'role.uid',
      decidesAccess: true,
      replacement: {
        when: 'unknown',
        note: 'It changes in place. If the uid of the new role is unknown, a change replaces the role binding.',
      },
    }),
    identity: message(
      ['outputOnly'],
      'The current identity.',
      {
        ...reference('identity'),
        subject: string(['outputOnly'], 'The subject that the identity accepts.'),
        issuer: string(['outputOnly'], 'The issuer that the identity accepts.'),
        email: string(['outputOnly'], 'The e-mail address of a person.'),
      },
      [],
      { output: 'volatile' },
    ),
    group: message(['outputOnly'], 'The current group.', reference('group'), [], { output: 'volatile' }),
    role: message(['outputOnly'], 'The current role.', reference('role'), [], { output: 'volatile' }),
    createTime: createTimeField('role binding'),
  },
  access: { grants: { to: 'identityUid', role: 'roleUid' } },
  naturalKey: ['identityUid', 'roleUid'],
  filters: {
    identity: { matches: 'identityUid', description: 'Only role bindings of this identity.' },
    group: { matches: 'parent', description: 'Only role bindings in exactly this group.' },
    role: { matches: 'roleUid', description: 'Only role bindings with this role.' },
  },
  protobuf: {
    fields: {
      ...{ uid: 1, identityUid: 6, roleUid: 7, createTime: 5 },
      identity: {
        number: 2,
        message: 'RoleBindingIdentity',
        fields: { ...REFERENCE, subject: 4, issuer: 5, email: 6 },
      },
      group: { number: 3, message: 'RoleBindingGroup', fields: REFERENCE },
      role: { number: 4, message: 'RoleBindingRole', fields: REFERENCE },
    },
    list: { uidp: 1, identity: 2, group: 3, role: 4, pageSize: 5, pageToken: 6, orderBy: 7, skip: 8 },
    batch: { roleUid: 3 },
  },
  examples: { create: {} },
});
