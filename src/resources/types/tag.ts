/** Written by `npm run docs` from the declaration of Tag: change that instead. */

/** A name for an image in a repository; list those of one repository with `children_of`. A list leaves out tags with a date or an epoch in their names, and those of signatures and the like, unless it is asked to include them. */
export interface Tag {
  /** The uid of the tag. */
  readonly uid: string;
  /** The name of the tag. */
  readonly name: string;
  /** The digest of the image that the tag names. */
  readonly digest: string;
  /** Whether the tag should no longer be used. */
  readonly deprecated: boolean;
  /** The bundles that the tag belongs to. */
  readonly bundles: readonly string[];
  /** When the tag was last moved. */
  readonly updateTime?: string | undefined;
}

/** What lists of the kind Tag can be filtered by. */
export interface TagFilters {
  /** Only tags of exactly this name. */
  readonly name?: string | undefined;
  /** Only tags of the image with this digest. */
  readonly digest?: string | undefined;
  /** Only tags that were moved at this time or later. */
  readonly updatedSince?: string | undefined;
  /** Also tags with a date in their name, like `latest-20260102`. */
  readonly includeDates?: boolean | undefined;
  /** Also tags that name an epoch of a version, like `1.2.3-r4`. */
  readonly includeEpochs?: boolean | undefined;
  /** Also tags that stand for what refers to an image, like its signature: `sha256-…`. */
  readonly includeReferrers?: boolean | undefined;
}

/** What lists of the kind Tag can be ordered by. */
export type TagSortKey = 'uid' | 'name' | 'digest' | 'deprecated' | 'updateTime' | 'updated_at' | 'updatedAt';

/** The types of the kind Tag. */
export interface TagTypes {
  readonly resource: Tag;
  readonly create: never;
  readonly update: never;
  readonly filters: TagFilters;
  readonly sortKey: TagSortKey;
}
