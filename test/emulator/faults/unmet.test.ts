/** Closing an emulator reports faults that no request has met: such a test would pass without its fault. */
import { createEmulator, type Fault, type startEmulator } from '../../../src/emulator';
import { builtLibrary } from '../../support/built';

jest.setTimeout(60_000);

const typo: Fault = { effect: 'error', path: '/iam/v2beta1/grups*', code: 'UNAVAILABLE' };
const list = (baseUrl: string, token: string) =>
  fetch(`${baseUrl}/iam/v2beta1/groups`, { headers: { authorization: `Bearer ${token}` } });

const report = `No request met 1 injected fault: ${JSON.stringify(typo)}. Check the method and the path of each, or add it with optional: true if it must hit nothing.`;

test.each([false, true])(
  'an emulator (in a thread: %s) closes, and then rejects with each unmet fault',
  async (thread) => {
    // The thread of the sources takes five times as long to start.
    const start = builtLibrary('emulator')['startEmulator'] as typeof startEmulator;
    const running = await start({ thread });
    await running.faults.add({ effect: 'latency', latencyMs: 0, after: 5 });
    await running.faults.add(typo);
    await running.faults.add({ ...typo, optional: true });
    expect((await list(running.baseUrl, running.token)).status).toBe(200);
    await expect(running.close()).rejects.toThrow(report);
    await expect(list(running.baseUrl, running.token)).rejects.toThrow('fetch failed');
  },
);

test.each<[string, (emulator: ReturnType<typeof createEmulator>, id: string) => void]>([
  ['stays', () => undefined],
  ['is removed', ({ faults }, id) => void faults.remove(id)],
  ['is cleared', ({ faults }) => faults.clear()],
])('an unmet fault that %s is reported once', (_, end) => {
  const emulator = createEmulator();
  end(emulator, emulator.faults.add(typo).id);
  expect(() => emulator.close()).toThrow(report);
});

test('no fault, a met fault and live-like behavior are not reported', async () => {
  const emulator = createEmulator({ liveLike: true });
  emulator.faults.add({ effect: 'error', code: 'INTERNAL', times: 1, after: 1 });
  const headers = { authorization: `Bearer ${await emulator.administratorToken()}` };
  await emulator.handle(new Request('http://localhost/iam/v2/groups', { headers }));
  expect(() => emulator.close()).not.toThrow();
});

test('of many unmet faults, the first ones are shown', () => {
  const emulator = createEmulator();
  for (let count = 0; count < 7; count++) emulator.faults.add(typo);
  expect(() => emulator.close()).toThrow(/^No request met 7 injected faults: (\{.*?\}, ){4}\{.*?\} and 2 more\. /);
});
