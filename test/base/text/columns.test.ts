import fc from 'fast-check';
import { countColumns, wrapped } from '../../../src/base/text/columns';

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
    fc.property(text, fc.integer({ min: 10, max: 40 }), (written, width) => {
      const lines = wrapped(written, { width, indent: 4, first: 2 });
      expect(lines.replace(/[ \n]/g, '')).toBe(written.replace(/ /g, ''));
    }),
  );
});

test('no line is longer than the terminal, except for a word that stays whole', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 40 }), (written, width) => {
      for (const line of wrapped(written, { width, indent: 4, first: 2 }).split('\n'))
        if (line.trim().includes(' ')) expect(countColumns(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('the first line has its own indentation', () => {
  expect(wrapped('one two three', { width: 10, indent: 4, first: 2 })).toBe('  one two\n    three');
});

test('a long word stays whole, and no line ends with a blank', () => {
  expect(wrapped('at  acme/payments now', { width: 8, indent: 2, first: 0 })).toBe('at\n  acme/payments\n  now');
});
