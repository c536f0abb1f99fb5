/**
 * A record as the service answers it: every scalar, list and map with its zero value when unset (the members of a choice,
 * messages and enumerations are left out), secrets never, and what it shows elsewhere (`from`) not twice. Source: specification §2; not-shown "Resources" and "Zero values".
 */
import {
  behaves,
  encodeBody,
  identifierField,
  unsetAnswer,
  type Declaration,
  type Field,
  type Fields,
} from '../../schema';
import type { StoredRecord } from '../store';
import type { Behaviour, LookUp, Values } from './behaviour';

/** The resource in JSON. */
export function answerOf(declaration: Declaration, record: StoredRecord, behaviour: Behaviour, lookUp: LookUp): Values {
  const { fields } = declaration;
  const known: Values = {
    ...record.values,
    createTime: record.createTime,
    updateTime: record.updateTime,
    ...behaviour.hydrate?.(record, lookUp),
    [identifierField(declaration)]: record.uid,
  };
  const choices = new Set(declaration.rules?.flatMap((rule) => rule.fields));
  const shown = Object.entries(visible(fields, known));
  const zeros = Object.entries(fields).flatMap(([name, field]) =>
    choices.has(name) || isHidden(field) || behaves(field, 'sensitive')
      ? []
      : [[name, unsetAnswer(field.type)] as const],
  );
  return encodeBody(declaration, { ...Object.fromEntries(zeros), ...Object.fromEntries(shown) });
}

function isHidden(field: Field): boolean {
  return behaves(field, 'inputOnly') || field.from !== undefined;
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

/** A {@link LookUp} that asks the store once for each record. */
export function rememberingLookUp(get: LookUp): LookUp {
  const found = new Map<string, StoredRecord | undefined>();
  return (kind, uid) => {
    const key = `${kind} ${uid}`;
    if (!found.has(key)) found.set(key, get(kind, uid));
    return found.get(key);
  };
}
