/** Writes the lists "Argument Reference" and "Attribute Reference" of a page from a schema. */
import { snakeCase } from '../../model/api';
import type { Attribute, CtyType, NestedType, Schema } from '../../plugin';
import {
  ruleText,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  type Rule,
  type StringFormat,
  toAttribute,
} from '../../model/schema';
import { capitalized } from '../../base/text/words';
import { bullets, inlineCode } from './markdown';

type Attributes = Schema['attributes'];

/** The fields that some attributes represent, and the rules between them. */
interface Declared {
  readonly fields: Fields;
  readonly rules?: readonly Rule[];
}

const nothing: Declared = { fields: {} };

export function argumentReference(schema: Schema, declared: Declared = nothing): string {
  const settable = Object.entries(schema.attributes).filter(([, { mode }]) => mode !== 'computed');
  const [required, optional] = [true, false].map((after) =>
    settable.filter(([, { mode }]) => (mode === 'required') === after),
  );
  const ordered = Object.fromEntries([...(required ?? []), ...(optional ?? []), ...getBlocks(schema)]);
  return section('Argument Reference', ordered, declared, 'It takes no arguments.');
}

/** A block is written like an attribute that holds an object, without the equals sign. */
function getBlocks({ blocks = {} }: Schema): [string, Attribute][] {
  return Object.entries(blocks).map(([name, { nesting, attributes, description }]) => {
    const type: NestedType = { nesting: nesting === 'group' ? 'single' : nesting, attributes };
    return [name, { type, mode: 'optional', description: `A block: \`${name} { … }\`. ${description ?? ''}` }];
  });
}

export function attributeReference(schema: Schema, declared: Declared = nothing): string {
  const given = Object.entries(schema.attributes).filter(([, { mode }]) => mode === 'computed');
  const text = section('Attribute Reference', Object.fromEntries(given), { fields: declared.fields }, '');
  const takesNothing = Object.keys(given).length === Object.keys(schema.attributes).length;
  return takesNothing ? text : text.replace('\n\n', '\n\nIn addition to the arguments:\n\n');
}

function section(title: string, attributes: Attributes, declared: Declared, otherwise: string): string {
  if (Object.keys(attributes).length === 0) return otherwise === '' ? '' : `## ${title}\n\n${otherwise}`;
  return [`## ${title}`, ...listed(attributes, declared, '')].join('\n\n');
}

/** The attributes, the rules between them, and then those inside each. */
function listed(attributes: Attributes, declared: Declared, prefix: string): string[] {
  const byName = new Map(Object.entries(declared.fields).map(([name, field]) => [toAttribute(name, field), field]));
  const lines = Object.entries(attributes).map(([name, attribute]) =>
    line(name, attribute, byName.get(name), `${prefix}${name}`),
  );
  const isInput = Object.values(attributes).some(({ mode }) => mode !== 'computed');
  const rules = (isInput ? (declared.rules ?? []) : []).map((rule) => {
    const consequence = rule.immutable === true ? '; a switch to another one forces replacement' : '';
    return `${capitalized(ruleText(rule, (field) => inlineCode(snakeCase(field))))}${consequence}.`;
  });
  const inner = Object.entries(attributes).flatMap(([name, { type }]) => {
    if (!isNested(type)) return [];
    const path = `${prefix}${name}`;
    const message = messageIn(byName.get(name)?.type);
    return [`### ${inlineCode(path)}`, ...listed(type.attributes, message, `${path}.`)];
  });
  return [bullets(lines), ...(rules.length === 0 ? [] : [rules.join(' ')]), ...inner];
}

function line(name: string, attribute: Attribute, field: Field | undefined, path: string): string {
  const { type, mode, description = '', sensitive, writeOnly, requiresReplace, default: fallback } = attribute;
  const words = [
    typeText(type),
    ...(mode === 'computed' ? [] : [mode === 'optional+computed' ? chosenOr(fallback) : mode]),
    ...(sensitive === true ? ['sensitive'] : []),
    ...(writeOnly === true ? ['write-only: Terraform 1.11 or newer'] : []),
    ...(requiresReplace === undefined || requiresReplace === false ? [] : ['forces replacement']),
  ];
  const more = [
    ...(mode === 'computed' || field === undefined ? [] : limits(field.type)),
    ...(fallback === undefined ? [] : [`By default ${inlineCode(JSON.stringify(fallback))}.`]),
    ...(isNested(type) ? [`See [below](#${path.replaceAll('.', '')}).`] : []),
  ];
  return `${inlineCode(name)} (${words.join(', ')}) ${[description, ...more].join(' ')}`;
}

/** Names an attribute that the provider may set. With a default there is nothing to set. */
function chosenOr(fallback: unknown): string {
  return fallback === undefined ? 'optional, otherwise computed' : 'optional';
}

/** Describes the limits of a value beyond its type: a sentence each. */
function limits(type: FieldType): string[] {
  if (type.is === 'list') {
    const counts = [
      ...(type.minItems === undefined ? [] : [`At least ${type.minItems}.`]),
      ...(type.maxItems === undefined ? [] : [`At most ${type.maxItems}.`]),
    ];
    return [...limits(type.of), ...counts];
  }
  if (type.is === 'map') return limits(type.of);
  if (type.is !== 'string') return [];
  const { format, pattern, maxLength, oneOf, known } = type;
  return [
    ...(format === undefined ? [] : (formats[format] ?? [])),
    ...(pattern === undefined ? [] : [`Matches ${inlineCode(pattern)}.`]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(oneOf === undefined ? [] : [`One of ${oneOf.map(inlineCode).join(', ')}.`]),
    ...(known === undefined ? [] : [`Known are ${known.map(inlineCode).join(', ')}.`]),
  ];
}

const formats: Readonly<Partial<Record<StringFormat, readonly string[]>>> = {
  httpsUrl: ['A URL that begins with `https://`.'],
  pattern: ['In the syntax of RE2.'],
  timestamp: ['RFC 3339, such as `2026-12-31T00:00:00Z`.'],
  duration: ['Seconds, such as `86400s`.'],
  capability: ['Dotted names.'],
  email: ['An e-mail address.'],
};

export function typeText(type: CtyType | NestedType): string {
  if (isNested(type)) return type.nesting === 'single' ? 'Object' : `${capitalized(type.nesting)} of Object`;
  if (typeof type === 'string') return type === 'bool' ? 'Boolean' : capitalized(type);
  const [collection, of] = type;
  return collection === 'list' || collection === 'set' || collection === 'map'
    ? `${capitalized(collection)} of ${typeText(of)}`
    : capitalized(collection);
}

function messageIn(type: FieldType | undefined): Declared {
  if (type?.is === 'message') return type;
  return type?.is === 'list' || type?.is === 'map' ? messageIn(type.of) : nothing;
}

function isNested(type: CtyType | NestedType): type is NestedType {
  return typeof type === 'object' && 'nesting' in type;
}

/** The list that a plural data source gives holds objects of the kind. */
export function inside({ fields }: Declaration, collection: string): Declared {
  return { fields: { [collection]: { type: { is: 'message', fields }, behavior: ['outputOnly'], description: '' } } };
}
