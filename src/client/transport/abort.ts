/** Ends a wait when a signal is aborted. */

/** Returns `work`, or rejects with the reason of the signal if it is aborted first. The work continues. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stopListening = whenAborted(signal, reject);
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    stopListening();
  }
}

/**
 * Calls `stop` with the reason of the signal when it is aborted, immediately if it already is. The returned function
 * undoes this. A whole program often shares one signal. It gets one listener for any number of waiting calls, because
 * Node warns about a leak beyond ten.
 */
export function whenAborted(signal: AbortSignal, stop: (reason: Error) => void): () => void {
  if (signal.aborted) {
    stop(getReason(signal));
    return () => undefined;
  }
  const all = stops.get(signal) ?? listen(signal);
  // Wrapped, so that the same function can wait twice.
  const own = (reason: Error): void => stop(reason);
  all.add(own);
  return () => void all.delete(own);
}

const stops = new WeakMap<AbortSignal, Set<(reason: Error) => void>>();

function listen(signal: AbortSignal): Set<(reason: Error) => void> {
  const all = new Set<(reason: Error) => void>();
  stops.set(signal, all);
  signal.addEventListener('abort', () => all.forEach((stop) => stop(getReason(signal))), { once: true });
  return all;
}

function getReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason });
}
