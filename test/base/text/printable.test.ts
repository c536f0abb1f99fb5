import fc from 'fast-check';
import { printable, printableIn } from '../../../src/base/text/printable';
import { controlsIn, hostile } from './hostile';
import { anyCharacter } from '../../support/any-text';

test('of every code point, the controls alone are escaped, as JSON reads them', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    const escaped = printable(character);
    if (controlsIn(character).length === 0) {
      if (escaped !== character) expect({ code, escaped }).toEqual({ code, escaped: character });
    } else {
      expect(escaped).toMatch(/^\\u[0-9a-f]{4}$/);
      expect(JSON.parse(`"${escaped}"`)).toBe(character);
    }
  }
});

test('no text has controls afterwards, and a second time changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom(...controlsIn(hostile), 'u', '\\', '\n') }),
  );
  fc.assert(
    fc.property(text, (one) => {
      const escaped = printable(one);
      expect(controlsIn(escaped)).toEqual([]);
      expect(printable(escaped)).toBe(escaped);
    }),
  );
});

test('lines and tabs stay: they only lay a text out', () => {
  expect(printable('one\n\ttwo')).toBe('one\n\ttwo');
});

test('a value keeps its shape', () => {
  const value = { list: ['\u001b', 1, null], inner: { text: 'x\r' }, absent: undefined };
  expect(printableIn(value)).toEqual({ list: ['\\u001b', 1, null], inner: { text: 'x\\u000d' }, absent: undefined });
});
