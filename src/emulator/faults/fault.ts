/**
 * What can be made to go wrong, as data: the same in code and over the administrator's endpoint. Source: not-shown
 * "Transient failures", "RESOURCE_EXHAUSTED" and "Facts to design for".
 */
import { z } from 'zod';
import { CODES, type Code } from '../../api';

/** Which requests a fault strikes. */
export interface Struck {
  /** @default every method */
  readonly method?: string | undefined;
  /**
   * The path of the requests that are meant, `*` standing for anything: `/iam/v2beta1/groups*`.
   * @default every path
   */
  readonly path?: string | undefined;
  /** How many such requests pass before the fault begins. @default 0 */
  readonly after?: number | undefined;
  /** How many it strikes. @default until it is removed */
  readonly times?: number | undefined;
}

/** The request waits before it is served. */
export interface Latency extends Struck {
  readonly effect: 'latency';
  /** Milliseconds, at most 600,000. */
  readonly latencyMs: number;
}

/** An error of the model, without serving the request: RESOURCE_EXHAUSTED with Retry-After, INTERNAL, UNAVAILABLE, … */
export interface ErrorAnswer extends Struck {
  readonly effect: 'error';
  readonly code: Code;
  /** @default no `Retry-After` */
  readonly retryAfterSeconds?: number | undefined;
}

/** A load balancer's page instead of an answer. */
export interface HtmlPage extends Struck {
  readonly effect: 'html';
  /** 500 to 599. @default 502 */
  readonly status?: number | undefined;
}

/** The connection is cut, before the request is served or after it was and the write is done. */
export interface Cut extends Struck {
  readonly effect: 'cut';
  readonly when: 'before' | 'after';
}

/** Every token issued so far expires, then the request is served. */
export interface ExpiredTokens extends Struck {
  readonly effect: 'expiredTokens';
}

/**
 * Calls in a group are refused with PERMISSION_DENIED for a while after its creation; in a root group, the token that
 * created it is UNAUTHENTICATED for good: a new one must be minted.
 */
export interface NewGroupDelay extends Struck {
  readonly effect: 'newGroupDelay';
  /** Milliseconds, at most 600,000. @default 30000 */
  readonly delayMs?: number | undefined;
}

/** Lists answer as things stood when the fault was added. */
export interface StaleLists extends Struck {
  readonly effect: 'staleLists';
}

export type Fault = Latency | ErrorAnswer | HtmlPage | Cut | ExpiredTokens | NewGroupDelay | StaleLists;

const struck = {
  method: z.string().toUpperCase().optional(),
  path: z.string().startsWith('/').optional(),
  after: z.int().min(0).optional(),
  times: z.int().min(1).optional(),
};

const ms = z.int().min(0).max(600_000);

export const faultSchema = z.discriminatedUnion('effect', [
  z.strictObject({ ...struck, effect: z.literal('latency'), latencyMs: ms }),
  z.strictObject({
    ...struck,
    effect: z.literal('error'),
    code: z.enum(CODES),
    retryAfterSeconds: z.number().min(0).optional(),
  }),
  z.strictObject({ ...struck, effect: z.literal('html'), status: z.int().min(500).max(599).optional() }),
  z.strictObject({ ...struck, effect: z.literal('cut'), when: z.enum(['before', 'after']) }),
  z.strictObject({ ...struck, effect: z.literal('expiredTokens') }),
  z.strictObject({ ...struck, effect: z.literal('newGroupDelay'), delayMs: ms.optional() }),
  z.strictObject({ ...struck, effect: z.literal('staleLists') }),
]) satisfies z.ZodType<Fault>;
