/**
 * A JSON reader that keeps numbers exact, for the state file: `JSON.parse` would turn 9007199254740993 into another
 * number, and Node 20 does not give it the source text.
 */
import { typeFromJson, getType, type CtyType, Dyn, isRecord, setKey, ValueError } from './types';
import { isNum, parseNumber } from './number';

const maxDepth = 1_000;

/** Throws a {@link ValueError} when the text is no JSON. Numbers become `Num`. */
export function parseExactJson(text: string): unknown {
  if (text.length < longText && !inexactNumber.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // The reader reports the problem and its place.
    }
  }
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** Returns numbers that `JSON.parse` may change: only a whole number of at most 15 digits is certainly exact. */
const inexactNumber = /(?:^|"\s*:|[,[])\s*(?:-0|-?\d{16}|-?\d+[.eE])/;
/** A text that may be nested too deeply is left to the reader, which counts. */
const longText = 1_000_000;

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class JsonReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): unknown {
    if (depth > maxDepth) throw this.#error(`is nested deeper than ${maxDepth} levels`);
    this.#match(space);
    switch (this.#text[this.#position]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default: {
        const found = parseNumber(this.#match(number));
        if (found === undefined) throw this.#error('a value is missing');
        return found;
      }
    }
  }

  end(): void {
    this.#match(space);
    if (this.#position < this.#text.length) throw this.#error('the value is followed by more text');
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.#position += 1;
    if (this.#take('}')) return object;
    do {
      this.#match(space);
      const key = this.#string();
      if (!this.#take(':')) throw this.#error('a colon is missing');
      setKey(object, key, this.value(depth + 1));
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#error('an object is not closed');
    return object;
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = [];
    this.#position += 1;
    if (this.#take(']')) return array;
    do array.push(this.value(depth + 1));
    while (this.#take(','));
    if (!this.#take(']')) throw this.#error('an array is not closed');
    return array;
  }

  #string(): string {
    const start = this.#position;
    try {
      const end = endOfString(this.#text, start);
      const value = JSON.parse(this.#text.slice(start, end)) as string;
      this.#position = end;
      return value;
    } catch {
      throw this.#error('a string is not valid');
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#position)) throw this.#error('a value is missing');
    this.#position += word.length;
    return value;
  }

  #take(character: string): boolean {
    this.#match(space);
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#position += found.length;
    return found;
  }

  #error(problem: string): ValueError {
    return new ValueError([], `not valid JSON at character ${this.#position}: ${problem}`);
  }
}

/** Returns the end of the string that begins at `start`. A pattern that backtracks would exhaust its stack at some megabytes. */
function endOfString(text: string, start: number): number {
  if (text[start] !== '"') return start;
  for (let end = start + 1; ; end++) {
    end = text.indexOf('"', end);
    if (end === -1) return start;
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

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
        setKey(result, name, fromJson(held, getType(type[1], name), [...path, name]));
      }
      return result;
    }
  }
  throw mismatch(path, type);
}

function mismatch(path: readonly (string | number)[], type: CtyType): ValueError {
  return new ValueError(path, `is not stored as a ${typeof type === 'string' ? type : type[0]}`);
}
