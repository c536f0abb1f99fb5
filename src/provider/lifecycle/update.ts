/** Sends the fields that mean something else than before, and no others. */
import { isUnknown } from '../../plugin';
import { snakeCase } from '../../api';
import { identifierField, type Declaration } from '../../schema';
import { userError } from '../diagnostics';
import { connected } from '../session';
import { subjectOf } from './messages';
import { appliedState, updateChanges, type Attributes } from '../convert';
import { verifyEcho } from './create';
import type { UpdateContext } from './run';

export async function update(declaration: Declaration, context: UpdateContext): Promise<Attributes> {
  const { plan, config, prior, client: session, signal } = context;
  const uid = String(prior[snakeCase(identifierField(declaration))]);
  const subject = subjectOf(declaration, prior);
  session.claims.claim(declaration, uid);
  const changes = updateChanges(declaration, { plan, config }, prior);
  // Another spelling of the same: the state takes it over, and the service has nothing to do.
  if (Object.keys(changes).length === 0) return unchanged(plan, prior);
  const { client, reads } = connected(session);
  try {
    const object = await session.window.retryWhilePropagating(uid, signal, () =>
      client.update(declaration, uid, changes as never, { signal }),
    );
    const state = appliedState(declaration, object, plan);
    context.checkpoint(state);
    verifyEcho(declaration, subject, changes, object);
    return state;
  } catch (error) {
    throw userError(error, { verb: 'update', declaration, subject });
  } finally {
    reads.invalidate(declaration, uid);
  }
}

function unchanged(plan: UpdateContext['plan'], prior: UpdateContext['prior']): Attributes {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [name, isUnknown(value) ? (prior[name] ?? null) : value]),
  );
}
