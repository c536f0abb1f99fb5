/** Updates exactly the fields whose meaning has changed. */
import { isUid, type Values } from '../../model/api';
import { isUnknown } from '../../plugin';
import { decidesAccess, type Declaration, inputFields, findParentUid, toAttribute } from '../../model/schema';
import { sendWrite } from '../approval/send-write';
import { apiValue, isKnownThroughout, updateChanges } from '../convert/to-api';
import { appliedState, getUid } from '../convert/to-state';
import { userError } from '../messages/diagnostics';
import { connected } from '../run/session';
import type { UpdateContext } from '../run/contexts';
import { describeSubject } from '../messages/subject';
import { changedKey } from '../keys/key-text';
import { sendUnlessChanged } from '../safeguards/overwrite';
import { untilOthersAreDone } from '../safeguards/own-access';
import { checkConsistency, compareResponse } from '../safeguards/consistency-check';
import { noteNormalizations, withSentText } from '../safeguards/normalizations';

export async function update(declaration: Declaration, context: UpdateContext): Promise<Values> {
  const { plan, config, prior, providerData: session, signal } = context;
  const uid = getUid(declaration, prior);
  const subject = describeSubject(declaration, prior);
  session.journal.updating(declaration, uid, changedKey(declaration, prior, plan));
  const changes = updateChanges(declaration, { plan, config }, prior);
  // Only the representation has changed: the state stores it, and nothing is sent.
  if (Object.keys(changes).length === 0) return unchanged(plan, prior);
  const { client } = connected(session);
  try {
    const parent = findParentUid(declaration, uid);
    const attempt = { action: 'update', declaration, uid, parent, fields: changes, subject } as const;
    const write = await session.approval.approve(attempt, signal);
    await untilOthersAreDone(declaration, { prior, plan }, session, signal);
    const target = { uid, createTime: prior['create_time'], references: Object.values<unknown>(changes).filter(isUid) };
    const send = (): Promise<Values> =>
      session.writes.send(() =>
        session.propagation.retryWhilePropagating(target, { signal }, () => sendWrite(client, write, { signal })),
      );
    const object = decidesAccess(declaration)
      ? await sendUnlessChanged(declaration, { uid, subject, changes, send }, context)
      : await send();
    session.journal.updated(declaration, object);
    const comparison = compareResponse(declaration, changes, object);
    const returned = withSentText(object, comparison);
    const state = appliedState(declaration, { ...returned, ...unsentAsPlanned(declaration, changes, plan) }, plan);
    context.checkpoint(state);
    noteNormalizations(subject, changes, comparison, context);
    checkConsistency(declaration, subject, comparison);
    return state;
  } catch (error) {
    throw userError(error, { verb: 'update', declaration, subject });
  } finally {
    session.journal.attempted(declaration, uid);
  }
}

/**
 * Returns the planned values of the fields that were not sent. Terraform would reject other values from the response, and the
 * next plan shows changes by someone else.
 */
function unsentAsPlanned(declaration: Declaration, changes: Values, plan: Values): Values {
  const unsent = inputFields(declaration).filter(([name]) => !Object.hasOwn(changes, name));
  const planned = unsent.map(([name, field]): [string, unknown] => [
    name,
    apiValue(field.type, plan[toAttribute(name, field)]),
  ]);
  return Object.fromEntries(planned.filter(([, value]) => isKnownThroughout(value)));
}

function unchanged(plan: UpdateContext['plan'], prior: UpdateContext['prior']): Values {
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [name, isUnknown(value) ? (prior[name] ?? null) : value]),
  );
}
