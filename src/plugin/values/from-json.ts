/** From the JSON of the state file to a value, as its type says. */
import { typeFromJson, typeOf } from './cty-type';
import { isNum, parseNumber } from './number';
import { isRecord, setKey } from './object-key';
import { Dyn, type CtyType } from './types';
import { ValueError } from './value-error';

/**
 * Attributes that the type does not have are dropped and missing ones are null, as the schema may have changed since.
 * A dynamic value is `{"type": …, "value": …}`. Throws a {@link ValueError} when a value is of another type.
 */
export function fromJson(json: unknown, type: CtyType, path: readonly (string | number)[] = []): unknown {
  if (json === null || json === undefined) return null;
  switch (type) {
    case 'string':
      if (typeof json === 'string') return json;
      if (typeof json === 'boolean') return String(json);
      break;
    case 'bool':
      if (typeof json === 'boolean') return json;
      if (json === 'true' || json === 'false') return json === 'true';
      break;
    case 'number': {
      const number = typeof json === 'string' ? parseNumber(json) : json;
      if (isNum(number)) return number;
      break;
    }
    case 'dynamic':
      if (isRecord(json) && 'type' in json && 'value' in json) {
        const own = typeFromJson(json['type']);
        return new Dyn(own, fromJson(json['value'], own, path));
      }
      break;
    default:
      return composite(json, type, path);
  }
  throw mismatch(path, type);
}

function composite(json: unknown, type: Exclude<CtyType, string>, path: readonly (string | number)[]): unknown {
  switch (type[0]) {
    case 'list':
    case 'set':
      if (!Array.isArray(json)) break;
      return json.map((element, index) => fromJson(element, type[1], [...path, index]));
    case 'tuple':
      if (!Array.isArray(json) || json.length !== type[1].length) break;
      return type[1].map((element, index) => fromJson(json[index], element, [...path, index]));
    case 'map': {
      if (!isRecord(json)) break;
      const entries: Record<string, unknown> = {};
      for (const [key, element] of Object.entries(json)) {
        setKey(entries, key, fromJson(element, type[1], [...path, key]));
      }
      return entries;
    }
    case 'object': {
      if (!isRecord(json)) break;
      const result: Record<string, unknown> = {};
      for (const name of Object.keys(type[1])) {
        const held = Object.hasOwn(json, name) ? json[name] : null;
        setKey(result, name, fromJson(held, typeOf(type[1], name), [...path, name]));
      }
      return result;
    }
  }
  throw mismatch(path, type);
}

function mismatch(path: readonly (string | number)[], type: CtyType): ValueError {
  return new ValueError(path, `is stored as something else than a ${typeof type === 'string' ? type : type[0]}`);
}
