import { UNKNOWN } from '../../../src/plugin';
import {
  settingName,
  emptyVariables,
  readSettings,
  settingProblems,
  getVariable,
} from '../../../src/provider/configuration/settings';

const problems = (block: Record<string, unknown>, env: Record<string, string> = {}) =>
  settingProblems(readSettings(block, env)).map(({ summary, detail, path }) => ({ summary, detail, path }));

test('the block takes precedence, also while its value is unknown', () => {
  const env = { PLATFORM_TOKEN: 'from the environment', PLATFORM_BASE_URL: ' https://api.test ' };
  const settings = readSettings({ token: UNKNOWN, base_url: null }, env);
  expect(settings.get('token')).toEqual({ name: 'token', origin: 'block', value: undefined });
  expect(settings.get('base_url')).toEqual({ name: 'base_url', origin: 'environment', value: 'https://api.test' });
  expect(readSettings({ token: 'own' }, env).get('token')?.value).toBe('own');
});

test('an empty variable is not set, and an empty attribute is an error that names the variable', () => {
  expect(readSettings({}, { PLATFORM_TOKEN: '  ' }).has('token')).toBe(false);
  expect(problems({ token: ' ' })).toEqual([
    { summary: 'Invalid token', detail: expect.stringContaining('to use PLATFORM_TOKEN'), path: ['token'] },
  ]);
});

test('an error is on the line of the block, or names the variable', () => {
  expect(problems({ identity_uid: 'me' })).toMatchObject([{ summary: 'Invalid identity_uid', path: ['identity_uid'] }]);
  const [{ summary, path }] = problems({}, { PLATFORM_IDENTITY_UID: 'me' }) as [ReturnType<typeof problems>[number]];
  expect({ summary, path }).toEqual({ summary: 'Invalid PLATFORM_IDENTITY_UID', path: undefined });
});

test('problems are sentences, and repeat no secret', () => {
  for (const { detail } of problems({ base_url: 'x', token: '"hunter2"', identity_uid: 'me' })) {
    expect(detail).toMatch(/^[A-Z"].*\.$/s);
    expect(detail).not.toContain('hunter2');
  }
  expect(problems({ base_url: 'x', token: '"hunter2"', identity_uid: 'me' })).toHaveLength(3);
});

test('variables that are set but empty are named, since people believe that they are set', () => {
  expect(emptyVariables(['token', 'base_url'], { PLATFORM_TOKEN: '', PLATFORM_BASE_URL: ' ' })).toMatch(
    /^PLATFORM_TOKEN and PLATFORM_BASE_URL are set but empty/,
  );
  expect(emptyVariables(['token'], { PLATFORM_TOKEN: 'x' })).toBe('');
  expect(emptyVariables(['token'], {})).toBe('');
});

test('a setting is displayed by the name under which the user configures it', () => {
  expect(settingName({ name: 'base_url', origin: 'block', value: '' })).toBe('base_url');
  expect(settingName({ name: 'base_url', origin: 'environment', value: '' })).toBe(getVariable('base_url'));
});
