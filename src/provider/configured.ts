/**
 * What the provider block comes to. `configuration/` makes it out of the block and the environment:
 * `configurationSchema`, `validateConfiguration(context)` and `configure(context, outside): Configured`; `reads/` gives
 * `createReads(client, { bulk })`.
 */
import type { Client, Environment, Fetch } from '../client';
import type { Declaration } from '../schema';

export const ON_EXISTING = ['error', 'adopt', 'create'] as const;
/** What a create does when an object of the same natural key is there already. */
export type OnExisting = (typeof ON_EXISTING)[number];

export interface Configured {
  /** Absent while an attribute that it needs is unknown (planning only). */
  readonly client?: Client | undefined;
  /** A token that is valid now; absent like the client. */
  readonly token?: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** Those attributes of the provider block, as the user spells them: `token`. */
  readonly unknown: readonly string[];
  readonly onExisting: OnExisting;
  readonly bulkRefresh: boolean;
}

/** What a test replaces to have the world in its hands. */
export interface Outside extends Environment {
  /** Environment variables. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly fetch?: Fetch | undefined;
}

/** An object as an answer holds it. */
export type ApiObject = Readonly<Record<string, unknown>>;

/** Reads of single objects, answered out of lists where that is cheaper (DESIGN §5, Refresh and Gone). */
export interface Reads {
  /** The object, or `undefined` if it is proved to be gone. Every doubt is an error. */
  read(declaration: Declaration, uid: string, signal: AbortSignal): Promise<ApiObject | undefined>;
  /** After every write: what is known of the object is not true any more. */
  invalidate(declaration: Declaration, uid: string): void;
}
