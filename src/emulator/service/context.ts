/** What the service works with, and what the behaviours of the kinds are given. */
import type { Access } from '../auth';
import type { Store } from '../store';

export interface Context {
  readonly store: Store;
  readonly access: Access;
  /** The moment, in UTC. */
  readonly clock: () => Date;
  /** Random bytes: uids and codes are made of them. */
  readonly random: (length: number) => Uint8Array;
}
