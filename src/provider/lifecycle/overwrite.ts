/**
 * An update looks before it overwrites what decides who has access (`decidesAccess` of a field). A masked message is
 * replaced whole (contract M2), so what somebody else has changed since the plan would be lost without a word.
 */
import { isObject, snakeCase, type Values } from '../../api';
import { ApiError } from '../../client';
import { DiagError, type Diagnostic, type PrivateState } from '../../plugin';
import { behaves, type Declaration, type Field } from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { apiValue, nestedFields } from '../convert/to-api';
import { connected } from '../session/session';
import type { UpdateContext } from '../session/contexts';
import { formatted, typeAt } from '../messages/value-text';
import { type Difference, differences } from './echo';

/** Of the private state: what an update has sent whose response was lost. */
const NOTE = 'sent';

interface Update {
  readonly uid: string;
  readonly subject: string;
  readonly changes: Values;
  /** Sends `changes`. */
  readonly send: () => Promise<Values>;
}

/** Sends an update. If it decides about access, only while the object is as it was planned from, or as it is to be. */
export async function sendUnlessChanged(
  declaration: Declaration,
  { uid, subject, changes, send }: Update,
  context: UpdateContext,
): Promise<Values> {
  const fields = accessFields(declaration, changes);
  if (fields.length > 0) await lookBeforeOverwriting(declaration, { uid, subject, changes, fields }, context);
  const notes = context.private;
  try {
    const object = await send();
    notes.set(NOTE, undefined);
    return object;
  } catch (error) {
    // Without an answer the next look may find what was sent, and that is ours.
    if (fields.length > 0 && ApiError.from(error).outcome === 'unknown') {
      const sent = fields.map(([name, field]) => [name, withoutSecrets(field, changes[name])]);
      notes.set(NOTE, { ...lostUpdate(notes), ...Object.fromEntries(sent) });
    }
    throw error;
  }
}

/** Reads the object, and throws where somebody else has changed one of the fields. */
async function lookBeforeOverwriting(
  declaration: Declaration,
  { uid, subject, changes, fields }: Omit<Update, 'send'> & { readonly fields: readonly [string, Field][] },
  { prior, client: session, private: notes, signal }: UpdateContext,
): Promise<void> {
  const { client } = connected(session);
  const target = { uid, createTime: prior['create_time'] };
  const now: Values = await session.propagation.retryWhilePropagating(target, { signal }, () =>
    client.get(declaration, uid, { signal }),
  );
  const lost = lostUpdate(notes);
  const changed = fields.flatMap(([name, field]): Difference[] => {
    const found = differences(declaration, { [name]: apiValue(field.type, prior[snakeCase(name)]) }, now);
    const isOurs = [changes, lost].some(
      (sent) => Object.hasOwn(sent, name) && differences(declaration, { [name]: sent[name] }, now).length === 0,
    );
    return isOurs ? [] : found;
  });
  if (changed.length > 0) throw changedSince(declaration, subject, changed);
}

/** A read has seen the object: what has arrived of a lost update is what the next plan starts from. */
export function confirmLostUpdate(declaration: Declaration, now: Values, notes: PrivateState): void {
  const lost = Object.entries(lostUpdate(notes));
  if (lost.length === 0) return;
  const pending = lost.filter(([name, sent]) => differences(declaration, { [name]: sent }, now).length > 0);
  notes.set(NOTE, pending.length === 0 ? undefined : Object.fromEntries(pending));
}

function accessFields({ fields }: Declaration, changes: Values): [string, Field][] {
  return Object.entries(fields).filter(([name, field]) => field.decidesAccess === true && Object.hasOwn(changes, name));
}

function lostUpdate(notes: PrivateState): Values {
  const lost = notes.get(NOTE);
  return isObject(lost) ? lost : {};
}

/** Private state is no place for what no response holds. */
function withoutSecrets({ type }: Field, value: unknown): unknown {
  if (type.is !== 'message' || !isObject(value)) return value ?? null;
  const readable = nestedFields(type, { readable: true }).filter(([, field]) => !behaves(field, 'sensitive'));
  return Object.fromEntries(readable.flatMap(([name]) => (name in value ? [[name, value[name]]] : [])));
}

function changedSince(declaration: Declaration, subject: string, changed: readonly Difference[]): DiagError {
  return new DiagError(
    changed.map(({ path, sent: before, echoed: now }): Diagnostic => {
      const name = path.map(snakeCase).join('.');
      const type = typeAt(declaration.fields, path);
      return {
        severity: 'error',
        summary: `Somebody else has changed ${name} of ${subject}`,
        detail: [
          `When this was planned it was ${formatted(type, before)}, and now it is ${formatted(type, now)}. The change was not made: it would have overwritten that.`,
          `Plan again. The new plan starts from what is there now.`,
        ].join('\n'),
        path: attributePath(declaration.fields, path),
      };
    }),
  );
}
