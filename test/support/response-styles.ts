/** The response styles of JSON gateways. Each is derived from the response schema of the OpenAPI document. */
import { snakeCase } from '../../src/model/api';
import type { Declaration, FieldType } from '../../src/model/schema';
import { resolveRef } from '../emulator/openapi/contract';

export type Schema = Readonly<Record<string, unknown>>;
export type Values = Readonly<Record<string, unknown>>;

export const STYLES = [
  'complete',
  'zero values omitted',
  'null',
  'unknown fields',
  'new enum values',
  'enum numbers',
  'snake_case',
] as const;
export type Style = (typeof STYLES)[number];

/** The values that a read adds in each style: a name that we do not know, and a number for which the gateway has no name. */
export const NEW_ENUM_VALUE = { 'new enum values': 'CAP_FIGS_DRIED_EAT', 'enum numbers': 4711 } as const;

/** Returns the JSON in the style. Names are converted only where the schema has properties: keys of maps are data. */
export function restyle(schema: Schema, value: unknown, style: Style): unknown {
  if (typeof schema['$ref'] === 'string') return restyle(resolveRef(schema['$ref']), value, style);
  if (Array.isArray(value)) {
    const items = schema['items'] as Schema | undefined;
    return items === undefined ? value : value.map((element) => restyle(items, element, style));
  }
  const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined;
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  const members = Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
    const member = (value as Values)[name];
    if (style === 'null' && isZero(member)) return [[name, null]];
    if (member === undefined || (style === 'zero values omitted' && isZero(member))) return [];
    return [[style === 'snake_case' ? snakeCase(name) : name, restyle(property, member, style)]];
  });
  const unknown = style === 'unknown fields' ? { etag: 'W/"1"', newMessage: { name: 'new' }, newList: [null] } : {};
  return { ...unknown, ...Object.fromEntries(members) };
}

function isZero(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === '' || value === 0 || value === false;
}

/** Returns the object with a value that the client does not know in every enum field that is set. */
export function withNewEnumValues({ fields }: Declaration, object: Values, style: Style): Values {
  if (style !== 'new enum values' && style !== 'enum numbers') return object;
  const added = NEW_ENUM_VALUE[style];
  const changed = Object.entries(object).map(([name, value]) => {
    const type = fields[name]?.type;
    if (type === undefined || !isEnum(type)) return [name, value];
    return [name, Array.isArray(value) ? [...(value as unknown[]), added] : added];
  });
  return Object.fromEntries(changed) as Values;
}

/** The document does not mark enums that are only in responses: the declaration does. */
export function isEnum(type: FieldType): boolean {
  if (type.is === 'list') return isEnum(type.of);
  return type.is === 'string' && (type.enumeration === true || type.format === 'capability');
}

/**
 * Returns a value of the schema. Texts, times and open content are set; everything else is zero. The last text of a message is
 * zero, too, and a list of messages has two elements, one of them zero: so every style differs in nested values.
 */
export function sample(schema: Schema, name: string): unknown {
  if (typeof schema['$ref'] === 'string') return sample(resolveRef(schema['$ref']), name);
  const { type, format, properties } = schema;
  if (type === 'string') return format === 'date-time' ? '2026-01-02T03:04:05.678Z' : `a ${name}`;
  if (type === 'boolean') return false;
  if (type === 'array') {
    const items = (schema['items'] ?? {}) as Schema;
    return items['properties'] === undefined ? [] : [sample(items, name), {}];
  }
  if (type === 'object') {
    const members = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>);
    const texts = members.filter(([, property]) => property['type'] === 'string' && property['format'] === undefined);
    const [last] = texts.slice(1).at(-1) ?? [];
    return Object.fromEntries(
      members.map(([inner, property]) => [inner, inner === last ? '' : sample(property, inner)]),
    );
  }
  return type === undefined ? { camelCase: { snake_case: [] } } : 0;
}
