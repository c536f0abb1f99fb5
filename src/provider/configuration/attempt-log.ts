/** Logs the attempts of the client, and learns the service's clock from them. */
import type { Attempt } from '../../client';
import type { Log } from '../../plugin';

export type AttemptLog = ReturnType<typeof createAttemptLog>;

export function createAttemptLog(log: Log, clock: () => number) {
  let ahead = 0;
  return {
    /** The service's clock, from the header `Date` of its responses. Our clock until the first response with that header. */
    serviceClock: () => clock() + ahead,
    /** Logs an attempt at a call that has completed. */
    observe: ({ method, url, ...fields }: Attempt): void => {
      if (fields.serviceTime !== undefined) ahead = fields.serviceTime - clock();
      log.debug(`${method} ${url}`, () =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      );
    },
  };
}
