/** The effect of each fault on a request that it hits. */
import { type Code, DOMAINS } from '../../model/api';
import { declarations, parentKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { invalidField, notFound, ServiceError } from '../wire/errors';
import { getDomain, errorResponse, type ServedResponse } from '../wire/messages';
import { findFirstObject, withEnumNumbers, withTotalCount } from './altered-response';
import type { CompressionFault, Fault, LagFault, RateLimitFault } from './fault';
import type { FaultTarget } from './fault-target';
import { createNewGroups, uidsInUrl } from './new-groups';
import { createRateLimit } from './rate-limit';

export type Next<Target> = (target: Target) => Promise<ServedResponse>;

export interface Effect<Target> {
  /** Returns false for a request that the fault leaves alone. It is not counted. */
  readonly concerns?: (target: Target) => boolean;
  /** Serves a request that the fault hits; `next` serves it as if the fault did not exist. */
  readonly serve: (target: Target, next: Next<Target>) => Promise<ServedResponse>;
  /** Receives every response, also of requests that the fault does not affect. */
  readonly observe?: (target: Target, response: ServedResponse) => void;
  /** Called when all objects have changed outside the API. */
  readonly refresh?: () => void;
  readonly close?: () => void;
}

/** The emulator as it was some time ago. */
export interface Past<Target> {
  /** Makes a read return the data of `lagMs` ago. */
  readonly rewind: (target: Target, lagMs: number) => void;
  readonly hasObject: (declaration: Declaration, uid: string, lagMs: number) => boolean;
  /** Makes the present the past. */
  readonly refresh: () => void;
  readonly close: () => void;
}

/** The parts of the emulator that faults need. */
export interface FaultHooks<Target> {
  readonly clock: () => Date;
  readonly random: (length: number) => Uint8Array;
  /** Waits; rejects when the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Makes every token issued so far count as expired. */
  readonly expireTokens: () => void;
  /** Keeps new writes separate for `maxLagMs`. With `Infinity`, until it is closed. */
  readonly past: (maxLagMs: number) => Past<Target>;
}

/** Instead of a response, the connection breaks. In-process it looks like the error that `fetch` throws. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('The connection was cut.'), { code: 'ECONNRESET' }) });
  }
}

export function createEffect<Target extends FaultTarget>(fault: Fault, hooks: FaultHooks<Target>): Effect<Target> {
  const { clock, delay, expireTokens } = hooks;
  switch (fault.effect) {
    case 'latency':
      return {
        serve: async (target, next) => {
          await delay(fault.latencyMs, target.request.signal);
          return next(target);
        },
      };
    case 'error':
      return {
        serve: async (target) =>
          withRetryAfter(
            faultResponse(target, fault.code, 'an injected fault of the emulator'),
            fault.retryAfterSeconds,
          ),
      };
    case 'html':
      return { serve: async () => htmlResponse(fault.status ?? 502) };
    case 'cut':
      return {
        serve: async (target, next) => {
          if (fault.when === 'after') await next(target);
          throw new ConnectionCut();
        },
      };
    case 'expiredTokens':
      return {
        serve: (target, next) => {
          expireTokens();
          return next(target);
        },
      };
    case 'newGroupDelay': {
      const newGroups = createNewGroups(fault.delayMs ?? 30_000, clock);
      return {
        concerns: (target) => newGroups.codeFor(target) !== undefined,
        observe: newGroups.observe,
        serve: async (target, next) => {
          const code = newGroups.codeFor(target);
          return code === undefined ? next(target) : faultResponse(target, code, 'the group is too new');
        },
      };
    }
    case 'staleList': {
      const past = hooks.past(Infinity);
      return {
        concerns: isList,
        serve: (target, next) => {
          past.rewind(target, Infinity);
          return next(target);
        },
        close: past.close,
      };
    }
    case 'lag':
      return lagEffect(fault, hooks);
    case 'totalCount':
      return {
        concerns: isList,
        serve: async (target, next) => withTotalCount(await next(target), fault.by ?? 1),
      };
    case 'enumAsNumber':
      return { serve: async (target, next) => withEnumNumbers(await next(target), target.url) };
    case 'listMissing':
      return {
        concerns: isList,
        serve: async (target, next) => {
          if (fault.as === 'invalid')
            return errorResponse(invalidField('uid', 'uid is required'), getDomain(target.url));
          const first = fault.as === 'object' ? findFirstObject(await next(target)) : undefined;
          return first ?? faultResponse(target, 'NOT_FOUND', 'there is no object with an empty uid');
        },
      };
    case 'rateLimit':
      return rateLimitEffect(fault, hooks);
    case 'compression':
      return compressionEffect(fault);
  }
}

function lagEffect<Target extends FaultTarget>(fault: LagFault, hooks: FaultHooks<Target>): Effect<Target> {
  const { lagMs, reads = 'both', variation = 'constant', parents = false } = fault;
  const past = hooks.past(lagMs);
  let isBehind = false;
  const nextLagMs = (): number => {
    if (variation === 'constant') return lagMs;
    if (variation === 'random') return lagMs * randomShare(hooks.random);
    isBehind = !isBehind;
    return isBehind ? lagMs : 0;
  };
  const lags = (target: Target) => (isList(target) ? reads !== 'gets' : isGet(target) && reads !== 'lists');
  return {
    concerns: (target) => lags(target) || (parents && isCreate(target)),
    serve: async (target, next) => {
      const lag = nextLagMs();
      const [parent] = isCreate(target) ? uidsInUrl(target.url) : [];
      const kind = kindOfParent(target);
      if (parent !== undefined && kind !== undefined && !past.hasObject(kind, parent, lag))
        return errorResponse(notFound(kind, parent), getDomain(target.url));
      if (isGet(target)) past.rewind(target, lag);
      return next(target);
    },
    refresh: past.refresh,
    close: past.close,
  };
}

function rateLimitEffect<Target extends FaultTarget>(
  { requestsPerSecond, burst = Math.max(1, requestsPerSecond), retryAfter = true }: RateLimitFault,
  { clock }: FaultHooks<Target>,
): Effect<Target> {
  const limit = createRateLimit(requestsPerSecond, burst, clock);
  return {
    serve: async (target, next) => {
      const seconds = limit.retryAfterSeconds();
      if (seconds === 0) return next(target);
      const refused = faultResponse(target, 'RESOURCE_EXHAUSTED', 'too many requests');
      return withRetryAfter(refused, retryAfter ? seconds : undefined);
    },
  };
}

function compressionEffect<Target extends FaultTarget>({
  encoding = 'gzip',
  unrequested = false,
}: CompressionFault): Effect<Target> {
  const accepts = ({ request }: Target) => request.headers.get('accept-encoding')?.includes(encoding) === true;
  return {
    concerns: (target) => unrequested || accepts(target),
    serve: async (target, next) => withHeaders(await next(target), { 'content-encoding': encoding }),
  };
}

/** Returns a number from 0 to 1. */
function randomShare(random: (length: number) => Uint8Array): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_535;
}

