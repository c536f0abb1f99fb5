/**
 * Checks planned values that the service refuses only if they are new or changed: times that must be in the future, such as the
 * end of trust in static keys, and keys that are too short. Time passes between plans.
 */
import { onceFor } from '../../base/cache/once-for';
import { isObject, parseTimestamp, snakeCase, type Values } from '../../model/api';
import { type Diagnostic, isUnknown, UNKNOWN } from '../../plugin';
import {
  behaves,
  checkChangedValues,
  type Declaration,
  type Fields,
  semanticEquals,
  violationText,
} from '../../model/schema';
import { attributePath } from '../convert/attribute-path';
import { apiObject, apiValue, inputs } from '../convert/to-api';
import { problemAt } from './validate';

/** Returns true if one of the fields, at any depth, has such values. */
function hasChangedValueChecks(fields: Fields): boolean {
  return Object.values(fields).some(({ type }) => {
    if (type.is === 'message') return hasChangedValueChecks(type.fields);
    return type.is === 'string' && (type.daysAhead !== undefined || type.format === 'jwks');
  });
}

const checkedInputs = onceFor((declaration: Declaration) =>
  inputs(declaration).filter(([name, field]) => hasChangedValueChecks({ [name]: field })),
);

interface Change {
  readonly prior: Values | null;
  readonly config: Values;
  /** Changed in place. */
  readonly plan: Record<string, unknown>;
}

/**
 * Returns an error for new and changed values, and a warning for a time that has passed since (contract F4). Times that the
 * service fills in again become unknown.
 */
export function planChangedValues(declaration: Declaration, change: Change, now: Date): Diagnostic[] {
  renewPassedDefaults(declaration, change, now);
  const { prior, plan } = change;
  const fields = checkedInputs(declaration);
  const before = prior === null ? null : apiObject(fields, prior);
  const declared = Object.fromEntries(fields);
  return checkChangedValues(declared, apiObject(fields, plan), { now, before, displayName: snakeCase }).map(
    (violation) =>
      problemAt(declaration, attributePath(declared, violation.path), violationText(violation), violation.severity),
  );
}

/**
 * Makes passed times of the service unknown when the message around them changes: the service would reject the former values
 * (contract K3).
 */
function renewPassedDefaults(declaration: Declaration, { prior, config, plan }: Change, now: Date): void {
  for (const [name, { type }] of checkedInputs(declaration)) {
    const attribute = snakeCase(name);
    const [before, written, planned] = [prior?.[attribute], config[attribute], plan[attribute]];
    if (type.is !== 'message' || !isKnownObject(before) || !isKnownObject(written) || !isKnownObject(planned)) continue;
    if (semanticEquals(type, apiValue(type, before), apiValue(type, planned))) continue;
    const passed = Object.entries(type.fields).filter(
      ([inner, field]) =>
        behaves(field, 'serverDefault') && written[snakeCase(inner)] === null && isPast(planned[snakeCase(inner)], now),
    );
    if (passed.length > 0)
      plan[attribute] = { ...planned, ...Object.fromEntries(passed.map(([inner]) => [snakeCase(inner), UNKNOWN])) };
  }
}

function isPast(value: unknown, now: Date): boolean {
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return time !== undefined && time <= now;
}

function isKnownObject(value: unknown): value is Values {
  return isObject(value) && !isUnknown(value);
}
