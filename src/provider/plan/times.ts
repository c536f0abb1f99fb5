/**
 * Times at the plan: what is new or changed must lie ahead, what was set long ago and has passed is only a warning. A time
 * that the service filled in, and that has passed, is filled in anew when what it belongs to changes: sent as it is, it
 * would be refused. Contract K3, F4.
 */
import { parseTimestamp, snakeCase } from '../../api';
import { type Diagnostic, isUnknown, UNKNOWN } from '../../plugin';
import { behaves, checkTimes, type Declaration, type Field, isInput, violationText } from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { resourceFields } from '../convert/schema';
import { apiObject, apiValue, semanticEquals } from '../convert/value';
import { problemAt } from './validate';

type Values = Readonly<Record<string, unknown>>;

interface Change {
  readonly prior: Values | null;
  readonly config: Values;
  /** Changed in place. */
  readonly plan: Record<string, unknown>;
}

/** Lets the service decide anew what it had decided and what has passed since. */
export function renewPassedDefaults(declaration: Declaration, { prior, config, plan }: Change, now: Date): void {
  for (const [name, { type }] of inputs(declaration)) {
    const attribute = snakeCase(name);
    const [before, written, planned] = [prior?.[attribute], config[attribute], plan[attribute]];
    if (type.is !== 'message' || !isRecord(before) || !isRecord(written) || !isRecord(planned)) continue;
    if (semanticEquals(type, apiValue(type, before), apiValue(type, planned))) continue;
    const passed = Object.entries(type.fields).filter(
      ([inner, field]) =>
        behaves(field, 'serverDefault') && written[snakeCase(inner)] === null && isPast(planned[snakeCase(inner)], now),
    );
    if (passed.length > 0)
      plan[attribute] = { ...planned, ...Object.fromEntries(passed.map(([inner]) => [snakeCase(inner), UNKNOWN])) };
  }
}

/** What there is to say of the planned times. */
export function timeProblems(
  declaration: Declaration,
  { prior, plan }: Pick<Change, 'prior' | 'plan'>,
  now: Date,
): Diagnostic[] {
  const fields = inputs(declaration);
  const before = prior === null ? null : apiObject(fields, prior);
  const declared = Object.fromEntries(fields);
  return checkTimes(declared, apiObject(fields, plan), { now, before, displayName: snakeCase }).map((violation) =>
    problemAt(declaration, attributePath(declared, violation.path), violationText(violation), violation.severity),
  );
}

function inputs(declaration: Declaration): [string, Field][] {
  return resourceFields(declaration).filter(([, field]) => isInput(field));
}

function isPast(value: unknown, now: Date): boolean {
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return time !== undefined && time <= now;
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !isUnknown(value);
}
