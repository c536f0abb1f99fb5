/** The state that all handlers of one configured provider block share while Terraform runs. */
import type { Client } from '../../client';
import type { RealRuntime } from '../../client/transport/options';
import { DiagError } from '../../plugin';
import type { Declaration } from '../../schema';
import { type Approval, createApproval } from '../approval/approval';
import { type Configured, unknownConfiguration } from '../configuration/configured';
import { uidOf } from '../convert/to-state';
import { createKnownKeys, type KnownKeys } from '../keys/known-keys';
import { createExistingObjects, type ExistingObjects } from '../planned/existing-objects';
import { createPlannedCreates, type PlannedCreates } from '../planned/planned-creates';
import type { ReplacedGroups } from '../planned/replacement';
import { createReviewPlan, type ReviewPlan } from '../planned/review-plan';
import { createDuplicates, type Duplicates } from '../keys/duplicates';
import { createReads, type Reads } from '../refresh/reads';
import { createDeletions, type Deletions } from '../run/deletions';
import { createKeyedMutex, type KeyedMutex } from '../run/keyed-mutex';
import { createManagedObjects, type ManagedObjects } from '../run/managed-objects';
import { createPendingWrites, type PendingWrites } from '../run/pending-writes';
import { createPropagation, type Propagation } from '../run/propagation';
import { createRecentObjects, type RecentObjects } from '../run/recent-objects';
import { createTokenIdentity, type TokenIdentity } from '../run/token-identity';
import { createVisibility, type Visibility } from '../run/visibility';
import { createWritesInFlight, type WritesInFlight } from '../run/writes-in-flight';
import { createJournal, type Journal, type Register, createRegisters } from './journal';

export interface Session extends Configured {
  readonly runtime: RealRuntime;
  /** Absent if the client is absent. */
  readonly reads?: Reads | undefined;
  /** Absent if the client is absent. */
  readonly keys?: KnownKeys | undefined;
  /** Absent if duplicates are allowed. */
  readonly duplicates?: Duplicates | undefined;
  /** Tells every register what happened to an object. */
  readonly journal: Journal;
  readonly managed: ManagedObjects;
  /** Decides which writes are sent. */
  readonly approval: Approval;
  readonly writes: WritesInFlight;
  readonly deletions: Deletions;
  /** Runs the creates of one natural key one after another. */
  readonly creates: KeyedMutex;
  readonly propagation: Propagation;
  /** Corrects lists that lag behind. */
  readonly recent: RecentObjects;
  readonly plannedCreates: PlannedCreates;
  /** Absent if the client is absent, and for hosts that may plan a resource repeatedly. */
  readonly existing?: ExistingObjects | undefined;
  readonly pendingWrites: PendingWrites;
  readonly replacedGroups: ReplacedGroups;
  /** Only for review plans. */
  readonly review?: ReviewPlan | undefined;
  /** Absent if the client is absent. */
  readonly tokenIdentity?: TokenIdentity | undefined;
  /** Absent if the client is absent. */
  readonly visibility?: Visibility | undefined;
  /** Returns true for the first call with `topic` in this run: used to report or do something once. */
  first(topic: string): boolean;
}

export function createSession(
  configured: Configured,
  runtime: RealRuntime,
  terraformVersion: string,
  registers: readonly Register[] = [],
): Session {
  const topics = new Set<string>();
  const repeatsNothing = isTerraform(terraformVersion);
  const managed = createManagedObjects(repeatsNothing);
  const { client, bulkRefresh, onExisting, propagationMs, reviewSeed } = configured;
  const propagation = createPropagation(runtime, propagationMs, configured.serviceClock);
  const recent = createRecentObjects(runtime.clock, propagationMs);
  const isManaged = (declaration: Declaration, uid: string): boolean => managed.has(declaration, uid);
  const tokenIdentity = client && createTokenIdentity(client);
  const visibility = tokenIdentity && createVisibility(tokenIdentity);
  const serviceClock = configured.serviceClock ?? runtime.clock;
  const keys =
    client &&
    visibility &&
    createKnownKeys(client, {
      clock: runtime.clock,
      serviceClock,
      lists: bulkRefresh,
      unique: onExisting !== 'create',
      isManaged,
      propagation,
      recent,
      visibility,
    });
  const duplicates = onExisting === 'create' ? undefined : createDuplicates({ ...runtime, serviceClock, isManaged });
  const reads =
    client &&
    createReads(client, {
      bulk: bulkRefresh,
      propagation,
      onObject(declaration, object, from) {
        visibility?.saw(declaration, uidOf(declaration, object));
        if (from === 'list') duplicates?.listed(declaration, object);
      },
    });
  const approval = createApproval(configured.approved, { client, recent, reads });
  const { identityChanges } = configured;
  return {
    ...configured,
    runtime,
    reads,
    keys,
    duplicates,
    journal: createJournal([
      ...createRegisters({ managed, propagation, recent, approval, keys, reads, tokenIdentity, identityChanges }),
      ...registers,
    ]),
    managed,
    approval,
    writes: createWritesInFlight(runtime),
    deletions: createDeletions(),
    creates: createKeyedMutex(),
    propagation,
    recent,
    plannedCreates: createPlannedCreates(repeatsNothing),
    existing:
      client && visibility && repeatsNothing
        ? createExistingObjects(client, { clock: serviceClock, isManaged, visibility })
        : undefined,
    pendingWrites: createPendingWrites(runtime),
    replacedGroups: { uids: new Set(), unreported: new Map() },
    review: reviewSeed && createReviewPlan(reviewSeed.seed, reviewSeed.service, onExisting === 'create'),
    tokenIdentity,
    visibility,
    first: (topic) => topics.size < topics.add(topic).size,
  };
}

/**
 * Returns true for a version of Terraform or OpenTofu: they plan and read each resource once in a run. Versions of other
 * hosts have another form.
 */
export function isTerraform(version: string): boolean {
  return /^\d+\.\d+\./.test(version);
}

/** Returns the client and its companions, for handlers that need them. Throws a `DiagError` while the client is absent. */
export function connected(session: Session): {
  readonly client: Client;
  readonly reads: Reads;
  readonly keys: KnownKeys;
  readonly tokenIdentity: TokenIdentity;
  readonly visibility: Visibility;
} {
  const { client, reads, keys, tokenIdentity, visibility } = session;
  if (client && reads && keys && tokenIdentity && visibility) return { client, reads, keys, tokenIdentity, visibility };
  throw new DiagError('The provider is not configured yet', unknownConfiguration(session));
}

/** Returns the time of the service's clock. Milliseconds since 1970. */
export function serviceTime({ serviceClock, runtime }: Session): number {
  return (serviceClock ?? runtime.clock)();
}
