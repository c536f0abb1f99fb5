import fc from 'fast-check';
import { countColumns, wordParts, wrapped } from '../../../src/base/text/columns';

const character = fc.constantFrom('a', 'B', '/', '-', ' ', '漢', 'é', 'e\u0301', '👩‍👩‍👧', '🇩🇪', '1️⃣', '✓', '→', 'ß');
const text = fc.array(character, { maxLength: 80 }).map((all) => all.join(''));

test.each([
  ['plain', 5],
  ['漢字', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['🪨', 2],
  ['→ ✓', 3],
  ['\u001b[31mred\u001b[39m', 3],
])('%s takes %i columns', (written, columns) => expect(countColumns(written)).toBe(columns));

test('wrapping changes no character but the blanks at line breaks', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 40 }), fc.boolean(), (written, width, breaksWords) => {
      const lines = wrapped(written, { width, indent: 4, first: 2, breaksWords });
      expect(lines.replace(/[ \n]/g, '')).toBe(written.replace(/ /g, ''));
    }),
  );
});

test('no line is longer than the terminal, except for a word that stays whole', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 40 }), fc.boolean(), (written, width, breaksWords) => {
      for (const line of wrapped(written, { width, indent: 4, first: 2, breaksWords }).split('\n'))
        if (breaksWords || line.trim().includes(' ')) expect(countColumns(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('a long word ends at punctuation if a part of it does', () => {
  expect(wordParts('acme/payments/production', 15)).toEqual(['acme/payments/', 'production']);
  expect(wordParts('0123456789', 4)).toEqual(['0123', '4567', '89']);
  expect(wordParts('漢字漢字', 3)).toEqual(['漢', '字', '漢', '字']);
  expect(wordParts('', 3)).toEqual(['']);
});

test('the first line has its own indentation', () => {
  expect(wrapped('one two three', { width: 10, indent: 4, first: 2 })).toBe('  one two\n    three');
});

test('the parts of a broken word have no blank between them on a line', () => {
  expect(wrapped('0123456789', { width: 9, indent: 5, first: 0, breaksWords: true })).toBe('01234567\n     89');
});
