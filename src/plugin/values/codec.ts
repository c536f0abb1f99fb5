/**
 * Converts between values and MessagePack by the type of the values. Encoded values have passed `conform` or
 * `decodeValue`.
 */
import {
  attributeNames,
  typeFromJson,
  typeOf,
  typeToJson,
  type CtyType,
  Dyn,
  getKey,
  type Num,
  setKey,
  Unknown,
  UNKNOWN,
  ValueError,
} from './types';
import { MsgpackReader, MsgpackWriter, type Token } from './msgpack';
import { fromDouble, normalBigint, numberText, parseNumber } from './number';

/** The extension with the known facts about an unknown value. Every other extension is a plain unknown. */
const refinementCode = 12;

/** Throws a {@link ValueError} when the bytes are no value of this type. Bytes after the value are ignored. */
export function decodeValue(bytes: Uint8Array, type: CtyType): unknown {
  return read(new MsgpackReader(bytes), type, []);
}

type MutablePath = (string | number)[];

function read(reader: MsgpackReader, type: CtyType, path: MutablePath): unknown {
  const token = reader.next();
  if (token.kind === 'ext') {
    return token.code === refinementCode && token.data.length > 1 ? new Unknown(token.data.slice()) : UNKNOWN;
  }
  if (token.kind === 'nil') return null;
  switch (type) {
    case 'string':
      if (token.kind === 'string') return token.value;
      break;
    case 'bool':
      if (token.kind === 'bool') return token.value;
      break;
    case 'number': {
      const number = readNumber(token);
      if (number !== undefined) return number;
      break;
    }
    case 'dynamic':
      if (token.kind === 'array' && token.length === 2) return readDynamic(reader, path);
      break;
    default:
      return readComposite(reader, token, type, path);
  }
  throw mismatch(path, type, token);
}

function readComposite(
  reader: MsgpackReader,
  token: Token,
  type: Exclude<CtyType, string>,
  path: MutablePath,
): unknown {
  switch (type[0]) {
    case 'list':
    case 'set': {
      if (token.kind !== 'array') break;
      const element = type[1];
      return readArray(reader, token.length, () => element, path);
    }
    case 'tuple': {
      const elements = type[1];
      if (token.kind !== 'array' || token.length !== elements.length) break;
      return readArray(reader, token.length, (index) => elements[index] ?? 'dynamic', path);
    }
    case 'map': {
      if (token.kind !== 'map') break;
      const element = type[1];
      return readEntries(reader, token.length, () => element, path);
    }
    case 'object': {
      const attributes = type[1];
      const count = Object.keys(attributes).length;
      if (token.kind !== 'map' || token.length !== count) break;
      const value = readEntries(
        reader,
        count,
        (name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined),
        path,
      );
      if (Object.keys(value).length === count) return value;
      throw new ValueError([...path], 'an attribute is duplicated');
    }
  }
  throw mismatch(path, type, token);
}

function readArray(
  reader: MsgpackReader,
  length: number,
  typeAt: (index: number) => CtyType,
  path: MutablePath,
): unknown[] {
  const elements: unknown[] = [];
  for (let index = 0; index < length; index += 1) {
    path.push(index);
    elements.push(read(reader, typeAt(index), path));
    path.pop();
  }
  return elements;
}

function readEntries(
  reader: MsgpackReader,
  length: number,
  typeAt: (key: string) => CtyType | undefined,
  path: MutablePath,
): Record<string, unknown> {
  const entries: Record<string, unknown> = {};
  for (let index = 0; index < length; index += 1) {
    const token = reader.next();
    if (token.kind !== 'string') throw new ValueError([...path], 'a key is not a string');
    const type = typeAt(token.value);
    if (type === undefined) throw new ValueError([...path], `there is no attribute "${token.value}"`);
    path.push(token.value);
    setKey(entries, token.value, read(reader, type, path));
    path.pop();
  }
  return entries;
}

function readNumber(token: Token): Num | undefined {
  switch (token.kind) {
    case 'int':
      return typeof token.value === 'bigint' ? normalBigint(token.value) : token.value;
    case 'float':
      return fromDouble(token.value);
    case 'string':
      return parseNumber(token.value);
    default:
      return undefined;
  }
}

function readDynamic(reader: MsgpackReader, path: MutablePath): Dyn {
  const token = reader.next();
  if (token.kind !== 'bytes' && token.kind !== 'string') throw new ValueError([...path], 'a type is missing');
  const text = token.kind === 'string' ? token.value : Buffer.from(token.value).toString();
  const type = typeFromJson(parseJson(text, path));
  return new Dyn(type, read(reader, type, path));
}

function parseJson(text: string, path: MutablePath): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValueError([...path], 'a type is not valid JSON');
  }
}

function mismatch(path: MutablePath, type: CtyType, token: Token): ValueError {
  return new ValueError([...path], `expected ${typeof type === 'string' ? type : type[0]}, got ${token.kind}`);
}

const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);
/** Terraform reads a one-byte extension as "unknown". */
const plainUnknown = new Uint8Array(1);

/** The same bytes for equal values: attributes and keys are written in alphabetical order. */
export function encodeValue(value: unknown, type: CtyType): Uint8Array {
  const writer = new MsgpackWriter();
  write(writer, value, type);
  return writer.finish();
}

function write(writer: MsgpackWriter, value: unknown, type: CtyType): void {
  if (value === null || value === undefined) writer.nil();
  else if (value instanceof Unknown) {
    if (value.refinement === undefined) writer.ext(0, plainUnknown);
    else writer.ext(refinementCode, value.refinement);
  } else if (type === 'string') writer.string(value as string);
  else if (type === 'bool') writer.bool(value as boolean);
  else if (type === 'number') writeNumber(writer, value as Num);
  else if (value instanceof Dyn) writeDynamic(writer, value);
  else if (type !== 'dynamic') writeComposite(writer, value, type);
}

function writeComposite(writer: MsgpackWriter, value: unknown, type: Exclude<CtyType, string>): void {
  switch (type[0]) {
    case 'list':
    case 'set': {
      const elements = value as readonly unknown[];
      writer.array(elements.length);
      for (const element of elements) write(writer, element, type[1]);
      break;
    }
    case 'tuple': {
      writer.array(type[1].length);
      type[1].forEach((elementType, index) => write(writer, (value as readonly unknown[])[index], elementType));
      break;
    }
    case 'map': {
      const keys = Object.keys(value as object).sort();
      writer.map(keys.length);
      for (const key of keys) {
        writer.string(key);
        write(writer, (value as Record<string, unknown>)[key], type[1]);
      }
      break;
    }
    case 'object': {
      const names = attributeNames(type[1]);
      writer.map(names.length);
      for (const name of names) {
        writer.string(name);
        write(writer, getKey(value as Record<string, unknown>, name), typeOf(type[1], name));
      }
    }
  }
}

/** Text where the binary forms would not keep the decimal digits. */
function writeNumber(writer: MsgpackWriter, value: Num): void {
  const whole = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (whole && (value as number | bigint) >= int64Min && (value as number | bigint) <= int64Max) {
    writer.int(value as number | bigint);
  } else {
    writer.string(numberText(value));
  }
}

function writeDynamic(writer: MsgpackWriter, { type, value }: Dyn): void {
  writer.array(2);
  writer.bytes(Buffer.from(typeToJson(type)));
  write(writer, value, type);
}