function isGet({ request, url }: FaultTarget): boolean {
  return request.method === 'GET' && DOMAINS.some((domain) => url.pathname.startsWith(`/${domain}/`));
}

/** The path of a read of one object contains its uid; the path of a list does not. */
function isList(target: FaultTarget): boolean {
  return isGet(target) && !uidSegment.test(target.url.pathname) && !customMethod.test(target.url.pathname);
}

function isCreate({ request, url }: FaultTarget): boolean {
  return request.method === 'POST' && uidSegment.test(url.pathname);
}

/** Returns the kind of the parents in the collection of the request. */
function kindOfParent({ url }: FaultTarget): Declaration | undefined {
  const [, domain, , collection] = url.pathname.split('/');
  const created = declarations.find((each) => each.domain === domain && each.collection === collection);
  return created && parentKind(created);
}

const uidSegment = /\/[0-9a-f]{40}/;
const customMethod = /:[A-Za-z]+$/;

/** The message begins with the code in words: `Resource exhausted: …`. */
function faultResponse({ url }: FaultTarget, code: Code, reason: string): ServedResponse {
  const words = code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
  return errorResponse(new ServiceError(code, `${words}: ${reason}`), getDomain(url));
}

function withRetryAfter(response: ServedResponse, seconds: number | undefined): ServedResponse {
  if (seconds === undefined) return response;
  return withHeaders(response, { 'retry-after': String(seconds) });
}

function withHeaders(response: ServedResponse, headers: ServedResponse['headers']): ServedResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

function htmlResponse(status: number): ServedResponse {
  const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>load balancer</body></html>\n`;
  return { status, headers: { 'content-type': 'text/html' }, body: page };
}
