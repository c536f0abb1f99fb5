import { faultSchema, liveLikeSchema } from '../../../src/emulator/faults/fault-schema';

const isValid = (fault: unknown) => faultSchema.safeParse(fault).success;

test.each([
  [{ effect: 'latency', latencyMs: 0 }],
  [{ effect: 'error', code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 0.5 }],
  [{ effect: 'html', status: 503 }],
  [{ effect: 'cut', when: 'after', times: 1 }],
  [{ effect: 'lag', lagMs: 600_000, reads: 'lists', variation: 'flapping', parents: true }],
  [{ effect: 'totalCount', by: -5 }],
  [{ effect: 'listMissing', as: 'object' }],
  [{ effect: 'rateLimit', requestsPerSecond: 0.1 }],
])('%j is a fault', (fault) => {
  expect(isValid(fault)).toBe(true);
});

test.each([
  [{ effect: 'latency' }],
  [{ effect: 'latency', latencyMs: 600_001 }],
  [{ effect: 'error', code: 'TEAPOT' }],
  [{ effect: 'html', status: 404 }],
  [{ effect: 'cut', when: 'during' }],
  [{ effect: 'cut', when: 'after', times: 0 }],
  [{ effect: 'cut', when: 'after', after: -1 }],
  [{ effect: 'lag', lagMs: 1, typo: true }],
  [{ effect: 'rateLimit', requestsPerSecond: 0 }],
  [{ effect: 'rateLimit', requestsPerSecond: 1, burst: 0.5 }],
  [{ effect: 'staleList', path: 'iam/v2beta1/groups' }],
  [{ effect: 'unknown' }],
  [{}],
])('%j is no fault', (fault) => {
  expect(isValid(fault)).toBe(false);
});

test('a method is valid in any case', () => {
  expect(faultSchema.parse({ effect: 'staleList', method: 'get' })).toMatchObject({ method: 'GET' });
});

test('the options of a live-like emulator have the limits of the faults', () => {
  expect(liveLikeSchema.safeParse({ lagMs: 600_000, newGroupMs: 0, requestsPerSecond: 0.1 }).success).toBe(true);
  expect(liveLikeSchema.safeParse({ lagMs: 600_001 }).success).toBe(false);
});
