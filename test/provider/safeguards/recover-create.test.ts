import { ApiError } from '../../../src/client';
import { group } from '../../../src/model/kinds';
import { recoverCreate } from '../../../src/provider/safeguards/recover-create';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('after an interruption, the last look-up has a time limit, which the error names', async () => {
  const key = { parent: 'a'.repeat(40), values: { name: 'team' } };
  const find = (_: unknown, __: unknown, signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const creation = { declaration: group, key, input: {}, subject: 'group team', service: { existence: { find } } };
  const providerData = {
    ...{ managed: { has: () => false }, onExisting: 'error', propagation: { timeoutMs: 30_000 } },
    runtime: { sleep: async () => undefined },
  };
  const cause = new ApiError({
    ...{ code: 'UNAVAILABLE', explanation: 'the connection broke', method: 'POST', url: '/', outcome: 'unknown' },
  } as const);
  const [recovered] = await Promise.allSettled([
    recoverCreate(
      creation as unknown as Parameters<typeof recoverCreate>[0],
      { found: [], createdSince: undefined },
      cause,
      { providerData, signal: AbortSignal.abort() } as unknown as Parameters<typeof recoverCreate>[3],
    ),
    jest.advanceTimersByTimeAsync(60_000),
  ]);
  const { diagnostics } = (recovered as PromiseRejectedResult).reason as { readonly diagnostics: readonly object[] };
  expect(JSON.stringify(diagnostics)).toMatch(/no response within \d+ s/);
});
