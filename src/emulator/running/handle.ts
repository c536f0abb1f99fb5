/** The handle of a running emulator: the same in the own thread and in another. */
import type { OidcTokenRequest, SignInTokenRequest } from '../auth';
import type { Fault } from '../faults/fault';
import type { AddedFault } from '../faults/fault-injector';
import type { SeedTree } from '../seed/seed';
import { inVersions, type LoggedRequest } from '../wire/request-log';
import type { Emulator } from './emulator';
import type { Facts } from './server';

export interface RunningEmulator extends Facts, AsyncClosing {
  /** The injected faults. */
  readonly faults: RunningFaults;
  /** The requests to the API. */
  readonly requestLog: RunningRequestLog;
  /** Adds objects. Rejects with an `Error` that names the place in the tree, and then adds none of them. */
  readonly seed: (tree: SeedTree) => Promise<void>;
  /** Restores the initial organization, uids included. */
  readonly reset: () => Promise<void>;
  /** Returns all objects as a seed. */
  readonly snapshot: () => Promise<SeedTree>;
  /** Returns a new token of the administrator, for example after a fault has expired `token`. It does not expire. */
  readonly administratorToken: () => Promise<string>;
  /** An hour's token of any identity, limited to `caps` (dotted capabilities) and `scopes` (uids of groups) if given. */
  readonly tokenFor: (identityUid: string, caps?: readonly string[], scopes?: readonly string[]) => Promise<string>;
  /** An OIDC token of the emulator's own issuer, as a CI system would hand it to a workload. */
  readonly oidcToken: (request: OidcTokenRequest) => Promise<string>;
  /**
   * An hour's token of a person who signs in through an identity provider: with its default role, and the roles of the
   * external groups in the claims.
   */
  readonly signInToken: (request: SignInTokenRequest) => Promise<string>;
  /**
   * Closes connections, the socket and the data, and ends the thread. A second call does nothing. Afterwards, it rejects
   * with an `Error` if no request has met an injected fault, so that a test cannot pass without its fault.
   */
  readonly close: () => Promise<void>;
}

/**
 * Injects faults, to test how a client handles them. Several faults may hit one request, in the order of their
 * addition.
 *
 * @example
 * await faults.add({ effect: 'error', code: 'UNAVAILABLE', method: 'GET', times: 2 });
 */
export interface RunningFaults {
  /** Adds a fault. Rejects with a `TypeError` that names the problem of the fault. */
  readonly add: (fault: Fault) => Promise<AddedFault>;
  readonly list: () => Promise<readonly AddedFault[]>;
  /** Returns false if the fault does not exist. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly clear: () => Promise<void>;
}

export interface RunningRequestLog {
  /** The latest requests, the oldest first: at most 10,000, 16 Mi characters in all, and of 24 hours. */
  readonly entries: () => Promise<readonly LoggedRequest[]>;
  /**
   * The number of requests of each route since the last `clear`, in all versions of the API together:
   * `{'PATCH /iam/v2beta1/groups/{uid}': 1}`. The name in another version has the same number.
   */
  readonly counts: () => Promise<Readonly<Record<string, number>>>;
  readonly clear: () => Promise<void>;
}

/**
 * `[Symbol.asyncDispose]`, which is `close`, for `await using`. It exists only if the compiler knows that symbol, so
 * these types also work with an older `lib`.
 */
type AsyncClosing = {
  readonly [dispose in SymbolConstructor['asyncDispose' & keyof SymbolConstructor] & symbol]: () => Promise<void>;
};

/** Creates a handle. `call` runs its commands, and `end` closes the emulator and its thread or server. */
export function createHandle(facts: Facts, call: CallCommand, end: () => Promise<void>): RunningEmulator {
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
      counts: async () => inVersions(await call('requestLog.counts')),
      clear: () => call('requestLog.clear'),
    },
    seed: (tree) => call('seed', tree),
    reset: () => call('reset'),
    snapshot: () => call('snapshot'),
    administratorToken: () => call('administratorToken'),
    tokenFor: (identityUid, caps, scopes) =>
      call('tokenFor', { identityUid, ...(caps && { caps }), ...(scopes && { scopes }) }),
    oidcToken: (request) => call('oidcToken', request),
    signInToken: (request) => call('signInToken', request),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * The commands of the handle. Requests and responses are JSON text in both modes. So both modes return copies and never
 * the emulator's own objects, and objects from a thread have the caller's own classes (a test framework may have others
 * than the rest of the process).
 */
function createCommands({ faults, requestLog, ...emulator }: Emulator) {
  return {
    'faults.add': (fault: Fault) => faults.add(fault),
    'faults.list': () => faults.list(),
    'faults.remove': (id: string) => faults.remove(id),
    'faults.clear': () => faults.clear(),
    'requestLog.entries': () => requestLog.entries,
    'requestLog.counts': () => requestLog.counts(),
    'requestLog.clear': () => requestLog.clear(),
    seed: (tree: SeedTree) => emulator.seed(tree),
    reset: () => emulator.reset(),
    snapshot: () => emulator.snapshot(),
    administratorToken: () => emulator.administratorToken(),
    tokenFor: ({ identityUid, caps, scopes }: TokenRequest) => emulator.tokenFor(identityUid, caps, scopes),
    oidcToken: (request: OidcTokenRequest) => emulator.oidcToken(request),
    signInToken: (request: SignInTokenRequest) => emulator.signInToken(request),
  };
}

interface TokenRequest {
  readonly identityUid: string;
  readonly caps?: readonly string[];
  readonly scopes?: readonly string[];
}

type Commands = ReturnType<typeof createCommands>;

/** Carries out one command. Rejects with the error of the emulator: a `TypeError`, or an `Error` with its message. */
export type CallCommand = <Name extends keyof Commands>(
  name: Name,
  ...argument: Parameters<Commands[Name]>
) => Promise<Awaited<ReturnType<Commands[Name]>>>;

/** Sends a request as text to its executor, and returns the response. */
export type Send = (request: string) => Promise<string>;

/** Calls whose requests `send` takes to a {@link commandRunner}. */
export function callBy(send: Send): CallCommand {
  const call = async (name: string, argument?: unknown): Promise<unknown> =>
    responseIn(await send(JSON.stringify({ name, argument })));
  return call as CallCommand;
}

/** Carries out the requests of {@link callBy}. */
export function commandRunner(emulator: Emulator): Send {
  const commands = createCommands(emulator) as Record<string, (argument: unknown) => unknown>;
  return (request) =>
    getOutcome(() => {
      const { name, argument } = JSON.parse(request) as { readonly name: string; readonly argument?: unknown };
      return commands[name]?.(argument);
    });
}

/** Returns the result of `work`, or its error, as text. */
export async function getOutcome(work: () => unknown): Promise<string> {
  try {
    return JSON.stringify({ value: await work() });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return JSON.stringify({ error: { name, message } });
  }
}

/** Reads the text of {@link outcomeOf}; throws its error. */
export function responseIn(text: string): unknown {
  const { value, error } = JSON.parse(text) as {
    readonly value?: unknown;
    readonly error?: { readonly name: string; readonly message: string };
  };
  if (error !== undefined) throw new (error.name === 'TypeError' ? TypeError : Error)(error.message);
  return value;
}
