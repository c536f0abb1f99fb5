import { declareKind, map, bool } from '../schema';
import { createTimeField, descriptionField, enumeration, nameField, uidField, updateTimeField } from './common-fields';
import type { GroupTypes } from './types/group';

/** Groups: the nodes of the organization. */
export const group = declareKind<GroupTypes>({
  kind: 'Group',
  description:
    'A node of the organization: it contains groups, identities, roles and role bindings. A root group is the organization itself.',
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
    description: 'The parent group; without it the group is a root group, an organization of its own.',
    is: 'groupOrNone',
  },
  fields: {
    uid: uidField('The uid that the service gave the group.'),
    name: nameField('The name of the group, unique to people among its siblings.'),
    description: descriptionField('The purpose of the group.'),
    resourceLimits: map(['outputOnly'], 'The maximum number of objects in the group, by type; empty without limits.', {
      is: 'integer',
    }),
    verified: bool(['outputOnly'], 'True if the organization has been verified; false for a new group.', {
      administratorOnly: true,
    }),
    createTime: createTimeField('group'),
    updateTime: updateTimeField('group'),
  },
  unmanagedFields: {
    kind: enumeration('ORG_KIND', 'The kind of the organization.'),
    status: enumeration('ORG_STATUS', 'The state of the provisioning of the organization.'),
  },
  naturalKey: ['name'],
  filters: { name: { matches: 'name', description: 'Only groups of exactly this name.' } },
  examples: {
    create: { name: 'engineering', description: 'Builds the product.' },
    update: { description: 'Builds and runs the product.' },
  },
});
