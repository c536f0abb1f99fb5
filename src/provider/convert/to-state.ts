/**
 * An object of the API as the state of its resource. Terraform tells null from empty and one spelling from another, the API
 * does not: what the user wrote is kept wherever the answer means the same, at every depth.
 */
import { snakeCase, jsonText, type JsonValue } from '../../api';
import { isUnknown } from '../../plugin';
import {
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  parentUidOf,
  identifierField,
  isInput,
} from '../../schema';
import type { ApiObject } from '../session';
import { semanticEquals, isDefaultValue } from './semantic-equality';
import { apiValue, isWriteOnly, nestedFields, versionAttribute } from './api-value';
import { parentAttribute, resourceFields } from './schema';

export type Attributes = Record<string, unknown>;

/** What `read` stores: the object as it is, in the spelling of `prior` where that means the same. */
export function readState(declaration: Declaration, object: ApiObject, prior: Attributes): Attributes {
  return state(declaration, object, prior, (field, name, written) => {
    // A secret that the service makes is answered once, when the object is created.
    const isKept = !isInput(field) && behaves(field, 'sensitive') && isDefaultValue(field.type, object[name]);
    return isKept
      ? (written ?? null)
      : attributeValue(field.type, object[name], written, isInput(field) ? 'null' : 'asIs');
  });
}

/**
 * What `create` and `update` store. What the plan promised of the service's own fields is kept, or Terraform would
 * reject the answer; should it have changed meanwhile, the next read shows it.
 */
export function appliedState(declaration: Declaration, object: ApiObject, plan: Attributes): Attributes {
  const parent = parentAttribute(declaration);
  return {
    ...state(declaration, object, plan, (field, name, planned) =>
      isInput(field) || planned === undefined || isUnknown(planned)
        ? attributeValue(field.type, object[name], planned, isInput(field) ? 'null' : 'asIs')
        : planned,
    ),
    ...(parent !== undefined && !isUnknown(plan[parent]) && { [parent]: plan[parent] ?? null }),
  };
}

function state(
  declaration: Declaration,
  object: ApiObject,
  reference: Attributes,
  valueOf: (field: Field, name: string, reference: unknown) => unknown,
): Attributes {
  const parent = parentAttribute(declaration);
  const attributes: Attributes = {};
  for (const [name, field] of resourceFields(declaration)) {
    const attribute = snakeCase(name);
    if (behaves(field, 'inputOnly'))
      Object.assign(attributes, Object.fromEntries(unanswered(attribute, isWriteOnly(field), reference)));
    else attributes[attribute] = valueOf(field, name, reference[attribute]);
  }
  if (parent !== undefined) attributes[parent] = parentUidOf(declaration, uidOf(declaration, object)) ?? null;
  return attributes;
}

/** The uid of an answered object. */
export function uidOf(declaration: Declaration, object: ApiObject): string {
  return String(object[identifierField(declaration)]);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * `written`: the attribute as configured or stored before, `null` if there is none. `empty`: what an answer becomes
 * that says nothing, where nothing was written: null for what a user may leave out, the answer itself for outputs.
 */
export function attributeValue(type: FieldType, answered: unknown, written: unknown, empty: 'null' | 'asIs'): unknown {
  const reference = isUnknown(written) ? null : (written ?? null);
  if (reference !== null && semanticEquals(type, apiValue(type, reference), answered)) return reference;
  if (answered === undefined || answered === null) return null;
  if (empty === 'null' && isDefaultValue(type, answered)) return null;
  switch (type.is) {
    case 'message':
      return Object.fromEntries(
        nestedFields(type, { readable: empty === 'asIs' }).flatMap(([name, field]) => {
          const attribute = snakeCase(name);
          const before = (reference as Values | null)?.[attribute];
          if (!behaves(field, 'inputOnly'))
            return [[attribute, attributeValue(field.type, (answered as Values)[name], before, empty)]];
          return unanswered(attribute, isWriteOnly(field), reference as Values | null);
        }),
      );
    case 'list': {
      const inner = type.of.is === 'message' ? empty : 'asIs';
      const before = (reference ?? []) as readonly unknown[];
      return (answered as readonly unknown[]).map((element, index) =>
        attributeValue(type.of, element, matching(type, element, before, index), inner),
      );
    }
    case 'map': {
      const before = (reference ?? {}) as Values;
      const entries = Object.entries(answered as Values);
      return Object.fromEntries(
        entries.map(([key, element]) => [key, attributeValue(type.of, element, before[key], 'asIs')]),
      );
    }
    case 'json':
      return jsonText(answered as JsonValue);
    default:
      return answered;
  }
}

/** What the service never answers is as it was written; a write-only value is nowhere, only its version is. */
function unanswered(attribute: string, isSecret: boolean, written: Values | null): [string, unknown][] {
  const before = (name: string): unknown => (isUnknown(written?.[name]) ? null : (written?.[name] ?? null));
  if (!isSecret) return [[attribute, before(attribute)]];
  return [
    [attribute, null],
    [versionAttribute(attribute), before(versionAttribute(attribute))],
  ];
}

/** The element of before that this one is: in a list the one in its place, in a set the one of the same meaning. */
function matching(
  type: Extract<FieldType, { is: 'list' }>,
  element: unknown,
  before: readonly unknown[],
  index: number,
): unknown {
  if (type.unordered !== true) return before[index];
  return before.find((candidate) => semanticEquals(type.of, apiValue(type.of, candidate), element));
}
