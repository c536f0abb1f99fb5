/**
 * The faults that can be injected, as data: the same in code and over the administrator's endpoint. Contract F1 to F3,
 * E5.
 */
import type { Code } from '../../model/api';
import type { ApiRequest } from '../wire/messages';

/** The properties of a request that a fault matches. */
export interface FaultTarget {
  readonly request: ApiRequest;
  readonly url: URL;
}

/** Selects the requests that a fault affects. */
export interface Targeted {
  /** @default every method */
  readonly method?: string | undefined;
  /**
   * The path of the requests; `*` matches anything: `/iam/v2beta1/groups*`. It also matches the same path in another
   * version of the API.
   * @default every path
   */
  readonly path?: string | undefined;
  /** The number of such requests that pass before the fault begins. @default 0 */
  readonly after?: number | undefined;
  /** The number of requests that it hits. @default until it is removed */
  readonly times?: number | undefined;
  /** True if the fault is intended to hit nothing: closing the emulator does not report it. @default false */
  readonly optional?: boolean | undefined;
}

/** The request waits before it is served. */
export interface Latency extends Targeted {
  readonly effect: 'latency';
  /** Milliseconds, at most 600,000. */
  readonly latencyMs: number;
}

/** An error of the model, without serving the request: RESOURCE_EXHAUSTED with Retry-After, INTERNAL, UNAVAILABLE, … */
export interface ErrorResponse extends Targeted {
  readonly effect: 'error';
  readonly code: Code;
  /** @default no `Retry-After` */
  readonly retryAfterSeconds?: number | undefined;
}

/** A load balancer's page instead of a response. */
export interface HtmlPage extends Targeted {
  readonly effect: 'html';
  /** 500 to 599. @default 502 */
  readonly status?: number | undefined;
}

/** The connection is cut, before the request is served or after it was and the write is done. */
export interface Cut extends Targeted {
  readonly effect: 'cut';
  readonly when: 'before' | 'after';
}

/** Every token issued so far expires, then the request is served. */
export interface ExpiredTokens extends Targeted {
  readonly effect: 'expiredTokens';
}

/**
 * Calls in a group are refused with PERMISSION_DENIED for a while after its creation; in a root group, the token that
 * created it is UNAUTHENTICATED permanently: a new token is needed.
 */
export interface NewGroupDelay extends Targeted {
  readonly effect: 'newGroupDelay';
  /** Milliseconds, at most 600,000. @default 30000 */
  readonly delayMs?: number | undefined;
}

/** Lists show objects as they were when the fault was added. */
export interface StaleList extends Targeted {
  readonly effect: 'staleList';
}

/**
 * Reads show objects as they were some time ago: a new object is missing, a deleted one is still there. Writes are carried out
 * immediately.
 */
export interface Lag extends Targeted {
  readonly effect: 'lag';
  /** Milliseconds, at most 600,000. */
  readonly lagMs: number;
  /** The reads that lag. @default 'both' */
  readonly reads?: 'gets' | 'lists' | 'both' | undefined;
  /**
   * `constant`: each read lags by `lagMs`. `flapping`: every second read does, and the others are up to date. `random`: each read
   * lags by a random time of at most `lagMs`.
   * @default 'constant'
   */
  readonly variation?: 'constant' | 'flapping' | 'random' | undefined;
  /** Also refuses creates in a group that reads do not show yet, with NOT_FOUND. @default false */
  readonly parents?: boolean | undefined;
}

/** The `totalCount` of lists is wrong. */
export interface TotalCount extends Targeted {
  readonly effect: 'totalCount';
  /** Added to the right number; the result is at least 0. @default 1 */
  readonly by?: number | undefined;
}

/** Responses hold numbers instead of the names of enumeration values. */
export interface EnumAsNumber extends Targeted {
  readonly effect: 'enumAsNumber';
}

/** Lists cannot be read: the router treats the path of a collection as the path of an object with an empty uid. */
export interface ListMissing extends Targeted {
  readonly effect: 'listMissing';
  /**
   * `notFound`: NOT_FOUND for the object. `invalid`: INVALID_ARGUMENT for its uid. `object`: the first object instead of the
   * list. @default 'notFound'
   */
  readonly as?: 'notFound' | 'invalid' | 'object' | undefined;
}

/** More requests than the limit are refused with RESOURCE_EXHAUSTED. */
export interface RateLimited extends Targeted {
  readonly effect: 'rateLimit';
  readonly requestsPerSecond: number;
  /** The number of requests that are served immediately after a pause. @default `requestsPerSecond`, at least 1 */
  readonly burst?: number | undefined;
  /** Refuses with `Retry-After`. @default true */
  readonly retryAfter?: boolean | undefined;
}

/** The content encodings that a socket can send. */
export const CONTENT_ENCODINGS = ['gzip', 'br', 'deflate'] as const;

/** Bodies are compressed on the socket, as by a gateway. A response in this process only has the header. */
export interface Compression extends Targeted {
  readonly effect: 'compression';
  /** @default 'gzip' */
  readonly encoding?: (typeof CONTENT_ENCODINGS)[number] | undefined;
  /** Also compresses for clients that do not accept the encoding. @default false */
  readonly unrequested?: boolean | undefined;
}

export type Fault =
  | Latency
  | ErrorResponse
  | HtmlPage
  | Cut
  | ExpiredTokens
  | NewGroupDelay
  | StaleList
  | Lag
  | TotalCount
  | EnumAsNumber
  | ListMissing
  | RateLimited
  | Compression;
