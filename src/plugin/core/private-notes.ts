/** The private bytes that Terraform stores beside an object: the provider's notes, and ours apart from them. */
import type { PrivateState } from '../sdk/context';

interface Stored {
  readonly notes?: Readonly<Record<string, unknown>>;
  /** The object was imported and not read yet. */
  readonly imported?: true;
}

export class PrivateNotes implements PrivateState {
  readonly #notes: Map<string, unknown>;
  imported: boolean;

  private constructor({ notes = {}, imported }: Stored) {
    this.#notes = new Map(Object.entries(notes));
    this.imported = imported === true;
  }

  /** Bytes that are not ours (an object moved from another provider) count as none. */
  static decode(bytes: Uint8Array): PrivateNotes {
    try {
      const stored: unknown = bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString());
      return new PrivateNotes(typeof stored === 'object' && stored !== null ? stored : {});
    } catch {
      return new PrivateNotes({});
    }
  }

  get(key: string): unknown {
    return this.#notes.get(key);
  }

  set(key: string, value: unknown): void {
    if (value === undefined) this.#notes.delete(key);
    else this.#notes.set(key, value);
  }

  /** The same bytes for the same notes. Terraform erases what an answer leaves out: send them each time. */
  encode(): Uint8Array {
    if (this.#notes.size === 0 && !this.imported) return new Uint8Array();
    const notes = Object.fromEntries([...this.#notes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)));
    const stored: Stored = { ...(this.#notes.size > 0 && { notes }), ...(this.imported && { imported: true }) };
    return Buffer.from(JSON.stringify(stored));
  }
}
