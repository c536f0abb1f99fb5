/** The Huffman code of HTTP/2 header strings (RFC 7541 §5.2 and appendix B). Only decoding is needed. */

/** @throws Error when the bytes are no such code. */
export function decodeHuffman(bytes: Uint8Array): string {
  let text = '';
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      code = (code << 1) | ((byte >> bit) & 1);
      length += 1;
      const level = levels[length];
      const index = code - (level?.firstCode ?? Infinity);
      const symbol = index >= 0 ? level?.symbols[index] : undefined;
      if (symbol === undefined) continue;
      if (symbol === endOfString) throw new Error('a header string holds the end-of-string code');
      text += String.fromCharCode(symbol);
      code = 0;
      length = 0;
    }
  }
  // What is left fills up the last byte, with ones.
  if (length > 7 || code !== (1 << length) - 1) throw new Error('a header string ends within a code');
  return text;
}

interface Level {
  readonly firstCode: number;
  /** In the order of their codes, which is that of their values. */
  readonly symbols: readonly number[];
}

const endOfString = 256;

/** The length of each symbol's code, from 0 to end-of-string, in base 36. The codes follow: they are canonical. */
const codeLengths =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad677777777777777777777' +
  '77878djde6f56565666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmo' +
  'lmnnllmlnmnnkmmmnmmnqqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu';

const levels = codeLevels();

function codeLevels(): readonly (Level | undefined)[] {
  const bySymbol = Array.from(codeLengths, (digit) => parseInt(digit, 36));
  const found: (Level | undefined)[] = [];
  let firstCode = 0;
  for (let length = 1; length <= Math.max(...bySymbol); length += 1) {
    const symbols = bySymbol.flatMap((of, symbol) => (of === length ? [symbol] : []));
    found[length] = { firstCode, symbols };
    firstCode = (firstCode + symbols.length) << 1;
  }
  return found;
}
