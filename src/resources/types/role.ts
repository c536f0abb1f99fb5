/** Written by `npm run docs` from the declaration of Role: change that instead. */
import type { Capability } from '../../api';

/** A named set of capabilities. Built-in roles exist in every organization; custom ones lie in a group. */
export interface Role {
  /** The uid that the service gave the role. */
  readonly uid: string;
  /** The name of the role. */
  readonly name: string;
  /** What the role is for. */
  readonly description: string;
  /** What the role allows, as dotted names like `groups.list`. */
  readonly capabilities: readonly Capability[];
  /** When the role was created. */
  readonly createTime?: string | undefined;
  /** When the role was last changed. */
  readonly updateTime?: string | undefined;
}

/** What the creation of a role takes. */
export interface RoleCreate {
  /** The name of the role. */
  readonly name: string;
  /** What the role is for. */
  readonly description?: string | undefined;
  /** What the role allows, as dotted names like `groups.list`. */
  readonly capabilities: readonly Capability[];
}

/** What an update of a role can change; what is left out stays as it is. */
export interface RoleUpdate {
  /** The name of the role. */
  readonly name?: string | undefined;
  /** What the role is for. */
  readonly description?: string | undefined;
  /** What the role allows, as dotted names like `groups.list`. */
  readonly capabilities?: readonly Capability[] | undefined;
}

/** What lists of the kind Role can be filtered by. */
export interface RoleFilters {
  /** Only roles of exactly this name, built-in ones included. */
  readonly name?: string | undefined;
}

/** What lists of the kind Role can be ordered by. */
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
}
