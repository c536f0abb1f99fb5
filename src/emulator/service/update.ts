/** Update: the masked fields change, and what comes of it must be a whole object again. */
import { formatTimestamp } from '../../api';
import { isPresent, ruleText, type Declaration } from '../../schema';
import type { Caller } from '../auth';
import { invalidField } from '../errors';
import type { StoredRecord } from '../store';
import type { Behaviour } from './behaviour';
import type { Context } from './context';
import { nameOf } from './create';
import { derivedValues } from './derived';
import { masked } from './mask';
import { checkChanges, checkValues, inputsOf, readBody } from './read-body';
import { tidy, withoutSecrets } from './tidy';

type Values = Readonly<Record<string, unknown>>;

/** The record as it is now. Throws a `ServiceError` and writes nothing if it cannot be. */
export function updateRecord(
  context: Context,
  declaration: Declaration,
  behaviour: Behaviour,
  before: StoredRecord,
  body: unknown,
  mask: string | undefined,
  caller: Caller,
): StoredRecord {
  const given = readBody(declaration, body);
  const changed = tidy(declaration.fields, masked(declaration.fields, before.values, given, mask));
  checkValues(declaration, inputsOf(declaration, changed));
  checkChanges(declaration, { now: context.clock(), before: before.values, after: changed });
  const values = behaviour.fillIn?.(changed, context) ?? changed;
  checkFixedChoices(declaration, before.values, values);
  const after: StoredRecord = {
    ...before,
    name: nameOf(values),
    values: { ...withoutSecrets(declaration.fields, values), ...derivedValues(declaration, behaviour, values) },
    updateTime: formatTimestamp(context.clock()),
  };
  behaviour.check?.({ declaration, caller, before, after }, context);
  context.store.replace(after);
  return after;
}

function checkFixedChoices({ rules = [] }: Declaration, before: Values, after: Values): void {
  for (const rule of rules) {
    if (!('fixedChoice' in rule) || rule.fixedChoice !== true) continue;
    const chosen = rule.fields.find((name) => isPresent(after[name]));
    if (chosen === undefined || isPresent(before[chosen])) continue;
    throw invalidField(chosen, `${ruleText(rule)} is chosen for good; ${chosen} needs a new object`);
  }
}
