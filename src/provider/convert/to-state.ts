/**
 * Converts an object of the API to the state of its resource or data source. Terraform distinguishes null from empty, and
 * different representations of a value; the API does not (contract V2). At every depth, the user's value is kept if the
 * response means the same.
 */

import { jsonText, type JsonValue, snakeCase, type Values } from '../../model/api';
import { type Identity, isUnknown, type Schema } from '../../plugin';
import { resourceSettings } from '../../model/kinds';
import {
  toAttribute,
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  identifierField,
  isDefaultValue,
  isInput,
  isShownOnce,
  isWriteOnly,
  findParentUid,
  semanticEquals,
  servedFields,
} from '../../model/schema';

import { apiValue, nestedFields, parentAttribute, resourceFields, versionAttribute } from './to-api';

/** Returns the state after a read: the current object, with the values of `prior` where they mean the same. */
export function toReadState(declaration: Declaration, object: Values, prior: Values): Values {
  return state(declaration, object, prior, (field, name, written) =>
    attributeValue(
      field.type,
      isHidden(field, object[name]) ? apiValue(field.type, written) : object[name],
      written,
      isInput(field) ? 'null' : 'asIs',
    ),
  );
}

/** Returns the attributes that the service does not show, although the object has an unchangeable value for each. */
export function getHidden(declaration: Declaration, object: Values): string[] {
  return resourceFields(declaration).flatMap(([name, field]) =>
    isHidden(field, object[name]) && !behaves(field, 'inputOnly') ? [toAttribute(name, field)] : [],
  );
}

/** A required field always has a value. If it cannot change either, a response without it does not contradict the stored value. */
function isHidden(field: Field, value: unknown): boolean {
  const isFixed = behaves(field, 'required') && behaves(field, 'immutable') && field.from === undefined;
  return isFixed && isDefaultValue(field.type, value);
}

/**
 * Returns the state after a create or an update. Planned values of the service's own fields are kept, because Terraform would
 * reject others. If they have changed meanwhile, the next read shows it.
 */
export function appliedState(declaration: Declaration, object: Values, plan: Values): Values {
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
  object: Values,
  reference: Values,
  toValue: (field: Field, name: string, reference: unknown) => unknown,
): Values {
  const parent = parentAttribute(declaration);
  const attributes: Record<string, unknown> = {};
  for (const [name, field] of resourceFields(declaration)) {
    const attribute = toAttribute(name, field);
    if (behaves(field, 'inputOnly'))
      Object.assign(attributes, Object.fromEntries(inputOnlyState(attribute, isWriteOnly(field), reference)));
    else attributes[attribute] = toValue(field, name, reference[attribute]);
  }
  // No response contains these.
  for (const attribute of Object.keys(declaration.terraform?.fields ?? {}).map(snakeCase))
    Object.assign(attributes, Object.fromEntries(inputOnlyState(attribute, false, reference)));
  if (parent !== undefined) attributes[parent] = findParentUid(declaration, getObjectUid(declaration, object)) ?? null;
  return Object.assign(attributes, getSettings(declaration, reference));
}

/** Returns the settings that the API does not store: the written or stored values, or the defaults after an import. */
export function getSettings(declaration: Declaration, written: Values): Values {
  const settings = Object.entries(resourceSettings(declaration)).map(([name, { default: otherwise = null }]) => {
    const value = written[snakeCase(name)];
    return [snakeCase(name), isUnknown(value) ? otherwise : (value ?? otherwise)];
  });
  return Object.fromEntries(settings) as Values;
}

export function getObjectUid(declaration: Declaration, object: Values): string {
  return String(object[identifierField(declaration)]);
}

export function getUidAttribute(declaration: Declaration): string {
  return snakeCase(identifierField(declaration));
}

export function getUid(declaration: Declaration, attributes: Values): string {
  return String(attributes[getUidAttribute(declaration)]);
}

/** Identifies an object in a run. An account association has the uid of its group, so its kind belongs to it (contract U4). */
export type ObjectId = string & { readonly isObjectId: true };

export function toObjectId(declaration: Declaration, object: Values | string): ObjectId {
  return `${declaration.kind} ${typeof object === 'string' ? object : getObjectUid(declaration, object)}` as ObjectId;
}

