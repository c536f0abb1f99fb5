/**
 * What the handlers of one configured provider block share while Terraform runs: the client, which objects the resources of
 * this run stand for, one create of a name at a time, and what is on its way.
 */
import type { Values } from '../api';
import type { ApprovedWrites } from '../approved';
import { ApiError, type Attempt, type Client, type Runtime, type Whoami } from '../client';
import type { RealRuntime } from '../client/options';
import {
  type ApplyConfig,
  type Checkpoint,
  DiagError,
  type Diagnostic,
  type Diags,
  type Log,
  type ObjectContext,
  type Schema,
} from '../plugin';
import type { OnExisting } from '../resources';
import type { Declaration } from '../schema';
import { type Approval, createApproval } from './approval/approval';
import type { IdentityChanges } from './configuration/identity-changes';
import { uidOf } from './convert/to-state';
import { createKnownKeys, type KnownKeys } from './keys/known-keys';
import { createPlannedCreates, isTerraform, type PlannedCreates } from './lifecycle/natural-key';
import {
  createKeyedMutex,
  createPendingWrites,
  createWrites,
  type KeyedMutex,
  type PendingWrites,
  type Writes,
} from './lifecycle/writes';
import type { ReplacedGroups } from './plan/deletion-protection';
import { createExistingObjects, type ExistingObjects } from './plan/existing';
import { createReviewPlan, type ReviewPlan } from './plan/review-plan';
import { createPropagation, type Propagation } from './propagation';
import { createRecentObjects, type RecentObjects } from './recent-objects';
import { createReads, type Reads } from './refresh/reads';

export interface Session extends Configured {
  readonly runtime: RealRuntime;
  /** Absent as long as the client is. */
  readonly reads?: Reads | undefined;
  /** Absent as long as the client is. */
  readonly keys?: KnownKeys | undefined;
  readonly managed: ManagedObjects;
  /** Decides which writes are sent. */
  readonly approval: Approval;
  /** The updates and deletions of this run. */
  readonly writes: Writes;
  /** One create of the same natural key at a time. */
  readonly creates: KeyedMutex;
  readonly propagation: Propagation;
  /** Corrects lists that lag behind. */
  readonly recent: RecentObjects;
  readonly plannedCreates: PlannedCreates;
  /** Absent as long as the client is, and for hosts that may plan a resource repeatedly. */
  readonly existing?: ExistingObjects | undefined;
  readonly pendingWrites: PendingWrites;
  readonly replacedGroups: ReplacedGroups;
  /** Only where plans are made for a review. */
  readonly review?: ReviewPlan | undefined;
  /** Who the token speaks for, asked once in a run; `undefined` if that cannot be told. */
  self(signal: AbortSignal): Promise<Whoami | undefined>;
  /** Whether `topic` comes up for the first time in this run: for what is reported or done once. */
  first(topic: string): boolean;
}

/** What the provider block and the environment come to. */
export interface Configured {
  /** Absent while an attribute that it needs is unknown (planning only). */
  readonly client?: Client | undefined;
  /** A token that is valid now; absent like the client. */
  readonly token?: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** The attributes of the provider block that are unknown, such as `token`. */
  readonly unknown: readonly string[];
  readonly onExisting: OnExisting;
  readonly bulkRefresh: boolean;
  /** Age at which an object that is not found is deleted. Milliseconds. */
  readonly propagationMs: number;
  /** Warnings that no call has reported yet. */
  readonly warnings: Diagnostic[];
  /** The writes of the approved report (`PLATFORM_APPROVED_REPORT`). Absent: every write is approved. */
  readonly approved?: ApprovedWrites | undefined;
  /** What makes the placeholders of a plan for a review, and the service that they are for. Absent: plans are applied. */
  readonly reviewSeed?: { readonly seed: string; readonly service: string } | undefined;
  /** Records the identities that this run changes. Absent like the client. */
  readonly identityChanges?: IdentityChanges | undefined;
  /** The time by the service's own clock, as far as a response has told. Milliseconds since 1970. @default our clock */
  readonly serviceClock?: (() => number) | undefined;
}

/** What the provider takes from the system that it runs in, for tests to replace. */
export interface ProviderRuntime extends Runtime {
  /** Environment variables. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** @default the temporary folder of the system */
  readonly temporaryFolder?: string | undefined;
  /** Put before our own name in the User-Agent. @default the version of Terraform */
  readonly userAgent?: string | undefined;
}

export function createSession(configured: Configured, runtime: RealRuntime, terraformVersion: string): Session {
  const topics = new Set<string>();
  const managed = createManagedObjects(isTerraform(terraformVersion));
  const { client, bulkRefresh, onExisting, propagationMs, reviewSeed } = configured;
  const propagation = createPropagation(runtime, propagationMs, configured.serviceClock);
  const recent = createRecentObjects(runtime.clock, propagationMs);
  const keys =
    client &&
    createKnownKeys(client, {
      clock: runtime.clock,
      lists: bulkRefresh,
      unique: onExisting !== 'create',
      isManaged: (declaration, uid) => managed.has(declaration, uid),
      propagation,
      recent,
    });
  return {
    ...configured,
    runtime,
    reads: client && createReads(client, { bulk: bulkRefresh, propagation }),
    keys,
    managed,
    approval: createApproval(configured.approved, { client, recent }),
    writes: createWrites(runtime),
    creates: createKeyedMutex(),
    propagation,
    recent,
    plannedCreates: createPlannedCreates(terraformVersion),
    existing:
      client && isTerraform(terraformVersion)
        ? createExistingObjects(client, {
            clock: configured.serviceClock ?? runtime.clock,
            isManaged: (declaration, uid) => managed.has(declaration, uid),
          })
        : undefined,
    pendingWrites: createPendingWrites(runtime),
    replacedGroups: { uids: new Set(), unsaid: new Map() },
    review: reviewSeed && createReviewPlan(reviewSeed.seed, reviewSeed.service, onExisting === 'create'),
    self: createSelf(configured),
    first: (topic) => topics.size < topics.add(topic).size,
  };
}

