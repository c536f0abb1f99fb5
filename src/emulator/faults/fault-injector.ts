/** Which faults there are, which requests they hit, and what each does to a request. */
import { randomUUID } from 'node:crypto';
import { type Code, isWithin, parentUid } from '../../api';
import { ServiceError } from '../errors';
import { domainOf, errorResponse, type ApiResponse } from '../http/messages';
import { type Fault, faultSchema, type FaultTarget } from './fault';

/** A fault that is switched on. */
export interface AddedFault {
  readonly id: string;
  readonly fault: Fault;
  /** How many requests it has hit. */
  readonly hits: number;
}

/**
 * Makes things go wrong, for tests of what a client does then. Several faults may hit one request, in the order in
 * which they were added.
 *
 * @example
 * emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', method: 'GET', times: 2 });
 * emulator.faults.add({ effect: 'cut', when: 'after', method: 'POST', path: '/iam/v2beta1/groups*', times: 1 });
 */
export interface Faults {
  /** Switches a fault on. Throws a `TypeError` that names what is wrong with it. */
  add(fault: Fault): AddedFault;
  list(): readonly AddedFault[];
  /** Whether there was such a fault. */
  remove(id: string): boolean;
  clear(): void;
}

type Next<Target> = (target: Target) => Promise<ApiResponse>;

export interface FaultInjector<Target extends FaultTarget> extends Faults {
  /** The faults that are switched on; most of the time there is none. */
  readonly active: { readonly size: number };
  /** The response of `next`, or what the faults that hit the request make of it. */
  inject(target: Target, next: Next<Target>): Promise<ApiResponse>;
}

/** What faults need of the emulator. */
export interface FaultHooks<Target> {
  readonly clock: () => Date;
  /** Waits; rejects when the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Makes every token issued so far count as expired. */
  readonly expireTokens: () => void;
  /** Something that responds as things stand now, whatever is written later. */
  readonly freeze: () => Next<Target>;
}

/** In the place of a response: the connection breaks. In-process it looks like the error that `fetch` throws. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('The connection was cut.'), { code: 'ECONNRESET' }) });
  }
}

interface Entry<Target> {
  readonly id: string;
  readonly fault: Fault;
  readonly path: RegExp | undefined;
  readonly newGroups: NewGroups;
  readonly frozen: Next<Target> | undefined;
  matched: number;
  hits: number;
}

export function createFaultInjector<Target extends FaultTarget>(hooks: FaultHooks<Target>): FaultInjector<Target> {
  const entries = new Map<string, Entry<Target>>();

  const add = (given: Fault): AddedFault => {
    const { data: fault, error } = faultSchema.safeParse(given);
    if (fault === undefined) throw new TypeError(`The fault is not understood: ${problem(error)}.`);
    const delayMs = fault.effect === 'newGroupDelay' ? (fault.delayMs ?? 30_000) : 0;
    const entry: Entry<Target> = {
      id: randomUUID(),
      fault,
      path: fault.path === undefined ? undefined : globExpression(fault.path),
      newGroups: createNewGroups(delayMs, hooks.clock),
      frozen: fault.effect === 'staleLists' ? hooks.freeze() : undefined,
      matched: 0,
      hits: 0,
    };
    entries.set(entry.id, entry);
    return addedFault(entry);
  };

  return {
    add,
    list: () => [...entries.values()].map(addedFault),
    remove: (id) => entries.delete(id),
    clear: () => entries.clear(),
    active: entries,
    inject: (target, next) => {
      const observed: Next<Target> = async (served) => {
        const response = await next(served);
        for (const { fault, newGroups } of entries.values())
          if (fault.effect === 'newGroupDelay') newGroups.observe(served, response);
        return response;
      };
      return [...entries.values()]
        .filter((entry) => hits(entry, target))
        .reduceRight<Next<Target>>(
          (inner, entry) => (hit) => apply(entry, hooks, hit, inner),
          observed,
        )(target);
    },
  };
}

/** Whether the fault hits the request, which then counts. */
function hits<Target extends FaultTarget>(entry: Entry<Target>, target: Target): boolean {
  const { fault, path, newGroups } = entry;
  const { method } = target.request;
  const { pathname } = target.url;
  if (fault.method !== undefined && fault.method !== method) return false;
  if (path !== undefined && !path.test(pathname)) return false;
  if (fault.effect === 'staleLists' && (method !== 'GET' || uidSegment.test(pathname))) return false;
  if (fault.effect === 'newGroupDelay' && newGroups.codeFor(target) === undefined) return false;
  const index = entry.matched++ - (fault.after ?? 0);
  if (index < 0 || index >= (fault.times ?? Infinity)) return false;
  entry.hits++;
  return true;
}

