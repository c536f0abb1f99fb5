/** Tests that the output in docs/adopt.md is that of the run which it describes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program';
import { startEmulator } from '../../src/emulator';
import type { Report } from '../../src/review';

jest.setTimeout(60_000);

async function run(...args: readonly string[]): Promise<string> {
  let out = '';
  await runCli(args, { out: (text) => (out += text), err: () => undefined });
  return out;
}

test('the numbers in the sample output are those of the company in the examples', async () => {
  const page = readFileSync('docs/adopt.md', 'utf8');
  const [, sample = ''] = /`adopt`, for the company of `examples\/adopt`:\n\n```text\n([^]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'adopt-docs-'));
  const before = { ...process.env };
  const running = await startEmulator({ seedFile: 'examples/adopt/organization.seed.yaml' });
  try {
    Object.assign(process.env, { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token });
    const dir = join(folder, 'organization');
    const written = (await run('adopt', '--no-verify', '--out', dir)).split('\n')[0]!.replace(dir, 'organization');
    const config = join(dir, 'review.config.json');
    const findings = async (): Promise<string> => {
      const options = ['--root', running.rootGroupUid, '--format', 'json', '--config', config];
      const { high, medium, low } = (JSON.parse(await run('review', '--live', ...options)) as Report).verdict.findings;
      return `${high} high, ${medium} medium, ${low} low.`;
    };
    const [, objects = ''] = /declare (\d+) objects/.exec(written) ?? [];
    expect(sample.trimEnd().split('\n')).toEqual([
      written,
      `Plan: ${objects} to import, 0 to add, 0 to change, 0 to destroy.`,
      'Access: nobody gains or loses anything.',
      `Findings of the current organization: ${await findings()}`,
    ]);
    expect(readFileSync(join(dir, 'NOT-ADOPTED.md'), 'utf8')).toMatch(/^# Not adopted\n/);
    expect(page).toContain('\n## Not adopted\n');
  } finally {
    process.env = before;
    await running.close();
    rmSync(folder, { recursive: true });
  }
});
