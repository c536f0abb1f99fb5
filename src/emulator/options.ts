import type { SeedTree } from './seed';

/** How an emulator is made; everything may be left out. */
export interface EmulatorOptions {
  /** A file that keeps everything, also the keys that tokens are signed with; for one emulator at a time. @default nothing outlives the process */
  readonly dataFile?: string | undefined;
  /** What there is at first, and again after `reset()`. @default one root group, `acme` */
  readonly seed?: SeedTree | undefined;
  /** Further addresses at which it is reached: accepted as audiences of tokens. */
  readonly publicUrls?: readonly string[];
  /** @default the system's */
  readonly clock?: () => Date;
  /** Random bytes, of which uids are made. @default those of `node:crypto` */
  readonly random?: (length: number) => Uint8Array;
  /** Waits where a fault makes a request slow; rejects when the signal aborts. @default that of `node:timers` */
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>;
}
