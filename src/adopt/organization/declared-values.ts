/** The values of an object that a project sets. */
import { isObject, type Values } from '../../model/api';
import { containerKind, parentKind } from '../../model/kinds';
import {
  behaves,
  inputFields,
  isDefaultValue,
  isInput,
  isWriteOnly,
  getLifetime,
  findParentUid,
  satisfies,
  type Declaration,
  type Fields,
  type FieldType,
} from '../../model/schema';

/** Returns the fields that a project sets, without default values, secrets and references. */
export function declaredValues(declaration: Declaration, object: Values): Values {
  const { fields, terraform } = declaration;
  const own = Object.fromEntries(Object.entries(fields).filter(([, { type }]) => !isReference(type)));
  const lifetime = terraform?.expiry && getLifetime(terraform.expiry, object);
  return { ...written(own, object), ...lifetime };
}

/** Returns the names of the fields that refer to other objects. */
export function referenceFields(declaration: Declaration): string[] {
  return inputFields(declaration).flatMap(([name, { type }]) => (isReference(type) ? [name] : []));
}

/** A reference of an object to another one. */
export interface ObjectReference {
  readonly field: string;
  readonly kind: string;
  readonly uid: unknown;
  /** The place of the referenced object in the response. */
  readonly from?: string | undefined;
}

/** Returns the references of an object. Its parent is one of them, unless it is a group. */
export function getObjectReferences(declaration: Declaration, values: Values): ObjectReference[] {
  const { parent, fields } = declaration;
  const { kind } = parentKind(declaration);
  const own = referenceFields(declaration).flatMap((field): ObjectReference[] => {
    const { type, from } = fields[field] ?? {};
    return type?.is === 'string' && type.refersTo !== undefined
      ? [{ field, kind: type.refersTo, uid: values[field], from }]
      : [];
  });
  if (parent === undefined || kind === containerKind.kind) return own;
  return [{ field: parent.name, kind, uid: findParentUid(declaration, String(values['uid'])) }, ...own];
}

/** Returns the paths of the secrets without which a message of the object is invalid. */
export function neededSecrets({ fields }: Declaration, values: Values): (readonly string[])[] {
  return secretsIn(fields).filter((path) => {
    const [name = '', secret = ''] = path;
    const { type } = fields[name] ?? {};
    const message = values[name];
    if (type?.is !== 'message' || !isObject(message)) return false;
    return (type.rules ?? []).some(
      (rule) => rule.fields.includes(secret) && !satisfies(rule, (field) => message[field] !== undefined),
    );
  });
}

/** Returns the paths of the write-only fields in the messages of an object. */
export function secretsIn(fields: Fields): (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, { type }]) =>
    type.is === 'message'
      ? Object.entries(type.fields).flatMap(([inner, field]) => (isWriteOnly(field) ? [[name, inner]] : []))
      : [],
  );
}

function isReference(type: FieldType): boolean {
  return type.is === 'string' && type.refersTo !== undefined;
}

function written(fields: Fields, object: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = object[name];
      if (!isInput(field) || behaves(field, 'sensitive', 'inputOnly')) return [];
      if (field.notInTerraform !== undefined || value === undefined || value === null) return [];
      return isDefaultValue(field.type, value) ? [] : [[name, writtenValue(field.type, value)]];
    }),
  );
}

function writtenValue(type: FieldType, value: unknown): unknown {
  if (type.is === 'message' && isObject(value)) return written(type.fields, value);
  if (type.is === 'map' && isObject(value))
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (type.is !== 'list' || !Array.isArray(value)) return value;
  const elements = value.map((element) => writtenValue(type.of, element));
  return type.unordered === true ? elements.sort() : elements;
}
