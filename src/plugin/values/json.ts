/**
 * A JSON reader that keeps numbers exact, for the state file: `JSON.parse` would turn 9007199254740993 into another
 * number, and Node 20 does not give it the source text.
 */
import { parseNumber } from './number';
import { setKey } from './object-key';
import { ValueError } from './value-error';

const maxDepth = 1_000;

/** Throws a {@link ValueError} when the text is no JSON. Numbers become `Num`. */
export function parseExactJson(text: string): unknown {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;

class JsonReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): unknown {
    if (depth > maxDepth) throw this.#error(`is nested more than ${maxDepth} deep`);
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
    if (this.#position < this.#text.length) throw this.#error('something follows the value');
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
    if (!this.#take('}')) throw this.#error('an object does not end');
    return object;
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = [];
    this.#position += 1;
    if (this.#take(']')) return array;
    do array.push(this.value(depth + 1));
    while (this.#take(','));
    if (!this.#take(']')) throw this.#error('an array does not end');
    return array;
  }

  #string(): string {
    try {
      return JSON.parse(this.#match(string)) as string;
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
