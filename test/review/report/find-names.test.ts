/** Compares the names that a tree finds with a search for each name at each word. */
import fc from 'fast-check';
import { createNameTree, findNames } from '../../../src/review/report/find-names';

const words = fc.constantFrom('a', 'ab', 'acme', 'é', '_1', '/', ' ', '.', '"', '\u{1f600}', '\ud83d', '\ude00');
const texts = (most: number) => fc.array(words, { minLength: 1, maxLength: most }).map((all) => all.join(''));

/** Returns the name or the phrase in quotes that begins at each word, the longest first. */
function searched(sentence: string, names: readonly string[], phrases: readonly string[]) {
  const ends = [...sentence.matchAll(/[\p{L}\p{N}\p{M}_]+|[^]/gu)].map(({ 0: { length }, index }) => index + length);
  return [0, ...ends].flatMap((start) => {
    const isQuoted = (text: string) => sentence[start - 1] === '"' && sentence[start + text.length] === '"';
    const found = [...names, ...phrases.filter(isQuoted)].filter(
      (text) => sentence.startsWith(text, start) && ends.includes(start + text.length),
    );
    const [longest] = found.sort((one, other) => other.length - one.length);
    if (longest === undefined) return [];
    const quotes = isQuoted(longest) ? 1 : 0;
    return [{ start: start - quotes, end: start + longest.length + quotes }];
  });
}

test('a tree finds the longest name at each word, in any order of the names', () => {
  const example = fc.record({
    names: fc.array(texts(5), { maxLength: 8 }),
    phrases: fc.array(texts(5), { maxLength: 4 }),
    start: texts(6),
    end: texts(6),
    quote: fc.constantFrom('', '"'),
    chosen: fc.nat(),
  });
  fc.assert(
    fc.property(example, ({ names, phrases, start, end, quote, chosen }) => {
      const all = [...names, ...phrases];
      const sentence = `${start}${quote}${all[chosen % all.length] ?? ''}${quote}${end}`;
      const marked = (ranges: readonly { readonly start: number; readonly end: number }[]) =>
        Array.from(sentence, (_, index) => ranges.some((range) => range.start <= index && index < range.end));
      const found = findNames(sentence, createNameTree(names, phrases));
      expect(marked(found)).toEqual(marked(searched(sentence, names, phrases)));
    }),
    { numRuns: 2000 },
  );
});
