/** Random patterns, of all that RE2 has, over few characters, so that two of them have something in common. */
import fc from 'fast-check';

const single = fc.constantFrom(
  ...[
    'a',
    'b',
    'A',
    '-',
    '\\n',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '\\W',
    '\\d',
    '\\s',
    '(?i:a)',
    '(?s:.)',
    '\\pL',
    '[[:upper:]]',
  ],
);
const empty = fc.constantFrom('^', '$', '\\b', '\\B', '\\A', '\\z', '(?m:^)', '(?m:$)', '');
const repeat = fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{2,}');

const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { weight: 6, arbitrary: single },
    { weight: 2, arbitrary: empty },
    { weight: 2, arbitrary: fc.tuple(single, repeat).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.tuple(tie('pattern'), repeat).map(([inner, again]) => `(${inner})${again}`) },
    { weight: 1, arbitrary: fc.tuple(tie('pattern'), tie('pattern')).map((sides) => `(?:${sides.join('|')})`) },
  ),
  pattern: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
}));

export const patterns: fc.Arbitrary<string> = pattern.filter((text) => text.length < 60);

/** A pattern and another that is often nearly the same. */
export const pairs: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(patterns, patterns),
  fc.tuple(patterns, patterns).map(([one, other]) => [one, `${one}|${other}`] as const),
  fc.tuple(patterns, patterns).map(([one, other]) => [`^(?:${one})a$`, `^(?:${other})b$`] as const),
  fc.tuple(patterns, repeat).map(([one, again]) => [`(${one})`, `(${one})${again}`] as const),
  fc.tuple(patterns, patterns).map(([one, other]) => [`(${one})(${other})`, `(${one}).*`] as const),
);

const characters = ['a', 'b', 'A', '-', '\n', '0'];

/** Every text of up to `length` characters. */
export function textsUpTo(length: number): string[] {
  const texts = [''];
  for (let from = 0, size = 1; size <= length; size++) {
    const end = texts.length;
    for (; from < end; from++) texts.push(...characters.map((character) => texts[from]! + character));
  }
  return texts;
}
