/** The JSON schema of an organization file, derived from the fields that check the file. */
import { behaves, type Field, type Fields, type FieldType, type Rule } from '../../src/model/schema';
import { TRUST, TRUST_RULES } from '../trust/trust-fields';
import { FILE, GROUP, findShorthand } from './data-fields';

type Schema = Readonly<Record<string, unknown>>;

/** Returns the schema, without its title and its address. */
export function organizationSchema(): Schema {
  const definitions = { group: objectSchema(GROUP), trust: objectSchema(TRUST, TRUST_RULES, trustValue) };
  return { ...objectSchema(FILE), definitions };
}

type ToSchema = (type: FieldType) => Schema;

function objectSchema(fields: Fields, rules: readonly Rule[] = [], toSchema: ToSchema = typeSchema): Schema {
  const required = Object.keys(fields).filter((name) => behaves(fields[name] as Field, 'required'));
  const exclusive = rules.filter(({ rule }) => rule === 'exactlyOneOf');
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, { type, description }]) => [name, { description, ...toSchema(type) }]),
    ),
    ...(required.length > 0 && { required }),
    ...(exclusive.length > 0 && {
      allOf: exclusive.map(({ fields: names }) => ({ oneOf: names.map((name) => ({ required: [name] })) })),
    }),
  };
}

/** A trust also accepts a number as text, and one text as a list. */
function trustValue(type: FieldType): Schema {
  if (type.is === 'message') return objectSchema(type.fields, type.rules, trustValue);
  if (type.is === 'list') return { anyOf: [trustValue(type.of), { type: 'array', items: trustValue(type.of) }] };
  const schema = typeSchema(type);
  return type.is === 'string' && type.oneOf === undefined ? { ...schema, type: ['string', 'integer'] } : schema;
}

function typeSchema(type: FieldType): Schema {
  switch (type.is) {
    case 'message': {
      if (type.fields === GROUP) return { $ref: '#/definitions/group' };
      if (type.fields === TRUST) return { $ref: '#/definitions/trust' };
      const whole = objectSchema(type.fields, type.rules);
      return findShorthand(type.fields) === undefined ? whole : { anyOf: [{ type: 'string' }, whole] };
    }
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(type.of) };
    case 'list':
      return { type: 'array', items: typeSchema(type.of), ...(type.minItems && { minItems: type.minItems }) };
    case 'string':
      return {
        type: 'string',
        ...(type.pattern !== undefined && { pattern: type.pattern }),
        ...(type.maxLength !== undefined && { maxLength: type.maxLength }),
        ...(type.oneOf !== undefined && { enum: type.oneOf }),
      };
    case 'bool':
      return { type: 'boolean' };
    case 'json':
      return {};
    default:
      return { type: type.is };
  }
}
