/** The identity that the token of this run acts as, and its access. */
import type { Client } from '../../client';
import { shareWork } from '../../client/internal';

export type TokenIdentity = ReturnType<typeof createTokenIdentity>;

export function createTokenIdentity(client: Client) {
  const request = () => shareWork((signal) => client.whoami({ signal }));
  let read = request();
  let isOutdated = false;
  return {
    /** Returns the identity; requested once in a run. Rejects if it cannot be read. */
    read: (signal: AbortSignal) => read(signal),
    /** Records a write that may have changed the access of the identity. */
    accessChanged: () => void (isOutdated = true),
    /** Requests the identity again if its access may have changed since. */
    readLatest(signal: AbortSignal) {
      if (isOutdated) read = request();
      isOutdated = false;
      return read(signal);
    },
  };
}
