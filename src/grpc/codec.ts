/**
 * Encodes and decodes declared messages in the protobuf wire format. Unknown fields are skipped, so that a newer
 * caller can be served. Malformed bytes throw an Error, text that is not UTF-8 among them; nothing is evaluated or
 * generated at run time. Source: protobuf.dev "Encoding".
 */
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  type MessageField,
  type Init,
  type MessageType,
  type NamedMessageField,
  type ScalarKind,
  type DynamicMessage,
} from './message';

/** Plain fields that hold their proto3 default are left out, as the format demands. */
export function encode<T>(type: MessageType<T>, value: Init<T>): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  writeMessage(writer, type, value);
  return writer.finish();
}

/** Throws an Error when the bytes are no message at all, or beyond the limits. */
export function decode<T>(type: MessageType<T>, bytes: Uint8Array, limits: Limits = {}): T {
  const reader = new Reader(bytes, limits);
  return readMessage(reader, type, reader.len) as T;
}

const defaults: Readonly<Record<ScalarKind, unknown>> = {
  string: '',
  bytes: new Uint8Array(0),
  bool: false,
  int64: 0,
  int32: 0,
  double: 0,
  enum: 0,
};

function writeMessage(writer: BinaryWriter, type: MessageType<unknown>, value: unknown): void {
  const values = type.form === undefined ? (value as DynamicMessage) : type.form.toFields(value);
  for (const field of type.fields) {
    const held = values[field.name];
    if (held === undefined || held === null) continue;
    if (field.label === 'repeated') {
      for (const element of held as readonly unknown[]) writeField(writer, field, element);
    } else if (field.label === 'map') {
      for (const [key, element] of Object.entries(held)) writeEntry(writer, field, key, element);
    } else if (field.label === 'optional' || !isDefault(held)) {
      writeField(writer, field, held);
    }
  }
}

function writeEntry(writer: BinaryWriter, field: NamedMessageField, key: string, value: unknown): void {
  writer.tag(field.number, WireType.LengthDelimited).fork();
  if (field.key === 'int64') writer.tag(1, WireType.Varint).int64(key);
  else writer.tag(1, WireType.LengthDelimited).string(key);
  writeField(writer, { ...field, number: 2 }, value);
  writer.join();
}

function writeField(writer: BinaryWriter, field: NamedMessageField, given: unknown): void {
  const { number, kind, text } = field;
  const value = text === undefined ? given : text.toNumber(given as string);
  writer.tag(number, kind === 'message' ? WireType.LengthDelimited : wireTypes[kind]);
  switch (kind) {
    case 'message':
      writer.fork();
      writeMessage(writer, getMessageType(field), value);
      writer.join();
      break;
    case 'string':
      writer.string(value as string);
      break;
    case 'bytes':
      writer.bytes(value as Uint8Array);
      break;
    case 'bool':
      writer.bool(value as boolean);
      break;
    case 'int64':
      writer.int64(value as number);
      break;
    case 'double':
      writer.double(value as number);
      break;
    default:
      writer.int32(value as number);
  }
}

function isDefault(value: unknown): boolean {
  return value === '' || value === 0 || value === false || (value instanceof Uint8Array && value.length === 0);
}

function readMessage(reader: Reader, type: MessageType<unknown>, end: number): unknown {
  if (end > reader.len) throw new Error('message ends too early');
  const values = emptyValues(type);
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = fieldByNumber(type, number);
    if (field !== undefined && wireType === getWireType(field)) readInto(values, reader, field, type);
    else if (field !== undefined && isPacked(field, wireType)) readPacked(values, reader, field);
    else reader.skip(wireType, number);
  }
  if (reader.pos !== end) throw new Error('a field runs past the end of its message');
  return type.form === undefined ? values : type.form.fromFields(values);
}

function readInto(
  values: Record<string, unknown>,
  reader: Reader,
  field: NamedMessageField,
  { sparse }: MessageType<unknown>,
): void {
  const { name, label } = field;
  if (label === 'repeated') {
    reader.countElement();
    listIn(values, name).push(readField(reader, field));
  } else if (label === 'map') {
    reader.countElement();
    readEntry(reader, field, (values[name] ??= noEntries()) as Record<string, unknown>);
  } else {
    const value = readField(reader, field);
    // A default that stands on the wire says no more than one that does not.
    if (sparse === true && label === 'plain' && isDefault(value)) Reflect.deleteProperty(values, name);
    else values[name] = value;
  }
}

function readEntry(reader: Reader, field: NamedMessageField, into: Record<string, unknown>): void {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new Error('map entry ends too early');
  let key = '';
  let value: unknown;
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === 1 && field.key === 'int64' && wireType === WireType.Varint)
      key = String(safeInteger(reader.int64(), field.name));
    else if (number === 1 && wireType === WireType.LengthDelimited) key = readText(reader, field.name);
    else if (number === 2 && wireType === elementWireType(field)) value = readField(reader, field);
    else reader.skip(wireType, number);
  }
  if (reader.pos !== end) throw new Error('a field runs past the end of its map entry');
  into[key] = value ?? absentElement(field);
}

