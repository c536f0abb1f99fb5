/** Written by `npm run docs` from the declaration of Role: edit the declaration instead. */
import type { Capability } from '../../api';

/** A named set of capabilities. Every organization has built-in roles, and custom roles belong to a group. */
export interface Role {
  /** The uid that the service gave the role. */
  readonly uid: string;
  /** The name of the role. */
  readonly name: string;
  /** The purpose of the role. */
  readonly description: string;
  /** The capabilities of the role, as dotted names like `groups.list`. */
  readonly capabilities: readonly Capability[];
  /** The time when the role was created. */
  readonly createTime?: string | undefined;
  /** The time when the role was last changed. */
  readonly updateTime?: string | undefined;
}

/** The fields that create a role. */
export interface RoleCreate {
  /** The name of the role. */
  readonly name: string;
  /** The purpose of the role. */
  readonly description?: string | undefined;
  /** The capabilities of the role, as dotted names like `groups.list`. */
  readonly capabilities: readonly Capability[];
}

/** The fields that an update of a role can change; omitted fields keep their values. */
export interface RoleUpdate {
  /** The name of the role. */
  readonly name?: string | undefined;
  /** The purpose of the role. */
  readonly description?: string | undefined;
  /** The capabilities of the role, as dotted names like `groups.list`. */
  readonly capabilities?: readonly Capability[] | undefined;
}

/** The filters of a list of the kind Role. */
export interface RoleFilters {
  /** Only roles with exactly this name, including built-in roles. */
  readonly name?: string | undefined;
}

/** The sort keys of a list of the kind Role. */
export type RoleSortKey =
  | 'uid'
  | 'name'
  | 'description'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt';

/** The types of the kind Role. */
export interface RoleTypes {
  readonly resource: Role;
  readonly create: RoleCreate;
  readonly update: RoleUpdate;
  readonly filters: RoleFilters;
  readonly sortKey: RoleSortKey;
  readonly unmanaged: never;
}
