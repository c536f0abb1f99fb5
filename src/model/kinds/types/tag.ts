/** Written by `npm run docs` from the declaration of Tag: edit the declaration instead. */

/** A name for an image in a repository. `children_of` lists the tags of one repository. Lists omit tags with a date or an epoch in their names, and tags of signatures and similar objects, unless a filter includes them. */
export interface Tag {
  /** The uid of the tag. */
  readonly uid: string;
  /** The name of the tag. */
  readonly name: string;
  /** The digest of the image that the tag names. */
  readonly digest: string;
  /** True if the tag should no longer be used. */
  readonly deprecated: boolean;
  /** The bundles that the tag belongs to. */
  readonly bundles: readonly string[];
  /** The time when the tag was last moved. */
  readonly updateTime?: string | undefined;
}

/** The filters of a list of the kind Tag. */
export interface TagFilters {
  /** Only tags with exactly this name. */
  readonly name?: string | undefined;
  /** Only tags of the image with this digest. */
  readonly digest?: string | undefined;
  /** Only tags that were last moved at this time or later. */
  readonly updatedSince?: string | undefined;
  /** Also tags with a date in their name, like `latest-20260102`. */
  readonly includeDates?: boolean | undefined;
  /** Also tags with an epoch in their version, like `1.2.3-r4`. */
  readonly includeEpochs?: boolean | undefined;
  /** Also tags of objects that refer to an image, like its signature: `sha256-…`. */
  readonly includeReferrers?: boolean | undefined;
}

/** The sort keys of a list of the kind Tag. */
export type TagSortKey = 'uid' | 'name' | 'digest' | 'deprecated' | 'updateTime' | 'updated_at' | 'updatedAt';

/** The types of the kind Tag. */
export interface TagTypes {
  readonly resource: Tag;
  readonly create: never;
  readonly update: never;
  readonly filters: TagFilters;
  readonly sortKey: TagSortKey;
  readonly unmanaged: never;
}
