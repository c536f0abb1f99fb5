/**
 * Approves the writes of a run. With an approved report (`PLATFORM_APPROVED_REPORT`), a write passes only if the report lists
 * it, field for field, and each listed write passes once. Without a report, every write passes.
 */
import { type ApprovedWrites, differencesOf, hasApprovedFields, type ReportedWrite, type Write } from '../../approved';
import type { Client } from '../../client';
import type { Reads } from '../refresh/reads';
import { createCreatedObjects } from './created-objects';
import type { RecentObjects } from '../run/recent-objects';
import { rejected } from './refusal';

/** An attempted write. */
export interface Attempt extends Write {
  /** `group "payments" (uid …)`. */
  readonly subject: string;
}

/** A write that may be sent. Only {@link Approval.approve} constructs one. */
class ApprovedWrite {
  readonly write: Write;
  readonly #listed: ReportedWrite | undefined;

  constructor(write: Write, listed?: ReportedWrite) {
    this.write = write;
    this.#listed = listed;
  }

  /** The write of the report; `undefined` without a report. */
  static listed(approved: ApprovedWrite): ReportedWrite | undefined {
    return approved.#listed;
  }
}

export type { ApprovedWrite };

export interface Approval {
  /** Throws a `DiagError` that compares the write with the report, before anything is sent, if the write is not approved. */
  approve(attempt: Attempt, signal: AbortSignal): Promise<ApprovedWrite>;
  /** Records the uid of an object from an approved create: later writes refer to it. */
  created(approved: ApprovedWrite, uid: string): void;
}

export interface ApprovalOptions {
  readonly client: Client | undefined;
  readonly recent: RecentObjects;
  /** Reads the objects that the report deletes: one by one, or from one list. */
  readonly reads: Pick<Reads, 'read'> | undefined;
}

/** @param report absent: every write is approved */
export function createApproval(
  report: ApprovedWrites | undefined,
  { client, recent, reads }: ApprovalOptions,
): Approval {
  if (report === undefined || client === undefined || reads === undefined)
    return { approve: (attempt) => Promise.resolve(new ApprovedWrite(attempt)), created: () => undefined };
  const { writes } = report;
  const used = new Set<ReportedWrite>();
  const objects = createCreatedObjects(writes, { client, recent }, (write) => used.add(write));

  /** Returns the listed writes that an attempt can match. An adoption whose response was lost is planned as an update. */
  const candidatesFor = ({ action, declaration }: Attempt): ReportedWrite[] =>
    writes.filter(
      (one) =>
        one.kind === declaration.kind && (one.action === action || (action === 'update' && one.action === 'adopt')),
    );

  function listedAs(attempt: Attempt): ReportedWrite | undefined {
    const named = objects.withPlaceholders(attempt);
    const isListed = (one: ReportedWrite): boolean =>
      one.action === 'delete' ? one.uid === named.uid : differencesOf(one, named).length === 0;
    return candidatesFor(attempt).find((one) => !used.has(one) && isListed(one));
  }

  /** Returns the listed write of an update without the fields that already have their approved values from another run. */
  async function listedInPart(attempt: Attempt, signal: AbortSignal): Promise<ReportedWrite | undefined> {
    const { action, declaration, uid } = attempt;
    if (client === undefined || uid === undefined || action === 'delete') return undefined;
    const named = objects.withPlaceholders(attempt);
    const candidate = candidatesFor(attempt).find((one) => one.uid === uid && !used.has(one));
    const left = candidate && differencesOf(candidate, named);
    if (candidate === undefined || left?.some(({ attempted }) => attempted !== undefined) !== false) return undefined;
    const names = new Set(left.map(({ field }) => field));
    const object = objects.namedIn(await client.get(declaration, uid, { signal }));
    return hasApprovedFields(candidate, declaration, object, (name) => names.has(name)) ? candidate : undefined;
  }

  /** Returns the attempted deletion with the fields of the object that the report lists. Throws unless they are equal. */
  async function withContent(attempt: Attempt, signal: AbortSignal): Promise<Attempt> {
    const { declaration, uid } = attempt;
    const candidate = candidatesFor(attempt).find((one) => one.uid === uid);
    if (candidate === undefined || uid === undefined) return attempt;
    const object = await reads?.read(declaration, uid, { signal });
    // The deletion of an object that no longer exists changes nothing.
    if (object === undefined) return { ...attempt, fields: candidate.fields };
    const named = objects.namedIn(object);
    const names = [...Object.keys(candidate.fields), ...Object.keys(candidate.hashed ?? {})];
    const fields = Object.fromEntries(names.map((name) => [name, named[name]]));
    if (hasApprovedFields(candidate, declaration, named)) return { ...attempt, fields };
    throw rejected(attempt.subject, { ...attempt, fields }, { candidates: [candidate], used, problem: undefined });
  }

  return {
    async approve(original, signal) {
      const attempt = original.action === 'delete' ? await withContent(original, signal) : original;
      let found = listedAs(attempt);
      let problem: string | undefined;
      if (found === undefined)
        try {
          await objects.identify([attempt.parent, attempt.fields], signal);
          found = listedAs(attempt) ?? (await listedInPart(attempt, signal));
        } catch (error) {
          problem = (error as Error).message;
        }
      // Another attempt may have used it while this one waited.
      if (found === undefined || used.has(found)) {
        const named = objects.withPlaceholders(attempt);
        throw rejected(attempt.subject, named, { candidates: candidatesFor(attempt), used, problem });
      }
      used.add(found);
      return new ApprovedWrite(original, found);
    },
    created(approved, uid) {
      const listed = ApprovedWrite.listed(approved);
      if (listed !== undefined) objects.created(listed, uid);
    },
  };
}
