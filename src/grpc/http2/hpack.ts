/**
 * Header compression of HTTP/2 (RFC 7541). Reads headers with every feature that a client may use; sends headers as
 * literals, which need no state: a response has two.
 */
import { decodeHuffman } from './huffman';
import { ErrorCode, Http2Error } from './frames';

/** By name in lower case; the values of a name that comes twice are joined, as HTTP has it. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The limit of all headers of one call, with 32 bytes for each: two bytes on the wire can represent four kilobytes. */
export const maxHeaderListBytes = 64 * 1024;

const pseudo = ':authority :method=GET :method=POST :path=/ :path=/index.html :scheme=http :scheme=https';
const statuses = ':status=200 :status=204 :status=206 :status=304 :status=400 :status=404 :status=500';
const regular = `accept-charset accept-encoding=gzip,_deflate accept-language accept-ranges accept
  access-control-allow-origin age allow authorization cache-control content-disposition content-encoding content-language
  content-length content-location content-range content-type cookie date etag expect expires from host if-match
  if-modified-since if-none-match if-range if-unmodified-since last-modified link location max-forwards
  proxy-authenticate proxy-authorization range referer refresh retry-after server set-cookie strict-transport-security
  transfer-encoding user-agent vary via www-authenticate`;

type Entry = readonly [name: string, value: string];

/** Appendix A. Its first entry has the index 1. */
const staticTable: readonly Entry[] = `${pseudo} ${statuses} ${regular}`.split(/\s+/).map((text) => {
  const [name = '', value = ''] = text.split('=');
  return [name, value.replace('_', ' ')];
});

const entryOverhead = 32;
const sizeOf = ([name, value]: Entry): number => name.length + value.length + entryOverhead;

/** Reads the header blocks of one connection, which must all be given to it, in their order. */
export class HeaderDecoder {
  /** The newest first. */
  readonly #dynamic: Entry[] = [];
  #dynamicSize = 0;
  #limit = dynamicTableBytes;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** @throws Http2Error of the whole connection: the rest could not be read. */
  decode(block: Buffer): readonly Entry[] {
    this.#bytes = block;
    this.#at = 0;
    const entries: Entry[] = [];
    let size = 0;
    while (this.#at < block.length) {
      const entry = this.#next();
      if (entry === undefined) {
        if (entries.length > 0) throw malformed('the size of the table changes after a header');
        continue;
      }
      size += sizeOf(entry);
      if (size > maxHeaderListBytes) throw new Http2Error(ErrorCode.enhanceYourCalm, 'the headers are too long');
      entries.push(entry);
    }
    return entries;
  }

  /** Undefined for what is no header: another size of the table. */
  #next(): Entry | undefined {
    const first = this.#bytes.readUInt8(this.#at);
    if (first >= 0x80) return this.#entry(this.#integer(7));
    if (first >= 0x40) {
      const entry = this.#literal(6);
      this.#add(entry);
      return entry;
    }
    if (first >= 0x20) {
      this.#limit = this.#integer(5);
      if (this.#limit > dynamicTableBytes) throw malformed('the table is larger than allowed');
      this.#evict();
      return undefined;
    }
    return this.#literal(4);
  }

  #literal(prefixBits: number): Entry {
    const index = this.#integer(prefixBits);
    return [index === 0 ? this.#string() : this.#entry(index)[0], this.#string()];
  }

  #entry(index: number): Entry {
    const entry = index <= staticTable.length ? staticTable[index - 1] : this.#dynamic[index - staticTable.length - 1];
    if (entry === undefined) throw malformed(`there is no entry ${index}`);
    return entry;
  }

  #add(entry: Entry): void {
    this.#dynamic.unshift(entry);
    this.#dynamicSize += sizeOf(entry);
    this.#evict();
  }

  #evict(): void {
    while (this.#dynamicSize > this.#limit) {
      const oldest = this.#dynamic.pop();
      if (oldest === undefined) return;
      this.#dynamicSize -= sizeOf(oldest);
    }
  }

  #integer(prefixBits: number): number {
    const most = 2 ** prefixBits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    for (let shift = 0; ; shift += 7) {
      if (shift > 21) throw malformed('a number is too large');
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  #string(): string {
    const isHuffman = this.#at < this.#bytes.length && this.#bytes.readUInt8(this.#at) >= 0x80;
    const length = this.#integer(7);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw malformed('a text ends too early');
    return isHuffman
      ? decodeHuffman(this.#bytes.subarray(start, this.#at))
      : this.#bytes.toString('latin1', start, this.#at);
  }

  #byte(): number {
    if (this.#at >= this.#bytes.length) throw malformed('the headers end too early');
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }
}

/** Headers by name; undefined if they are not those of a request. */
export function readHeaders(entries: readonly Entry[]): Headers | undefined {
  const headers = Object.create(null) as Record<string, string | undefined>;
  let isPastPseudo = false;
  for (const [name, value] of entries) {
    const before = headers[name];
    const isPseudo = name.startsWith(':');
    if (isPseudo && (isPastPseudo || before !== undefined)) return undefined;
    if (name === '' || /[A-Z]/.test(name) || /[\0\r\n]/.test(value)) return undefined;
    isPastPseudo ||= !isPseudo;
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers[':method'] === undefined || headers[':path'] === undefined ? undefined : headers;
}

/** The default limit that a client may assume. */
const dynamicTableBytes = 4096;

function malformed(problem: string): Http2Error {
  return new Http2Error(ErrorCode.compression, problem);
}

/**
 * Begins a block and announces that the sender's table is empty (section 4.2). Sent headers never use a table. But a
 * client that made its own table smaller waits for this, and rejects other headers.
 */
export const emptyTable: Buffer = Buffer.of(0x20);

const encoded = new WeakMap<object, Buffer>();

/** `headers` as a block. Headers that are sent again are to be given as the same object, which is encoded once. */
export function encodeHeaders(headers: Headers): Buffer {
  let block = encoded.get(headers);
  if (block === undefined) {
    block = Buffer.concat(Object.entries(headers).flatMap(([name, value = '']) => literal(name, value)));
    encoded.set(headers, block);
  }
  return block;
}

function literal(name: string, value: string): Buffer[] {
  return [Buffer.of(0), ...[name, value].flatMap((text) => [length(text.length), Buffer.from(text, 'latin1')])];
}

/** The bytes of a text without Huffman's code. */
function length(bytes: number): Buffer {
  if (bytes < 0x7f) return Buffer.of(bytes);
  const rest: number[] = [];
  for (let left = bytes - 0x7f; ; left = Math.floor(left / 0x80)) {
    if (left < 0x80) return Buffer.of(0x7f, ...rest, left);
    rest.push((left % 0x80) + 0x80);
  }
}
