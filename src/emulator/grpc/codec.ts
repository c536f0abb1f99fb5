/** Between JSON values and protobuf's wire. Source: protobuf.dev "Encoding". */
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { formatTimestamp, parseTimestamp } from '../../api';
import { int32, int64, string, type Field, type Message, type Scalar } from './message';

export type Values = Readonly<Record<string, unknown>>;

/** Encodes the fields that the message has; others are left out, as are zero values. */
export function encode(type: Message, values: Values): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  for (const [name, field] of Object.entries(type)) {
    for (const value of elements(field, values[name])) write(writer, field, value);
  }
  return writer.finish();
}

/** Throws an `Error` for bytes that are no message. Unknown fields are passed over. */
export function decode(type: Message, data: Uint8Array): Record<string, unknown> {
  const reader = new BinaryReader(data);
  const fields = new Map(Object.entries(type).map(([name, field]) => [field.number, { name, ...field }]));
  const values: Record<string, unknown> = {};
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    if (field === undefined || wireType !== wireTypeOf(field)) {
      reader.skip(wireType, number);
      continue;
    }
    const { name, label } = field;
    if (label === 'map') {
      const { key = '', value = zeroOf(field) } = decode(entryOf(field), reader.bytes());
      values[name] = { ...(values[name] as Values), [String(key)]: value };
    } else {
      const value = read(reader, field.type);
      values[name] = label === 'repeated' ? [...((values[name] as unknown[]) ?? []), value] : value;
    }
  }
  return values;
}

const timestampMessage: Message = { seconds: int64(1), nanos: int32(2) };

function elements({ label }: Field, value: unknown): readonly unknown[] {
  if (label === 'repeated') return (value ?? []) as unknown[];
  if (label === 'map')
    return Object.entries((value ?? {}) as Values).map(([key, element]) => ({ key, value: element }));
  return value === undefined || value === null || value === '' || value === 0 || value === false ? [] : [value];
}

function write(writer: BinaryWriter, field: Field, value: unknown): void {
  const { number, label } = field;
  writer.tag(number, wireTypeOf(field));
  if (label === 'map') writer.bytes(encode(entryOf(field), value as Values));
  else if (typeof field.type === 'object') writer.bytes(encode(field.type, value as Values));
  else scalars[field.type].write(writer, value);
}

function read(reader: BinaryReader, type: Field['type']): unknown {
  return typeof type === 'object' ? decode(type, reader.bytes()) : scalars[type].read(reader);
}

interface ScalarCodec {
  readonly wireType: WireType;
  readonly zero: unknown;
  readonly write: (writer: BinaryWriter, value: unknown) => void;
  readonly read: (reader: BinaryReader) => unknown;
}

const scalars: Readonly<Record<Scalar, ScalarCodec>> = {
  string: {
    wireType: WireType.LengthDelimited,
    zero: '',
    write: (writer, value) => writer.string(String(value)),
    read: (reader) => reader.string(true),
  },
  bytes: {
    wireType: WireType.LengthDelimited,
    zero: new Uint8Array(),
    write: (writer, value) => writer.bytes(value as Uint8Array),
    read: (reader) => reader.bytes(),
  },
  bool: {
    wireType: WireType.Varint,
    zero: false,
    write: (writer, value) => writer.bool(value === true),
    read: (reader) => reader.bool(),
  },
  int32: {
    wireType: WireType.Varint,
    zero: 0,
    write: (writer, value) => writer.int32(Number(value)),
    read: (reader) => reader.int32(),
  },
  int64: {
    wireType: WireType.Varint,
    zero: 0,
    write: (writer, value) => writer.int64(Number(value)),
    read: (reader) => Number(reader.int64()),
  },
  timestamp: {
    wireType: WireType.LengthDelimited,
    zero: undefined,
    write: (writer, value) => {
      const ms = parseTimestamp(String(value))?.getTime() ?? 0;
      const seconds = Math.floor(ms / 1000);
      writer.bytes(encode(timestampMessage, { seconds, nanos: (ms - seconds * 1000) * 1_000_000 }));
    },
    read: (reader) => {
      const { seconds = 0, nanos = 0 } = decode(timestampMessage, reader.bytes());
      const time = new Date(Number(seconds) * 1000 + Math.floor(Number(nanos) / 1_000_000));
      // Beyond what a date can say, it is a text that no check accepts.
      return Number.isNaN(time.getTime()) ? `${String(seconds)}s` : formatTimestamp(time);
    },
  },
};

function wireTypeOf({ type, label }: Field): WireType {
  return typeof type === 'object' || label === 'map' ? WireType.LengthDelimited : scalars[type].wireType;
}

function zeroOf({ type }: Field): unknown {
  return typeof type === 'object' ? {} : scalars[type].zero;
}

function entryOf({ type }: Field): Message {
  return { key: string(1), value: { number: 2, type } };
}
