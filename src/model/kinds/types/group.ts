/** Written by `npm run docs` from the declaration of Group: edit the declaration instead. */

/** A group of the organization. It contains groups, identities, roles and role bindings. A root group is an organization of its own. */
export interface Group {
  /** The uid that the service gave the group. */
  readonly uid: string;
  /** The name of the group, which should be unique in its parent. */
  readonly name: string;
  /** The purpose of the group. */
  readonly description: string;
  /** The maximum number of objects in the group, by type. Empty if there are no limits. */
  readonly resourceLimits: Readonly<Record<string, number>>;
  /** True if the organization is verified. False for a new group. */
  readonly verified: boolean;
  /** The time when the group was created. */
  readonly createTime?: string | undefined;
  /** The time when the group was last changed. */
  readonly updateTime?: string | undefined;
  /** The kind of the organization. Only in responses. */
  readonly kind?: string | undefined;
  /** The state of the provisioning of the organization. Only in responses. */
  readonly status?: string | undefined;
}

/** The fields that create a group. */
export interface GroupCreate {
  /** The name of the group, which should be unique in its parent. */
  readonly name: string;
  /** The purpose of the group. */
  readonly description?: string | undefined;
}

/** The fields that an update of a group can change; omitted fields keep their values. */
export interface GroupUpdate {
  /** The name of the group, which should be unique in its parent. */
  readonly name?: string | undefined;
  /** The purpose of the group. */
  readonly description?: string | undefined;
}

/** The filters of a list of the kind Group. */
export interface GroupFilters {
  /** Only groups with exactly this name. */
  readonly name?: string | undefined;
}

/** The sort keys of a list of the kind Group. */
export type GroupSortKey =
  | 'uid'
  | 'name'
  | 'description'
  | 'verified'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt';

/** The types of the kind Group. */
export interface GroupTypes {
  readonly resource: Group;
  readonly create: GroupCreate;
  readonly update: GroupUpdate;
  readonly filters: GroupFilters;
  readonly sortKey: GroupSortKey;
  readonly unmanaged: 'kind' | 'status';
}
