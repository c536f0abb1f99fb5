/**
 * Whether times that must lie ahead do. It is an error only in a new or changed value: one that was set long ago has passed
 * and stays as it is, and must not keep anything else from being changed (contract K3, F4).
 */
import { formatTimestamp, isObject, parseTimestamp, type Values } from '../api';
import type { Violation } from './check';
import type { Fields } from './field';
import { canonicalText } from './wire';

interface TimeOptions {
  readonly now: Date;
  /** The object as it is; `null` if there is none yet. @default not known: then nothing that has passed is an error */
  readonly before?: Values | null | undefined;
  /** A field's name as the reader knows it. @default the API's spelling */
  readonly displayName?: (field: string) => string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The errors and warnings about times among `values`, also within messages. What is no timestamp is not checked. */
export function checkTimes(fields: Fields, values: Values, options: TimeOptions): Violation[] {
  const { now, before, displayName = (name: string) => name } = options;
  return Object.entries(fields).flatMap(([name, { type }]): Violation[] => {
    const value = values[name];
    if (type.is === 'message' && isObject(value)) {
      const inner = before?.[name];
      const within = { ...options, before: isObject(inner) ? inner : before && null };
      const found = checkTimes(type.fields, value, within);
      return found.map((violation) => ({ ...violation, path: [name, ...violation.path] }));
    }
    if (type.is !== 'string' || type.daysAhead === undefined || typeof value !== 'string') return [];
    const time = parseTimestamp(value);
    if (time === undefined) return [];
    const old = before?.[name];
    const isUnchanged = typeof old === 'string' && canonicalText(type, old) === canonicalText(type, value);
    const place = { path: [name], subject: displayName(name) };
    if (time <= now) {
      const passed = `is ${formatTimestamp(time)}, which has passed`;
      return isUnchanged || before === undefined
        ? [{ severity: 'warning', ...place, code: 'passed', message: passed }]
        : [{ severity: 'error', ...place, code: 'passed', message: `must lie ahead, and ${passed}` }];
    }
    const isTooFar = !isUnchanged && time.getTime() > now.getTime() + type.daysAhead * dayMs;
    const message = `must be at most ${type.daysAhead} days ahead`;
    return isTooFar ? [{ severity: 'error', ...place, code: 'tooFarAhead', message }] : [];
  });
}
