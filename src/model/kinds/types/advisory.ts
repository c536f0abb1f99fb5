/** Written by `npm run docs` from the declaration of Advisory: edit the declaration instead. */
import type { JsonValue } from '../../api';

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
  /** The type of the artifact, such as `apk`. */
  readonly artifactType: string;
  /** The architecture of the artifact. */
  readonly artifactArchitecture: string;
  /** The part of the artifact that is vulnerable. */
  readonly componentName: string;
  /** The ecosystem of the component, such as `go-module`. */
  readonly componentType: string;
  /** The path of the component in the artifact. */
  readonly componentLocation: string;
  /** Other ids of the same vulnerability. */
  readonly aliases: readonly string[];
  /** The severity of the vulnerability, by scoring system. */
  readonly severities: readonly AdvisorySeverities[];
  /** The history of the vulnerability in the artifact: detections, decisions and fixes. */
  readonly events?: JsonValue | undefined;
  /** The account that created the advisory. */
  readonly author: string;
  /** The id in the repository from which the advisory was migrated. */
  readonly legacyAdvisoryId: string;
  /** The time when the advisory was created. */
  readonly createTime?: string | undefined;
  /** The time when the advisory was last changed. */
  readonly updateTime?: string | undefined;
  /** The time when the advisory was deleted. */
  readonly deleteTime?: string | undefined;
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
  | 'artifactType'
  | 'artifactArchitecture'
  | 'componentName'
  | 'componentType'
  | 'componentLocation'
  | 'author'
  | 'legacyAdvisoryId'
  | 'createTime'
  | 'updateTime'
  | 'deleteTime'
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
  readonly unmanaged: never;
}
