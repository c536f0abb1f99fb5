/** What a create or an update sends, out of what is planned; and whether the response holds it. */
import { snakeCase, type Values } from '../../api';
import { isUnknown } from '../../plugin';
import {
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  isDefaultValue,
  isInput,
  isUpdatable,
  isWriteOnly,
  semanticEquals,
  zeroValue,
} from '../../schema';
import { apiValue, nestedFields, versionAttribute } from './value';

import { resourceFields } from './schema';

/** What is planned; and the configuration, the only place where write-only values are. */
export interface Planned {
  readonly plan: Values;
  readonly config: Values;
}

/** The body of a create, without default values. */
export function createInput(declaration: Declaration, planned: Planned): Values {
  return Object.fromEntries(
    inputs(declaration).flatMap(([name, field]) => {
      const value = sentValue(field, snakeCase(name), planned);
      return isDefaultValue(field.type, value) && value !== false && value !== 0 ? [] : [[name, value]];
    }),
  );
}

/**
 * The fields of an update: those whose planned value means something else than `prior` (a state), and secrets with
 * another version. A field that is cleared carries its zero value, a message `undefined`.
 */
export function updateChanges(declaration: Declaration, planned: Planned, prior: Values): Values {
  const changes: Record<string, unknown> = {};
  for (const [name, field] of inputs(declaration)) {
    const attribute = snakeCase(name);
    const value = planned.plan[attribute];
    if (!isUpdatable(field) || isUnknown(value)) continue;
    const before = apiValue(field.type, prior[attribute]);
    const isSame = semanticEquals(field.type, whereKnown(field.type, apiValue(field.type, value), before), before);
    if (isSame && secretVersions(field, attribute, planned.plan) === secretVersions(field, attribute, prior)) continue;
    changes[name] = sentValue(field, attribute, { ...planned, prior }) ?? zeroValue(field.type);
  }
  return changes;
}

interface Prior {
  /** The state of what is updated. */
  readonly prior?: Values;
}

/** The planned value, with the prior one in place of each unknown: that the service decides a value is no change. */
function whereKnown(type: FieldType, planned: unknown, before: unknown): unknown {
  if (isUnknown(planned)) return before;
  if (type.is !== 'message' || planned === undefined) return planned;
  return Object.fromEntries(
    Object.entries(type.fields).map(([name, inner]) => [
      name,
      whereKnown(inner.type, (planned as Values)[name], (before as Values | undefined)?.[name]),
    ]),
  );
}

/** As planned, since with `ignore_changes` the configuration differs; secrets as configured. */
function sentValue(field: Field, attribute: string, { plan, config, prior }: Planned & Prior): unknown {
  if (isWriteOnly(field)) {
    const secret = apiValue(field.type, config[attribute]);
    // A message without its secret keeps the one that the service has (contract M6): one that was taken out is cleared.
    const had = (prior?.[versionAttribute(attribute)] ?? null) !== null;
    return secret === undefined && had && plan[versionAttribute(attribute)] === null ? zeroValue(field.type) : secret;
  }
  const value = plan[attribute];
  if (isUnknown(value)) return undefined;
  if (field.type.is !== 'message' || value === null || value === undefined) return apiValue(field.type, value);
  const inside = {
    plan: value as Values,
    config: (config[attribute] ?? {}) as Values,
    prior: (prior?.[attribute] ?? {}) as Values,
  };
  const entries = nestedFields(field.type).map(([name, inner]) => [name, sentValue(inner, snakeCase(name), inside)]);
  return Object.fromEntries(entries.filter(([, sent]) => sent !== undefined));
}

/** The versions of all secrets in an attribute, as text to compare. */
function secretVersions(field: Field, attribute: string, attributes: Values): string {
  if (isWriteOnly(field)) return JSON.stringify(attributes[versionAttribute(attribute)] ?? null);
  const value = attributes[attribute];
  if (field.type.is !== 'message' || typeof value !== 'object' || value === null) return '';
  return nestedFields(field.type)
    .map(([name, inner]) => secretVersions(inner, snakeCase(name), value as Values))
    .join();
}

/** A field that came back with another value than it was sent with; its path in the API's names. */
export interface Difference {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly echoed: unknown;
}

/**
 * What came back otherwise than it was sent. A service that does not know a field drops it in silence; a dropped
 * `audience`, for one, widens who may assume an identity (contract V6).
 */
export function differences(declaration: Declaration, sent: Values, echoed: Values): Difference[] {
  return inputs(declaration)
    .filter(([name, field]) => Object.hasOwn(sent, name) && !behaves(field, 'inputOnly'))
    .flatMap(([name, field]) => within(field, [name], sent[name], echoed[name]));
}

const hidden = { sent: '(sensitive value)', echoed: '(sensitive value)' };

function within(field: Field, path: readonly string[], sent: unknown, echoed: unknown): Difference[] {
  const { type } = field;
  if (semanticEquals(type, sent, echoed)) return [];
  if (type.is !== 'message' || isDefaultValue(type, sent) || isDefaultValue(type, echoed))
    return [behaves(field, 'sensitive') ? { path, ...hidden } : { path, sent, echoed }];
  return Object.entries(type.fields)
    .filter(([name, inner]) => !behaves(inner, 'inputOnly') && !isFilledIn(inner, (sent as Values)[name]))
    .flatMap(([name, inner]) => within(inner, [...path, name], (sent as Values)[name], (echoed as Values)[name]));
}

/** Whether the service was left to decide the value. */
function isFilledIn(field: Field, sent: unknown): boolean {
  return behaves(field, 'serverDefault') && isDefaultValue(field.type, sent);
}

function inputs(declaration: Declaration): [string, Field][] {
  return resourceFields(declaration).filter(([, field]) => isInput(field));
}
