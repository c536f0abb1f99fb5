/**
 * By what one call is aborted. Its signal is made when somebody asks for it: most calls end before anybody does, and an
 * AbortSignal with its listeners takes as long as reading the request.
 */
export class Cancellation {
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  /** Aborted by {@link abort}, also if that was called before. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
  }
}

const source = Symbol('signal');

/** The key of the inherited lazy signal: own and enumerable, so that a copy of the context has it too. */
const lazySignal: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: { readonly [source]: Cancellable }) {
    return this[source].signal;
  },
};

/** An object with a signal that may be created only when it is read. */
export interface Cancellable {
  readonly signal: AbortSignal;
}

/** Adds the signal of `call` to the object, to be made when it is read; a spread of the object reads it. */
export function addSignal<T extends object>(call: Cancellable, object: T): T & Cancellable {
  Object.assign(object, { [source]: call });
  return Object.defineProperty(object, 'signal', lazySignal) as T & Cancellable;
}
