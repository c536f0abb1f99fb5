/** The zod schemas of faults. Only a request or an option that adds a fault loads them, because zod takes a while to load. */
import * as z from 'zod';
import { CODES } from '../../model/api';
import { CONTENT_ENCODINGS, type Fault } from './fault';

const targeted = {
  method: z.string().toUpperCase().optional(),
  path: z.string().startsWith('/').optional(),
  after: z.int().min(0).optional(),
  times: z.int().min(1).optional(),
  optional: z.boolean().optional(),
};

const ms = z.int().min(0).max(600_000);

export const faultSchema = z.discriminatedUnion('effect', [
  z.strictObject({ ...targeted, effect: z.literal('latency'), latencyMs: ms }),
  z.strictObject({
    ...targeted,
    effect: z.literal('error'),
    code: z.enum(CODES),
    retryAfterSeconds: z.number().min(0).optional(),
  }),
  z.strictObject({ ...targeted, effect: z.literal('html'), status: z.int().min(500).max(599).optional() }),
  z.strictObject({ ...targeted, effect: z.literal('cut'), when: z.enum(['before', 'after']) }),
  z.strictObject({ ...targeted, effect: z.literal('expiredTokens') }),
  z.strictObject({ ...targeted, effect: z.literal('newGroupDelay'), delayMs: ms.optional() }),
  z.strictObject({ ...targeted, effect: z.literal('staleList') }),
  z.strictObject({
    ...targeted,
    effect: z.literal('lag'),
    lagMs: ms,
    reads: z.enum(['gets', 'lists', 'both']).optional(),
    variation: z.enum(['constant', 'flapping', 'random']).optional(),
    parents: z.boolean().optional(),
  }),
  z.strictObject({ ...targeted, effect: z.literal('totalCount'), by: z.int().optional() }),
  z.strictObject({ ...targeted, effect: z.literal('enumAsNumber') }),
  z.strictObject({
    ...targeted,
    effect: z.literal('listMissing'),
    as: z.enum(['notFound', 'invalid', 'object']).optional(),
  }),
  z.strictObject({
    ...targeted,
    effect: z.literal('rateLimit'),
    requestsPerSecond: z.number().positive(),
    burst: z.number().min(1).optional(),
    retryAfter: z.boolean().optional(),
  }),
  z.strictObject({
    ...targeted,
    effect: z.literal('compression'),
    encoding: z.enum(CONTENT_ENCODINGS).optional(),
    unrequested: z.boolean().optional(),
  }),
]) satisfies z.ZodType<Fault>;

export const liveLikeSchema = z.strictObject({
  lagMs: ms.optional(),
  newGroupMs: ms.optional(),
  requestsPerSecond: z.number().positive().optional(),
});
