/** What the handlers of one configured provider block share while Terraform runs: the client, and what happened so far. */
import type { Client, Runtime } from '../client';
import type { RealRuntime } from '../client/options';
import { DiagError } from '../plugin';
import type { Declaration } from '../schema';
import {
  type ManagedObjects,
  createManagedObjects,
  createPropagation,
  createKeyedMutex,
  type Propagation,
  type KeyedMutex,
} from './lifecycle/run';
import { createPlannedCreates, type PlannedCreates } from './plan/planned-creates';

export interface Session extends Configured {
  readonly runtime: RealRuntime;
  /** Absent as long as the client is. */
  readonly reads?: Reads | undefined;
  readonly claims: ManagedObjects;
  readonly turns: KeyedMutex;
  readonly window: Propagation;
  readonly plannedCreates: PlannedCreates;
  /** Whether this is the first time that the run asks so for `topic`: things that are said or done once. */
  first(topic: string): boolean;
}

export function createSession(
  configured: Configured,
  reads: Reads | undefined,
  runtime: RealRuntime,
  terraformVersion: string,
): Session {
  const topics = new Set<string>();
  return {
    ...configured,
    runtime,
    reads,
    claims: createManagedObjects(),
    turns: createKeyedMutex(),
    window: createPropagation(runtime),
    plannedCreates: createPlannedCreates(terraformVersion),
    first: (topic) => topics.size < topics.add(topic).size,
  };
}

/** For everything that cannot be done without the service. */
export function connected(session: Session): { readonly client: Client; readonly reads: Reads } {
  const { client, reads } = session;
  if (client !== undefined && reads !== undefined) return { client, reads };
  throw new DiagError('The provider is not configured yet', unknownConfiguration(session));
}

/** Why there is no client, and the way out. */
export function unknownConfiguration({ unknown }: Configured): string {
  const names = unknown.join(', ');
  return [
    `The value of ${names} in the provider block will be known only after other resources are applied.`,
    `Apply those first (terraform apply -target=…), or give ${names} a value that does not depend on them: a variable, or the environment.`,
  ].join('\n');
}

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

/** What the provider takes from the system that it runs in, for tests to replace. */
export interface ProviderRuntime extends Runtime {
  /** Environment variables. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** An object as an answer holds it. */
export type ApiObject = Readonly<Record<string, unknown>>;

/** Reads of single objects, answered out of lists where that is cheaper. */
export interface Reads {
  /** The object, or `undefined` if it is proved to be gone. Every doubt is an error. */
  read(declaration: Declaration, uid: string, signal: AbortSignal): Promise<ApiObject | undefined>;
  /** After every write: what is known of the object is not true any more. */
  invalidate(declaration: Declaration, uid: string): void;
}
