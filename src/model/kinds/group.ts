import { declareKind, createEnumeration, map, bool } from '../schema';
import { createTimeField, descriptionField, enumeration, nameField, uidField, updateTimeField } from './common-fields';
import type { GroupTypes } from './types/group';

const ORG_KIND = createEnumeration('OrgKind', 'ORG_KIND', {
  ...{ STARTER: 1, CUSTOMER: 2, DEV: 3, INFRA: 4, AWS_MARKETPLACE: 5 },
});
const ORG_STATUS = createEnumeration('OrgStatus', 'ORG_STATUS', { INITIALIZING: 1, READY: 2, SUSPENDED: 3 });

/** Groups: the nodes of the organization. */
export const group = declareKind<GroupTypes>({
  kind: 'Group',
  description:
    'A group of the organization. It contains groups, identities, roles and role bindings. A root group is an organization of its own.',
  domain: 'iam',
  collection: 'groups',
  capability: 'groups',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  terraform: {
    type: 'group',
    storedByOthers: { types: ['group'], parent: 'parent_id', names: { uid: 'id' } },
    deletionProtection: true,
  },
  parent: {
    name: 'parentUid',
    description: 'The parent group. A group without a parent is a root group.',
    is: 'groupOrNone',
  },
  fields: {
    uid: uidField('The uid that the service gave the group.'),
    name: nameField('The name of the group, which should be unique in its parent.'),
    description: descriptionField('The purpose of the group.'),
    resourceLimits: map(
      ['outputOnly'],
      'The maximum number of objects in the group, by type. Empty if there are no limits.',
      {
        is: 'integer',
      },
    ),
    verified: bool(['outputOnly'], 'True if the organization is verified. False for a new group.', {
      administratorOnly: true,
    }),
    createTime: createTimeField('group'),
    updateTime: updateTimeField('group'),
  },
  unmanagedFields: {
    kind: { ...enumeration('ORG_KIND', 'The kind of the organization.'), administratorOnly: true },
    status: {
      ...enumeration('ORG_STATUS', 'The state of the provisioning of the organization.'),
      administratorOnly: true,
    },
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only groups with exactly this name.' } },
  protobuf: {
    fields: {
      ...{ uid: 1, name: 2, description: 3, resourceLimits: 4, verified: 5, createTime: 6, updateTime: 7 },
      kind: { number: 8, enumeration: ORG_KIND },
      status: { number: 9, enumeration: ORG_STATUS },
    },
    list: { uidp: 1, name: 2, pageSize: 3, pageToken: 4, orderBy: 5, skip: 6 },
  },
  examples: {
    create: { name: 'engineering', description: 'Builds the product.' },
    update: { description: 'Builds and runs the product.' },
  },
});
