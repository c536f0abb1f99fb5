/** Texts in the encodings that shells write. */
import fc from 'fast-check';
import { decodeText } from '../../../src/base/text/decode-text';
import { anyCharacter } from '../../support/any-text';

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

test('a document that begins in ASCII is read from UTF-8 and from UTF-16, with and without a mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (rest) => {
      const text = `{"a":${rest}`;
      const little = Buffer.from(text, 'utf16le');
      const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
      for (const bytes of [Buffer.from(text), little, marked, swapped(little), swapped(marked)])
        expect(decodeText(bytes)).toBe(text);
    }),
  );
});

test('the mark of UTF-8 stays, and no bytes are no text', () => {
  expect(decodeText(Buffer.from('\uFEFF{}'))).toBe('\uFEFF{}');
  expect(decodeText(Buffer.alloc(0))).toBe('');
});
