/**
 * The kinds as messages, with the numbers of their declarations. JavaScript's side is JSON as v2 has it, so that the service
 * needs no other form: what is unset is absent.
 */
import { onceFor } from '../../base/cache/once-for';
import { type ApiVersion, formatTimestamp, isObject, parseTimestamp } from '../../model/api';
import {
  bool,
  int32,
  map,
  message,
  one,
  repeated,
  string,
  withForm,
  type EnumType,
  type MessageField as MessageField,
  type MessageType,
  type DynamicMessage,
} from '../../grpc/message';
import { int64Text, named, repeatedNames } from '../../grpc/enum-names';
import { Duration, Timestamp } from '../../grpc/well-known';
import {
  behaves,
  canonicalNames,
  servedFields,
  type Declaration,
  type EnumerationFacts,
  type Field,
  type Fields,
  type FieldNumber,
  type FieldType,
  type NumberedField,
  type NumberedFields,
} from '../../model/schema';
import { capitalized } from '../../base/text/words';

/** `google.protobuf.Timestamp`, as RFC 3339 text. */
export const timestampText = withForm<string>(Timestamp, {
  fromFields({ seconds, nanos }) {
    const time = new Date(Number(seconds) * 1000 + Math.floor(Number(nanos) / 1_000_000));
    if (Number.isNaN(time.getTime())) throw new Error(`${String(seconds)} seconds since 1970 are no date`);
    return formatTimestamp(time);
  },
  toFields(text) {
    const ms = parseTimestamp(text)?.getTime() ?? 0;
    const seconds = Math.floor(ms / 1000);
    return { seconds, nanos: (ms - seconds * 1000) * 1_000_000 };
  },
});

/** `google.protobuf.Duration`, as `86400s`. */
const durationText = withForm<string>(Duration, {
  fromFields({ seconds, nanos }) {
    const fraction = Number(nanos) === 0 ? '' : `.${String(Math.abs(Number(nanos))).padStart(9, '0')}`;
    return `${Number(nanos) < 0 && Number(seconds) === 0 ? '-' : ''}${String(seconds)}${fraction}s`;
  },
  toFields(text) {
    const [, seconds = '0', fraction = ''] = /^(-?\d+)(?:\.(\d{1,9}))?s$/.exec(text) ?? [];
    const nanos = Number(fraction.padEnd(9, '0'));
    return { seconds: Number(seconds), nanos: seconds.startsWith('-') ? -nanos : nanos };
  },
});

/** The package that contains those of the domains. */
export const ROOT_PACKAGE = 'chainguard.platform';

/** The package of a kind: `chainguard.platform.iam.v2beta1`. */
export function getPackage({ domain }: Declaration, version: ApiVersion): string {
  return `${ROOT_PACKAGE}.${domain}.${version}`;
}

/** The message of a kind. */
export function resourceMessage(declaration: Declaration, version: ApiVersion): MessageType<DynamicMessage> {
  const { kind, description, protobuf } = declaration;
  const scope = getPackage(declaration, version);
  return messageOfFields({ scope, name: kind, comment: description }, servedFields(declaration), protobuf.fields);
}

interface Place {
  /** The package. */
  readonly scope: string;
  /** The name in the package. */
  readonly name: string;
  readonly comment: string;
}

/** Throws a `TypeError` for a field without a number: the declaration must decide. */
function messageOfFields(place: Place, fields: Fields, numbers: NumberedFields): MessageType<DynamicMessage> {
  const { scope, name, comment } = place;
  const numbered = Object.entries(fields).flatMap(([key, field]): [string, MessageField][] => {
    if (!Object.hasOwn(numbers, key)) throw new TypeError(`The declaration of ${name} has no number for ${key}.`);
    const facts = findFacts(numbers[key]);
    if (facts === undefined) return [];
    const inner = { scope, name: facts.message ?? `${name}.${capitalized(key)}`, comment: field.description };
    return [[key, { ...getField(inner, facts, field.type), comment: getComment(field) }]];
  });
  return message(Object.fromEntries(numbered), { name: `${scope}.${name}`, sparse: true, comment });
}

