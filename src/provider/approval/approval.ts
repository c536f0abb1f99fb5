/**
 * Approves the writes of a run. With an approved report (`PLATFORM_APPROVED_REPORT`), a write passes only if the report lists
 * it, field for field, and each listed write passes once. Without a report, every write passes.
 */
import {
  type Allowed,
  type ApprovedWrites,
  createAllowance,
  hasApprovedFields,
  type Write,
} from '../../model/approval';
import type { ReportedWrite } from '../../model/report';
import type { Log } from '../../plugin';
import type { Values } from '../../model/api';
import type { Declaration } from '../../model/schema';
import { getObjectUid } from '../convert/to-state';
import type { Reads } from '../refresh/reads';
import { createCreatedObjects, type LookupService } from './created-objects';
import { logDecision, refused } from '../messages/decision';
import { rejected, rejectedAfter } from './refusal';

export interface NamedWrite extends Write {
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
  approve(attempt: NamedWrite, signal: AbortSignal): Promise<ApprovedWrite>;
  /** Records the uid of an object from an approved create: later writes refer to it. Called by the journal of the run. */
  created?(declaration: Declaration, object: Values, how: { readonly write: ApprovedWrite }): void;
}

interface ReadingService extends LookupService {
  /** Reads the objects that the report deletes: one by one, or from one list. */
  readonly reads: Pick<Reads, 'read'>;
}

/**
 * @param report absent: every write is approved
 * @param hasFailed returns true if a change of the object with a uid has failed in this run
 */
export function createApproval(
  report: ApprovedWrites | undefined,
  service: ReadingService | undefined,
  hasFailed: (uid: string) => boolean,
  log?: Log,
): Approval {
  if (report === undefined || service === undefined)
    return { approve: (attempt) => Promise.resolve(new ApprovedWrite(attempt)) };
  const allowance = createAllowance(report.writes);
  const { used, candidatesFor } = allowance;
  const objects = createCreatedObjects(report.writes, allowance, service);
  const { client, reads } = service;

  /** An update can omit fields that already have their approved values from another run. */
  async function hasOmitted({ listed, omitted }: Allowed, { declaration, uid = '' }: NamedWrite, signal: AbortSignal) {
    if (omitted.size === 0) return true;
    const object = allowance.named(await client.get(declaration, uid, { signal }));
    return hasApprovedFields(listed, declaration, object, (name) => omitted.has(name));
  }

  /** Throws unless the object to delete has the fields that the report lists. */
  async function compareDeleted(attempt: NamedWrite, signal: AbortSignal): Promise<void> {
    const { declaration, uid } = attempt;
    const candidate = candidatesFor(attempt).find((listed) => listed.uid === uid);
    if (candidate === undefined || uid === undefined) return;
    const object = await reads.read(declaration, uid, { signal });
    // The deletion of an object that no longer exists changes nothing.
    if (object === undefined) return;
    const named = allowance.named(object);
    const names = [...Object.keys(candidate.fields), ...Object.keys(candidate.hashed ?? {})];
    if (hasApprovedFields(candidate, declaration, named)) return;
    const fields = Object.fromEntries(names.map((name) => [name, named[name]]));
    const listed = { candidates: [candidate], used, problem: undefined };
    throw refused(log, rejected(attempt.subject, { ...attempt, fields }, listed));
  }

  return {
    async approve(attempt, signal) {
      if (attempt.action === 'delete') await compareDeleted(attempt, signal);
      let found = allowance.match(attempt);
      let problem: string | undefined;
      if (found === undefined || found.omitted.size > 0)
        try {
          await objects.identify([attempt.parent, attempt.fields], signal);
          found = allowance.match(attempt);
          if (found !== undefined && !(await hasOmitted(found, attempt, signal))) found = undefined;
        } catch (error) {
          found = undefined;
          problem = (error as Error).message;
        }
      // Another attempt may have used it while this one waited.
      if (found === undefined || used.has(found.listed)) {
        const named = { ...attempt, parent: allowance.named(attempt.parent), fields: allowance.named(attempt.fields) };
        throw refused(log, rejected(attempt.subject, named, { candidates: candidatesFor(attempt), used, problem }));
      }
      const failed = found.listed.after?.filter(hasFailed) ?? [];
      const getPath = (uid: string): string => report.writes.find((write) => write.uid === uid)?.path ?? uid;
      if (failed.length > 0) throw refused(log, rejectedAfter(attempt, failed.map(getPath)));
      allowance.use(found.listed);
      const { path } = found.listed;
      logDecision(log, 'send', () => ({ object: attempt.subject, reason: `The approved report contains it: ${path}` }));
      return new ApprovedWrite(attempt, found.listed);
    },
    created(declaration, object, { write }) {
      const listed = ApprovedWrite.listed(write);
      if (listed !== undefined) allowance.created(listed, getObjectUid(declaration, object));
    },
  };
}
