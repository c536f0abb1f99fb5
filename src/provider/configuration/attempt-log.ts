/** Logs the attempts of the client, and learns the service's clock from them. */
import type { Attempt } from '../../client';
import type { Log } from '../../plugin';

export interface AttemptLog {
  /** The service's clock, from the header `Date` of its responses. Our clock until the first response with that header. */
  readonly serviceClock: () => number;
  /** Logs an attempt at a call that has completed. */
  readonly observe: (attempt: Attempt) => void;
}

export function createAttemptLog(log: Log, clock: () => number): AttemptLog {
  let ahead = 0;
  return {
    serviceClock: () => clock() + ahead,
    observe({ method, url, ...fields }) {
      if (fields.serviceTime !== undefined) ahead = fields.serviceTime - clock();
      log.debug(`${method} ${url}`, () =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      );
    },
  };
}
