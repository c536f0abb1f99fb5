/**
 * What can be made to go wrong, as data: the same in code and over the administrator's endpoint. Source: not-shown
 * "Transient failures", "RESOURCE_EXHAUSTED" and "Facts to design for".
 */
import { z } from 'zod';
import { CODES } from '../../api';

const shared = {
  /** @default every method */
  method: z.string().toUpperCase().optional(),
  /**
   * The path of the requests that are meant, `*` standing for anything: `/iam/v2beta1/groups*`.
   * @default every path
   */
  path: z.string().startsWith('/').optional(),
  /** How many such requests pass before the fault begins. @default 0 */
  after: z.int().min(0).optional(),
  /** How many it strikes. @default until it is removed */
  times: z.int().min(1).optional(),
};

const ms = z.int().min(0).max(600_000);

export const faultSchema = z.discriminatedUnion('effect', [
  /** The request waits before it is served. */
  z.strictObject({ ...shared, effect: z.literal('latency'), latencyMs: ms }),
  /** An error of the model, without serving the request: RESOURCE_EXHAUSTED with Retry-After, INTERNAL, UNAVAILABLE, … */
  z.strictObject({
    ...shared,
    effect: z.literal('error'),
    code: z.enum(CODES),
    retryAfterSeconds: z.number().min(0).optional(),
  }),
  /** A load balancer's page instead of an answer. @default 502 */
  z.strictObject({ ...shared, effect: z.literal('html'), status: z.int().min(500).max(599).optional() }),
  /** The connection is cut, before the request is served or after it was and the write is done. */
  z.strictObject({ ...shared, effect: z.literal('cut'), when: z.enum(['before', 'after']) }),
  /** Every token issued so far expires, then the request is served. */
  z.strictObject({ ...shared, effect: z.literal('expiredTokens') }),
  /**
   * Calls in a group are refused with PERMISSION_DENIED for a while after its creation; in a root group, the token that
   * created it is UNAUTHENTICATED for good: a new one must be minted. @default 30000
   */
  z.strictObject({ ...shared, effect: z.literal('newGroupDelay'), delayMs: ms.optional() }),
  /** Lists answer as things stood when the fault was added. */
  z.strictObject({ ...shared, effect: z.literal('staleLists') }),
]);

export type Fault = z.infer<typeof faultSchema>;