/** Returns false for an object outside of all groups that users cannot create: it is read-only (contract U3, D5). */
export function isManageable(declaration: Declaration, uid: string): boolean {
  return declaration.parent?.alsoRoots !== true || findParentUid(declaration, uid) !== undefined;
}

/** Returns the identity of Terraform ≥ 1.12: the uid. It never changes, and it is unique among the objects of a kind. */
export function getIdentity(declaration: Declaration): Identity<Schema> {
  const attribute = getUidAttribute(declaration);
  const { description } = declaration.fields[identifierField(declaration)] ?? {};
  return {
    // An upgrade can change the uid. The next read then returns the new identity.
    version: declaration.terraform?.upgrades?.length ?? 0,
    attributes: { [attribute]: { type: 'string', ...(description !== undefined && { description }) } },
    of: (state) => identityValues(declaration, state[attribute]),
  };
}

export function identityValues(declaration: Declaration, uid: unknown): Values {
  return { [getUidAttribute(declaration)]: uid };
}

/**
 * Returns the value of an attribute. `written`: its configured or stored value, or `null`. `empty`: the representation of a
 * default value in the response if nothing was written: null for optional inputs, the value itself for outputs.
 */
export function attributeValue(type: FieldType, value: unknown, written: unknown, empty: 'null' | 'asIs'): unknown {
  const reference = isUnknown(written) ? null : (written ?? null);
  if (reference !== null && semanticEquals(type, apiValue(type, reference), value)) return reference;
  if (value === undefined || value === null) return null;
  if (empty === 'null' && isDefaultValue(type, value)) return null;
  switch (type.is) {
    case 'message':
      return Object.fromEntries(
        nestedFields(type, { readable: empty === 'asIs' }).flatMap(([name, field]) => {
          const attribute = toAttribute(name, field);
          const before = (reference as Values | null)?.[attribute];
          if (!behaves(field, 'inputOnly'))
            return [[attribute, attributeValue(field.type, (value as Values)[name], before, empty)]];
          return inputOnlyState(attribute, isWriteOnly(field), reference as Values | null);
        }),
      );
    case 'list': {
      const inner = type.of.is === 'message' ? empty : 'asIs';
      const before = (reference ?? []) as readonly unknown[];
      return (value as readonly unknown[]).map((element, index) =>
        attributeValue(type.of, element, matching(type, element, before, index), inner),
      );
    }
    case 'map': {
      const before = (reference ?? {}) as Values;
      const entries = Object.entries(value as Values);
      return Object.fromEntries(
        entries.map(([key, element]) => {
          const former = Object.hasOwn(before, key) ? before[key] : undefined;
          return [key, attributeValue(type.of, element, former, 'asIs')];
        }),
      );
    }
    case 'json':
      return jsonText(value as JsonValue);
    default:
      return value;
  }
}

/** Returns the state of a field that no response contains: the written value, or only the version of a write-only value. */
function inputOnlyState(attribute: string, isSecret: boolean, written: Values | null): [string, unknown][] {
  const before = (name: string): unknown => (isUnknown(written?.[name]) ? null : (written?.[name] ?? null));
  if (!isSecret) return [[attribute, before(attribute)]];
  return [
    [attribute, null],
    [versionAttribute(attribute), before(versionAttribute(attribute))],
  ];
}

/** Returns the prior element that corresponds to this one: by position in a list, by meaning in a set. */
function matching(
  type: Extract<FieldType, { is: 'list' }>,
  element: unknown,
  before: readonly unknown[],
  index: number,
): unknown {
  if (type.unordered !== true) return before[index];
  return before.find((candidate) => semanticEquals(type.of, apiValue(type.of, candidate), element));
}

export function dataSourceFields(declaration: Declaration): [string, Field][] {
  return Object.entries(servedFields(declaration)).filter(
    ([, field]) => field.notInTerraform === undefined && !behaves(field, 'inputOnly') && !isShownOnce(field),
  );
}

/** Returns the state of a data source: every field, including those that change on their own. */
export function dataSourceState(declaration: Declaration, object: Values): Values {
  const parent = parentAttribute(declaration);
  return {
    ...Object.fromEntries(
      dataSourceFields(declaration).map(([name, field]) => [
        toAttribute(name, field),
        attributeValue(field.type, object[name], null, 'asIs'),
      ]),
    ),
    ...(parent !== undefined && { [parent]: findParentUid(declaration, getObjectUid(declaration, object)) ?? null }),
  };
}
