/**
 * Deletes an object. An object that no longer exists counts as deleted. While the number of its dependents (objects inside it
 * or with references to it) decreases, the deletion waits. The error names the dependents that remain (contract D3, D4).
 */
import { camelCase, type Values } from '../../model/api';
import { ApiError, type Client, isNotFound, type Query } from '../../client';
import type { DiagError } from '../../plugin';
import { declarations, type DiagnosticCode } from '../../model/kinds';
import { type Declaration, isExclusive, kindInWords, findParentUid, typeName } from '../../model/schema';
import type { ApprovedWrite } from '../approval/approval';
import { sendWrite } from '../approval/send-write';
import { getUid, getObjectUid } from '../convert/to-state';
import { hasExpired } from '../convert/expiry';
import { userError } from '../messages/diagnostics';
import { CodedError } from '../messages/severity';
import { isProtected, notDeleted } from '../plan-records/deletion-protection';
import { connected, type Session } from '../run/session';
import type { DeleteContext } from '../run/contexts';
import { logDecision } from '../messages/decision';
import { objectSubject, describeSubject } from '../messages/subject';
import { keyOfAttributes } from '../keys/key-text';
import { untilOthersAreDone } from '../safeguards/own-access';

/** The maximum time to wait until the object has no dependents. Milliseconds. */
const MAX_WAIT_MS = 60_000;
/** The time after which waiting ends if the number of dependents stays the same. Milliseconds. */
const MAX_STANDSTILL_MS = 5_000;
const POLL_MS = 1_000;

export async function remove(declaration: Declaration, context: DeleteContext): Promise<void> {
  const { prior, providerData: session } = context;
  const uid = getUid(declaration, prior);
  if (session.managed.origin(declaration, uid) === 'adopted') {
    // With create_before_destroy and on_existing = "adopt", the new object is the old one and must remain.
    context.log.warn('Not deleted: it was adopted in this run', { kind: declaration.kind, uid });
    return;
  }
  if (isProtected(prior)) throw notDeleted(declaration, prior);
  // The resource of the object and an exclusive one can both delete it, and a report approves one deletion.
  if (isExclusive(declaration))
    return session.writes.deleteOnce(declaration, uid, () => removeNow(declaration, context));
  return removeNow(declaration, context);
}

async function removeNow(declaration: Declaration, context: DeleteContext): Promise<void> {
  const { prior, providerData: session, signal } = context;
  const uid = getUid(declaration, prior);
  const subject = describeSubject(declaration, prior);
  const { client } = connected(session);
  try {
    const parent = findParentUid(declaration, uid);
    const attempt = { action: 'delete', declaration, uid, parent, fields: {}, subject } as const;
    const write = await session.approval.approve(attempt, signal);
    await untilOthersAreDone(declaration, { prior, plan: null }, session, signal);
    // "Not found" is success only if the object is old enough: a young one may not be visible yet.
    await session.propagation.retryWhilePropagating({ uid, createTime: prior['create_time'] }, { signal }, () =>
      deleteWhenFree(client, write, subject, context),
    );
  } catch (error) {
    if (!isNotFound(error)) throw userError(error, { verb: 'delete', declaration, subject });
    const reason = 'The service does not find the object to delete';
    logDecision(session.log, 'gone', () => ({ kind: declaration.kind, uid, reason }));
  } finally {
    session.journal.attempted(declaration, uid);
  }
  session.journal.deleted(declaration, uid, keyOfAttributes(declaration, prior));
}

async function deleteWhenFree(
  client: Client,
  write: ApprovedWrite,
  subject: string,
  { providerData: session, signal }: DeleteContext,
): Promise<void> {
  const { log, runtime, writes } = session;
  const { declaration, uid = '' } = write.write;
  const deadline = runtime.clock() + MAX_WAIT_MS;
  let fewest = Infinity;
  let decreasedAt = runtime.clock();
  for (;;) {
    try {
      await writes.send(() => sendWrite(client, write, { signal }));
      return;
    } catch (error) {
      const blocker = findDeletionBlocker(error, declaration, uid);
      if (blocker === undefined) throw error;
      const dependents = await getDependents(client, blocker.queries, signal, session);
      // The service may not have noticed yet that this run has deleted the rest.
      if (dependents.count < fewest || dependents.areDeleted) decreasedAt = runtime.clock();
      fewest = Math.min(fewest, dependents.count);
      if (runtime.clock() >= deadline || runtime.clock() - decreasedAt >= MAX_STANDSTILL_MS)
        throw stillBlocked(blocker, subject, error as ApiError, dependents);
      logDecision(log, 'wait', () => ({
        uid,
        ms: POLL_MS,
        reason: `${dependents.count} dependents still block the deletion`,
      }));
      await runtime.sleep(POLL_MS, signal);
    }
  }
}

interface DeletionBlocker {
  readonly code: DiagnosticCode;
  readonly why: string;
  readonly queries: readonly (readonly [Declaration, Query])[];
  readonly advice: string;
}

