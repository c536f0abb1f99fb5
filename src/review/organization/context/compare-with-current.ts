/**
 * Compares the objects in a plan with the current ones. Someone may have changed them since the plan was created, and the apply of a
 * saved plan does not notice it.
 */
import { isObject, rootUid, type Values } from '../../../model/api';
import { behaves, inputFields, semanticEquals, type Fields, type FieldType, toAttribute } from '../../../model/schema';
import type { LiveOrganization } from './live';
import { objectId, readObjects, type Instance } from '../objects/objects';
import { referenceAttributes } from '../objects/references';

/** An object that was changed or deleted after the plan was created. */
export interface Outdated {
  /** The object in the plan. */
  readonly instance: Instance;
  /** The changed attributes; `gone` for a deleted object. */
  readonly changed: readonly string[] | 'gone';
}

/** Combines an object in a plan with the current object. */
export type Overlay = (instance: Instance) => {
  /** `undefined` for a deleted object. */
  readonly now: Instance | undefined;
  readonly outdated?: Outdated;
};

/** Creates the overlay. Without the live organization, every object is current. */
export function createOverlay(live: LiveOrganization | undefined): Overlay {
  if (live === undefined) return (instance) => ({ now: instance });
  const listed = new Map(
    live.plan.prior
      .flatMap((instance) => readObjects(live.plan, instance))
      .map((instance) => [objectId(instance.declaration, instance.key), instance] as const),
  );
  // A hidden object can exist.
  const isWhole = live.problems.length === 0;
  return (instance) => {
    const found = listed.get(objectId(instance.declaration, instance.key));
    if (found !== undefined) return laidOver(instance, found);
    const isGone = isWhole && live.roots.includes(rootUid(instance.key));
    return isGone ? { now: undefined, outdated: { instance, changed: 'gone' } } : { now: instance };
  };
}

/** Returns the current object, but keeps equivalent values of the plan: the service normalizes and reorders some values. */
function laidOver(instance: Instance, { values: live }: Instance): ReturnType<Overlay> {
  const { declaration, values } = instance;
  const references = new Set(referenceAttributes(declaration).map(({ name }) => name));
  const changed: Record<string, unknown> = {};
  for (const [name, field] of inputFields(declaration)) {
    const attribute = toAttribute(name, field);
    if (behaves(field, 'inputOnly', 'sensitive')) continue;
    if (!semanticEquals(field.type, written(field.type, values[attribute]), written(field.type, live[attribute])))
      changed[attribute] = live[attribute] ?? null;
  }
  const outputs = Object.entries(live).filter(([name]) => !(name in values) && !references.has(name));
  const now = { ...instance, values: { ...Object.fromEntries(outputs), ...values, ...changed } };
  const names = Object.keys(changed);
  return names.length === 0 ? { now } : { now, outdated: { instance, changed: names } };
}

/** Converts an attribute to the form of the API. */
function written(type: FieldType, value: unknown): unknown {
  if (value === null) return undefined;
  if (type.is === 'message' && isObject(value)) return writtenObject(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => written(type.of, element));
  return value;
}

function writtenObject(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !behaves(field, 'inputOnly', 'sensitive'))
      .map(([name, field]) => [name, written(field.type, values[toAttribute(name, field)])]),
  );
}
