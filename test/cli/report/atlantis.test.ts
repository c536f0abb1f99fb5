/** Tests `platform-iac review --format atlantis` as Atlantis runs it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';

jest.setTimeout(60_000);

const corpus = join(__dirname, '../../review/corpus');
const planOf = (name: string) =>
  join(corpus, readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`)) ?? name);

async function run(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await runCli(['review', ...args, '--format', 'atlantis'], output);
  return { code, out, err };
}

test('a high finding fails without --fail-on, and the exit code is 0', async () => {
  const { code, out } = await run(planOf('owner-added'));
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^FAIL - 1 failure: /) as string });
});

test('findings below the limit pass', async () => {
  const { code, out } = await run(planOf('claim-any-branch'));
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^PASS - /) as string });
  expect((await run(planOf('claim-any-branch'), '--fail-on', 'medium')).out).toMatch(/^FAIL - /);
});

test.each([
  ['an inconclusive plan', [planOf('errored')], 'NOTE - '],
  ['a missing file', ['missing.json'], 'NOTE - Cannot read missing.json: no such file.'],
  ['another digest', [planOf('nothing-to-do'), '--expect', '0'.repeat(64)], 'NOTE - The plan is not approved'],
  [
    'an unreadable configuration',
    [planOf('nothing-to-do'), '--config', 'missing'],
    'NOTE - Cannot read missing: no such file.',
  ],
  ['another output', [planOf('nothing-to-do'), '--least-capabilities'], 'NOTE - --least-capabilities requires'],
])('%s fails with its reason, and the exit code is 0', async (_, args, reason) => {
  const { code, out, err } = await run(...args);
  // Atlantis reads both outputs.
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^FAIL - 1 failure: /);
  expect(out).toContain(reason);
});
