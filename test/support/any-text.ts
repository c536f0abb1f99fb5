import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Generates any character of Unicode. The unit `binary` of fast-check generates the same, after it has listed all of them, which
 * takes a second in every test file.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('It is not one character.');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
