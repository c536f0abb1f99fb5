/** Makes external text safe for a terminal or a log. */

/**
 * C0, DEL and C1, which could color, overwrite or forge the text around them, and characters that change the direction
 * of writing. A line break and a tab only lay a text out.
 */
const unprintable = /(?![\n\t])[\p{Control}\p{Bidi_Control}]/gu;

/** Returns the text with its control characters escaped as in JSON, such as `\u001b`. Escaped text is unchanged. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns a value of texts, lists and objects with printable texts. Keys are unchanged. */
export function printableIn<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T;
  if (Array.isArray(value)) return value.map((element: unknown) => printableIn(element)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, printableIn(inner)])) as T;
}
