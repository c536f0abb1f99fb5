/** Written by `npm run docs` from the declaration of Advisory: edit the declaration instead. */

/** The severity of the vulnerability, by scoring system. */
export interface AdvisorySeverities {
  /** The scoring system. */
  readonly type?: string | undefined;
  /** The score. */
  readonly score?: string | undefined;
}

/** Facts about a vulnerability in an artifact. */
export interface Advisory {
  /** The uid of the advisory. */
  readonly uid: string;
  /** The id of the advisory. */
  readonly advisoryId: string;
  /** The artifact that the advisory is about. */
  readonly artifactName: string;
  /** The part of the artifact that is vulnerable. */
  readonly componentName: string;
  /** Other ids of the same vulnerability. */
  readonly aliases: readonly string[];
  /** The severity of the vulnerability, by scoring system. */
  readonly severities: readonly AdvisorySeverities[];
  /** The time when the advisory was created. */
  readonly createTime?: string | undefined;
  /** The time when the advisory was last changed. */
  readonly updateTime?: string | undefined;
}

/** The filters of a list of the kind Advisory. */
export interface AdvisoryFilters {
  /** Only advisories with one of these ids. */
  readonly advisoryIds?: string | readonly string[] | undefined;
  /** Only advisories about these artifacts. */
  readonly artifactNames?: string | readonly string[] | undefined;
  /** Only advisories with one of these ids as an alias. */
  readonly aliases?: string | readonly string[] | undefined;
  /** Only advisories whose ids or names contain this text. */
  readonly query?: string | undefined;
}

/** The sort keys of a list of the kind Advisory. */
export type AdvisorySortKey =
  | 'uid'
  | 'advisoryId'
  | 'artifactName'
  | 'componentName'
  | 'createTime'
  | 'updateTime'
  | 'created_at'
  | 'createdAt'
  | 'updated_at'
  | 'updatedAt';

/** The types of the kind Advisory. */
export interface AdvisoryTypes {
  readonly resource: Advisory;
  readonly create: never;
  readonly update: never;
  readonly filters: AdvisoryFilters;
  readonly sortKey: AdvisorySortKey;
}
