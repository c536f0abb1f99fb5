/**
 * The TypeScript types of a kind. `npm run docs` writes them from the declaration, a documented interface each, because
 * an editor shows nothing on hover for types that are computed.
 */

/** The types of one kind, as they are written. */
export interface KindTypes {
  /** What an answer holds. */
  readonly resource: object;
  /** What a create takes; `never` where the service has none. */
  readonly create: object;
  /** What an update takes; `never` where the service has none. */
  readonly update: object;
  /** What lists can be filtered by. */
  readonly filters: object;
  /** The fields that lists can be ordered by. */
  readonly sortKey: string;
}

/** What is known of a kind that is known at run time only. */
export interface UntypedKind {
  readonly resource: Readonly<Record<string, unknown>>;
  readonly create: Readonly<Record<string, unknown>>;
  readonly update: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sortKey: string;
}
