/**
 * A record as a response shows it: every scalar, list and map with its zero value when unset (contract V2); the members of
 * a choice, messages and enumerations are left out when unset; never a secret; and a field that is shown elsewhere
 * (`from`) not twice. Who may not list the object is shown what they sent, and of others their uids (contract A9).
 */
import type { Values } from '../../api';
import {
  behaves,
  type Declaration,
  encodeBody,
  type Field,
  type Fields,
  identifierField,
  unsetInResponse,
} from '../../schema';
import type { Caller } from '../auth';
import type { StoredRecord } from '../store/row';
import type { Behaviour, Context, LookUp } from './behaviour';

/** The resource in JSON. */
export function responseOf(
  declaration: Declaration,
  record: StoredRecord,
  behaviour: Behaviour,
  lookUp: LookUp,
): Values {
  const { fields } = declaration;
  const known: Values = {
    ...record.values,
    createTime: record.createTime || undefined,
    updateTime: record.updateTime || undefined,
    ...behaviour.expand?.(record, lookUp),
    [identifierField(declaration)]: record.uid,
  };
  const choices = new Set(declaration.rules?.flatMap((rule) => rule.fields));
  const zeros = Object.entries(fields).flatMap(([name, field]) =>
    choices.has(name) || isHidden(field) || behaves(field, 'sensitive')
      ? []
      : [[name, unsetInResponse(field.type)] as const],
  );
  return encodeBody(declaration, { ...Object.fromEntries(zeros), ...visible(fields, known) });
}

/** What a response shows of an object that another one refers to (contract K4). */
export function reference({ uid, values }: StoredRecord): Values {
  const { name, description } = values;
  return { uid, name, description };
}

/** A {@link LookUp} that asks the store once for each record. */
export function rememberingLookUp(get: LookUp): LookUp {
  const found = new Map<string, StoredRecord | undefined>();
  return (kind, uid) => {
    const key = `${kind} ${uid}`;
    if (!found.has(key)) found.set(key, get(kind, uid));
    return found.get(key);
  };
}

function visible(fields: Fields, values: Values): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === undefined || isHidden(field)) continue;
    shown[name] = field.type.is === 'message' ? visible(field.type.fields, value as Values) : value;
  }
  return shown;
}

function isHidden(field: Field): boolean {
  return behaves(field, 'inputOnly') || field.from !== undefined;
}

/** Whether the caller may be shown more of the object than what they sent (contract A9). */
export function mayList({ access }: Context, caller: Caller, declaration: Declaration, uid: string): boolean {
  return access.holds(caller, `${declaration.capability}.list`, uid);
}

/** A record as a response shows it to whoever changed it and may not list it. */
export function onlySent({ kind, uid, parent }: StoredRecord, sent: Values): StoredRecord {
  return { kind, uid, parent, name: '', values: sent, createTime: '', updateTime: '' };
}

/** Finds records with nothing but their uids. */
export function onlyUids(lookUp: LookUp): LookUp {
  return (kind, uid) => {
    const found = lookUp(kind, uid);
    return found && onlySent(found, {});
  };
}
