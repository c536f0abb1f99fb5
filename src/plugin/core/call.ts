/** One call from Terraform: what its handler is given, and what it leaves behind. */
import type { BareContext, Log, ObjectContext, PrivateState } from '../sdk/context';
import type { Diags } from '../sdk/diagnostics';

export interface CallScope {
  /** The type of the resource that the call is about; names it in errors. */
  readonly typeName: string;
  readonly diags: Diags;
  readonly log: Log;
  readonly privateState: StoredPrivateState;
  /** For handlers that run without a configured provider. */
  readonly bare: BareContext;
  /** For all others. Its `client` is what `configure` returned; throws before that. */
  readonly context: ObjectContext<unknown>;
}

interface Stored {
  readonly notes?: Readonly<Record<string, unknown>>;
  /** The object was imported and not read yet. */
  readonly imported?: true;
}

export class StoredPrivateState implements PrivateState {
  readonly #notes: Map<string, unknown>;
  imported: boolean;

  private constructor({ notes = {}, imported }: Stored) {
    this.#notes = new Map(Object.entries(notes));
    this.imported = imported === true;
  }

  /** Bytes that are not ours (an object moved from another provider) count as none. */
  static decode(bytes: Uint8Array): StoredPrivateState {
    try {
      const stored: unknown = bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString());
      return new StoredPrivateState(typeof stored === 'object' && stored !== null ? stored : {});
    } catch {
      return new StoredPrivateState({});
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