function createSelf({ client, warnings }: Configured): Session['self'] {
  let asked: Promise<Whoami | undefined> | undefined;
  const ask = async (signal: AbortSignal): Promise<Whoami | undefined> => {
    try {
      return await client?.whoami({ signal });
    } catch (error) {
      const detail = `The plan cannot warn of a change that takes this access away: ${ApiError.from(error).explanation}.`;
      if (!signal.aborted)
        warnings.push({ severity: 'warning', summary: 'Cannot read the access of this token', detail });
      return undefined;
    }
  };
  return (signal) => (asked ??= ask(signal));
}

/** Reports the warnings that no call has reported yet. */
export function reportWarnings({ warnings }: Configured, diags: Diags): void {
  diags.add(...warnings.splice(0));
}

/** The client and what goes with it, for handlers that cannot work without. Throws a `DiagError` where there is none yet. */
export function connected(session: Session): {
  readonly client: Client;
  readonly reads: Reads;
  readonly keys: KnownKeys;
} {
  const { client, reads, keys } = session;
  if (client !== undefined && reads !== undefined && keys !== undefined) return { client, reads, keys };
  throw new DiagError('The provider is not configured yet', unknownConfiguration(session));
}

/** Records the form of an object in the response to a write, for reads and token exchanges that lag behind. */
export function recordWritten(session: Session, declaration: Declaration, object: Values): void {
  session.recent.wrote(declaration, object);
  if (declaration.assumable === true) session.identityChanges?.changed(uidOf(declaration, object));
}

/** The time by the service's own clock. Milliseconds since 1970. */
export function serviceTime({ serviceClock, runtime }: Session): number {
  return (serviceClock ?? runtime.clock)();
}

/** Why there is no client, and the way out. */
export function unknownConfiguration({ unknown }: Configured): string {
  const names = unknown.join(', ');
  return [
    `The value of ${names} in the provider block will be known only after other resources are applied.`,
    `Apply those first (terraform apply -target=…), or give ${names} a value that does not depend on them: a variable, or the environment.`,
  ].join('\n');
}

/** The objects that the resources of this run stand for. */
export interface ManagedObjects {
  add(declaration: Declaration, uid: string): void;
  has(declaration: Declaration, uid: string): boolean;
  /** Whether a resource has been read that stands for the object too. To be asked once at each read that finds it. */
  isReadAgain(declaration: Declaration, uid: string): boolean;
  /** A resource of this run has adopted an object that existed. */
  adopt(declaration: Declaration, uid: string): void;
  wasAdopted(declaration: Declaration, uid: string): boolean;
}

function createManagedObjects(readsOnce: boolean): ManagedObjects {
  const managed = new Set<string>();
  const read = new Set<string>();
  const adopted = new Set<string>();
  // By kind and uid, because an account association goes by the uid of its group (contract U4).
  const key = (declaration: Declaration, uid: string): string => `${declaration.kind} ${uid}`;
  return {
    add: (declaration, uid) => void managed.add(key(declaration, uid)),
    has: (declaration, uid) => managed.has(key(declaration, uid)),
    // Terraform and OpenTofu read each object of the state once in a run, whatever becomes of it. Other hosts may do it again.
    isReadAgain: (declaration, uid) => readsOnce && read.size === read.add(key(declaration, uid)).size,
    adopt: (declaration, uid) => void adopted.add(key(declaration, uid)),
    wasAdopted: (declaration, uid) => adopted.has(key(declaration, uid)),
  };
}

export type CreateContext = ObjectContext<Session> &
  Checkpoint<Schema> & { readonly plan: Values; readonly config: ApplyConfig<Schema> };
export type UpdateContext = CreateContext & { readonly prior: Values };
export type ReadContext = ObjectContext<Session> & { readonly state: Values; readonly imported: boolean };
export type DeleteContext = ObjectContext<Session> & { readonly prior: Values };
export type ImportContext = ObjectContext<Session> & { readonly id: string; readonly identity?: Values };

/** What the client's attempts tell. */
export interface Observer {
  /** The time by the service's own clock, as far as its responses tell (`Date`); ours until the first one that does. */
  readonly serviceClock: () => number;
  /** An attempt at a call has ended: it is logged. */
  readonly observe: (attempt: Attempt) => void;
}

export function createObserver(log: Log, clock: () => number): Observer {
  let ahead = 0;
  return {
    serviceClock: () => clock() + ahead,
    observe({ method, url, ...fields }) {
      if (fields.serviceTime !== undefined) ahead = fields.serviceTime - clock();
      const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
      log.debug(`${method} ${url}`, Object.fromEntries(defined));
    },
  };
}
