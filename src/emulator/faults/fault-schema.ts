/**
 * The faults that can be injected, the same in code and over the administrator's endpoint. Contract F1 to F3, E5. `npm run
 * docs` writes their types and their documentation from it. Only a request or an option that adds a fault loads it, because
 * zod takes a while to load.
 */
import * as z from 'zod';
import { CODES } from '../../model/api';
import type { Fault } from './fault';

const milliseconds = z.int().min(0).max(600_000);

/** Selects the requests that a fault affects. */
export const targetSchema = z.strictObject({
  method: z.string().toUpperCase().optional().describe('The method of the requests. @default every method'),
  path: z
    .string()
    .startsWith('/')
    .optional()
    .describe(
      'The path of the requests; `*` matches anything: `/iam/v2beta1/groups*`. It also matches the same path in another version of the API. @default every path',
    ),
  after: z
    .int()
    .min(0)
    .optional()
    .describe('The number of such requests that pass before the fault begins. @default 0'),
  times: z.int().min(1).optional().describe('The number of requests that it hits. @default until it is removed'),
  optional: z
    .boolean()
    .optional()
    .describe('True if the fault is intended to hit nothing: closing the emulator does not report it. @default false'),
});

function fault<E extends string, S extends z.ZodRawShape>(effect: E, description: string, options: S) {
  return z.strictObject({ ...targetSchema.shape, effect: z.literal(effect), ...options }).describe(description);
}

export const faultSchema = z.discriminatedUnion('effect', [
  fault('latency', 'The request waits before it is served.', {
    latencyMs: milliseconds.describe('Milliseconds, at most 600,000.'),
  }),
  fault('error', 'An error of the API, without serving the request.', {
    code: z
      .enum(CODES)
      .meta({ id: 'Code' })
      .describe('The code of the error, for example `RESOURCE_EXHAUSTED`, `INTERNAL` or `UNAVAILABLE`.'),
    retryAfterSeconds: z.number().min(0).optional().describe('The value of `Retry-After`. @default no `Retry-After`'),
  }),
  fault('html', "A load balancer's page instead of a response.", {
    status: z.int().min(500).max(599).optional().describe('500 to 599. @default 502'),
  }),
  fault('cut', 'The connection breaks.', {
    when: z
      .enum(['before', 'after'])
      .describe('`before`: the request is not served. `after`: it was served, and the write is done.'),
  }),
  fault('expiredTokens', 'Every token issued so far expires, then the request is served.', {}),
  fault(
    'newGroupDelay',
    'Calls in a group are PERMISSION_DENIED for a while after its creation, as in a live service. In a root group, the token that created it is UNAUTHENTICATED permanently: a new token is needed.',
    { delayMs: milliseconds.optional().describe('Milliseconds, at most 600,000. @default 30000') },
  ),
  fault('staleList', 'Lists show objects as they were when the fault was added.', {}),
  fault(
    'lag',
    'Reads show objects as they were some time ago: a new object is missing, and a deleted one still exists. Writes are carried out immediately.',
    {
      lagMs: milliseconds.describe('Milliseconds, at most 600,000.'),
      reads: z
        .enum(['gets', 'lists', 'both'])
        .optional()
        .describe("The reads that lag: `gets`, `lists` or `both`. @default 'both'"),
      variation: z
        .enum(['constant', 'flapping', 'random'])
        .optional()
        .describe(
          "`constant`: each read lags by `lagMs`. `flapping`: every second read does, and the others are up to date. `random`: each read lags by a random time of at most `lagMs`. @default 'constant'",
        ),
      parents: z
        .boolean()
        .optional()
        .describe('Also rejects creates in a group that reads do not show yet, with NOT_FOUND. @default false'),
    },
  ),
  fault('totalCount', 'The `totalCount` of lists is wrong.', {
    by: z.int().optional().describe('Added to the right number; the result is at least 0. @default 1'),
  }),
  fault('enumAsNumber', 'Responses contain the numbers of enumeration values instead of their names.', {}),
  fault(
    'listMissing',
    'Lists cannot be read: the router treats the path of a collection as the path of an object with an empty uid.',
    {
      as: z
        .enum(['notFound', 'invalid', 'object'])
        .optional()
        .describe(
          "`notFound`: NOT_FOUND for the object. `invalid`: INVALID_ARGUMENT for its uid. `object`: the first object instead of the list. @default 'notFound'",
        ),
    },
  ),
  fault('rateLimit', 'More requests than the limit are rejected with RESOURCE_EXHAUSTED.', {
    requestsPerSecond: z.number().positive().describe('The highest rate.'),
    burst: z
      .number()
      .min(1)
      .optional()
      .describe(
        'The number of requests that are served immediately after a pause. @default `requestsPerSecond`, at least 1',
      ),
    retryAfter: z.boolean().optional().describe('Rejects with `Retry-After`. @default true'),
  }),
  fault(
    'compression',
    'Bodies are compressed on the socket, as by a gateway. A response in this process only has the header.',
    {
      encoding: z
        .enum(['gzip', 'br', 'deflate'])
        .optional()
        .describe("The content encoding: `gzip`, `br` or `deflate`. @default 'gzip'"),
      unrequested: z
        .boolean()
        .optional()
        .describe('Also compresses for clients that do not accept the encoding. @default false'),
    },
  ),
]) satisfies z.ZodType<Fault>;

export const liveLikeSchema = z.strictObject({
  lagMs: milliseconds.optional(),
  newGroupMs: milliseconds.optional(),
  requestsPerSecond: z.number().positive().optional(),
});
