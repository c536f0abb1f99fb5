/** The whole service in one process: a Request in, a Response out. No socket, no clock and no randomness of its own. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { declarations } from '../resources';
import { organizationRoutes } from './administration';
import { createApi } from './api';
import {
  createAccess,
  createAuthService,
  EXCHANGED_TOKEN_LIFETIME_MS,
  oidcTokenRoutes,
  type OidcTokenRequest,
} from './auth';
import { assumableIn, grantsIn, recordAssumed, recordLookedUp } from './behaviour';
import { ConnectionCut, createAdministration, createFaults, faultRoutes, type Faults } from './faults';
import { watched } from './exchanges';
import { createRpc, type Rpc } from './grpc';
import { queryRefusal } from './http/request-query';
import { internalError } from './http/response';
import type { Handler } from './http/rest';
import type { EmulatorOptions } from './options';
import { createContractRoute } from './openapi';
import { openOrganization, type Organization } from './organization';
import { createRequestLog, type RequestLog } from './request-log';
import { signingKeysIn } from './settings';
import { openStore, type Store } from './store';

export interface Emulator extends Organization {
  /**
   * Answers a request. Rejects only where a fault cuts the connection, with the error that `fetch` would throw; a defect
   * of the emulator is answered as an INTERNAL error.
   */
  handle(request: Request): Promise<Response>;
  /** Answers a gRPC call; faults and the request log are about HTTP. */
  readonly rpc: Rpc;
  /** What is made to go wrong. */
  readonly faults: Faults;
  readonly requestLog: RequestLog;
  /** A token of the administrator, who owns every root group of the seed. It does not expire. */
  administratorToken(): Promise<string>;
  /** An hour's token of any identity, limited to `caps` (dotted capabilities) if given. */
  tokenFor(identityUid: string, caps?: readonly string[]): Promise<string>;
  /** An OIDC token of the emulator's own issuer, as a CI system would hand it to a workload. */
  oidcToken(request: OidcTokenRequest): Promise<string>;
  /** The `iss` of those tokens. */
  oidcIssuer(): string;
  /** Says at which address the emulator is reached: the audience of tokens from now on. A data file remembers it. */
  reachedAt(address: string): void;
  /** Where it is reached, or was when the data file was last used; `undefined` if nowhere yet. */
  address(): string | undefined;
  close(): void;
}

/** Throws an `Error` if the data file cannot be opened or the seed is wrong; the message says where. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { dataFile, seed, publicUrls = [], clock = () => new Date(), random = randomBytes } = options;
  const store = openStore(declarations, dataFile);
  let reached = store.setting('reachedAt');
  const addresses = () => [
    ...(reached === undefined && publicUrls.length > 0 ? [] : [reached ?? unreached]),
    ...publicUrls,
  ];
  const auth = createAuthService({
    keys: signingKeysIn(store),
    grants: grantsIn(store),
    isKnown: (uid) => assumableIn(store, uid) !== undefined,
    clock,
    addresses,
    identity: (uid) => assumableIn(store, uid),
    assumed: (uid, time) => recordAssumed(store, uid, time),
    lookedUp: (uid, account) => recordLookedUp(store, uid, account, clock()),
  });
  const { tokens } = auth;
  const requestLog = createRequestLog();
  const contextOf = (over: Store) => ({ store: over, access: createAccess(grantsIn(over)), clock, random });
  const organization = openOrganization(contextOf(store), seed);
  const api = createApi(contextOf(store), tokens, requestLog);

  const freeze = (): Handler => {
    const frozen = contextOf(openStore(declarations));
    openOrganization(frozen, organization.snapshot());
    return createApi(frozen, tokens, requestLog).handle;
  };
  const { delay = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) } = options;
  const faults = createFaults({ clock, delay, expireTokens: () => tokens.expireIssued(), freeze });
  const administration = createAdministration({
    tokens,
    administratorUid: organization.administratorUid,
    routes: { ...faultRoutes(faults), ...organizationRoutes(organization, requestLog), ...oidcTokenRoutes(auth.oidc) },
  });
  const contract = createContractRoute(declarations, addresses);
  const serve = faults.wrap(
    watched((request) => queryRefusal(request) ?? auth.handle(request) ?? contract(request) ?? api.handle(request)),
  );

  return {
    ...organization,
    handle: async (request) => {
      const administrative = administration(request);
      if (administrative !== undefined) return administrative;
      const time = clock();
      try {
        const response = await serve(request);
        requestLog.add(request, response.status, time);
        return response;
      } catch (error) {
        requestLog.add(request, undefined, time);
        if (error instanceof ConnectionCut) throw error;
        return internalError(error);
      }
    },
    rpc: createRpc({ declarations, service: api.service, tokens, lookUpPerson: auth.lookUpPerson }),
    faults,
    requestLog,
    administratorToken: () => tokens.issue(organization.administratorUid),
    tokenFor: (identityUid, caps) => {
      const expiresAt = new Date(clock().getTime() + EXCHANGED_TOKEN_LIFETIME_MS);
      return tokens.issue(identityUid, { expiresAt, ...(caps !== undefined && { caps }) });
    },
    oidcToken: (request) => auth.oidc.issue(request),
    oidcIssuer: () => auth.oidc.issuers()[0] ?? '',
    address: () => reached,
    reachedAt: (address) => {
      if (address !== reached) store.setSetting('reachedAt', address);
      reached = address;
    },
    close: () => store.close(),
  };
}

/** What an emulator without a socket calls itself: an address that an identity may name as its issuer. */
const unreached = 'http://localhost';
