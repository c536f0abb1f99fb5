/**
 * What a plan takes for what there is, and what there is by now: somebody may have changed it since the plan was made, which
 * an apply of the saved plan does not see.
 */
import { isObject, rootUid, snakeCase, type Values } from '../../../api';
import { behaves, inputFields, semanticEquals, type Fields, type FieldType } from '../../../schema';
import type { LiveOrganization } from './live';
import { objectId, readObjects, type Instance } from '../objects/objects';
import { referenceAttributes } from '../objects/references';

/** An object that is not what it was when the plan was made. */
export interface Outdated {
  /** As the plan has it. */
  readonly instance: Instance;
  /** What was changed; `gone` if the object is. */
  readonly changed: readonly string[] | 'gone';
}

/** Lays what a plan knows of an object over what it is. */
export type Overlay = (instance: Instance) => {
  /** `undefined` if it is gone. */
  readonly now: Instance | undefined;
  readonly outdated?: Outdated;
};

/** Without the live organization everything is what the plan takes it for. */
export function createOverlay(live: LiveOrganization | undefined): Overlay {
  if (live === undefined) return (instance) => ({ now: instance });
  const listed = new Map(
    live.plan.prior
      .flatMap((one) => readObjects(live.plan, one))
      .map((one) => [objectId(one.declaration, one.key), one] as const),
  );
  // What was not shown may be there all the same.
  const isWhole = live.problems.length === 0;
  return (instance) => {
    const found = listed.get(objectId(instance.declaration, instance.key));
    if (found !== undefined) return laidOver(instance, found);
    const isGone = isWhole && live.roots.includes(rootUid(instance.key));
    return isGone ? { now: undefined, outdated: { instance, changed: 'gone' } } : { now: instance };
  };
}

/** What means the same stays as it is written: the service spells and orders some values otherwise. */
function laidOver(instance: Instance, { values: live }: Instance): ReturnType<Overlay> {
  const { declaration, values } = instance;
  const references = new Set(referenceAttributes(declaration).map(({ name }) => name));
  const changed: Record<string, unknown> = {};
  for (const [name, field] of inputFields(declaration)) {
    const attribute = snakeCase(name);
    if (behaves(field, 'inputOnly', 'sensitive')) continue;
    if (!semanticEquals(field.type, written(field.type, values[attribute]), written(field.type, live[attribute])))
      changed[attribute] = live[attribute] ?? null;
  }
  const outputs = Object.entries(live).filter(([name]) => !(name in values) && !references.has(name));
  const now = { ...instance, values: { ...Object.fromEntries(outputs), ...values, ...changed } };
  const names = Object.keys(changed);
  return names.length === 0 ? { now } : { now, outdated: { instance, changed: names } };
}

/** An attribute as the API has it. */
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
      .map(([name, { type }]) => [name, written(type, values[snakeCase(name)])]),
  );
}