function findDeletionBlocker(error: unknown, declaration: Declaration, uid: string): DeletionBlocker | undefined {
  const violates = (violation: string): boolean =>
    ApiError.from(error).preconditionViolations.some(({ type }) => type === violation);
  if (violates('RESOURCE_IN_USE')) {
    const queries = referencesTo(declaration).map(([kind, filter]) => [kind, { [camelCase(filter)]: uid }] as const);
    return { code: 'OBJECT_IN_USE', why: 'it is in use', queries, advice: adviceInUse(declaration) };
  }
  if (!violates('RESOURCE_NOT_EMPTY')) return undefined;
  const queries = declarations.map((kind) => [kind, { childrenOf: uid }] as const);
  return { code: 'OBJECT_NOT_EMPTY', why: 'it is not empty', queries, advice: adviceElsewhere };
}

// Terraform 1.16.0 deletes the former object of some replacements in the next apply (hashicorp/terraform#39076).
const adviceElsewhere =
  'Terraform deletes dependents of this configuration first if they reference this object. If this run replaced one, apply again. The others were created elsewhere: delete them there, or import them.';

/** Returns the next step. Terraform deletes first what it deletes or replaces, but updates other references only afterwards. */
function adviceInUse(target: Declaration): string {
  const updated = referencesTo(target).find(
    ([declaration, , field]) => declaration.fields[field]?.replacement?.when !== 'changed',
  );
  if (updated === undefined) return adviceElsewhere;
  const [kind, other] = [kindInWords(updated[0]), kindInWords(target)];
  return [
    `Terraform deletes a ${other} before it updates references to it. If this configuration changes one of these to another ${other}, apply that change first, and then the rest:`,
    ``,
    `terraform apply -target=${typeName(updated[0])}.ADDRESS`,
    ``,
    `If a ${kind} was created elsewhere, delete it there, or import it.`,
  ].join('\n');
}

function stillBlocked(
  { code, why, advice }: DeletionBlocker,
  subject: string,
  error: ApiError,
  { named, count }: Dependents,
): DiagError {
  const list = named.map((words) => `  - ${words}`);
  if (count > named.length) list.push(`  - and ${count - named.length} more`);
  const detail = [error.explanation, ...(list.length === 0 ? [] : ['Dependents:', ...list]), advice];
  return new CodedError(code, `Cannot delete ${subject}: ${why}`, detail);
}

interface Dependents {
  /** The first of them, as in `identity "ci-bot" (uid …)`. */
  readonly named: readonly string[];
  readonly count: number;
  /** True if this run has deleted all of them. */
  readonly areDeleted: boolean;
}

const MAX_NAMED = 20;

/** Returns each kind that can be filtered by a reference to the kind, with that filter and its field. */
function referencesTo(target: Declaration): [Declaration, string, string][] {
  return declarations.flatMap((declaration) =>
    Object.entries(declaration.filters).flatMap(([filter, { matches }]): [Declaration, string, string][] => {
      const type = declaration.fields[matches]?.type;
      return type?.is === 'string' && type.refersTo === target.kind ? [[declaration, filter, matches]] : [];
    }),
  );
}

async function getDependents(
  client: Client,
  queries: readonly (readonly [Declaration, Query])[],
  signal: AbortSignal,
  session: Session,
): Promise<Dependents> {
  const pages = await Promise.all(
    queries.map(async ([declaration, query]): Promise<Dependents> => {
      try {
        const { items, malformed, totalCount } = await client.page(
          declaration,
          { ...query, pageSize: MAX_NAMED },
          { signal },
        );
        const named = [
          ...items.map((item) => dependentWords(declaration, item, session)),
          ...malformed.map(({ subject }) => subject),
        ];
        const count = totalCount ?? named.length;
        const deleted = items.filter((item) => session.recent.isDeleted(declaration, getObjectUid(declaration, item)));
        return { named, count, areDeleted: deleted.length >= count };
      } catch (error) {
        if (signal.aborted) throw error;
        // A list that fails, or that the token must not see, must not hide the others.
        return { named: [], count: 0, areDeleted: true };
      }
    }),
  );
  const count = pages.reduce((sum, page) => sum + page.count, 0);
  return {
    named: pages.flatMap(({ named }) => named).slice(0, MAX_NAMED),
    count,
    areDeleted: count > 0 && pages.every(({ areDeleted }) => areDeleted),
  };
}

/** Returns the words for a dependent. An expired one has no effect, but still blocks the deletion. */
function dependentWords(declaration: Declaration, object: Values, session: Session): string {
  const words = objectSubject(declaration, object);
  const expiry = declaration.terraform?.expiry;
  const isExpired = expiry !== undefined && hasExpired(expiry, object, session.serviceClock());
  return isExpired ? `${words}: it is expired and can safely be deleted` : words;
}
