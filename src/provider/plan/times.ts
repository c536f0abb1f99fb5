/** Times of a plan that must lie ahead, such as the end of trust in static keys. Time passes between plans. */
import { isObject, parseTimestamp, snakeCase, type Values } from '../../api';
import { type Diagnostic, isUnknown, UNKNOWN } from '../../plugin';
import {
  behaves,
  checkTimes,
  type Declaration,
  type Fields,
  onceFor,
  semanticEquals,
  violationText,
} from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { apiObject, apiValue, inputs } from '../convert/to-api';
import { problemAt } from './validate';

/** Whether one of the fields, at whatever depth, is such a time. */
export function setsTimesAhead(fields: Fields): boolean {
  return Object.values(fields).some(({ type }) => {
    if (type.is === 'message') return setsTimesAhead(type.fields);
    return type.is === 'string' && type.daysAhead !== undefined;
  });
}

/** The fields that hold such times. */
const timedInputs = onceFor((declaration: Declaration) =>
  inputs(declaration).filter(([name, field]) => setsTimesAhead({ [name]: field })),
);

/** A plan beside the state and the configuration that it comes from. */
interface Change {
  readonly prior: Values | null;
  readonly config: Values;
  /** Changed in place. */
  readonly plan: Record<string, unknown>;
}

/** What is wrong with the times that are planned; those that the service is to fill in anew become unknown. */
export function planTimes(declaration: Declaration, change: Change, now: Date): Diagnostic[] {
  renewPassedDefaults(declaration, change, now);
  return timeProblems(declaration, change, now);
}

/** New and changed times must be in the future; one that has passed since it was set is a warning (contract F4). */
function timeProblems(
  declaration: Declaration,
  { prior, plan }: Pick<Change, 'prior' | 'plan'>,
  now: Date,
): Diagnostic[] {
  const fields = timedInputs(declaration);
  const before = prior === null ? null : apiObject(fields, prior);
  const declared = Object.fromEntries(fields);
  return checkTimes(declared, apiObject(fields, plan), { now, before, displayName: snakeCase }).map((violation) =>
    problemAt(declaration, attributePath(declared, violation.path), violationText(violation), violation.severity),
  );
}

/**
 * A time that the service filled in and that has passed since is unknown again when the message around it changes: sent as it
 * is, the service would refuse it (contract K3).
 */
function renewPassedDefaults(declaration: Declaration, { prior, config, plan }: Change, now: Date): void {
  for (const [name, { type }] of timedInputs(declaration)) {
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
