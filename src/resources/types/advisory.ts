/** Written by `npm run docs` from the declaration of Advisory: change that instead. */

/** How severe the vulnerability is, by each way of measuring it. */
export interface AdvisorySeverities {
  /** How it was measured. */
  readonly type?: string | undefined;
  /** What the measure says. */
  readonly score?: string | undefined;
}

/** What is known of a vulnerability in an artifact. */
export interface Advisory {
  /** The uid of the advisory. */
  readonly uid: string;
  /** What the advisory is known by. */
  readonly advisoryId: string;
  /** The artifact that the advisory is about. */
  readonly artifactName: string;
  /** The part of the artifact that is vulnerable. */
  readonly componentName: string;
  /** Other ids of the same vulnerability. */
  readonly aliases: readonly string[];
  /** How severe the vulnerability is, by each way of measuring it. */
  readonly severities: readonly AdvisorySeverities[];
  /** When the advisory was created. */
  readonly createTime?: string | undefined;
  /** When the advisory was last changed. */
  readonly updateTime?: string | undefined;
}

/** What lists of the kind Advisory can be filtered by. */
export interface AdvisoryFilters {
  /** Only advisories with one of these ids. */
  readonly advisoryIds?: string | readonly string[] | undefined;
  /** Only advisories about these artifacts. */
  readonly artifactNames?: string | readonly string[] | undefined;
  /** Only advisories that one of these ids is an alias of. */
  readonly aliases?: string | readonly string[] | undefined;
  /** Only advisories in whose ids or names this text occurs. */
  readonly query?: string | undefined;
}

/** What lists of the kind Advisory can be ordered by. */
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
