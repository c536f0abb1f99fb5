/** Written by `npm run docs` from the declaration of Group: change that instead. */

/** A node of the organization: it holds groups, identities, roles and role bindings. A root group is the organization itself. */
export interface Group {
  /** The uid that the service gave the group. */
  readonly uid: string;
  /** The name of the group, unique to people among its siblings. */
  readonly name: string;
  /** What the group is for. */
  readonly description: string;
  /** The most objects of a sort that the group may hold, by sort; empty when there is no limit. */
  readonly resourceLimits: Readonly<Record<string, number>>;
  /** Whether the organization has been verified; false for a new group. */
  readonly verified: boolean;
  /** When the group was created. */
  readonly createTime?: string | undefined;
  /** When the group was last changed. */
  readonly updateTime?: string | undefined;
}

/** What the creation of a group takes. */
export interface GroupCreate {
  /** The name of the group, unique to people among its siblings. */
  readonly name: string;
  /** What the group is for. */
  readonly description?: string | undefined;
}

/** What an update of a group can change; what is left out stays as it is. */
export interface GroupUpdate {
  /** The name of the group, unique to people among its siblings. */
  readonly name?: string | undefined;
  /** What the group is for. */
  readonly description?: string | undefined;
}

/** What lists of the kind Group can be filtered by. */
export interface GroupFilters {
  /** Only groups of exactly this name. */
  readonly name?: string | undefined;
}

/** What lists of the kind Group can be ordered by. */
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
}
