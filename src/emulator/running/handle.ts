/** What whoever starts an emulator holds of it: the same in the own thread and in another. */
import type { OidcTokenRequest } from '../auth';
import type { Fault } from '../faults/fault';
import type { AddedFault } from '../faults/fault-injector';
import type { LoggedRequest } from '../request-log';
import type { SeedTree } from '../seed/seed';
import type { Facts } from './server';
import type { Call } from './commands';

export interface RunningEmulator extends Facts, AsyncClosing {
  /** What is made to go wrong. */
  readonly faults: RunningFaults;
  /** What was asked of the API. */
  readonly requestLog: RunningRequestLog;
  /** Adds objects. Rejects with an `Error` that names the place in the tree, and then adds nothing. */
  readonly seed: (tree: SeedTree) => Promise<void>;
  /** Puts everything back to what was there at first, uids included. */
  readonly reset: () => Promise<void>;
  /** Everything there is, as a seed. */
  readonly snapshot: () => Promise<SeedTree>;
  /** Another token of the administrator, for when `token` was made to expire. It does not expire. */
  readonly administratorToken: () => Promise<string>;
  /** An hour's token of any identity, limited to `caps` (dotted capabilities) if given. */
  readonly tokenFor: (identityUid: string, caps?: readonly string[]) => Promise<string>;
  /** An OIDC token of the emulator's own issuer, as a CI system would hand it to a workload. */
  readonly oidcToken: (request: OidcTokenRequest) => Promise<string>;
  /** Ends open connections, closes the socket and the data, and ends the thread. A second call does nothing more. */
  readonly close: () => Promise<void>;
}

/**
 * Makes things go wrong, for tests of what a client does then. Several faults may strike one request, in the order in
 * which they were added.
 *
 * @example
 * await faults.add({ effect: 'error', code: 'UNAVAILABLE', method: 'GET', times: 2 });
 */
export interface RunningFaults {
  /** Switches a fault on. Rejects with a `TypeError` that says what is wrong with it. */
  readonly add: (fault: Fault) => Promise<AddedFault>;
  readonly list: () => Promise<readonly AddedFault[]>;
  /** Whether there was such a fault. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly clear: () => Promise<void>;
}

export interface RunningRequestLog {
  /** The latest 10,000 requests, the oldest first. */
  readonly entries: () => Promise<readonly LoggedRequest[]>;
  /** How often each route was asked since the last `clear`: `{'PATCH /iam/v2beta1/groups/{uid}': 1}`. */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  readonly clear: () => Promise<void>;
}

/**
 * `[Symbol.asyncDispose]`, which is `close`, for `await using`. Only where the compiler knows that symbol: who has an
 * older `lib` can still read these types.
 */
type AsyncClosing = {
  readonly [dispose in SymbolConstructor['asyncDispose' & keyof SymbolConstructor] & symbol]: () => Promise<void>;
};

/** A handle whose commands `call` carries out; `end` closes the emulator and whatever runs it. */
export function createHandle(facts: Facts, call: Call, end: () => Promise<void>): RunningEmulator {
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= end());
  return {
    ...facts,
    faults: {
      add: (fault) => call('faults.add', fault),
      list: () => call('faults.list'),
      remove: (id) => call('faults.remove', id),
      clear: () => call('faults.clear'),
    },
    requestLog: {
      entries: async () =>
        (await call('requestLog.entries')).map((entry) => ({ ...entry, time: new Date(entry.time) })),
      counts: () => call('requestLog.counts'),
      clear: () => call('requestLog.clear'),
    },
    seed: (tree) => call('seed', tree),
    reset: () => call('reset'),
    snapshot: () => call('snapshot'),
    administratorToken: () => call('administratorToken'),
    tokenFor: (identityUid, caps) => call('tokenFor', { identityUid, ...(caps !== undefined && { caps }) }),
    oidcToken: (request) => call('oidcToken', request),
    close,
    [Symbol.asyncDispose]: close,
  };
}
