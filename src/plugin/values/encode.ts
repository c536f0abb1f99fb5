/** From a value to MessagePack, as its type says. The value has gone through `conform` or `decodeValue`. */
import { attributeNames, typeOf, typeToJson } from './cty-type';
import { refinementCode } from './decode';
import { MsgpackWriter } from './msgpack-writer';
import { numberText } from './number';
import { getKey } from './object-key';
import { Dyn, Unknown, type CtyType, type Num } from './types';

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
