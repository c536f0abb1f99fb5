/** Derives JSON Schemas from a declaration: of responses, creates and updates. */
import { CAPABILITY_PATTERN, DURATION_PATTERN, LOOPBACK_PATTERN, TIMEOUT_PATTERN, UID_PATTERN } from '../../model/api';
import {
  behaves,
  isInput,
  servedFields,
  unsetInResponse,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  type Rule,
  type StringFormat,
} from '../../model/schema';
import type { JsonSchema } from '../wire/documentation';

/** The fields of a response; a field with a zero value is always present (contract V2), a secret only once. */
export function responseJsonSchema(declaration: Declaration): JsonSchema {
  const { description, fields, rules = [] } = declaration;
  const chosen = new Set(rules.flatMap((rule) => rule.fields));
  const always = Object.entries(fields).filter(
    ([name, field]) =>
      !behaves(field, 'inputOnly', 'sensitive') &&
      !chosen.has(name) &&
      field.from === undefined &&
      unsetInResponse(field.type) !== undefined,
  );
  return {
    description,
    ...objectSchema(servedFields(declaration), 'response'),
    required: always.map(([name]) => name),
  };
}

/** The fields of a create. Fields that only the service sets may be sent back, and are ignored. */
export const createSchema = (declaration: Declaration): JsonSchema =>
  objectSchema(servedFields(declaration), 'create', declaration.rules);

/** The fields of an update: any of the fields, of a message any part; the result must be complete. */
export const updateSchema = (declaration: Declaration): JsonSchema => objectSchema(servedFields(declaration), 'update');

/** @param echo true for fields that only the service sets and that clients send back: only their types are checked */
type Mode = 'response' | 'create' | 'update' | 'echo';

function objectSchema(fields: Fields, mode: Mode, rules: readonly Rule[] = []): JsonSchema {
  const entries = Object.entries(fields).filter(([, field]) => mode !== 'response' || !behaves(field, 'inputOnly'));
  const property = (field: Field): JsonSchema => {
    const { description, type } = field;
    if (mode === 'echo') return orNull(getSchema(type, mode));
    if (mode === 'response') return { description, ...getSchema(type, mode) };
    if (mode === 'update' && field.administratorOnly === true) return { description, ...orNull(getSchema(type, mode)) };
    if (!isInput(field)) return { description, ...orNull(getSchema(type, 'echo')), readOnly: true };
    return { description, ...inputSchema(field, mode), ...(behaves(field, 'inputOnly') && { writeOnly: true }) };
  };
  const required = mode === 'create' ? entries.filter(([, field]) => isRequired(field)).map(([name]) => name) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, property(field)])),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(mode === 'create' && rules.length > 0 && { allOf: rules.map((rule) => ruleSchema(rule, fields)) }),
  };
}

/** Null and empty count as absent (contract V2), if a field can be absent. */
function inputSchema(field: Field, mode: Mode): JsonSchema {
  const { type } = field;
  const given = getSchema(type, mode);
  if (isRequired(field)) return type.is === 'map' ? { ...given, minProperties: 1 } : given;
  if (type.is === 'string') return { anyOf: [given, { enum: ['', null] }] };
  if (type.is === 'list') return { anyOf: [given, { type: ['array', 'null'], maxItems: 0 }] };
  // The rules of a message do not apply to null.
  return type.is === 'message' ? { anyOf: [given, { enum: [null] }] } : orNull(given);
}

function isRequired(field: Field): boolean {
  return isInput(field) && behaves(field, 'required');
}

/** An element counts even if it is empty: an empty text is an element, an empty field is unset. */
function getSchema(type: FieldType, mode: Mode, isElement = false): JsonSchema {
  const isRequest = mode === 'create' || mode === 'update';
  switch (type.is) {
    case 'string':
      if (isRequest) return { ...textSchema(type), ...(!isElement && { minLength: 1 }) };
      // Older objects may break a newer rule about text: rules are for requests.
      return { type: 'string', ...(mode === 'response' && type.format === 'timestamp' && { format: 'date-time' }) };
    case 'bool':
      return { type: 'boolean' };
    case 'integer':
    case 'number':
      return { type: type.is };
    case 'list': {
      const { minItems = 1, maxItems } = type;
      const limits = { minItems, ...(maxItems !== undefined && { maxItems }) };
      return { type: 'array', items: getSchema(type.of, mode, true), ...(isRequest && limits) };
    }
    case 'map':
      return { type: 'object', additionalProperties: getSchema(type.of, mode, true) };
    case 'message':
      return objectSchema(type.fields, mode, type.rules);
    case 'json':
      return {};
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  // Without a type it allows anything already.
  return schema['type'] === undefined ? schema : { ...schema, type: [schema['type'], 'null'] };
}

function textSchema({ pattern, maxLength, oneOf, format }: Extract<FieldType, { is: 'string' }>): JsonSchema {
  return {
    type: 'string',
    ...(pattern !== undefined && { pattern }),
    ...(maxLength !== undefined && { maxLength }),
    ...(oneOf !== undefined && { enum: oneOf }),
    ...(format !== undefined && formats[format]),
  };
}

const label = '[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?';
const octet = '([1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const host = `((${label}\\.)*[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?|${octet}(\\.${octet}){3})`;
/** An https URL, or one of the loopback, without a user name. */
const httpsUrlPattern = `^(https://${host}|http://${LOOPBACK_PATTERN})(:([0-9]{1,4}|[1-5][0-9]{4}))?([/?#][^\\s"'\\\\]*)?$`;

const formats: Readonly<Record<StringFormat, JsonSchema>> = {
  uid: { pattern: UID_PATTERN },
  httpsUrl: { format: 'uri', pattern: httpsUrlPattern },
  pattern: { format: 're2' },
  jwks: { format: 'jwks' },
  publicJwk: { format: 'jwk', contentMediaType: 'application/json' },
  timestamp: { format: 'date-time' },
  duration: { pattern: DURATION_PATTERN },
  timeout: { pattern: TIMEOUT_PATTERN },
  capability: { pattern: CAPABILITY_PATTERN },
  email: { pattern: '^[^\\s@]+@[^\\s@]+$' },
};

function ruleSchema({ rule, fields: names }: Rule, fields: Fields): JsonSchema {
  const given = (name: string) => ({ required: [name], properties: { [name]: presence(fields[name]?.type) } });
  const each = names.map(given);
  if (rule === 'exactlyOneOf') return { oneOf: each };
  if (rule === 'atLeastOneOf') return { anyOf: each };
  const pairs = each.flatMap((one, index) => each.slice(index + 1).map((other) => ({ allOf: [one, other] })));
  return { not: { anyOf: pairs } };
}

/** The condition for a field to count as set in a rule. */
function presence(type: FieldType | undefined): JsonSchema {
  if (type?.is === 'string') return { type: 'string', minLength: 1 };
  if (type?.is === 'bool') return { enum: [true] };
  return type?.is === 'list' ? { type: 'array', minItems: 1 } : { type: 'object' };
}
