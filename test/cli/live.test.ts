import { createLiveClient } from '../../src/cli/live';
import { startEmulator } from '../../src/emulator';
import { group } from '../../src/model/kinds';

jest.setTimeout(60_000);

test('a command slows down to the limit of the service, and warns once', async () => {
  const { baseUrl, token, rootGroupUid, faults, requestLog, close } = await startEmulator();
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await faults.add({ effect: 'rateLimit', requestsPerSecond: 20, burst: 5, retryAfter: false });
    const client = createLiveClient({ PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token });
    await Promise.all(Array.from({ length: 25 }, () => client.get(group, rootGroupUid)));
    await client.close();
    const written = write.mock.calls.map(([text]) => String(text));
    expect((await requestLog.entries()).some(({ status }) => status === 429)).toBe(true);
    expect(written).toEqual([
      expect.stringMatching(/^Warning: The service limits requests\. .* slowed down to [\d.]+ per second\. /),
    ]);
  } finally {
    write.mockRestore();
    await close();
  }
});
