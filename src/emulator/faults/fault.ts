/** Written by `npm run docs` from `fault-schema.ts`: edit the schema instead. */
import type { Code } from '../../model/api';

/** Selects the requests that a fault affects. */
export interface Targeted {
  /** The method of the requests. @default every method */
  readonly method?: string | undefined;
  /** The path of the requests; `*` matches anything: `/iam/v2beta1/groups*`. It also matches the same path in another version of the API. @default every path */
  readonly path?: string | undefined;
  /** The number of such requests that pass before the fault begins. @default 0 */
  readonly after?: number | undefined;
  /** The number of requests that it hits. @default until it is removed */
  readonly times?: number | undefined;
  /** True if the fault is intended to hit nothing: closing the emulator does not report it. @default false */
  readonly optional?: boolean | undefined;
}

/** The request waits before it is served. */
export interface LatencyFault extends Targeted {
  readonly effect: 'latency';
  /** Milliseconds, at most 600,000. */
  readonly latencyMs: number;
}

/** An error of the API, without serving the request. */
export interface ErrorFault extends Targeted {
  readonly effect: 'error';
  /** The code of the error, for example `RESOURCE_EXHAUSTED`, `INTERNAL` or `UNAVAILABLE`. */
  readonly code: Code;
  /** The value of `Retry-After`. @default no `Retry-After` */
  readonly retryAfterSeconds?: number | undefined;
}

/** A load balancer's page instead of a response. */
export interface HtmlFault extends Targeted {
  readonly effect: 'html';
  /** 500 to 599. @default 502 */
  readonly status?: number | undefined;
}

/** The connection breaks. */
export interface CutFault extends Targeted {
  readonly effect: 'cut';
  /** `before`: the request is not served. `after`: it was served, and the write is done. */
  readonly when: 'before' | 'after';
}

/** Every token issued so far expires, then the request is served. */
export interface ExpiredTokensFault extends Targeted {
  readonly effect: 'expiredTokens';
}

/** Calls in a group are PERMISSION_DENIED for a while after its creation, as in a live service. In a root group, the token that created it is UNAUTHENTICATED permanently: a new token is needed. */
export interface NewGroupDelayFault extends Targeted {
  readonly effect: 'newGroupDelay';
  /** Milliseconds, at most 600,000. @default 30000 */
  readonly delayMs?: number | undefined;
}

/** Lists show objects as they were when the fault was added. */
export interface StaleListFault extends Targeted {
  readonly effect: 'staleList';
}

/** Reads show objects as they were some time ago: a new object is missing, and a deleted one still exists. Writes are carried out immediately. */
export interface LagFault extends Targeted {
  readonly effect: 'lag';
  /** Milliseconds, at most 600,000. */
  readonly lagMs: number;
  /** The reads that lag: `gets`, `lists` or `both`. @default 'both' */
  readonly reads?: 'gets' | 'lists' | 'both' | undefined;
  /** `constant`: each read lags by `lagMs`. `flapping`: every second read does, and the others are up to date. `random`: each read lags by a random time of at most `lagMs`. @default 'constant' */
  readonly variation?: 'constant' | 'flapping' | 'random' | undefined;
  /** Also rejects creates in a group that reads do not show yet, with NOT_FOUND. @default false */
  readonly parents?: boolean | undefined;
}

/** The `totalCount` of lists is wrong. */
export interface TotalCountFault extends Targeted {
  readonly effect: 'totalCount';
  /** Added to the right number; the result is at least 0. @default 1 */
  readonly by?: number | undefined;
}

/** Responses contain the numbers of enumeration values instead of their names. */
export interface EnumAsNumberFault extends Targeted {
  readonly effect: 'enumAsNumber';
}

/** Lists cannot be read: the router treats the path of a collection as the path of an object with an empty uid. */
export interface ListMissingFault extends Targeted {
  readonly effect: 'listMissing';
  /** `notFound`: NOT_FOUND for the object. `invalid`: INVALID_ARGUMENT for its uid. `object`: the first object instead of the list. @default 'notFound' */
  readonly as?: 'notFound' | 'invalid' | 'object' | undefined;
}

/** More requests than the limit are rejected with RESOURCE_EXHAUSTED. */
export interface RateLimitFault extends Targeted {
  readonly effect: 'rateLimit';
  /** The highest rate. */
  readonly requestsPerSecond: number;
  /** The number of requests that are served immediately after a pause. @default `requestsPerSecond`, at least 1 */
  readonly burst?: number | undefined;
  /** Rejects with `Retry-After`. @default true */
  readonly retryAfter?: boolean | undefined;
}

/** Bodies are compressed on the socket, as by a gateway. A response in this process only has the header. */
export interface CompressionFault extends Targeted {
  readonly effect: 'compression';
  /** The content encoding: `gzip`, `br` or `deflate`. @default 'gzip' */
  readonly encoding?: 'gzip' | 'br' | 'deflate' | undefined;
  /** Also compresses for clients that do not accept the encoding. @default false */
  readonly unrequested?: boolean | undefined;
}

export type Fault =
  | LatencyFault
  | ErrorFault
  | HtmlFault
  | CutFault
  | ExpiredTokensFault
  | NewGroupDelayFault
  | StaleListFault
  | LagFault
  | TotalCountFault
  | EnumAsNumberFault
  | ListMissingFault
  | RateLimitFault
  | CompressionFault;
