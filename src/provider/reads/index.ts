/** Stand-in until the bulk reads are here: a GET each. Replace freely. */
import { isNotFound, type Client } from '../../client';
import type { Reads } from '../configured';

export function createReads(client: Client): Reads {
  return {
    async read(declaration, uid, signal) {
      try {
        return await client.get(declaration, uid, { signal });
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    invalidate: () => undefined,
  };
}
