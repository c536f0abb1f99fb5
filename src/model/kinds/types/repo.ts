/** Written by `npm run docs` from the declaration of Repo: edit the declaration instead. */
import type { JsonValue } from '../../api';

/** A repository of images in the registry. */
export interface Repo {
  /** The uid of the repository. */
  readonly uid: string;
  /** The name of the repository. */
  readonly name: string;
  /** The contents of the repository. */
  readonly description: string;
  /** The bundles that the repository belongs to. */
  readonly bundles: readonly string[];
  /** Other names of the repository. */
  readonly aliases: readonly string[];
  /** The tags that are kept up to date. */
  readonly activeTags: readonly string[];
  /** The tier of the catalog that the repository belongs to. */
  readonly catalogTier: string;
  /** The synchronization with the source repository. Absent if the repository is not a copy. */
  readonly sync_config?: JsonValue | undefined;
  /** The time when the repository was created. */
  readonly createTime?: string | undefined;
  /** The time when the repository was last changed. */
  readonly updateTime?: string | undefined;
}

/** The filters of a list of the kind Repo. */
export interface RepoFilters {
  /** Only repositories with exactly this name. */
  readonly name?: string | undefined;
}

/** The sort keys of a list of the kind Repo. */
export type RepoSortKey =
  | 'uid'
  | 'name'
  | 'description'
  | 'catalogTier'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt';

/** The types of the kind Repo. */
export interface RepoTypes {
  readonly resource: Repo;
  readonly create: never;
  readonly update: never;
  readonly filters: RepoFilters;
  readonly sortKey: RepoSortKey;
  readonly unmanaged: never;
}
