/**
 * Converts between values and MessagePack by the type of the values. Encoded values have passed `conform` or
 * `decodeValue`.
 */
import { isUtf8 } from 'node:buffer';
import { DecodeError, Decoder, Encoder, ExtData } from '@msgpack/msgpack';
import {
  attributeNames,
  typeFromJson,
  getType,
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
import { fromDouble, normalBigint, numberText, parseNumber } from './number';

/** The extension with the known facts about an unknown value. Every other extension is a plain unknown. */
const refinementCode = 12;
/** Terraform reads a one-byte extension as "unknown". */
const plainUnknown = new ExtData(0, new Uint8Array(1));

const extensionCodec = {
  decode: (data: Uint8Array, code: number): Unknown =>
    code === refinementCode && data.length > 1 ? new Unknown(data.slice()) : UNKNOWN,
  tryToEncode: (value: unknown): ExtData | null => (value instanceof ExtData ? value : null),
};

/** Throws a {@link ValueError} when the bytes are no value of this type. */
export function decodeValue(bytes: Uint8Array, type: CtyType): unknown {
  return readValue(decodeMsgpack(bytes), type, []);
}

/**
 * Returns what the bytes contain, with texts as their bytes, and maps as objects with keys of {@link keyDecoder}. Throws a
 * {@link ValueError} if they are no MessagePack.
 */
export function decodeMsgpack(bytes: Uint8Array): unknown {
  // Room is made for a whole array: none has more elements than bytes follow.
  const limits = { maxArrayLength: bytes.length, maxMapLength: bytes.length };
  const decoder = new Decoder({ extensionCodec, keyDecoder, useBigInt64: true, rawStrings: true, ...limits });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof RangeError || error instanceof DecodeError)
      throw new ValueError([], `the bytes are no value: ${error.message}`);
    throw error;
  }
}

/** The decoder accepts every key but `__proto__`. */
const keyDecoder = {
  canBeCached: () => true,
  decode: (bytes: Uint8Array, start: number, length: number): string => {
    const key = readText(bytes.subarray(start, start + length), []);
    return key.endsWith('__proto__') ? `.${key}` : key;
  },
};

function shownKey(key: string): string {
  return key.endsWith('__proto__') ? key.slice(1) : key;
}

/** Keeps a byte order mark, which `TextDecoder` does only with an option, and more slowly. */
function readText(bytes: Uint8Array, path: MutablePath): string {
  if (!isUtf8(bytes)) throw new ValueError([...path], 'a string is not valid UTF-8');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

type MutablePath = (string | number)[];

export function readValue(raw: unknown, type: CtyType, path: MutablePath): unknown {
  if (raw === null || raw instanceof Unknown) return raw;
  switch (type) {
    case 'string':
      if (raw instanceof Uint8Array) return readText(raw, path);
      break;
    case 'bool':
      if (typeof raw === 'boolean') return raw;
      break;
    case 'number': {
      const number = readNumber(raw, path);
      if (number !== undefined) return number;
      break;
    }
    case 'dynamic':
      if (Array.isArray(raw) && raw.length === 2) return readDynamic(raw, path);
      break;
    default:
      return readComposite(raw, type, path);
  }
  throw mismatch(path, type, raw);
}

function readComposite(raw: unknown, type: Exclude<CtyType, string>, path: MutablePath): unknown {
  switch (type[0]) {
    case 'list':
    case 'set': {
      if (!Array.isArray(raw)) break;
      const element = type[1];
      return readElements(raw, () => element, path);
    }
    case 'tuple': {
      const elements = type[1];
      if (!Array.isArray(raw) || raw.length !== elements.length) break;
      return readElements(raw, (index) => elements[index] ?? 'dynamic', path);
    }
    case 'map': {
      if (!isMap(raw)) break;
      const element = type[1];
      return readEntries(raw, () => element, path);
    }
    case 'object': {
      const attributes = type[1];
      if (!isMap(raw) || Object.keys(raw).length !== Object.keys(attributes).length) break;
      return readEntries(raw, (name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined), path);
    }
  }
  throw mismatch(path, type, raw);
}

function isMap(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof Uint8Array);
}

