/**
 * The Huffman code of texts in headers (RFC 7541, Appendix B). It is canonical: of two symbols the one with the shorter
 * code comes first, and of equally long ones the lesser. So the lengths define the code.
 */
import { ErrorCode, Http2Error } from './frames';

/** The length of each symbol's code in bits, as `length` or `length*times`. The last symbol is the end of a text. */
const lengths =
  `13 23 28*7 24 30 28*2 30 28*8 30 28*9 6 10*2 12 13 6 8 11 10*2 8 11 8 6*3 5*3 6*7 7 8 15 6 12 10 13 6 7*22 8
  7 8 13 19 13 14 6 15 5 6 5 6 5 6*3 5 7*2 6*3 5 6 7 6 5*2 6 7*5 15 11 14 13 28 20 22 20*2 22*3 23 22 23*5 24 23 24*2 22 23
  24 23*4 21 22 23 22 23*2 24 22 21 20 22*2 23*2 21 23 22*2 24 21 22 23*2 21*2 22 21 23 22 23*2 20 22*3 23 22*2 23 26*2 20 19
  22 23 22 25 26*3 27*2 26 24 25 19 21 26 27*2 26 27 24 21*2 26*2 28 27*3 20 24 20 21 22 21*2 23 22*2 25*2 24*2 26 23 26 27
  26*2 27*5 28 27*5 26 30`
    .split(/\s+/)
    .flatMap((text) => {
      const [bits, times = 1] = text.split('*').map(Number);
      return Array.from({ length: times }, () => bits ?? 0);
    });

const endOfText = 256;
/** The next node, or the symbol, for a 0 and a 1. */
type Node = [Node | number | undefined, Node | number | undefined];

let root: Node | undefined;

/** The tree of all codes: most providers never need it, since Go's gRPC sends each text of its headers once. */
function codes(): Node {
  const tree: Node = [undefined, undefined];
  const symbols = [...lengths.keys()].sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  let code = 0;
  let bits = 0;
  for (const symbol of symbols) {
    const length = lengths[symbol] ?? 0;
    code *= 2 ** (length - bits);
    bits = length;
    let node = tree;
    for (let bit = bits - 1; bit > 0; bit -= 1) node = inner(node, (code >> bit) & 1);
    node[code & 1] = symbol;
    code += 1;
  }
  return tree;
}

function inner(node: Node, bit: number): Node {
  const next = node[bit] ?? [undefined, undefined];
  node[bit] = next;
  return next as Node;
}

/** @throws Http2Error for what is no text in this code. */
export function decodeHuffman(bytes: Uint8Array): string {
  root ??= codes();
  const characters: number[] = [];
  let node = root;
  /** The bits since the last symbol, which at the end must all be 1, and fewer than a byte. */
  let pending = 0;
  let onlyOnes = true;
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift -= 1) {
      const bit = (byte >> shift) & 1;
      const next = node[bit];
      pending += 1;
      onlyOnes &&= bit === 1;
      if (next === undefined || next === endOfText) throw malformed();
      if (typeof next === 'number') {
        characters.push(next);
        node = root;
        pending = 0;
        onlyOnes = true;
      } else node = next;
    }
  }
  if (pending > 7 || !onlyOnes) throw malformed();
  return Buffer.from(characters).toString('latin1');
}

function malformed(): Http2Error {
  return new Http2Error(ErrorCode.compression, 'a text is not valid Huffman code');
}
