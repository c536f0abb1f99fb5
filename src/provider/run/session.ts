/** The state that all handlers of one configured provider block share while Terraform runs. */
import type { Values } from '../../model/api';
import type { Client } from '../../client';
import { createOrganizationCheck, type RealRuntime } from '../../client/internal';
import { decidesAccess, type Declaration } from '../../model/schema';
import { type Approval, createApproval } from '../approval/approval';
import { withOrganizationCheck } from '../approval/organization-check';
import { type Configured, notConfigured } from '../configuration/configuration-result';
import { getObjectUid } from '../convert/to-state';
import { createEmbeddedObjects } from '../refresh/embedded-objects';
import { createDuplicates } from '../keys/duplicates';
import { createExistence } from '../keys/existence';
import { createKnownKeys } from '../keys/known-keys';
import { createExistingObjects, type ExistingObjects } from '../plan-records/existing-objects';
import { createPlannedCreates, type PlannedCreates } from '../plan-records/planned-creates';
import type { ReplacedGroups } from '../plan-records/replacement';
import { createReviewPlan, type ReviewPlan } from '../plan-records/review-plan';
import { createPropagation, type Propagation } from '../refresh/propagation';
import { createReads } from '../refresh/reads';
import { createRecentObjects, type RecentObjects } from '../refresh/recent-objects';
import { createTokenIdentity } from '../refresh/token-identity';
import { createVisibility } from '../refresh/visibility';
import { createJournal, type Journal, type Register } from './journal';
import { createManagedObjects, type ManagedObjects } from './managed-objects';
import { createWrites, type Writes } from './writes';

interface Registers {
  readonly managed: ManagedObjects;
  /** Corrects lists that lag behind. */
  readonly recent: RecentObjects;
  readonly propagation: Propagation;
}

export interface Session extends Configured, Registers {
  readonly runtime: RealRuntime;
  readonly journal: Journal;
  readonly approval: Approval;
  readonly writes: Writes;
  readonly planned: Planned;
  /** The client, and the knowledge of this run about the service. Absent if the client is absent. */
  readonly service?: ServiceKnowledge | undefined;
  /** Returns true for the first call with `topic` in this run: used to report or do something once. */
  first(topic: string): boolean;
}

interface Planned {
  readonly creates: PlannedCreates;
  /** Absent if the client is absent, and for hosts that may plan a resource repeatedly. */
  readonly existing?: ExistingObjects | undefined;
  readonly replacedGroups: ReplacedGroups;
  /** Only for review plans. */
  readonly review?: ReviewPlan | undefined;
}

/** The client, and the knowledge that this run has gained with it. */
export type ServiceKnowledge = ReturnType<typeof createService>;

/** @param registers further registers of the journal */
export function createSession(
  configured: Configured,
  runtime: RealRuntime,
  terraformVersion: string,
  registers: readonly Register[] = [],
): Session {
  const topics = new Set<string>();
  const first = (topic: string): boolean => topics.size < topics.add(topic).size;
  const repeatsNothing = isTerraform(terraformVersion);
  const { client, log, onExisting, propagationMs, reviewSeed, serviceClock } = configured;
  const managed = createManagedObjects(repeatsNothing);
  const propagation = createPropagation(runtime, propagationMs, serviceClock, log);
  const recent = createRecentObjects(runtime.clock, propagationMs, (time) => propagation.isYoung(time));
  const known = { managed, propagation, recent };
  const service = client && createService(client, configured, runtime, known);
  const writes = createWrites(runtime);
  const listed = createApproval(configured.approved, service, writes.hasFailed, log);
  const approval = service ? withOrganizationCheck(listed, service.organization, first) : listed;
  return {
    ...configured,
    ...known,
    runtime,
    journal: createJournal([
      managed,
      propagation,
      recent,
      approval,
      service?.keys,
      service && createServiceRegister(service, configured),
      ...registers,
    ]),
    approval,
    writes,
    planned: {
      creates: createPlannedCreates(repeatsNothing),
      existing: service && repeatsNothing ? createExistingObjects(service, managed) : undefined,
      replacedGroups: { uids: new Set(), unreported: new Map() },
      review: reviewSeed && createReviewPlan(reviewSeed.seed, reviewSeed.service, onExisting === 'create'),
    },
    service,
    first,
  };
}

function createService(
  client: Client,
  { bulkRefresh, log, onExisting, serviceClock }: Configured,
  runtime: RealRuntime,
  registers: Registers,
) {
  const tokenIdentity = createTokenIdentity(client);
  const visibility = createVisibility(tokenIdentity);
  const existence = createExistence(client, { ...registers, serviceClock });
  const unique = onExisting !== 'create';
  const duplicates = unique ? createDuplicates({ ...runtime, ...registers, existence }) : undefined;
  return {
    client,
    tokenIdentity,
    organization: createOrganizationCheck(client, tokenIdentity.read),
    visibility,
    existence,
    /** Absent if duplicates are allowed. */
    duplicates,
    embedded: createEmbeddedObjects(client, { bulk: bulkRefresh, log }),
    reads: createReads(client, {
      bulk: bulkRefresh,
      log,
      propagation: registers.propagation,
      onObject(declaration, object, from) {
        visibility.saw(declaration, getObjectUid(declaration, object));
        if (from === 'list') duplicates?.listed(declaration, object);
      },
    }),
    keys: createKnownKeys(client, {
      ...registers,
      clock: runtime.clock,
      log,
      lists: bulkRefresh,
      unique,
      existence,
      visibility,
    }),
  };
}

/** Lists are older than a write. A token reads them by its access, and an exchange reads the identity. */
function createServiceRegister({ reads, tokenIdentity }: ServiceKnowledge, { identityChanges }: Configured): Register {
  function changed(declaration: Declaration, object: Values): void {
    reads.invalidate(declaration, getObjectUid(declaration, object));
    if (decidesAccess(declaration)) tokenIdentity.accessChanged();
    if (declaration.access?.assumable === true) identityChanges?.changed(getObjectUid(declaration, object));
  }
  return {
    created: changed,
    adopted: changed,
    updated: changed,
    attempted: (declaration, uid) => reads.invalidate(declaration, uid),
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
export function connected(session: Session): ServiceKnowledge {
  if (session.service !== undefined) return session.service;
  throw notConfigured(session);
}
