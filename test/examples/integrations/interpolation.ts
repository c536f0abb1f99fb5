/** Replaces expressions of a CI system in a parsed document, as the system does before it runs a job. */

/** Returns the document with every text passed through `replace`. A text that is one expression can become any value. */
export function interpolated(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => interpolated(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [String(replace(key)), interpolated(inner, replace)]),
  );
}
