/** A part of the attack: it draws changes, and plays them in its own way. */
import type { Random } from '../support/random';
import type { Tally } from './tally';

export interface Tier {
  /** Plays a round of changes, and records them. */
  play(random: Random, tally: Tally): Promise<void>;
  close(): Promise<void>;
}

/** Creates a tier. `isDrawn` selects the kinds of changes by their name. */
export type CreateTier = (isDrawn: (kind: string) => boolean) => Promise<Tier>;
