/** The JSON Schemas that follow from a declaration: what an answer holds, what a create and an update take. */
import { CAPABILITY_PATTERN, DURATION_PATTERN, UID_PATTERN } from '../../api';
import {
  behaves,
  isInput,
  isUpdatable,
  unsetInResponse,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  type Rule,
  type StringFormat,
} from '../../schema';

const label = '[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?';
const octet = '([1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const host = `((${label}\\.)*[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?|${octet}(\\.${octet}){3})`;
const loopback = '(localhost|127\\.0\\.0\\.1|\\[::1\\])';

/** An https URL, or one of the loopback, without a user name. */
const HTTPS_URL_PATTERN = `^(https://${host}|http://${loopback})(:([0-9]{1,4}|[1-5][0-9]{4}))?([/?#][^\\s"'\\\\]*)?$`;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the service answers: every field but those that are only sent; those with a zero value are always there. A secret is shown once. */
export function answerSchema(declaration: Declaration): JsonSchema {
  const { fields, rules = [] } = declaration;
  const chosen = new Set(rules.flatMap((rule) => rule.fields));
  const always = Object.entries(fields).filter(
    ([name, field]) =>
      !behaves(field, 'inputOnly', 'sensitive') &&
      !chosen.has(name) &&
      field.from === undefined &&
      unsetInResponse(field.type) !== undefined,
  );
  return {
    description: declaration.description,
    ...answerObject(fields),
    required: always.map(([name]) => name),
  };
}

/** What a create takes. What only the service sets may be sent back, and is passed over. */
export function createSchema({ fields, rules = [] }: Declaration): JsonSchema {
  return requestObject(fields, rules, true, isInput);
}

/** What an update takes: any of the fields that can change, and of a message any part; what comes of it must be whole. */
export function updateSchema({ fields, rules = [] }: Declaration): JsonSchema {
  return requestObject(fields, rules, false, isUpdatable);
}

function answerObject(fields: Fields): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !behaves(field, 'inputOnly'))
        .map(([name, field]) => [name, { description: field.description, ...answerType(field.type) }]),
    ),
    additionalProperties: false,
  };
}

// What an object had before a rule was made may still be answered: rules about text are for requests.
function answerType(type: FieldType): JsonSchema {
  switch (type.is) {
    case 'string':
      if (type.format === 'timestamp') return { type: 'string', format: 'date-time' };
      return { type: 'string' };
    case 'bool':
      return { type: 'boolean' };
    case 'integer':
      return { type: 'integer' };
    case 'list':
      return { type: 'array', items: answerType(type.of) };
    case 'map':
      return { type: 'object', additionalProperties: answerType(type.of) };
    case 'message':
      return answerObject(type.fields);
    case 'json':
      return {};
  }
}

function requestObject(
  fields: Fields,
  rules: readonly Rule[],
  complete: boolean,
  takes: (field: Field) => boolean,
): JsonSchema {
  const required = complete ? Object.keys(fields).filter((name) => isRequired(fields[name])) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        {
          description: field.description,
          ...requestField(field, complete, takes(field)),
          ...(behaves(field, 'inputOnly') && { writeOnly: true }),
        },
      ]),
    ),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(complete && rules.length > 0 && { allOf: rules.map((rule) => ruleSchema(rule, fields)) }),
  };
}

/** What is not taken may be sent back as it was answered. Null and empty read as absent, where that may be. */
function requestField(field: Field, complete: boolean, isTaken: boolean): JsonSchema {
  if (!isTaken && !isInput(field)) return { ...orNull(echoType(field.type)), readOnly: true };
  const given = givenType(field.type, complete);
  if (!isRequired(field)) return orAbsent(given, field.type);
  return field.type.is === 'map' ? { ...given, minProperties: 1 } : given;
}

/** Of an answer that is sent back only the types are looked at. */
function echoType(type: FieldType): JsonSchema {
  switch (type.is) {
    case 'string':
      return { type: 'string' };
    case 'list':
      return { type: 'array', items: echoType(type.of) };
    case 'map':
      return { type: 'object', additionalProperties: echoType(type.of) };
    case 'message':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(type.fields).map(([name, field]) => [name, orNull(echoType(field.type))]),
        ),
        additionalProperties: false,
      };
    default:
      return answerType(type);
  }
}

function isRequired(field: Field | undefined): boolean {
  return field !== undefined && isInput(field) && behaves(field, 'required');
}

/** A value that says something: no empty text, no empty list where there must be elements. */
function givenType(type: FieldType, complete: boolean): JsonSchema {
  switch (type.is) {
    case 'string':
      return { ...textType(type), minLength: 1 };
    case 'list':
      return {
        type: 'array',
        items: elementType(type.of, complete),
        minItems: type.minItems ?? 1,
        ...(type.maxItems !== undefined && { maxItems: type.maxItems }),
      };
    case 'map':
      return { type: 'object', additionalProperties: elementType(type.of, complete) };
    case 'message':
      return requestObject(type.fields, type.rules ?? [], complete, isInput);
    default:
      return answerType(type);
  }
}

/** Elements stand for themselves: an empty text is one. */
function elementType(type: FieldType, complete: boolean): JsonSchema {
  return type.is === 'string' ? textType(type) : givenType(type, complete);
}

function textType(type: Extract<FieldType, { is: 'string' }>): JsonSchema {
  return {
    type: 'string',
    ...(type.pattern !== undefined && { pattern: type.pattern }),
    ...(type.maxLength !== undefined && { maxLength: type.maxLength }),
    ...(type.oneOf !== undefined && { enum: type.oneOf }),
    ...(type.known !== undefined && { enum: type.known }),
    ...(type.format !== undefined && formats[type.format]),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  // Without a type it allows anything already.
  return schema['type'] === undefined ? schema : { ...schema, type: [schema['type'], 'null'] };
}

function orAbsent(given: JsonSchema, type: FieldType): JsonSchema {
  if (type.is === 'string') return { anyOf: [given, { enum: ['', null] }] };
  if (type.is === 'list') return { anyOf: [given, { type: ['array', 'null'], maxItems: 0 }] };
  // The rules of a message must not be asked of null.
  return type.is === 'message' ? { anyOf: [given, { enum: [null] }] } : orNull(given);
}

const formats: Readonly<Record<StringFormat, JsonSchema>> = {
  uid: { pattern: UID_PATTERN },
  httpsUrl: { format: 'uri', pattern: HTTPS_URL_PATTERN },
  pattern: { format: 're2' },
  jwks: { format: 'jwks', contentMediaType: 'application/json' },
  timestamp: { format: 'date-time' },
  duration: { pattern: DURATION_PATTERN },
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

/** What makes a field count as given in a rule. */
function presence(type: FieldType | undefined): JsonSchema {
  switch (type?.is) {
    case 'string':
      return { type: 'string', minLength: 1 };
    case 'bool':
      return { enum: [true] };
    case 'list':
      return { type: 'array', minItems: 1 };
    default:
      return { type: 'object' };
  }
}
