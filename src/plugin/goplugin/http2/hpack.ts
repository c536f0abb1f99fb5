/**
 * Header compression of HTTP/2 (RFC 7541): whatever a client may send is decoded; what we send is written out plainly,
 * since it is the same few bytes for every call.
 */
import { decodeHuffman } from './huffman';

export type Header = readonly [name: string, value: string];

export interface HeaderDecoder {
  /**
   * Decodes one whole header block. Blocks have to come in the order in which they were sent.
   * @throws Error when it is malformed; the connection is of no use then.
   */
  decode(block: Uint8Array): readonly Header[];
}

/** One per connection: it remembers the headers that the client refers back to. */
export function createHeaderDecoder(): HeaderDecoder {
  const recent: Header[] = [];
  let recentBytes = 0;
  let limitBytes = maxTableBytes;

  const shrink = (): void => {
    while (recentBytes > limitBytes) recentBytes -= sizeOf(recent.pop());
  };
  const remember = (header: Header): Header => {
    recent.unshift(header);
    recentBytes += sizeOf(header);
    shrink();
    return header;
  };
  const at = (index: number): Header => {
    const header = index <= staticTable.length ? staticTable[index - 1] : recent[index - 1 - staticTable.length];
    if (header === undefined) throw new Error(`there is no header ${index} to refer to`);
    return header;
  };
  const literal = (reader: BlockReader, index: number): Header => {
    const name = index === 0 ? reader.string() : at(index)[0];
    return [name, reader.string()];
  };

  return {
    decode(block) {
      const reader = new BlockReader(block);
      const headers: Header[] = [];
      while (!reader.done) {
        const first = reader.peek();
        if (first & 0x80) headers.push(at(reader.integer(7)));
        else if (first & 0x40) headers.push(remember(literal(reader, reader.integer(6))));
        else if (first & 0x20) {
          limitBytes = reader.integer(5);
          if (limitBytes > maxTableBytes) throw new Error('a header table larger than agreed');
          shrink();
        } else headers.push(literal(reader, reader.integer(4)));
      }
      return headers;
    },
  };
}

/** A block that neither refers to nor adds to the client's table. */
export function encodeHeaders(headers: readonly Header[]): Buffer {
  const parts = headers.flatMap(([name, value]) => [Buffer.from([0]), plainString(name), plainString(value)]);
  return Buffer.concat(parts);
}

/** Goes before the first block: we keep no table, whatever size the client allows. */
export const noTable = Buffer.from([0x20]);

const maxTableBytes = 4096;

function sizeOf(header: Header | undefined): number {
  return header === undefined ? 0 : header[0].length + header[1].length + 32;
}

class BlockReader {
  readonly #block: Uint8Array;
  #at = 0;

  constructor(block: Uint8Array) {
    this.#block = block;
  }

  get done(): boolean {
    return this.#at >= this.#block.length;
  }

  peek(): number {
    const byte = this.#block[this.#at];
    if (byte === undefined) throw new Error('a header block ends too early');
    return byte;
  }

  /** An integer that begins in the last `bits` bits of the next byte (§5.1). */
  integer(bits: number): number {
    const mask = 2 ** bits - 1;
    let value = this.peek() & mask;
    this.#at += 1;
    for (let factor = 1, more = value === mask; more; factor *= 128) {
      const byte = this.peek();
      this.#at += 1;
      value += (byte & 127) * factor;
      if (value > 2 ** 31) throw new Error('an integer in a header block is too large');
      more = byte > 127;
    }
    return value;
  }

  string(): string {
    const isHuffman = this.peek() > 127;
    const length = this.integer(7);
    const bytes = this.#block.subarray(this.#at, this.#at + length);
    if (bytes.length < length) throw new Error('a header block ends within a string');
    this.#at += length;
    return isHuffman ? decodeHuffman(bytes) : Buffer.from(bytes).toString('latin1');
  }
}

function plainString(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length: number[] = [Math.min(bytes.length, 127)];
  if (bytes.length >= 127) {
    let rest = bytes.length - 127;
    for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** Appendix A: name, or name=value. */
const staticTable = staticHeaders(
  ':authority :method=GET :method=POST :path=/ :path=/index.html :scheme=http :scheme=https :status=200 ' +
    ':status=204 :status=206 :status=304 :status=400 :status=404 :status=500 accept-charset ' +
    'accept-encoding=gzip,_deflate accept-language accept-ranges accept access-control-allow-origin age ' +
    'allow authorization cache-control content-disposition content-encoding content-language ' +
    'content-length content-location content-range content-type cookie date etag expect expires from host ' +
    'if-match if-modified-since if-none-match if-range if-unmodified-since last-modified link location ' +
    'max-forwards proxy-authenticate proxy-authorization range referer refresh retry-after server ' +
    'set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate',
);

function staticHeaders(table: string): readonly Header[] {
  return table.split(' ').map((entry) => {
    const [name = '', value = ''] = entry.split('=');
    return [name, value.replace('_', ' ')];
  });
}
