/**
 * Converts props to Terraform attributes, for any declaration. Names are converted one declared field at a time: keys
 * of maps are data and pass unchanged, and so do values that only Terraform will know (tokens). A prop refers to
 * another object by its construct, or by its uid as text.
 */
import { Lazy, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { onceFor } from '../../src/base/cache/once-for';
import { isObject, jsonText, type JsonValue, snakeCase, type Values } from '../../src/model/api';
import { parentKind, resourceSettings } from '../../src/model/kinds';
import {
  toAttribute,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  isInput,
  string,
  withVersions,
} from '../../src/model/schema';
import { hasExpression, isTextLiteral, literalHcl } from './literal-text';
import { toUid } from './reference';
import { refuseUnescapedHcl } from './texts';

/** The value of a parent prop for a root object. */
export const noParent: unique symbol = Symbol('no parent');

/** Returns the name of the prop for a reference to another object: `group` for `groupUid`. */
export function referenceName(field: string): string {
  return field.replace(/Uid$/, '');
}

/** Returns the name of the prop for a field. A reference is named after its object: `role` for `roleUid`. */
export function propName(field: string, type: FieldType | undefined): string {
  return refers(type) ? referenceName(field) : field;
}

/** Returns true if a field contains the uid of another object. */
export function refers(type: FieldType | undefined): boolean {
  return refersTo(type) !== undefined;
}

/** Returns the kind of the object whose uid a field contains. */
export function refersTo(type: FieldType | undefined): string | undefined {
  return type?.is === 'string' ? type.refersTo : undefined;
}

/** Returns the fields that the props of a resource can set, by their name in the API. The parent is the first one. */
export function propFields(declaration: Declaration): Fields {
  const found = fieldsByDeclaration.get(declaration) ?? settableFields(declaration);
  fieldsByDeclaration.set(declaration, found);
  return found;
}

/** Returns the names of the props for these fields. */
export const propNames = onceFor((fields: Fields): readonly string[] =>
  Object.entries(fields).map(([name, { type }]) => propName(name, type)),
);

/** Returns the values of the fields among the props, with uids instead of references. */
export function fieldValues(fields: Fields, props: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(fields)) {
    const value = props[propName(name, type)];
    if (value !== undefined && value !== noParent) values[name] = refers(type) ? uidValue(toUid(value)) : value;
  }
  return values;
}

/** Returns the values by the names of Terraform's attributes. */
export function attributes(fields: Fields, values: Values): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (values[name] !== undefined) named[toAttribute(name, field)] = attribute(field.type, values[name]);
  }
  return named;
}

/**
 * Returns the attributes for `cdktf synth --hcl`, each marked as attribute or block: CDKTF would write any nested value
 * as a block. CDKTF escapes little text, so everything that is known is HCL already.
 *
 * @throws Error for a text with an expression that CDKTF would not escape.
 */
export function asHcl({ node }: IConstruct, named: Values, blocks: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const isBlock = blocks.includes(name);
        const literal = isBlock ? undefined : literalHcl(value);
        if (literal === undefined) refuseUnescapedHcl(node.path, { [name]: value });
        const written = literal === undefined ? { value, type: 'any' } : { value: literal, type: 'reference' };
        return [name, { ...written, isBlock, storageClassType: '' }];
      }),
  );
}

/**
 * Returns the blocks of a resource by their names in Terraform. Settings that are messages are blocks, and every other
 * message is an attribute.
 */
export function blockNames(declaration: Declaration): string[] {
  return Object.entries(resourceSettings(declaration))
    .filter(([, { type }]) => type.is === 'message')
    .map(([name]) => snakeCase(name));
}

/** Returns true if only Terraform will know the value: it is a token, or text that contains an expression. */
export function isPending(value: unknown): boolean {
  // Most values are texts without tokens, which CDKTF would search for several patterns.
  if (typeof value === 'string' && !value.includes('{')) return false;
  return Token.isUnresolved(value) || (typeof value === 'string' && hasExpression(value));
}

const fieldsByDeclaration = new WeakMap<Declaration, Fields>();

function settableFields(declaration: Declaration): Fields {
  const { parent, fields, terraform } = declaration;
  const parentField: [string, Field][] = parent
    ? [
        [
          parent.name,
          string(['optional'], parent.description, { format: 'uid', refersTo: parentKind(declaration).kind }),
        ],
      ]
    : [];
  const own = Object.entries({ ...fields, ...terraform?.fields }).filter(
    ([, field]) => isInput(field) && field.notInTerraform === undefined,
  );
  const settings = resourceSettings(declaration);
  return { ...Object.fromEntries(parentField), ...withVersions(Object.fromEntries(own)), ...settings };
}

function attribute(type: FieldType, value: unknown): unknown {
  if (isPending(value)) return value;
  if (type.is === 'json') return jsonText(value as JsonValue);
  if (type.is === 'message' && isObject(value)) return attributes(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => attribute(type.of, element));
  return value;
}

/** A uid is no text of a file: it can be an expression of the program, which the file's constructs refer to. */
function uidValue(uid: unknown): unknown {
  if (!isTextLiteral() || typeof uid !== 'string' || Token.isUnresolved(uid) || !/[$%]\{/.test(uid)) return uid;
  return Lazy.stringValue({ produce: () => uid });
}
