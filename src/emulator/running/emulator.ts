/** The whole service in one process: a Request in, a Response out. No socket, no clock and no randomness of its own. */
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { declarations } from '../../model/kinds';
import { type Account, createAccess, createAuth, type OidcTokenRequest, type SignInTokenRequest } from '../auth';
import { secretIn, signingKeysIn } from '../auth/keys';
import { EXCHANGED_TOKEN_LIFETIME_MS } from '../auth/token-issuer';
import {
  ADMINISTRATOR_UID,
  assumableIn,
  behaviors,
  createGrants,
  nameFor,
  personWith,
  type ReaderGrant,
  recordAssumed,
  recordLookedUp,
  withReader,
} from '../behavior';
import { createFaultInjector, type FaultInjector, type Faults } from '../faults/fault-injector';
import { unmetProblem } from '../faults/unmet';
import { liveLikeFaults, type LiveLike } from '../faults/live-like';
import { createRpc, type Authenticate, type Rpc } from '../grpc/server';
import { createPipeline, type Pending } from '../http/pipeline';
import { routeTable, type HttpBackend } from '../http/route-table';
import { openOrganization, type SeededOrganization } from '../seed/organization';
import type { SeedTree } from '../seed/seed';
import { createService } from '../service/service';
import { lockDataFile } from '../store/database';
import { createReplica } from '../store/replica';
import { openStore, type Store } from '../store/store';
import { ServiceError } from '../wire/errors';
import { fetchResponse, type ApiRequest, type ServedResponse } from '../wire/messages';
import { createRequestLog, type RequestLog } from '../wire/request-log';
import type { Caller } from '../wire/route';

