/**
 * Checks a field that decides about access (`decidesAccess`) before an update overwrites it. An update replaces a whole message
 * (contract M2), so without this check a change by someone else since the plan would be lost silently.
 */
import { isObject, type Values } from '../../model/api';
import { ApiError } from '../../client';
import type { PrivateState } from '../../plugin';
import { accessFields, behaves, type Declaration, type Field, toAttribute } from '../../model/schema';
import { apiValue, nestedFields } from '../convert/to-api';
import { connected } from '../run/session';
import type { UpdateContext } from '../run/contexts';
import { refused } from '../messages/decision';
import { type FieldDifference, differenceError, differences } from './consistency-check';

/** The key in the private state: the values of an update whose response was lost. */
const NOTE = 'sent';

interface Update {
  readonly uid: string;
  readonly subject: string;
  readonly changes: Values;
  readonly send: () => Promise<Values>;
}

/**
 * Sends an update. If it changes access, the current object must still have the planned-from values or already the new ones.
 */
export async function sendUnlessChanged(
  declaration: Declaration,
  { uid, subject, changes, send }: Update,
  context: UpdateContext,
): Promise<Values> {
  const fields = accessFields(declaration).filter(([name]) => Object.hasOwn(changes, name));
  if (fields.length > 0) await checkBeforeOverwriting(declaration, { uid, subject, changes, fields }, context);
  const notes = context.private;
  try {
    const object = await send();
    notes.set(NOTE, undefined);
    return object;
  } catch (error) {
    // Without a response, the next check may find the sent values. They must count as ours.
    if (fields.length > 0 && ApiError.from(error).outcome === 'unknown') {
      const sent = fields.map(([name, field]) => [name, withoutSecrets(field, changes[name])]);
      notes.set(NOTE, { ...lostUpdate(notes), ...Object.fromEntries(sent) });
    }
    throw error;
  }
}

/** Reads the object, and throws if someone else has changed one of the fields. */
async function checkBeforeOverwriting(
  declaration: Declaration,
  { uid, subject, changes, fields }: Omit<Update, 'send'> & { readonly fields: readonly [string, Field][] },
  { prior, providerData: session, private: notes, signal }: UpdateContext,
): Promise<void> {
  const { client } = connected(session);
  const target = { uid, createTime: prior['create_time'] };
  const current: Values = await session.propagation.retryWhilePropagating(target, { signal }, () =>
    client.get(declaration, uid, { signal }),
  );
  const lost = lostUpdate(notes);
  const changed = fields.flatMap(([name, field]): FieldDifference[] => {
    const found = differences(declaration, { [name]: apiValue(field.type, prior[toAttribute(name, field)]) }, current);
    const isOurs = [changes, lost].some(
      (sent) => Object.hasOwn(sent, name) && differences(declaration, { [name]: sent[name] }, current).length === 0,
    );
    return isOurs ? [] : found;
  });
  if (changed.length === 0) return;
  const error = differenceError('CHANGED_SINCE_PLAN', declaration, changed, ({ name, sent, returned }) => [
    `Cannot update ${subject}: someone else changed ${name}`,
    `At plan time it was ${sent}, and now it is ${returned}. Nothing was sent, because that would overwrite the other change.`,
    `Plan again. The new plan starts from the current value.`,
  ]);
  throw refused(session.log, error);
}

/** Forgets the parts of a lost update that a read has seen: the next plan starts from them. */
export function confirmLostUpdate(declaration: Declaration, current: Values, notes: PrivateState): void {
  const lost = Object.entries(lostUpdate(notes));
  if (lost.length === 0) return;
  const pending = lost.filter(([name, sent]) => differences(declaration, { [name]: sent }, current).length > 0);
  notes.set(NOTE, pending.length === 0 ? undefined : Object.fromEntries(pending));
}

function lostUpdate(notes: PrivateState): Values {
  const lost = notes.get(NOTE);
  return isObject(lost) ? lost : {};
}

/** Removes values that no response contains: they must not be stored in the private state. */
function withoutSecrets({ type }: Field, value: unknown): unknown {
  if (type.is !== 'message' || !isObject(value)) return value ?? null;
  const readable = nestedFields(type, { readable: true }).filter(([, field]) => !behaves(field, 'sensitive'));
  return Object.fromEntries(readable.flatMap(([name]) => (name in value ? [[name, value[name]]] : [])));
}