/** Returns the facts of a field; `undefined` if gRPC does not have it. */
export function findFacts(number: FieldNumber): NumberedField | undefined {
  return typeof number === 'number' ? { number } : number;
}

function getField(place: Place, facts: NumberedField, declared: FieldType): MessageField {
  const { number, oneof, key } = facts;
  const type = facts.type ?? declared;
  if (type.is === 'list') return createRepeated(number, getElement(place, facts, type.of));
  if (type.is === 'map') return { ...getMap(number, getElement(place, facts, type.of)), ...(key && { key }) };
  const element = getElement(place, facts, type);
  return { ...createSingle(number, element), ...(oneof && { oneof }) };
}

type Scalar = 'string' | 'bool' | 'int32' | 'int64';
type Element = Scalar | EnumType | MessageType<unknown>;

/** The type of a field, or of its elements. */
function getElement(place: Place, facts: NumberedField, type: FieldType): Element {
  const { enumeration, fields = {}, integer } = facts;
  if (enumeration !== undefined) return createEnum(place.scope, enumeration);
  if (integer !== undefined) return integer;
  switch (type.is) {
    case 'string':
      return (type.format !== undefined && forms[type.format]) || 'string';
    case 'bool':
      return 'bool';
    case 'integer':
      return 'int32';
    case 'message': {
      const own = messageOfFields(place, type.fields, fields);
      return facts.type === undefined ? own : withContent(own, type.fields);
    }
    default:
      throw new TypeError(`The declaration of ${place.name} has no type for gRPC.`);
  }
}

/** Shows only the declared fields of open content, in any representation of their names. */
function withContent(type: MessageType<unknown>, fields: Fields): MessageType<unknown> {
  return withForm<unknown>(type, {
    fromFields: (values) => values,
    toFields: (content) =>
      Object.fromEntries(
        Object.entries(isObject(content) ? canonicalNames(fields, content) : {}).filter(
          ([name, value]) => typeof value === (fields[name]?.type.is === 'bool' ? 'boolean' : 'string'),
        ),
      ),
  });
}

/** Returns the enum of a package, the same one each time. A name that begins with a dot is a full name. */
export function createEnum(scope: string, facts: EnumerationFacts): EnumType {
  const { prefix, values } = facts;
  const name = facts.name.startsWith('.') ? facts.name.slice(1) : `${scope}.${facts.name}`;
  const known = getEnums(facts).get(name) ?? { name, prefix, values };
  getEnums(facts).set(name, known);
  return known;
}

const getEnums = onceFor((_facts: EnumerationFacts) => new Map<string, EnumType>());

const forms: Readonly<Record<string, MessageType<unknown>>> = { timestamp: timestampText, duration: durationText };
const scalars = { string, bool, int32, int64: int64Text };

function isEnum(element: EnumType | MessageType<unknown>): element is EnumType {
  return 'values' in element;
}

function createSingle(number: number, element: Element): MessageField {
  if (typeof element === 'string') return scalars[element](number);
  return isEnum(element) ? named(number, element) : one(number, element);
}

function createRepeated(number: number, element: Element): MessageField {
  if (typeof element === 'string') return repeated(number, element);
  return isEnum(element) ? repeatedNames(number, element) : repeated(number, element);
}

function getMap(number: number, element: Element): MessageField {
  if (typeof element === 'string') return map(number, element);
  if (isEnum(element)) throw new TypeError(`${element.name} is no type of a map here.`);
  return map(number, element);
}

/** Returns the description, and the meaning of the field's behavior for the sender. */
function getComment(field: Field): string {
  const words = [
    behaves(field, 'required') ? 'Required.' : '',
    field.administratorOnly === true ? 'Only an administrator changes it.' : '',
    behaves(field, 'outputOnly', 'identifier') && field.administratorOnly !== true ? 'Output only.' : '',
    behaves(field, 'inputOnly') ? 'Input only.' : '',
    behaves(field, 'immutable') ? 'Immutable.' : '',
  ];
  return [...words.filter((word) => word !== ''), field.description].join(' ');
}
