/** Reads the tokens of MessagePack one by one. The type of the value decides which token is expected. */
import { ValueError } from './types';

const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type Token =
  | { readonly kind: 'nil' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: number | bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'array'; readonly length: number }
  | { readonly kind: 'map'; readonly length: number }
  | { readonly kind: 'ext'; readonly code: number; readonly data: Uint8Array };

const nil: Token = { kind: 'nil' };
/** Characters. */
const shortText = 0x100;

export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** The same bytes, for text. */
  readonly #buffer: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The position of the next token. */
  get position(): number {
    return this.#position;
  }

  /** The next token. An array or a map gives its length only: its elements are the tokens that follow. */
  next(): Token {
    const code = this.#view.getUint8(this.#advance(1));
    if (code < 0x80) return { kind: 'int', value: code };
    if (code < 0x90) return { kind: 'map', length: code & 0x0f };
    if (code < 0xa0) return { kind: 'array', length: code & 0x0f };
    if (code < 0xc0) return this.#string(code & 0x1f);
    if (code >= 0xe0) return { kind: 'int', value: code - 0x100 };
    switch (code) {
      case 0xc0:
        return nil;
      case 0xc2:
      case 0xc3:
        return { kind: 'bool', value: code === 0xc3 };
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return { kind: 'bytes', value: this.#take(this.#length(code - 0xc4)) };
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return this.#ext(this.#length(code - 0xc7));
      case 0xca:
        return { kind: 'float', value: this.#view.getFloat32(this.#advance(4)) };
      case 0xcb:
        return { kind: 'float', value: this.#view.getFloat64(this.#advance(8)) };
      case 0xcc:
      case 0xcd:
      case 0xce:
        return { kind: 'int', value: this.#length(code - 0xcc) };
      case 0xcf:
        return { kind: 'int', value: this.#view.getBigUint64(this.#advance(8)) };
      case 0xd0:
        return { kind: 'int', value: this.#view.getInt8(this.#advance(1)) };
      case 0xd1:
        return { kind: 'int', value: this.#view.getInt16(this.#advance(2)) };
      case 0xd2:
        return { kind: 'int', value: this.#view.getInt32(this.#advance(4)) };
      case 0xd3:
        return { kind: 'int', value: this.#view.getBigInt64(this.#advance(8)) };
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#ext(1 << (code - 0xd4));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#string(this.#length(code - 0xd9));
      case 0xdc:
      case 0xdd:
        return { kind: 'array', length: this.#length(code - 0xdb) };
      case 0xde:
      case 0xdf:
        return { kind: 'map', length: this.#length(code - 0xdd) };
      default:
        throw new ValueError([], `0x${code.toString(16)} is not the start of a MessagePack value`);
    }
  }

  /** A length in 1, 2 or 4 bytes, for `size` 0, 1 or 2. */
  #length(size: number): number {
    if (size === 0) return this.#view.getUint8(this.#advance(1));
    return size === 1 ? this.#view.getUint16(this.#advance(2)) : this.#view.getUint32(this.#advance(4));
  }

  #string(length: number): Token {
    const start = this.#advance(length);
    const end = start + length;
    // Most texts are short and ASCII: reading each byte takes less time than a call of the decoder.
    if (length < shortText) {
      let at = start;
      while (at < end && this.#view.getUint8(at) < 0x80) at += 1;
      if (at === end) return { kind: 'string', value: this.#buffer.toString('latin1', start, end) };
    }
    try {
      return { kind: 'string', value: textDecoder.decode(this.#bytes.subarray(start, end)) };
    } catch {
      throw new ValueError([], 'a string is not valid UTF-8');
    }
  }

  #ext(length: number): Token {
    const code = this.#view.getInt8(this.#advance(1));
    return { kind: 'ext', code, data: this.#take(length) };
  }

  #take(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  #advance(length: number): number {
    const start = this.#position;
    if (start + length > this.#bytes.length) throw new ValueError([], 'the value ends too early');
    this.#position = start + length;
    return start;
  }
}

/** Writes MessagePack in its shortest forms, into a buffer that grows. */
const encoder = new TextEncoder();

/** A code and eight bytes. Room is made before `#view` is used: growing replaces it. */
const longestHead = 9;

export class MsgpackWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** The bytes so far, in an array of their own. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  nil(): void {
    this.#byte(0xc0);
  }

  bool(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  /** A safe integer, or a bigint within 64 bits. */
  int(value: number | bigint): void {
    this.#grow(longestHead);
    if (typeof value === 'bigint') this.#bigint(value);
    else if (value >= 0) {
      if (value < 0x80) this.#byte(value);
      else if (value < 0x1_0000_0000) this.#sized(value, [0xcc, 0xcd, 0xce]);
      else this.#bigint(BigInt(value));
    } else if (value >= -0x20) this.#byte(value + 0x100);
    else if (value >= -0x80) this.#view.setInt8(this.#reserve(0xd0, 1), value);
    else if (value >= -0x8000) this.#view.setInt16(this.#reserve(0xd1, 2), value);
    else if (value >= -0x8000_0000) this.#view.setInt32(this.#reserve(0xd2, 4), value);
    else this.#bigint(BigInt(value));
  }

  string(value: string): void {
    if (value.length < shortText && this.#ascii(value)) return;
    // A UTF-16 unit is at most three bytes of UTF-8.
    if (value.length * 3 < 0x20) {
      const at = this.#grow(1 + value.length * 3);
      const { written } = encoder.encodeInto(value, this.#bytes.subarray(at + 1));
      this.#bytes[at] = 0xa0 + written;
      this.#length = at + 1 + written;
    } else {
      const bytes = encoder.encode(value);
      if (bytes.length < 0x20) this.#byte(0xa0 + bytes.length);
      else this.#sized(bytes.length, [0xd9, 0xda, 0xdb]);
      this.#append(bytes);
    }
  }

  /** Writes a short text if it is ASCII, and returns true if it was. */
  #ascii(value: string): boolean {
    const { length } = value;
    const head = length < 0x20 ? 1 : 2;
    const start = this.#grow(head + length);
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) return false;
      this.#bytes[start + head + index] = code;
    }
    if (head === 2) this.#bytes[start] = 0xd9;
    this.#bytes[start + head - 1] = head === 1 ? 0xa0 + length : length;
    this.#length = start + head + length;
    return true;
  }

  bytes(value: Uint8Array): void {
    this.#sized(value.length, [0xc4, 0xc5, 0xc6]);
    this.#append(value);
  }

  array(length: number): void {
    this.#grow(longestHead);
    if (length < 0x10) this.#byte(0x90 + length);
    else if (length < 0x1_0000) this.#view.setUint16(this.#reserve(0xdc, 2), length);
    else this.#view.setUint32(this.#reserve(0xdd, 4), length);
  }

  map(length: number): void {
    this.#grow(longestHead);
    if (length < 0x10) this.#byte(0x80 + length);
    else if (length < 0x1_0000) this.#view.setUint16(this.#reserve(0xde, 2), length);
    else this.#view.setUint32(this.#reserve(0xdf, 4), length);
  }

  ext(code: number, data: Uint8Array): void {
    const fixed = [1, 2, 4, 8, 16].indexOf(data.length);
    if (fixed >= 0) this.#byte(0xd4 + fixed);
    else this.#sized(data.length, [0xc7, 0xc8, 0xc9]);
    this.#byte(code);
    this.#append(data);
  }

  #bigint(value: bigint): void {
    this.#grow(longestHead);
    if (value >= 0n) this.#view.setBigUint64(this.#reserve(0xcf, 8), value);
    else this.#view.setBigInt64(this.#reserve(0xd3, 8), value);
  }

  /** A code and a count in 1, 2 or 4 bytes. */
  #sized(count: number, [one, two, four]: readonly [number, number, number]): void {
    this.#grow(longestHead);
    if (count < 0x100) this.#view.setUint8(this.#reserve(one, 1), count);
    else if (count < 0x1_0000) this.#view.setUint16(this.#reserve(two, 2), count);
    else this.#view.setUint32(this.#reserve(four, 4), count);
  }

  /** Writes `code`, leaves `size` bytes after it, and returns their position. */
  #reserve(code: number, size: number): number {
    this.#byte(code);
    const at = this.#length;
    this.#length = at + size;
    return at;
  }

  #byte(value: number): void {
    const at = this.#grow(1);
    this.#bytes[at] = value;
    this.#length = at + 1;
  }

  #append(data: Uint8Array): void {
    const at = this.#grow(data.length);
    this.#bytes.set(data, at);
    this.#length = at + data.length;
  }

  /** Reserves `by` more bytes, and returns their position. */
  #grow(by: number): number {
    if (this.#length + by > this.#bytes.length) {
      const bigger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + by));
      bigger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = bigger;
      this.#view = new DataView(bigger.buffer);
    }
    return this.#length;
  }
}
