/**
 * The whole service in one process: a Request in, a Response out. No socket, no clock and no randomness of its own.
 */
import { randomBytes } from 'node:crypto';
import { formatTimestamp } from '../api';
import { declarations } from '../resources';
import { createAuthService, EXCHANGED_TOKEN_LIFETIME_MS, type OidcTokenRequest } from './auth';
import {
  ADMINISTRATOR_UID,
  assumableIn,
  behaviourOf,
  builtInRoleRecords,
  grantsIn,
  holder,
  installAdministrator,
  recordAssumed,
} from './behaviour';
import { createRest } from './http/rest';
import { bareError } from './http/response';
import { createRoutes } from './http/route';
import type { EmulatorOptions } from './options';
import { createRequestLog, type RequestLog } from './request-log';
import { plant, snapshotOf, type SeedTree } from './seed';
import { createService } from './service';
import { signingKeysIn, secretIn } from './settings';
import { openStore } from './store';

export interface Emulator {
  /** Answers a request. Never throws: a defect of the emulator is an INTERNAL error. */
  handle(request: Request): Promise<Response>;
  /** Adds objects. Throws an `Error` that names the place in the tree, and then adds nothing. */
  seed(tree: SeedTree): void;
  /** Puts everything back to what was there at first, uids included. Tokens stay valid. */
  reset(): void;
  /** Everything there is, as a seed: what another emulator may start from, or a test compare. */
  snapshot(): SeedTree;
  readonly requestLog: RequestLog;
  /** A token of the administrator, who owns every root group of the seed. It does not expire. */
  administratorToken(): Promise<string>;
  /** An hour's token of any identity, limited to `caps` (dotted capabilities) if given. */
  tokenFor(identityUid: string, caps?: readonly string[]): Promise<string>;
  /** An OIDC token of the emulator's own issuer, as a CI system would hand it to a workload. */
  oidcToken(request: OidcTokenRequest): Promise<string>;
  /** The first root group of the seed. */
  readonly rootGroupUid: string;
  readonly administratorUid: string;
  /** Says at which address the emulator is reached: an audience of tokens from now on. */
  reachedAt(address: string): void;
  close(): void;
}

const defaultSeed: SeedTree = { [holder.collection]: [{ name: 'acme', description: 'The organization.' }] };

/** Throws an `Error` if the data file cannot be opened or the seed is wrong; the message says where. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { dataFile, seed = defaultSeed, publicUrls = [], clock = () => new Date(), random = randomBytes } = options;
  const store = openStore(declarations, dataFile);
  const reached: string[] = [];
  const addresses = () => (reached.length + publicUrls.length > 0 ? [...reached, ...publicUrls] : [unreached]);
  const auth = createAuthService({
    keys: signingKeysIn(store),
    grants: grantsIn(store),
    clock,
    addresses,
    identity: (uid) => assumableIn(store, uid),
    assumed: (uid, time) => recordAssumed(store, uid, time),
  });
  const context = { store, access: auth.access, clock, random };
  const ground = { context, declarations, behaviourOf, holder };
  const builtIn = new Set(builtInRoleRecords().map(({ uid }) => uid));
  const snapshot = () => snapshotOf(store, declarations, ({ uid }) => builtIn.has(uid));
  const sow = (tree: SeedTree) =>
    store.transaction(() => {
      plant(ground, tree);
      installAdministrator(context, formatTimestamp(clock()));
    });
  const begin = (tree: SeedTree) =>
    store.transaction(() => {
      store.clear();
      for (const record of builtInRoleRecords()) store.insert(record);
      sow(tree);
    });
  const firstState = () => store.setting('firstState');
  if (firstState() === undefined) {
    begin(seed);
    store.setSetting('firstState', JSON.stringify(snapshot()));
  }

  const service = createService({
    context,
    behaviourOf,
    holder,
    pageTokenKey: secretIn(store, 'pageTokenKey', random),
  });
  const routes = createRoutes(declarations, (declaration) => behaviourOf(declaration).methods ?? {});
  const requestLog = createRequestLog();
  const rest = createRest({
    routes,
    service,
    authority: auth.authority,
    seen: requestLog.describe,
  });

  return {
    handle: async (request) => {
      const time = clock();
      const response = await (auth.handle(request) ?? rest(request)).catch(() =>
        bareError('INTERNAL', 'Internal error'),
      );
      requestLog.add(request, response.status, time);
      return response;
    },
    seed: sow,
    reset: () => begin(JSON.parse(firstState() ?? '{}') as SeedTree),
    snapshot,
    requestLog,
    administratorToken: () => auth.authority.issue(ADMINISTRATOR_UID),
    tokenFor: (identityUid, caps) => {
      const expiresAt = new Date(clock().getTime() + EXCHANGED_TOKEN_LIFETIME_MS);
      return auth.authority.issue(identityUid, { expiresAt, ...(caps !== undefined && { caps }) });
    },
    oidcToken: (request) => auth.oidc.issue(request),
    rootGroupUid: rootGroupOf(JSON.parse(firstState() ?? '{}') as SeedTree),
    administratorUid: ADMINISTRATOR_UID,
    reachedAt: (address) => void reached.unshift(address),
    close: () => store.close(),
  };
}

/** What an emulator without a socket calls itself. */
const unreached = 'http://emulator.localhost';

function rootGroupOf(tree: SeedTree): string {
  const uid = tree[holder.collection]?.[0]?.['uid'];
  return typeof uid === 'string' ? uid : '';
}
