import type { Environment } from './options';

export type RealEnvironment = { readonly [K in keyof Environment]-?: NonNullable<Environment[K]> };

/** The real clock, chance and timer, where nothing else is given. */
export function realEnvironment(given: Environment): RealEnvironment {
  return { clock: given.clock ?? Date.now, random: given.random ?? Math.random, sleep: given.sleep ?? sleep };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
