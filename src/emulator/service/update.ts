/** Update: the masked fields change, and the result must be a whole object again. */
import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp, type Values } from '../../api';
import { isPresent, ruleText, type Declaration } from '../../schema';
import { invalidField } from '../errors';
import type { StoredRecord } from '../store/row';
import type { Call, Context } from './behaviour';
import { applyMask } from './mask';
import { checkChanges, checkValues, inputsOf, readBody } from './read-body';
import { derivedValues, nameOf, stripDefaults, withoutSecrets } from './record';

/** The record as it is now. Throws a `ServiceError` and writes nothing if it cannot be. */
export function updateRecord(
  context: Context,
  { declaration, behaviour, caller }: Call,
  before: StoredRecord,
  body: unknown,
  mask: string | undefined,
): StoredRecord {
  const given = readBody(declaration, body);
  const changed = stripDefaults(declaration.fields, applyMask(declaration.fields, before.values, given, mask));
  checkValues(declaration, inputsOf(declaration, changed));
  checkChanges(declaration, { now: context.clock(), before: before.values, after: changed });
  const values = behaviour.withServerDefaults?.(changed, context) ?? changed;
  checkImmutableRules(declaration, before.values, values);
  const kept = withoutSecrets(declaration.fields, values);
  const isUnchanged = isDeepStrictEqual(kept, stripDefaults(declaration.fields, before.values));
  const after: StoredRecord = {
    ...before,
    name: nameOf(values),
    // What the service noted beside the declared fields holds until somebody changes one of those (contract D3).
    values: { ...(isUnchanged && before.values), ...kept, ...derivedValues(declaration, behaviour, values) },
    updateTime: formatTimestamp(context.clock()),
  };
  behaviour.check?.({ declaration, caller, before, after }, context);
  context.store.replace(after);
  return after;
}

function checkImmutableRules({ rules = [] }: Declaration, before: Values, after: Values): void {
  for (const rule of rules) {
    if (rule.immutable !== true) continue;
    const chosen = rule.fields.find((name) => isPresent(after[name]));
    if (chosen === undefined || isPresent(before[chosen])) continue;
    throw invalidField(chosen, `${ruleText(rule)} is immutable: ${chosen} needs a new object`);
  }
}
