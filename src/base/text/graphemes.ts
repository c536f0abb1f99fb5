/** Splits texts into the characters that a reader sees. */

let segmenter: Intl.Segmenter | undefined;

/** Returns the user-perceived characters of a text: an emoji with its skin tone is one of them. */
export function splitGraphemes(text: string): string[] {
  // Created late: it takes 10 ms, a tenth of a start of the provider, and most texts are ASCII.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
