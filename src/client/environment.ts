import { whenAborted } from './abortable';
import type { Environment } from './options';

export type RealEnvironment = { readonly [K in keyof Environment]-?: NonNullable<Environment[K]> };

/** The real clock, chance and timer, where nothing else is given. */
export function realEnvironment(given: Environment): RealEnvironment {
  return { clock: given.clock ?? Date.now, random: given.random ?? Math.random, sleep: given.sleep ?? sleep };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      leave();
      resolve();
    }, ms);
    const leave = whenAborted(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
