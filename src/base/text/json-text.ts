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

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in a text
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const keyword = /true|false|null/y;

/**
 * Reads a JSON document.
 *
 * @throws SyntaxError with the line and the column
 */
export function readJsonText(text: string): JsonText {
  const ambiguities: Ambiguity[] = [];
  let position = 0;

  const fail = (expected: string): never => {
    const lines = text.slice(0, position).split('\n');
    throw new SyntaxError(`${expected} expected in line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`);
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) position += found.length;
    return found;
  };
  const takeMark = (marks: string): string | undefined => {
    take(space);
    const mark = text.charAt(position);
    if (mark === '' || !marks.includes(mark)) return undefined;
    position++;
    return mark;
  };
  const readString = (path: JsonPath): string => {
    const value = JSON.parse(take(string) ?? fail('A text')) as string;
    // Terraform replaces each of them by the same character, so different keys become one.
    if (/\p{Surrogate}/u.test(value)) ambiguities.push({ path, what: 'half of a surrogate pair' });
    return value;
  };
  const readNumber = (path: JsonPath): number => {
    const value = Number(take(number) ?? fail('A value'));
    if (!Number.isFinite(value)) ambiguities.push({ path, what: 'a number that is too large' });
    return value;
  };
  const readObject = (path: JsonPath): unknown => {
    const members = new Map<string, unknown>();
    // Terraform compares the keys of maps in this form.
    const normalized = new Set<string>();
    if (takeMark('}') !== undefined) return {};
    do {
      take(space);
      const key = readString(path);
      const inner = [...path, key];
      if (normalized.has(key.normalize('NFC'))) ambiguities.push({ path: inner, what: 'a key that occurs twice' });
      normalized.add(key.normalize('NFC'));
      if (takeMark(':') === undefined) fail('":"');
      members.set(key, readValue(inner));
    } while (takeMark(',') !== undefined);
    if (takeMark('}') === undefined) fail('"," or "}"');
    return Object.fromEntries(members);
  };
  const readArray = (path: JsonPath): unknown => {
    const elements: unknown[] = [];
    if (takeMark(']') !== undefined) return elements;
    do elements.push(readValue([...path, elements.length]));
    while (takeMark(',') !== undefined);
    if (takeMark(']') === undefined) fail('"," or "]"');
    return elements;
  };
  const readValue = (path: JsonPath): unknown => {
    if (path.length > MAX_DEPTH) return fail(`At most ${MAX_DEPTH} levels`);
    const mark = takeMark('{[');
    if (mark !== undefined) return mark === '{' ? readObject(path) : readArray(path);
    if (text.charAt(position) === '"') return readString(path);
    const word = take(keyword);
    return word === undefined ? readNumber(path) : (JSON.parse(word) as unknown);
  };

  const value = readValue([]);
  take(space);
  if (position < text.length) fail('The end');
  return { value, ambiguities };
}
