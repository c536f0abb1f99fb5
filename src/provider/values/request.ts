/** What a create or an update sends, out of what is planned. */
import { isUnknown } from '../../plugin';
import { snakeCase } from '../../api';
import { behaves, isInput, isUpdatable, zeroValue, type Declaration, type Field } from '../../schema';
import type { ApiObject } from '../configured';
import { resourceFields } from '../schema';
import { apiValue } from './api-value';
import { sameMeaning, saysNothing } from './same-meaning';
import type { Attributes } from './state';

/** The body of a create: what says something. */
export function createInput(declaration: Declaration, plan: Attributes): ApiObject {
  return Object.fromEntries(
    inputs(declaration).flatMap(([name, field]) => {
      const planned = plan[snakeCase(name)];
      const value = isUnknown(planned) ? undefined : apiValue(field.type, planned);
      return saysNothing(field.type, value) && value !== false && value !== 0 ? [] : [[name, value]];
    }),
  );
}

/**
 * The fields of an update: those whose planned value means something else than `current` (an object of the API, or a
 * state in the API's spelling). A field that is cleared carries its zero value, a message `undefined`.
 */
export function updateChanges(declaration: Declaration, plan: Attributes, current: ApiObject): ApiObject {
  const changes: Record<string, unknown> = {};
  for (const [name, field] of inputs(declaration)) {
    const planned = plan[snakeCase(name)];
    if (!isUpdatable(field) || isUnknown(planned)) continue;
    const value = apiValue(field.type, planned);
    if (!sameMeaning(field.type, value, current[name])) changes[name] = value ?? zeroValue(field.type);
  }
  return changes;
}

/** A field that the service did not take over as it was sent, with the way to it in the API's spelling. */
export interface Difference {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly answered: unknown;
}

/**
 * What came back otherwise than it was sent. A service that does not know a field drops it in silence; a dropped
 * `audience`, for one, widens who may assume an identity (not-shown "Unknown body field").
 */
export function differences(declaration: Declaration, sent: ApiObject, answered: ApiObject): Difference[] {
  return inputs(declaration)
    .filter(([name, field]) => Object.hasOwn(sent, name) && !behaves(field, 'inputOnly'))
    .flatMap(([name, field]) => within(field, [name], sent[name], answered[name]));
}

const hidden = { sent: '(sensitive value)', answered: '(sensitive value)' };

function within(field: Field, path: readonly string[], sent: unknown, answered: unknown): Difference[] {
  const { type } = field;
  if (sameMeaning(type, sent, answered)) return [];
  if (type.is !== 'message' || saysNothing(type, sent) || saysNothing(type, answered))
    return [behaves(field, 'sensitive') ? { path, ...hidden } : { path, sent, answered }];
  return Object.entries(type.fields)
    .filter(([, inner]) => !behaves(inner, 'inputOnly'))
    .flatMap(([name, inner]) =>
      within(inner, [...path, name], (sent as ApiObject)[name], (answered as ApiObject)[name]),
    );
}

function inputs(declaration: Declaration): [string, Field][] {
  return resourceFields(declaration).filter(([, field]) => isInput(field));
}
