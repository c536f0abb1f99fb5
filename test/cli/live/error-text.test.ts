import { createLiveClient } from '../../../src/cli/live/api-connection';
import { errorText } from '../../../src/cli/live/error-text';
import { startEmulator } from '../../../src/emulator';
import { group } from '../../../src/model/kinds';

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

const base = { PLATFORM_BASE_URL: 'https://api.example.com' };

test.each([
  ['nothing', {}, ['PLATFORM_BASE_URL', 'PLATFORM_TOKEN', 'PLATFORM_IDENTITY_UID']],
  ['no token', base, ['PLATFORM_TOKEN', 'PLATFORM_IDENTITY_UID', 'PLATFORM_AUTH_URL']],
  ['an empty token', { ...base, PLATFORM_TOKEN: ' ' }, ['PLATFORM_TOKEN is set but empty']],
  [
    'an identity alone',
    { ...base, PLATFORM_IDENTITY_UID: 'a'.repeat(40) },
    ['PLATFORM_AUTH_URL', 'PLATFORM_IDENTITY_TOKEN'],
  ],
  [
    'an identity token alone',
    { ...base, PLATFORM_IDENTITY_TOKEN: 'a.b.c' },
    ['PLATFORM_IDENTITY_UID', 'PLATFORM_AUTH_URL'],
  ],
])('a command with %s names the variables, and no provider block of Terraform', (_, env, variables) => {
  let text = '';
  try {
    createLiveClient(env);
  } catch (error) {
    text = errorText(error);
  }
  for (const variable of variables) expect(text).toContain(variable);
  expect(text).not.toMatch(/Terraform runs|provider block|\(or /);
  expect(text.match(/No token|No authentication/g) ?? []).toHaveLength(text.includes('No token') ? 1 : 0);
  expect(text).not.toMatch(/ {2,}\.|\bor:|, :/);
});

test('an error of the client is a sentence', () => {
  expect(errorText(new Error('Cannot read x: it is a folder.'))).toBe('Cannot read x: it is a folder.');
  expect(errorText(new Error('no response'))).toBe('no response.');
});

test('an error keeps the end of its last sentence', () => {
  const texts = ['No group. Did you mean "globex"?', 'No group.', 'No group'].map((text) => errorText(new Error(text)));
  expect(texts).toEqual(['No group. Did you mean "globex"?', 'No group.', 'No group.']);
});
