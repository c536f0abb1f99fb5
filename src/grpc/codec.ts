/**
 * Encodes and decodes declared messages in the protobuf wire format. Unknown fields are skipped, so that a newer
 * Terraform can be answered. Malformed bytes throw an Error; nothing is evaluated or generated at run time.
 */
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Init, MessageRef, MessageType, NamedField, ScalarKind } from './message';

/** Plain fields that hold their proto3 default are left out, as the format demands. */
export function encode<T>(type: MessageType<T>, value: Init<T>): Uint8Array {
  const writer = new BinaryWriter();
  writeMessage(writer, type, value as Values);
  return writer.finish();
}

/** Throws an Error when the bytes are no message at all. */
export function decode<T>(type: MessageType<T>, bytes: Uint8Array): T {
  const reader = new BinaryReader(bytes);
  return readMessage(reader, type, reader.len, 0) as T;
}

type Values = Readonly<Record<string, unknown>>;

/** Deeper than any schema Terraform accepts, and far from the end of the stack. */
const maxDepth = 200;

const defaults: Readonly<Record<ScalarKind, unknown>> = {
  string: '',
  bytes: new Uint8Array(0),
  bool: false,
  int64: 0,
  int32: 0,
  enum: 0,
};

function writeMessage(writer: BinaryWriter, type: MessageType<unknown>, value: Values): void {
  for (const field of type.fields) {
    const held = value[field.name];
    if (held === undefined) continue;
    if (field.label === 'repeated') {
      for (const element of held as readonly unknown[]) writeField(writer, field, element);
    } else if (field.label === 'map') {
      for (const [key, element] of Object.entries(held as Values)) writeEntry(writer, field, key, element);
    } else if (field.label === 'optional' || !isDefault(held)) {
      writeField(writer, field, held);
    }
  }
}

function writeEntry(writer: BinaryWriter, field: NamedField, key: string, value: unknown): void {
  writer.tag(field.number, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(key);
  writeField(writer, { ...field, number: 2 }, value);
  writer.join();
}

function writeField(writer: BinaryWriter, field: NamedField, value: unknown): void {
  switch (field.kind) {
    case 'message':
      writer.tag(field.number, WireType.LengthDelimited).fork();
      writeMessage(writer, resolve(field.type), value as Values);
      writer.join();
      break;
    case 'string':
      writer.tag(field.number, WireType.LengthDelimited).string(value as string);
      break;
    case 'bytes':
      writer.tag(field.number, WireType.LengthDelimited).bytes(value as Uint8Array);
      break;
    case 'bool':
      writer.tag(field.number, WireType.Varint).bool(value as boolean);
      break;
    case 'int64':
      writer.tag(field.number, WireType.Varint).int64(value as number);
      break;
    default:
      writer.tag(field.number, WireType.Varint).int32(value as number);
  }
}

function isDefault(value: unknown): boolean {
  return value === '' || value === 0 || value === false || (value instanceof Uint8Array && value.length === 0);
}

function readMessage(reader: BinaryReader, type: MessageType<unknown>, end: number, depth: number): Values {
  if (depth > maxDepth) throw new Error(`message is nested more than ${maxDepth} deep`);
  if (end > reader.len) throw new Error('message ends too early');
  const value = emptyValue(type);
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = fieldByNumber(type, number);
    if (field === undefined || wireType !== wireTypeOf(field)) {
      reader.skip(wireType, number);
    } else if (field.label === 'repeated') {
      (value[field.name] as unknown[]).push(readField(reader, field, depth));
    } else if (field.label === 'map') {
      readEntry(reader, field, value[field.name] as Record<string, unknown>, depth);
    } else {
      value[field.name] = readField(reader, field, depth);
    }
  }
  if (reader.pos !== end) throw new Error('a field runs past the end of its message');
  return value;
}

function readEntry(reader: BinaryReader, field: NamedField, into: Record<string, unknown>, depth: number): void {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new Error('map entry ends too early');
  let key = '';
  let value: unknown = field.kind === 'message' ? emptyValue(resolve(field.type)) : defaults[field.kind];
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === 1 && wireType === WireType.LengthDelimited) key = reader.string();
    else if (number === 2 && wireType === wireTypeOf(field)) value = readField(reader, field, depth);
    else reader.skip(wireType, number);
  }
  if (reader.pos !== end) throw new Error('a field runs past the end of its map entry');
  into[key] = value;
}

function readField(reader: BinaryReader, field: NamedField, depth: number): unknown {
  switch (field.kind) {
    case 'message': {
      const length = reader.uint32();
      return readMessage(reader, resolve(field.type), reader.pos + length, depth + 1);
    }
    case 'string':
      return reader.string();
    case 'bytes':
      return reader.bytes();
    case 'bool':
      return reader.bool();
    case 'int64':
      return safeInteger(reader.int64(), field.name);
    default:
      return reader.int32();
  }
}

function emptyValue(type: MessageType<unknown>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const { name, label, kind } of type.fields) {
    if (label === 'repeated') value[name] = [];
    // Keys come from outside: no prototype, so that `__proto__` is a key like any other.
    else if (label === 'map') value[name] = Object.create(null);
    else if (label === 'plain') value[name] = defaults[kind as ScalarKind];
  }
  return value;
}

function safeInteger(value: bigint | string, name: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`${name} is ${value}, too large to be counted exactly`);
  return number;
}

function wireTypeOf({ kind, label }: NamedField): WireType {
  return label === 'map' || kind === 'message' || kind === 'string' || kind === 'bytes'
    ? WireType.LengthDelimited
    : WireType.Varint;
}

function fieldByNumber(type: MessageType<unknown>, number: number): NamedField | undefined {
  return type.fields.find((field) => field.number === number);
}

function resolve(type: MessageRef<unknown> | undefined): MessageType<unknown> {
  if (type === undefined) throw new Error('a message field is declared without its message');
  return typeof type === 'function' ? type() : type;
}
