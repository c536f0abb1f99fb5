/** The identity that the token of this run acts as, and its access. */
import type { Client, Whoami } from '../../client';
import { shareWork } from './shared-work';

export interface TokenIdentity {
  /** Returns the identity; requested once in a run. Rejects if it cannot be read. */
  read(signal: AbortSignal): Promise<Whoami>;
  /** Records a write that may have changed the access of the identity. */
  accessChanged(): void;
  /** Requests the identity again if its access may have changed since. */
  readLatest(signal: AbortSignal): Promise<Whoami>;
}

export function createTokenIdentity(client: Client): TokenIdentity {
  const request = () => shareWork((signal) => client.whoami({ signal }));
  let read = request();
  let isOutdated = false;
  return {
    read: (signal) => read(signal),
    accessChanged: () => void (isOutdated = true),
    readLatest(signal) {
      if (isOutdated) read = request();
      isOutdated = false;
      return read(signal);
    },
  };
}
