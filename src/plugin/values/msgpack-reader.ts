/** Reads the tokens of MessagePack one by one; the type of the value decides what is asked for. */
import { ValueError } from './value-error';

const textDecoder = new TextDecoder('utf-8', { fatal: true });

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

export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the next token begins. */
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
        throw new ValueError([], `0x${code.toString(16)} begins no MessagePack value`);
    }
  }

  /** A length in 1, 2 or 4 bytes, for `size` 0, 1 or 2. */
  #length(size: number): number {
    if (size === 0) return this.#view.getUint8(this.#advance(1));
    return size === 1 ? this.#view.getUint16(this.#advance(2)) : this.#view.getUint32(this.#advance(4));
  }

  #string(length: number): Token {
    try {
      return { kind: 'string', value: textDecoder.decode(this.#take(length)) };
    } catch (error) {
      if (error instanceof ValueError) throw error;
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
