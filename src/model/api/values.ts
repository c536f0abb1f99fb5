/**
 * Values on the wire: JSON, whose text is the same for the same value, and times, which are UTC text, written with
 * milliseconds and read with 0 to 9 decimals (contract V3).
 */

/** Any value of JSON. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An object with undeclared keys: the result of a parser, or the input of a declaration. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns true if the value has named members: neither null nor a list. */
export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects of a list; none of any other value. */
export function objectsInList(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the value at the dotted path of names, or `undefined`. */
export function valueAtPath(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), values);
}

/**
 * Returns the JSON text like Terraform's `jsonencode`: keys are sorted, there is no white space, and characters with a
 * meaning in HTML are escaped. As in JSON, an undefined member is absent.
 */
export function jsonText(value: JsonValue): string {
  let text = '';
  writeJsonText(value, (part) => (text += part));
  return text;
}

/** The length of a part of a JSON text, in characters. */
const PART = 65_536;

/** Passes the parts of {@link jsonText} to `write`: the whole text of a large value takes twice the time and the memory. */
export function writeJsonText(value: JsonValue, write: (part: string) => void): void {
  let text = '';
  const flush = (): void => {
    write(text.replace(/[<>&\u2028\u2029]/g, escaped));
    text = '';
  };
  writeCompact(value, (token) => {
    text += token;
    if (text.length > PART) flush();
  });
  flush();
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the value of a JSON text, or `undefined` if it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * Returns the JSON object in the output of an engine, without the lines around it: OpenTofu prints warnings about its CLI configuration
 * file before it, and wrappers of the engine print lines of their own. Returns a text without an object unchanged.
 */
export function findJsonObject(text: string): string {
  const begun = text.slice(Math.max(text.search(/^\uFEFF?\{/m), 0)).replace(/^\uFEFF/, '');
  return /^[^]*\}(?=[ \t\r]*$)/m.exec(begun)?.[0] ?? begun;
}

/** Returns true if two values of JSON are the same, with keys in any order. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  return jsonText(a) === jsonText(b);
}

/** Passes whole strings to `write`, so that no part ends within a character. */
function writeCompact(value: JsonValue, write: (token: string) => void): void {
  if (typeof value === 'string') write(quoted(value));
  else if (typeof value !== 'object' || value === null) write(JSON.stringify(value ?? null));
  else if (Array.isArray(value)) writeList(value as readonly JsonValue[], write);
  else writeMembers(value as Readonly<Record<string, JsonValue>>, write);
}

function writeList(elements: readonly JsonValue[], write: (token: string) => void): void {
  let before = '[';
  for (const element of elements) {
    write(before);
    writeCompact(element, write);
    before = ',';
  }
  write(before === '[' ? '[]' : ']');
}

function writeMembers(members: Readonly<Record<string, JsonValue>>, write: (token: string) => void): void {
  let before = '{';
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    write(`${before}${quoted(key)}:`);
    writeCompact(member, write);
    before = ',';
  }
  write(before === '{' ? '{}' : '}');
}

/** Text that JSON does not escape, as most is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * The problem of a string that {@link illFormedAt} finds. JSON can contain half of a surrogate pair (`"\ud800"`), which
 * UTF-8 cannot: every input rejects it, as protobuf does (contract O8).
 */
export const MUST_BE_WELL_FORMED = 'must be valid Unicode: it contains half of a surrogate pair';

/**
 * Returns the path of an invalid Unicode string in a JSON value, as in `roles[0].name` (for a key, the path of the
 * object), or `undefined`.
 */
export function illFormedAt(json: unknown): string | undefined {
  // No recursion: the sender decides how deep a value is nested.
  const pending: { readonly value: unknown; readonly at: string }[] = [{ value: json, at: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, at } = next;
    if (typeof value === 'string' && !isWellFormed(value)) return at;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (!isWellFormed(key)) return at;
      pending.push({ value: member, at: Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}` });
    }
  }
  return undefined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

const timestampExpression = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** `2026-01-02T03:04:05.678Z`. */
export function formatTimestamp(time: Date): string {
  return time.toISOString();
}

/** The moment a timestamp names, to the millisecond; `undefined` if the text is no timestamp. */
export function parseTimestamp(text: string): Date | undefined {
  const match = timestampExpression.exec(text);
  if (match === null) return undefined;
  const [, seconds = '', fraction = '.000', zone = ''] = match;
  const time = new Date(`${seconds}${fraction.slice(0, 4).padEnd(4, '0')}${zone}`);
  // The 30th of February would come out as a day in March.
  const exists = !Number.isNaN(time.getTime()) && new Date(`${seconds}Z`).toISOString().startsWith(seconds);
  return exists ? time : undefined;
}

/** The form of a duration: whole or decimal seconds, for three centuries at most. */
export const DURATION_PATTERN = '^[0-9]{1,10}(\\.[0-9]{1,9})?s$';

const durationExpression = new RegExp(DURATION_PATTERN);

/** Milliseconds of a protobuf duration (`86400s`, `1.5s`); `undefined` if the text is none, negative or too long. */
export function parseDurationMs(text: string): number | undefined {
  return durationExpression.test(text) ? Math.round(Number(text.slice(0, -1)) * 1000) : undefined;
}

/** The form of a time in Terraform's `timeouts`. */
export const TIMEOUT_PATTERN = '^([0-9]+(\\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$';

const timeoutExpression = new RegExp(TIMEOUT_PATTERN);

const timeoutUnitsMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/**
 * Milliseconds of a time as Terraform's `timeouts` have it, which is Go's notation: `30s`, `1h30m`, `1.5h`, `500ms`;
 * `undefined` if the text is none, or not more than nothing.
 */
export function parseTimeoutMs(text: string): number | undefined {
  if (!timeoutExpression.test(text)) return undefined;
  const parts = text.matchAll(/([0-9.]+)([a-z\u00b5]+)/g);
  const ms = [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (timeoutUnitsMs[unit] ?? NaN), 0);
  return ms > 0 && Number.isFinite(ms) ? ms : undefined;
}
