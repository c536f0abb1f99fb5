/**
 * Packs data as short JSON. The organization before and after a change is nearly the same, and its uids, paths and addresses have
 * common prefixes. So each text, list and object is stored once, and a text without the prefix that it shares with the previous one.
 */

/** The first element of the row of a value that is not a text. */
const LIST = -1;
const SCALAR = -2;

/** `[texts, rows]`: a text is the length of the prefix that it shares with the previous text, and the rest. */
type Packed = readonly [texts: readonly (number | string)[], rows: readonly unknown[][]];

/** Packs a JSON value. Omits `undefined` members of objects. */
export function pack(value: unknown): string {
  const texts = new Set<string>();
  collect(value, texts);
  const sorted = [...texts].sort();
  const numbers = new Map(sorted.map((text, number) => [text, number]));
  const rows: unknown[][] = [];
  const known = new Map<string, number>();
  const keep = (row: unknown[]): number => {
    const id = JSON.stringify(row);
    const number = known.get(id) ?? rows.push(row) - 1;
    known.set(id, number);
    return sorted.length + number;
  };
  const numberOf = (one: unknown): number => {
    if (typeof one === 'string') return numbers.get(one) ?? 0;
    if (Array.isArray(one)) return keep([LIST, ...one.map(numberOf)]);
    if (typeof one !== 'object' || one === null) return keep([SCALAR, one ?? null]);
    const entries = Object.entries(one).filter(([, inner]) => inner !== undefined);
    const shape = keep([LIST, ...entries.map(([name]) => numberOf(name))]);
    return keep([shape, ...entries.map(([, inner]) => numberOf(inner))]);
  };
  numberOf(value);
  const packed: Packed = [sorted.flatMap((text, index) => frontCoded(text, sorted[index - 1] ?? '')), rows];
  return JSON.stringify(packed);
}

export function unpack(json: string): unknown {
  const [coded, rows] = JSON.parse(json) as Packed;
  const values: unknown[] = [];
  for (let index = 0, before = ''; index < coded.length; index += 2) {
    before = before.slice(0, coded[index] as number) + (coded[index + 1] as string);
    values.push(before);
  }
  // A row refers only to earlier rows, so its parts are already unpacked.
  for (const [kind, ...parts] of rows) {
    if (kind === SCALAR) values.push(parts[0]);
    else {
      const inner = (parts as number[]).map((part) => values[part]);
      if (kind === LIST) values.push(inner);
      else values.push(Object.fromEntries((values[kind as number] as string[]).map((name, at) => [name, inner[at]])));
    }
  }
  return values.at(-1);
}

function frontCoded(text: string, before: string): [number, string] {
  let shared = 0;
  while (shared < before.length && shared < text.length && before[shared] === text[shared]) shared++;
  return [shared, text.slice(shared)];
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (Array.isArray(value)) for (const inner of value) collect(inner, texts);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      if (inner !== undefined) {
        texts.add(name);
        collect(inner, texts);
      }
}
