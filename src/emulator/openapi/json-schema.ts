/** The JSON Schemas that follow from a declaration: what an answer holds, what a create and an update take. */
import { CAPABILITY_PATTERN, UID_PATTERN } from '../../api';
import {
  behaves,
  isInput,
  isUpdatable,
  zeroValue,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  type Rule,
  type StringFormat,
} from '../../schema';

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
      zeroValue(field.type) !== undefined,
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
        takes(field)
          ? {
              description: field.description,
              ...requestType(field.type, complete),
              ...(behaves(field, 'inputOnly') && { writeOnly: true }),
            }
          : { description: field.description, readOnly: true },
      ]),
    ),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(complete && rules.length > 0 && { allOf: rules.map(ruleSchema) }),
  };
}

function isRequired(field: Field | undefined): boolean {
  return field !== undefined && isInput(field) && behaves(field, 'required');
}

function requestType(type: FieldType, complete: boolean): JsonSchema {
  switch (type.is) {
    case 'string':
      return {
        type: 'string',
        ...(type.pattern !== undefined && { pattern: type.pattern }),
        ...(type.maxLength !== undefined && { maxLength: type.maxLength }),
        ...(type.oneOf !== undefined && { enum: type.oneOf }),
        ...(type.format !== undefined && formats[type.format]),
      };
    case 'list':
      return {
        type: 'array',
        items: requestType(type.of, complete),
        ...(type.minItems !== undefined && { minItems: type.minItems }),
        ...(type.maxItems !== undefined && { maxItems: type.maxItems }),
      };
    case 'map':
      return { type: 'object', additionalProperties: requestType(type.of, complete) };
    case 'message':
      return requestObject(type.fields, type.rules ?? [], complete, isInput);
    default:
      return answerType(type);
  }
}

const formats: Readonly<Record<StringFormat, JsonSchema>> = {
  uid: { pattern: UID_PATTERN },
  httpsUrl: { format: 'uri' },
  pattern: { format: 'regex' },
  jwks: { contentMediaType: 'application/json' },
  timestamp: { format: 'date-time' },
  duration: { pattern: '^[0-9]{1,12}(\\.[0-9]{1,9})?s$' },
  capability: { pattern: CAPABILITY_PATTERN },
  email: { format: 'email' },
};

function ruleSchema({ rule, fields }: Rule): JsonSchema {
  const each = fields.map((name) => ({ required: [name] }));
  if (rule === 'exactlyOneOf') return { oneOf: each };
  if (rule === 'atLeastOneOf') return { anyOf: each };
  const pairs = fields.flatMap((one, index) => fields.slice(index + 1).map((other) => [one, other]));
  return { not: { anyOf: pairs.map((required) => ({ required })) } };
}