function readElements(raw: readonly unknown[], typeAt: (index: number) => CtyType, path: MutablePath): unknown[] {
  return raw.map((element, index) => {
    path.push(index);
    const value = readValue(element, typeAt(index), path);
    path.pop();
    return value;
  });
}

function readEntries(
  raw: Readonly<Record<string, unknown>>,
  typeAt: (key: string) => CtyType | undefined,
  path: MutablePath,
): Record<string, unknown> {
  const entries: Record<string, unknown> = {};
  for (const hidden of Object.keys(raw)) {
    const key = shownKey(hidden);
    const type = typeAt(key);
    if (type === undefined) throw new ValueError([...path], `there is no attribute "${key}"`);
    path.push(key);
    setKey(entries, key, readValue(raw[hidden], type, path));
    path.pop();
  }
  return entries;
}

function readNumber(raw: unknown, path: MutablePath): Num | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : fromDouble(raw);
  if (typeof raw === 'bigint') return normalBigint(raw);
  return raw instanceof Uint8Array ? parseNumber(readText(raw, path)) : undefined;
}

function readDynamic([written, value]: readonly unknown[], path: MutablePath): Dyn {
  if (!(written instanceof Uint8Array)) throw new ValueError([...path], 'a type is missing');
  const type = typeFromJson(parseJson(readText(written, path), path));
  return new Dyn(type, readValue(value, type, path));
}

function parseJson(text: string, path: MutablePath): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ValueError([...path], 'a type is not valid JSON');
  }
}

function mismatch(path: MutablePath, type: CtyType, raw: unknown): ValueError {
  const found = raw instanceof Uint8Array ? 'string' : Array.isArray(raw) ? 'array' : isMap(raw) ? 'map' : typeof raw;
  return new ValueError([...path], `expected ${typeof type === 'string' ? type : type[0]}, got ${found}`);
}

const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);
/** The encoder writes larger numbers as floats. */
const INT32 = 2 ** 31;

/** The depth is that of the type. */
const encoder = new Encoder({ extensionCodec, useBigInt64: true, sortKeys: true, maxDepth: Infinity });

/** The same bytes for equal values: attributes and keys are written in alphabetical order. */
export function encodeValue(value: unknown, type: CtyType): Uint8Array {
  return encoder.encode(toRaw(value, type));
}

function toRaw(value: unknown, type: CtyType): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Unknown)
    return value.refinement === undefined ? plainUnknown : new ExtData(refinementCode, value.refinement);
  if (type === 'string') return wellFormed(value as string);
  if (type === 'bool') return value;
  if (type === 'number') return toRawNumber(value as Num);
  if (value instanceof Dyn) return [Buffer.from(typeToJson(value.type)), toRaw(value.value, value.type)];
  return type === 'dynamic' ? undefined : toRawComposite(value, type);
}

/** Half of a character is no UTF-8. The encoder would write it nevertheless. */
function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? Buffer.from(text).toString() : text;
}

function toRawComposite(value: unknown, type: Exclude<CtyType, string>): unknown {
  switch (type[0]) {
    case 'list':
    case 'set':
      return (value as readonly unknown[]).map((element) => toRaw(element, type[1]));
    case 'tuple':
      return type[1].map((elementType, index) => toRaw((value as readonly unknown[])[index], elementType));
    case 'map':
      return toRawMap(Object.keys(value as object), value as Values, () => type[1]);
    case 'object':
      return toRawMap(attributeNames(type[1]), value as Values, (name) => getType(type[1], name));
  }
}

type Values = Readonly<Record<string, unknown>>;

function toRawMap(keys: readonly string[], value: Values, typeAt: (key: string) => CtyType): Values {
  const raw: Record<string, unknown> = {};
  for (const key of keys) setKey(raw, wellFormed(key), toRaw(getKey(value, key), typeAt(key)));
  return raw;
}

/** Text where the binary forms would not keep the decimal digits. */
function toRawNumber(value: Num): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return value >= -INT32 && value < INT32 ? value : BigInt(value);
  return typeof value === 'bigint' && value >= int64Min && value <= int64Max ? value : numberText(value);
}
