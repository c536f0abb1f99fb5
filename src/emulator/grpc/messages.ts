/**
 * The kinds as messages. A field's number is its place in the declaration, from 1, and for an unmanaged field from 101:
 * fields are appended, never moved (a test holds the numbers against those on record). JavaScript's side is JSON as v2 has it, so that the service
 * needs no other form: what is unset is absent.
 */
import { formatTimestamp, parseTimestamp } from '../../api';
import {
  bool,
  int32,
  map,
  message,
  one,
  repeated,
  string,
  withForm,
  type Field as MessageField,
  type MessageType,
  type Values,
} from '../../grpc/message';
import { Duration, Timestamp, Value } from '../../grpc/well-known';
import {
  behaves,
  listPath,
  servedFields,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
} from '../../schema';
import { capitalized } from '../../text/words';

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
export const ROOT_PACKAGE = 'platform';

/** The package of a kind: `platform.iam.v2beta1`. */
export function packageOf(declaration: Declaration): string {
  return `${ROOT_PACKAGE}.${listPath(declaration).split('/').slice(1, 3).join('.')}`;
}

/** The message of a kind. */
export function resourceMessage(declaration: Declaration): MessageType<Values> {
  const { kind, description } = declaration;
  return messageOfFields(`${packageOf(declaration)}.${kind}`, servedFields(declaration), description);
}

const firstUnmanaged = 101;

function messageOfFields(name: string, fields: Fields, comment: string): MessageType<Values> {
  const managed = Object.values(fields).filter((field) => field.isUnmanaged !== true).length;
  const numbered = Object.entries(fields).map(([key, field], index): [string, MessageField] => {
    const number = field.isUnmanaged === true ? firstUnmanaged + index - managed : index + 1;
    return [key, { ...fieldOf(`${name}.${capitalized(key)}`, number, field), comment: commentOf(field) }];
  });
  return message(Object.fromEntries(numbered), { name, sparse: true, comment });
}

function fieldOf(name: string, number: number, { type, description }: Field): MessageField {
  if (type.is === 'list') return repeatedOf(number, elementOf(name, type.of, description));
  if (type.is === 'map') return mapOf(number, elementOf(name, type.of, description));
  const element = elementOf(name, type, description);
  if (typeof element === 'object') return one(number, element);
  return { string, bool, int32 }[element](number);
}

type Element = 'string' | 'bool' | 'int32' | MessageType<unknown>;

/** The type of a field, or of its elements. */
function elementOf(name: string, type: FieldType, description: string): Element {
  switch (type.is) {
    case 'string':
      return (type.format !== undefined && forms[type.format]) || 'string';
    case 'bool':
      return 'bool';
    case 'integer':
      return 'int32';
    case 'message':
      return messageOfFields(name, type.fields, description);
    default:
      return Value;
  }
}

const forms: Readonly<Record<string, MessageType<unknown>>> = { timestamp: timestampText, duration: durationText };

function repeatedOf(number: number, element: Element): MessageField {
  return typeof element === 'string' ? repeated(number, element) : repeated(number, element);
}

function mapOf(number: number, element: Element): MessageField {
  return typeof element === 'string' ? map(number, element) : map(number, element);
}

/** Returns the description, and the meaning of the field's behavior for the sender. */
function commentOf(field: Field): string {
  const words = [
    behaves(field, 'required') ? 'Required.' : '',
    field.administratorOnly === true ? 'Only an administrator changes it.' : '',
    behaves(field, 'outputOnly', 'identifier') && field.administratorOnly !== true ? 'Output only.' : '',
    behaves(field, 'inputOnly') ? 'Input only.' : '',
    behaves(field, 'immutable') ? 'Immutable.' : '',
  ];
  return [...words.filter((word) => word !== ''), field.description].join(' ');
}
