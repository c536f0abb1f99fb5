/** An object as the store keeps it, whatever its kind. */
export interface StoredRecord {
  readonly kind: string;
  readonly uid: string;
  /** The group (or other object) that holds it; absent for what stands alone. */
  readonly parent?: string | undefined;
  readonly name: string;
  /** The declared fields in our spelling, without zero values; what a behaviour derives for filters may be among them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** RFC 3339 with milliseconds. */
  readonly createTime: string;
  readonly updateTime: string;
}
