/** The identity that the token of this run acts as. */
import { ApiError, type Client, type Whoami } from '../../client';
import type { Diagnostic } from '../../plugin';

/** Returns the identity; requested once in a run. Returns `undefined` if it cannot be read. */
export type TokenIdentity = (signal: AbortSignal) => Promise<Whoami | undefined>;

/** @param warnings gets a warning if the identity cannot be read */
export function createTokenIdentity(client: Client | undefined, warnings: Diagnostic[]): TokenIdentity {
  let request: Promise<Whoami | undefined> | undefined;
  const send = async (signal: AbortSignal): Promise<Whoami | undefined> => {
    try {
      return await client?.whoami({ signal });
    } catch (error) {
      const detail = `The plan cannot warn of a change that removes this access: ${ApiError.from(error).explanation}.`;
      if (!signal.aborted)
        warnings.push({ severity: 'warning', summary: 'Cannot read the access of this token', detail });
      return undefined;
    }
  };
  return (signal) => (request ??= send(signal));
}
