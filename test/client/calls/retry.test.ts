import type { Code } from '../../../src/model/api';
import type { Outcome } from '../../../src/client';
import { retryDelayMs, shouldRetry } from '../../../src/client/calls/retry';
import { broken } from '../canned';

const failed = (
  code: Code,
  outcome: Outcome,
  more: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
) => ({
  code,
  outcome,
  status: more.status,
  retryAfterMs: more.retryAfterMs,
  cause: more.cause,
});

describe('whether a call is tried again', () => {
  it.each([
    // Failure, retry of an idempotent call, retry of a create.
    ['429', failed('RESOURCE_EXHAUSTED', 'rejected', { status: 429 }), true, true],
    ['429 of a load balancer', failed('UNKNOWN', 'rejected', { status: 429 }), true, true],
    [
      '429 that asks for too long',
      failed('RESOURCE_EXHAUSTED', 'rejected', { status: 429, retryAfterMs: 120_001 }),
      false,
      false,
    ],
    [
      '429 that asks for two minutes',
      failed('UNKNOWN', 'rejected', { status: 429, retryAfterMs: 120_000 }),
      true,
      true,
    ],
    ['400 with code 2', failed('UNKNOWN', 'rejected', { status: 400 }), true, false],
    ['503 in the service’s own words', failed('UNAVAILABLE', 'rejected', { status: 503 }), true, true],
    ['503 of a load balancer', failed('UNAVAILABLE', 'unknown', { status: 503 }), true, false],
    ['500', failed('INTERNAL', 'unknown', { status: 500 }), true, false],
    ['500 with code 2', failed('UNKNOWN', 'unknown', { status: 500 }), true, false],
    ['502', failed('UNAVAILABLE', 'unknown', { status: 502 }), true, false],
    ['504', failed('DEADLINE_EXCEEDED', 'unknown', { status: 504 }), true, false],
    ['code 10', failed('ABORTED', 'rejected', { status: 409 }), true, false],
    ['a reset', failed('UNAVAILABLE', 'unknown', { cause: broken('ECONNRESET') }), true, false],
    ['a timeout', failed('DEADLINE_EXCEEDED', 'unknown'), true, false],
    ['a refused connection', failed('UNAVAILABLE', 'notSent', { cause: broken('ECONNREFUSED') }), true, true],
    ['an unknown host', failed('UNAVAILABLE', 'notSent', { cause: broken('ENOTFOUND') }), false, false],
    [
      'a certificate that is not trusted',
      failed('UNAVAILABLE', 'notSent', { cause: broken('SELF_SIGNED_CERT_IN_CHAIN') }),
      false,
      false,
    ],
    [
      'a mistake in a program',
      failed('UNKNOWN', 'unknown', { cause: new TypeError('x is not a function') }),
      false,
      false,
    ],
    ['cancellation', failed('CANCELLED', 'unknown'), false, false],
    ['a redirect', failed('UNKNOWN', 'unknown', { status: 302 }), false, false],
    ['400', failed('INVALID_ARGUMENT', 'rejected', { status: 400 }), false, false],
    ['401', failed('UNAUTHENTICATED', 'rejected', { status: 401 }), false, false],
    ['403', failed('PERMISSION_DENIED', 'rejected', { status: 403 }), false, false],
    ['404', failed('NOT_FOUND', 'rejected', { status: 404 }), false, false],
    ['409 for what exists', failed('ALREADY_EXISTS', 'rejected', { status: 409 }), false, false],
    ['501', failed('UNIMPLEMENTED', 'rejected', { status: 501 }), false, false],
    ['lost data', failed('DATA_LOSS', 'unknown', { status: 500 }), false, false],
  ] as const)('%s', (_, failure, idempotent, create) => {
    expect(shouldRetry(failure, { idempotent: true })).toBe(idempotent);
    expect(shouldRetry(failure, { idempotent: false })).toBe(create);
  });
});

describe('when a call is tried again', () => {
  it('waits twice as long each time at the most, up to a cap, and chance takes its part', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) =>
      retryDelayMs({ retryAfterMs: undefined }, attempt, () => 1),
    );
    expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 16000, 16000, 16000]);
    expect(retryDelayMs({ retryAfterMs: undefined }, 5, () => 0.5)).toBe(5000);
  });

  it.each([undefined, 0])('never uses up six attempts within one second (Retry-After: %s)', (retryAfterMs) => {
    const shortest = [1, 2, 3, 4, 5].map((attempt) => retryDelayMs({ retryAfterMs }, attempt, () => 0));
    expect(shortest.reduce((sum, delay) => sum + delay)).toBeGreaterThan(1000);
  });

  it('never comes back sooner than the service asks', () => {
    expect(retryDelayMs({ retryAfterMs: 30_000 }, 1, () => 0)).toBe(30_000);
    expect(retryDelayMs({ retryAfterMs: 30_000 }, 5, () => 1)).toBe(31_000);
  });
});
