/** Reads bytes of the protobuf wire format as far as they stay within limits. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** How much a message may hold, whatever its size in bytes: two of them can make an object. */
export interface Limits {
  /** Of messages and groups within each other. @default 200, deeper than any schema Terraform accepts */
  readonly depth?: number;
  /** Elements of lists and entries of maps, all together. @default no limit */
  readonly elements?: number;
}

export class Reader extends BinaryReader {
  readonly #maxDepth: number;
  readonly #maxElements: number;
  #depth = 0;
  #elements = 0;

  constructor(bytes: Uint8Array, { depth = 200, elements = Infinity }: Limits) {
    super(bytes);
    this.#maxDepth = depth;
    this.#maxElements = elements;
  }

  countElement(): void {
    this.#elements += 1;
    if (this.#elements > this.#maxElements) throw new Error(`message has more than ${this.#maxElements} elements`);
  }

  nested<T>(read: () => T): T {
    if (this.#depth >= this.#maxDepth) throw new Error(`message is nested more than ${this.#maxDepth} deep`);
    this.#depth += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  /** Groups are skipped with all that is in them. */
  override skip(wireType: WireType, fieldNumber?: number): Uint8Array {
    const read = () => super.skip(wireType, fieldNumber);
    return wireType === WireType.StartGroup ? this.nested(read) : read();
  }
}