/** Numbers of a list may come in one piece; writers choose. */
function readPacked(values: Record<string, unknown>, reader: Reader, field: NamedMessageField): void {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new Error('a packed list ends too early');
  const list = listIn(values, field.name);
  while (reader.pos < end) {
    reader.countElement();
    list.push(readField(reader, field));
  }
  if (reader.pos !== end) throw new Error('a number runs past the end of its packed list');
}

function readField(reader: Reader, field: NamedMessageField): unknown {
  switch (field.kind) {
    case 'message': {
      const end = reader.uint32() + reader.pos;
      return reader.nested(() => readMessage(reader, getMessageType(field), end));
    }
    case 'string':
      return readText(reader, field.name);
    case 'bytes':
      return reader.bytes();
    case 'bool':
      return reader.bool();
    case 'int64':
      return toText(field, safeInteger(reader.int64(), field.name));
    case 'double':
      return reader.double();
    default:
      return toText(field, reader.int32());
  }
}

function readText(reader: Reader, name: string): string {
  try {
    return reader.string(true);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error(`${name} contains text that is not UTF-8`, { cause: error });
  }
}

function emptyValues(type: MessageType<unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (type.sparse === true) return values;
  for (const { name, label, kind, text } of type.fields) {
    if (label === 'repeated') values[name] = [];
    else if (label === 'map') values[name] = noEntries();
    else if (label === 'plain') values[name] = text === undefined ? defaults[kind as ScalarKind] : '';
  }
  return values;
}

function listIn(values: Record<string, unknown>, name: string): unknown[] {
  return (values[name] ??= []) as unknown[];
}

/** Keys come from outside: no prototype, so that `__proto__` is a key like any other. */
function noEntries(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** The value of a map entry without one. */
function absentElement(field: NamedMessageField): unknown {
  if (field.kind !== 'message') return defaults[field.kind];
  const type = getMessageType(field);
  return type.form === undefined ? emptyValues(type) : type.form.fromFields(emptyValues(type));
}

/** An unset number has an empty text, except in a list. */
function toText({ text, label }: NamedMessageField, number: number): string | number {
  if (text === undefined) return number;
  return number === 0 && label === 'plain' ? '' : text.toText(number);
}

function safeInteger(value: bigint | string, name: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`${name} is ${value}, which exceeds the range of safe integers`);
  return number;
}

const wireTypes: Readonly<Record<ScalarKind, WireType>> = {
  string: WireType.LengthDelimited,
  bytes: WireType.LengthDelimited,
  bool: WireType.Varint,
  int64: WireType.Varint,
  int32: WireType.Varint,
  double: WireType.Bit64,
  enum: WireType.Varint,
};

function elementWireType({ kind }: NamedMessageField): WireType {
  return kind === 'message' ? WireType.LengthDelimited : wireTypes[kind];
}

function getWireType(field: NamedMessageField): WireType {
  return field.label === 'map' ? WireType.LengthDelimited : elementWireType(field);
}

function isPacked(field: NamedMessageField, wireType: WireType): boolean {
  return field.label === 'repeated' && wireType === WireType.LengthDelimited;
}

function fieldByNumber(type: MessageType<unknown>, number: number): NamedMessageField | undefined {
  return type.fields.find((field) => field.number === number);
}

/** The limit of elements in a message, independent of its size in bytes: two bytes can create an object. */
interface Limits {
  /** Nesting of messages and groups. @default 200, deeper than any schema Terraform accepts */
  readonly depth?: number;
  /** Elements of lists and entries of maps, all together. @default no limit */
  readonly elements?: number;
}

/** Reads the wire format of protobuf as far as it stays within limits. */
class Reader extends BinaryReader {
  readonly #maxDepth: number;
  readonly #maxElements: number;
  #depth = 0;
  #elements = 0;

  constructor(bytes: Uint8Array, { depth = 200, elements = Infinity }: Limits) {
    super(bytes);
    this.#maxDepth = depth;
    this.#maxElements = elements;
  }

  countElement(): void {
    this.#elements += 1;
    if (this.#elements > this.#maxElements) throw new Error(`message has more than ${this.#maxElements} elements`);
  }

  nested<T>(read: () => T): T {
    if (this.#depth >= this.#maxDepth) throw new Error(`message is nested deeper than ${this.#maxDepth} levels`);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  /** Groups are skipped with all that is in them. */
  override skip(wireType: WireType, fieldNumber?: number): Uint8Array {
    const read = () => super.skip(wireType, fieldNumber);
    return wireType === WireType.StartGroup ? this.nested(read) : read();
  }
}

/** The message of a field that holds one. */
export function getMessageType({ type }: MessageField): MessageType<unknown> {
  if (type === undefined) throw new Error('a message field is declared without its message');
  return typeof type === 'function' ? type() : type;
}