// A read of one object names its uid in the path; a list does not.
const uidSegment = /\/[0-9a-f]{40}/;

/** Serves the request as the fault has it; `next` serves it as it should be. */
async function apply<Target extends FaultTarget>(
  { fault, newGroups, frozen }: Entry<Target>,
  { delay, expireTokens }: FaultHooks<Target>,
  target: Target,
  next: Next<Target>,
): Promise<ApiResponse> {
  switch (fault.effect) {
    case 'latency':
      await delay(fault.latencyMs, target.request.signal);
      return next(target);
    case 'error': {
      const response = faultResponse(target, fault.code, 'a fault of the emulator says so');
      if (fault.retryAfterSeconds === undefined) return response;
      return { ...response, headers: { ...response.headers, 'retry-after': String(fault.retryAfterSeconds) } };
    }
    case 'html':
      return htmlResponse(fault.status ?? 502);
    case 'cut':
      if (fault.when === 'after') await next(target);
      throw new ConnectionCut();
    case 'expiredTokens':
      expireTokens();
      return next(target);
    case 'newGroupDelay': {
      const code = newGroups.codeFor(target);
      return code === undefined ? next(target) : faultResponse(target, code, 'the group is too new');
    }
    case 'staleLists':
      return (frozen ?? next)(target);
  }
}

/** The message begins with the code in words: `Resource exhausted: …`. */
function faultResponse({ url }: FaultTarget, code: Code, reason: string): ApiResponse {
  const words = code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
  return errorResponse(new ServiceError(code, `${words}: ${reason}`), domainOf(url));
}

function htmlResponse(status: number): ApiResponse {
  const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>load balancer</body></html>\n`;
  return { status, headers: { 'content-type': 'text/html' }, body: page };
}

function globExpression(glob: string): RegExp {
  const literal = glob.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

function addedFault({ id, fault, hits }: Entry<never>): AddedFault {
  return { id, fault, hits };
}

function problem(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] } | undefined): string {
  const [issue] = error?.issues ?? [];
  return issue === undefined ? 'it is malformed' : `${issue.path.join('.') || 'fault'}: ${issue.message}`;
}

/** Groups that are too new to be used: the behaviour of a live service right after a creation. Contract F1. */
interface NewGroups {
  /** Takes note of a request that created a group. */
  observe(target: FaultTarget, response: ApiResponse): void;
  /** The code of the error with which a request in a new group fails; `undefined` if it does not. */
  codeFor(target: FaultTarget): Code | undefined;
}

interface NewGroup {
  readonly uid: string;
  readonly usableAt: number;
  /** The header of the request that created it. */
  readonly createdBy: string | null;
}

function createNewGroups(delayMs: number, clock: () => Date): NewGroups {
  const groups: NewGroup[] = [];
  return {
    observe: ({ request, url }, { status, body }) => {
      if (request.method !== 'POST' || status !== 200 || !groupsPath.test(url.pathname)) return;
      const { uid } = JSON.parse(body) as { uid?: unknown };
      if (typeof uid !== 'string') return;
      const createdBy = request.headers.get('authorization');
      groups.push({ uid, usableAt: clock().getTime() + delayMs, createdBy });
    },
    codeFor: ({ request, url }) => {
      const named = uidsIn(url);
      const concerned = groups.filter(({ uid }) => named.some((name) => isWithin(name, uid)));
      const authorization = request.headers.get('authorization');
      if (concerned.some(({ uid, createdBy }) => parentUid(uid) === undefined && createdBy === authorization))
        return 'UNAUTHENTICATED';
      const now = clock().getTime();
      return concerned.some(({ usableAt }) => now < usableAt) ? 'PERMISSION_DENIED' : undefined;
    },
  };
}

const groupsPath = /^\/iam\/[^/]+\/groups(\/|$)/;
const uidExpression = /[0-9a-f]{40}(\/[0-9a-f]{16})*/g;

function uidsIn({ pathname, search }: URL): string[] {
  return (pathname + search).replace(/%2f/gi, '/').match(uidExpression) ?? [];
}
