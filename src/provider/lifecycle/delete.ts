/** Deletes; gone before is as good. What still holds things is waited for while they disappear. Source: DESIGN §5. */
import { DiagError } from '../../plugin';
import { snakeCase } from '../../api';
import { ApiError, isNotFound, type Client } from '../../client';
import { identifierField, type Declaration } from '../../schema';
import { userError } from '../diagnostics';
import { connected } from '../session';
import { subjectOf } from '../subject';
import { insideOf, referringTo, type Obstacles } from './obstacles';
import type { DeleteContext } from './lifecycle';

/** The most time to wait for what lies in the object. Milliseconds. */
const EMPTYING_MS = 60_000;
/** How long the number of children may stand still before it is taken for final. Milliseconds. */
const STANDSTILL_MS = 5_000;
const POLL_MS = 1_000;

export async function remove(declaration: Declaration, context: DeleteContext): Promise<void> {
  const { prior, client: session, signal } = context;
  const uid = String(prior[snakeCase(identifierField(declaration))]);
  const subject = subjectOf(declaration, prior);
  const { client, reads } = connected(session);
  if (session.claims.wasTakenOver(declaration, uid)) {
    // With create_before_destroy and on_existing = "adopt" the new object is the old one: it lives on.
    context.log.warn('Not deleted: it was taken over in this run', { kind: declaration.kind, uid });
    return;
  }
  try {
    await session.window.through(uid, signal, () => deleteWhenEmpty(client, declaration, uid, subject, context));
  } catch (error) {
    if (isNotFound(error)) return;
    throw userError(error, { verb: 'delete', declaration, subject });
  } finally {
    reads.invalidate(declaration, uid);
  }
}

async function deleteWhenEmpty(
  client: Client,
  declaration: Declaration,
  uid: string,
  subject: string,
  { client: { time }, signal }: DeleteContext,
): Promise<void> {
  const deadline = time.now() + EMPTYING_MS;
  let fewest = Infinity;
  let fellAt = time.now();
  for (;;) {
    try {
      await client.delete(declaration, uid, { signal });
      return;
    } catch (error) {
      if (hasViolation(error, 'RESOURCE_IN_USE'))
        throw notDeleted(
          'it is in use',
          subject,
          error as ApiError,
          await referringTo(client, declaration, uid, signal),
        );
      if (!hasViolation(error, 'RESOURCE_NOT_EMPTY')) throw error;
      const children = await insideOf(client, uid, signal);
      if (children.count < fewest) fellAt = time.now();
      fewest = Math.min(fewest, children.count);
      if (time.now() >= deadline || time.now() - fellAt >= STANDSTILL_MS)
        throw notDeleted('it is not empty', subject, error as ApiError, children);
      await time.sleep(POLL_MS, signal);
    }
  }
}

function hasViolation(error: unknown, wanted: string): boolean {
  return ApiError.from(error).preconditionViolations.some(({ type }) => type === wanted);
}

function notDeleted(why: string, subject: string, error: ApiError, { named, count }: Obstacles): DiagError {
  const list = named.map((words) => `  - ${words}`);
  if (count > named.length) list.push(`  - and ${count - named.length} more`);
  return new DiagError(
    `Could not delete ${subject}: ${why}`,
    [
      error.explanation,
      ...(list.length === 0 ? [] : ['What stands in the way:', ...list]),
      'What this configuration manages is deleted first by itself, as long as it refers to what holds it; the rest was made elsewhere: delete it there, or import it.',
    ].join('\n'),
  );
}
