/**
 * Reads JSON like `JSON.parse`, and reports what that function hides: a key that an object has twice. Terraform merges the blocks
 * of both, so a reader that sees only the last one reads another configuration.
 */

/** A place in a JSON document: names of members and indexes of elements. */
type JsonPath = readonly (string | number)[];

/** A part of the text that Terraform and `JSON.parse` can read in different ways. */
interface Ambiguity {
  readonly path: JsonPath;
  readonly what: string;
}

interface JsonText {
  /** The value, as `JSON.parse` returns it. */
  readonly value: unknown;
  readonly ambiguities: readonly Ambiguity[];
}

/** The maximum depth. A stack of constructs has less than twenty levels. */
const MAX_DEPTH = 200;

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in a text
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const keyword = /true|false|null/y;
/** A text whose characters represent themselves. It has one form, and no half of a surrogate pair. */
const plain = /^[ !#-[\]-~]*$/;

/**
 * Reads a JSON document.
 *
 * @throws SyntaxError with the line and the column
 */
export function readJsonText(text: string): JsonText {
  const ambiguities: Ambiguity[] = [];
  // A list for each value would take longer than the values.
  const path: (string | number)[] = [];
  let position = 0;

  const fail = (expected: string): never => {
    const before = text.slice(0, position).trimEnd();
    const isTrailing = before.endsWith(',') && /^[\]}]/.test(text.slice(position));
    const lines = text.slice(0, isTrailing ? before.length - 1 : position).split('\n');
    const place = `in line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
    throw new SyntaxError(isTrailing ? `Remove the trailing comma ${place}` : `${expected} expected ${place}`);
  };
  const report = (what: string): void => void ambiguities.push({ path: [...path], what });
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) position += found.length;
    return found;
  };
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(position))) position++;
  };
  const takeMark = (mark: string): boolean => {
    skipSpace();
    const isNext = text[position] === mark;
    if (isNext) position++;
    return isNext;
  };
  const readString = (): string => {
    const end = text[position] === '"' ? text.indexOf('"', position + 1) : -1;
    const short = end === -1 ? undefined : text.slice(position + 1, end);
    if (short !== undefined && plain.test(short)) {
      position = end + 1;
      return short;
    }
    const value = JSON.parse(take(string) ?? fail('A text')) as string;
    // Terraform replaces each of them by the same character, so different keys become one.
    if (/\p{Surrogate}/u.test(value)) report('half of a surrogate pair');
    return value;
  };
  const readNumber = (): number => {
    const value = Number(take(number) ?? fail('A value'));
    if (!Number.isFinite(value)) report('a number that is too large');
    return value;
  };
  const readObject = (): unknown => {
    const members: Record<string, unknown> = {};
    // Terraform compares the keys of maps in their normalized form, which most keys have.
    const others = new Set<string>();
    if (takeMark('}')) return members;
    do {
      skipSpace();
      const key = readString();
      const name = plain.test(key) ? key : key.normalize('NFC');
      path.push(key);
      if (others.has(name) || Object.hasOwn(members, name)) report('a key that occurs twice');
      if (name !== key) others.add(name);
      if (!takeMark(':')) fail('":"');
      const value = readValue();
      if (key === '__proto__')
        Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
      else members[key] = value;
      path.pop();
    } while (takeMark(','));
    if (!takeMark('}')) fail('"," or "}"');
    return members;
  };
  const readArray = (): unknown => {
    const elements: unknown[] = [];
    if (takeMark(']')) return elements;
    do {
      path.push(elements.length);
      elements.push(readValue());
      path.pop();
    } while (takeMark(','));
    if (!takeMark(']')) fail('"," or "]"');
    return elements;
  };
  const readValue = (): unknown => {
    if (path.length > MAX_DEPTH) return fail(`At most ${MAX_DEPTH} levels`);
    if (takeMark('{')) return readObject();
    if (takeMark('[')) return readArray();
    if (text[position] === '"') return readString();
    const word = take(keyword);
    return word === undefined ? readNumber() : (JSON.parse(word) as unknown);
  };

  const value = readValue();
  skipSpace();
  if (position < text.length) fail('The end');
  return { value, ambiguities };
}

/** Returns true for the characters that JSON allows between values. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