/** The options of an emulator; all of them are optional. */
export interface EmulatorOptions {
  /**
   * The data file. It contains everything, including the keys that sign tokens, and only one emulator can use it at a
   * time. @default in memory
   */
  readonly dataFile?: string | undefined;
  /**
   * Opens the data file although an emulator may be running with it: to create a token for that one, never to serve at
   * the same time.
   * @default false
   */
  readonly dataFileInUse?: boolean;
  /** The initial organization, restored by `reset()`. @default one root group, `acme` */
  readonly seed?: SeedTree | undefined;
  /**
   * The organization of another service, instead of `seed`: loaded unchanged, with the built-in roles of that service. The
   * administrator is not part of it, and may only list what `mayList` says.
   */
  readonly replica?: Replica | undefined;
  /** Further addresses at which it is reached: accepted as audiences of tokens. */
  readonly publicUrls?: readonly string[];
  /**
   * Behaves like a live service: reads lag behind writes, new groups reject calls for some time, there is a rate
   * limit, and responses are compressed. These are faults, which `faults.clear()` removes.
   * @default false
   */
  readonly liveLike?: boolean | LiveLike | undefined;
  /**
   * Refuses everything that a service may refuse: new line breaks in descriptions, names of other lengths, duplicate
   * names, the mask `*` and so on. The documentation lists all of it.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /** @default the system's */
  readonly clock?: () => Date;
  /** Random bytes, for uids. @default those of `node:crypto` */
  readonly random?: (length: number) => Uint8Array;
  /** Waits if a fault delays a request. Rejects when the signal is aborted. @default that of `node:timers` */
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** An organization of another service, as a token of that service sees it. */
export interface Replica {
  readonly tree: SeedTree;
  readonly mayList: readonly ReaderGrant[];
}

export interface Emulator extends SeededOrganization {
  /**
   * Returns the response to a request. Rejects only if a fault cuts the connection, with the error of `fetch`. A defect
   * of the emulator is an INTERNAL error.
   */
  handle(request: Request): Promise<Response>;
  /** Handles a request from a socket, without the objects of `fetch`, which cost more than most requests. */
  serve(request: ApiRequest): Promise<ServedResponse>;
  /** Carries out a gRPC call; faults and the request log are about HTTP. */
  readonly rpc: Rpc;
  /** True if a gRPC call is admitted, before its request is read. */
  readonly authenticate: Authenticate;
  /** The injected faults. */
  readonly faults: Faults;
  readonly requestLog: RequestLog;
  /** The token of the administrator, who owns every root group of the seed. It does not expire. */
  administratorToken(): Promise<string>;
  /** An hour's token of any identity, limited to `caps` (dotted capabilities) and `scopes` (uids of groups) if given. */
  tokenFor(identityUid: string, caps?: readonly string[], scopes?: readonly string[]): Promise<string>;
  /** An OIDC token of the emulator's own issuer, as a CI system would hand it to a workload. */
  oidcToken(request: OidcTokenRequest): Promise<string>;
  /**
   * An hour's token of a person who signs in through an identity provider: with its default role, and the roles of the
   * external groups in the claims.
   */
  signInToken(request: SignInTokenRequest): Promise<string>;
  /** The `iss` of OIDC tokens. */
  oidcIssuer(): string;
  /**
   * Sets the address at which the emulator is reached: the audience of tokens from now on. A data file keeps it.
   * `isShared` is true if other machines can connect, even if the address is loopback.
   */
  reachedAt(address: string, isShared?: boolean): void;
  /** The address of the API, or its address when the data file was last used. `undefined` if it never had one. */
  address(): string | undefined;
  /** Closes the data. Throws an `Error` afterwards if no request has met an injected fault. */
  close(): void;
}

interface OpenEmulator extends Omit<Emulator, 'close'> {
  readonly faults: FaultInjector<Pending<HttpBackend>>;
}

/**
 * Creates an emulator without a socket. Throws an `Error` with the place of the problem if the data file cannot be
 * opened or is in use, or the seed is invalid.
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { dataFile, dataFileInUse = false } = options;
  const isNew = dataFile !== undefined && !(existsSync(dataFile) && statSync(dataFile).size > 0);
  const unlock = dataFile === undefined || dataFileInUse ? () => undefined : lockDataFile(dataFile);
  let store: Store | undefined;
  const close = () => {
    store?.close();
    unlock();
  };
  try {
    store = openStore(declarations, dataFile);
    const emulator = emulatorOver(store, options);
    return {
      ...emulator,
      close: () => {
        const problem = unmetProblem(emulator.faults.unmet());
        emulator.faults.clear();
        close();
        if (problem !== undefined) throw new Error(problem);
      },
    };
  } catch (error) {
    store?.close();
    // A data file without an organization would look like one with it. The lock is still held.
    if (isNew) {
      const path = realpathSync(dataFile);
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    }
    unlock();
    throw error;
  }
}

function emulatorOver(store: Store, options: EmulatorOptions): OpenEmulator {
  const { replica, publicUrls = [], clock = () => new Date(), random = randomBytes } = options;
  const { delay = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) } = options;
  let reached = store.setting('reachedAt');
  let shared = false;
  const addresses = () => [
    ...(reached === undefined && publicUrls.length > 0 ? [] : [reached ?? unreached]),
    ...publicUrls,
  ];
  const getGrants = (over: Store) =>
    replica === undefined ? createGrants(over) : withReader(createGrants(over), ADMINISTRATOR_UID, replica.mayList);
  const getContext = (over: Store) => ({
    ...{ store: over, access: createAccess(getGrants(over)), clock, random },
    isStrict: options.strict === true,
    isAdministrator: ({ subject }: Caller) => subject === organization.administratorUid,
  });
  const context = getContext(store);
  const auth = createAuth({
    keys: signingKeysIn(store),
    grants: getGrants(store),
    isKnown: (uid) => (replica !== undefined && uid === ADMINISTRATOR_UID) || assumableIn(store, uid) !== undefined,
    clock,
    addresses,
    isShared: () => shared,
    identity: (uid) => assumableIn(store, uid),
    assumed: (uid, time) => recordAssumed(store, uid, time),
    nameFor: (caller, of, uid) => nameFor(context, caller, of, uid),
    ...(replica && { personWith: (account: Account) => personWith(store, account) ?? unknownPerson(account) }),
    lookedUp: (uid, account) => recordLookedUp(store, uid, account, clock()),
  });
  const { tokens, oidc } = auth;
  const pageTokenKey = secretIn(store, 'pageTokenKey', random);
  const serviceOver = (context: ReturnType<typeof getContext>) => createService({ context, behaviors, pageTokenKey });

  const opened = openOrganization(context, replica?.tree ?? options.seed, { isForeign: replica !== undefined });
  const organization: SeededOrganization = {
    ...opened,
    seed: (tree) => {
      opened.seed(tree);
      faults.refresh();
    },
    reset: () => {
      opened.reset();
      faults.refresh();
    },
  };
  const { administratorUid } = organization;
  const service = serviceOver(context);
  const requestLog = createRequestLog();
  const faults = createFaultInjector<Pending<HttpBackend>>({
    clock,
    delay,
    expireTokens: () => tokens.expireIssued(),
    random,
    past: (maxLagMs) => {
      const laggingStore = createReplica(store, { declarations, clock, maxLagMs });
      const past = serviceOver(getContext(laggingStore.store));
      const reading =
        <Args extends unknown[], T>(read: (...call: Args) => T, lagMs: number) =>
        (...call: Args): T => {
          laggingStore.showAsOf(lagMs);
          return read(...call);
        };
      return {
        rewind: (pending, lagMs) => {
          const reads = { list: reading(past.list, lagMs), get: reading(past.get, lagMs) };
          pending.backend = { ...backend, service: { ...service, ...reads } };
        },
        hasObject: ({ kind }, uid, lagMs) => reading(laggingStore.store.get, lagMs)(kind, uid) !== undefined,
        refresh: laggingStore.refresh,
        close: laggingStore.close,
      };
    },
  });
  for (const fault of liveLikeFaults(options.liveLike)) faults.add(fault);
  const backend: HttpBackend = { ...auth, service, organization, administratorUid, addresses, faults, requestLog };

  const serve = createPipeline({ routes: routeTable, backend, faults, log: requestLog, clock });

  return {
    ...organization,
    serve,
    handle: async (request) => fetchResponse(await serve(request)),
    authenticate: (authorization) => tokens.authenticate(authorization),
    rpc: createRpc({ ...auth, declarations, service }),
    faults,
    requestLog,
    administratorToken: () => tokens.issue(administratorUid),
    tokenFor: (identityUid, caps, scopes) => {
      const expiresAt = new Date(clock().getTime() + EXCHANGED_TOKEN_LIFETIME_MS);
      return tokens.issue(identityUid, { expiresAt, ...(caps && { caps }), ...(scopes && { scopes }) });
    },
    oidcToken: (request) => oidc.issue(request),
    signInToken: ({ subject, ...signIn }) => {
      const uid = auth.lookUpPerson({ issuer: signIn.issuer, subject });
      const expiresAt = new Date(clock().getTime() + EXCHANGED_TOKEN_LIFETIME_MS);
      return tokens.issue(uid, { expiresAt, signIn: { claims: {}, ...signIn } });
    },
    oidcIssuer: () => oidc.issuers()[0] ?? '',
    address: () => reached,
    reachedAt: (address, isShared = false) => {
      shared = isShared;
      if (address !== reached) store.setSetting('reachedAt', address);
      reached = address;
    },
  };
}

/** Only the other service knows the uid that a person will have. */
function unknownPerson({ issuer, subject }: Account): never {
  throw new ServiceError(
    'FAILED_PRECONDITION',
    `the snapshot contains no person with issuer ${issuer} and subject ${subject}: they have no role in it`,
  );
}

/** The address of an emulator without a socket: an identity may name it as its issuer. */
const unreached = 'http://localhost';
