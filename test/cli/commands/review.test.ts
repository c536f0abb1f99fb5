/** Tests `platform-iac review` as a user or a pipeline runs it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { startEmulator } from '../../../src/emulator';
import type { Report, ReportedFinding } from '../../../src/review';
import { ACME } from '../../review/corpus/parts';

// The first test loads the modules of the review.
jest.setTimeout(60_000);

const corpus = join(__dirname, '../../review/corpus');
const planOf = (name: string) =>
  join(corpus, readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`)) ?? name);

const folder = mkdtempSync(join(tmpdir(), 'review-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

async function run(args: readonly string[], terminal?: { readonly width: number; readonly color: boolean }) {
  let [out, err] = ['', ''];
  const code = await runCli(['review', ...args], {
    out: (text) => (out += text),
    err: (text) => (err += text),
    ...(terminal && { terminal }),
  });
  return { code, out, err };
}

test('without a limit every readable plan passes, and the report is a comment', async () => {
  const { code, out, err } = await run([planOf('owner-added')]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^<!-- platform-iac review -->\n### 🔴 `acme\/payments\/ci` becomes an owner of `acme\/payments`\.\n/,
  );
});

test.each([
  ['high', 'owner-added', 1],
  ['low', 'owner-added', 1],
  ['high', 'claim-any-branch', 0],
  ['medium', 'claim-any-branch', 1],
  ['low', 'nothing-to-do', 0],
])('--fail-on %s of %s exits with %i', async (limit, plan, code) => {
  const { code: exitCode, out } = await run([planOf(plan), '--fail-on', limit, '--format', 'text']);
  expect(exitCode).toBe(code);
  const rejected = new RegExp(`\\nRejected: \\d+ findings? at or above ${limit}\\.\\n+$`).test(out);
  expect(rejected).toBe(code === 1);
});

test('--save also writes the report to files, each in its format, and a failed gate keeps them', async () => {
  const paths = { markdown: join(folder, 'saved.md'), sarif: join(folder, 'saved.sarif') };
  const saves = Object.entries(paths).flatMap(([format, path]) => ['--save', `${format}=${path}`]);
  const { code, out } = await run([planOf('owner-added'), '--format', 'json', '--fail-on', 'high', ...saves]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ verdict: { result: 'changed' } });
  for (const [format, path] of Object.entries(paths))
    expect(readFileSync(path, 'utf8')).toBe((await run([planOf('owner-added'), '--format', format])).out);
});

test('--save never replaces a plan or another file that the command reads', async () => {
  const path = file('kept.json', readFileSync(planOf('owner-added'), 'utf8'));
  for (const args of [[path], [planOf('owner-added'), '--expect', path], [planOf('owner-added'), '--config', path]]) {
    const { code, err } = await run([...args, '--save', `json=${path}`]);
    expect({ code, err }).toEqual({
      code: 2,
      err: `platform-iac: Cannot save the report to ${path}: the command uses this file. Name another file.\n`,
    });
    expect(existsSync(path)).toBe(true);
  }
});

test('--save removes an earlier report if there is no new one, and refuses what it cannot write', async () => {
  const path = file('earlier.md', 'an earlier report');
  expect((await run(['missing.json', '--save', `markdown=${path}`])).code).toBe(3);
  expect(existsSync(path)).toBe(false);
  expect(await run([planOf('owner-added'), '--save', `json=${join(folder, 'no', 'where.json')}`])).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^platform-iac: Cannot write .*where\.json: its folder does not exist\./),
  });
  expect(await run([planOf('owner-added'), '--save', 'atlantis=a.txt'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Pass FORMAT=FILE. FORMAT is text, markdown, json, html, sarif'),
  });
  expect(await run([planOf('owner-added'), '--least-capabilities', '--save', 'json=a.json'])).toMatchObject({
    code: 2,
    err: 'platform-iac: --least-capabilities prints no report, so --save cannot write one.\n',
  });
});

test('an inconclusive plan exits with 3 for every limit, and is reported', async () => {
  const { code, out } = await run([planOf('errored'), '--format', 'text']);
  expect(code).toBe(3);
  expect(out).toContain('Inconclusive');
  expect(out).toContain('planning failed');
  expect(out).not.toMatch(/No findings|Nobody gains/);
});

test('an unreadable plan fails the review, and the others are still reported', async () => {
  const { code, out, err } = await run([file('broken.json', '{"format'), planOf('owner-added'), '--format', 'text']);
  expect(code).toBe(3);
  expect(err).toMatch(/Cannot read \S+broken\.json: it is not complete JSON\./);
  expect(out).toContain('owner-gained');
  expect(out).toContain('broken.json: it is not complete JSON');
});

test.each([
  [['nowhere.json'], 3, 'Cannot read nowhere.json: no such file.'],
  [[tmpdir()], 3, ': it is a folder.'],
  [[], 2, 'No plan is named.'],
  [['plan.json', '--format', 'xml'], 2, 'Allowed choices are text, markdown, json, html, sarif'],
  [['plan.json', '--fail-on', 'severe'], 2, 'Allowed choices are low, medium, high'],
  [['-', '-'], 2, 'Standard input can be read only once.'],
  [['plan.json', '--config', 'nowhere.json'], 3, 'Cannot read nowhere.json: no such file.'],
  [['plan.json', '--config-before', 'nowhere.json'], 3, 'Cannot read nowhere.json: no such file.'],
])('%j exits with %i', async (args, code, message) => {
  const result = await run(args);
  expect(result.code).toBe(code);
  expect(result.out).toBe('');
  expect(result.err).toContain(message);
});

test('an invalid configuration is rejected with the path of each mistake', async () => {
  const config = file(
    'wrong.json',
    JSON.stringify({ minimumOwner: 3, suppressions: [{ id: 'nothing', subject: 'x' }] }),
  );
  const { code, err } = await run([planOf('owner-added'), '--config', config]);
  expect(code).toBe(2);
  expect(err).toMatch(
    /suppressions\[0\]\.id must be one of .*; suppressions\[0\]\.reason is missing.*unknown key "minimumOwner", did you mean "minimumOwners"/,
  );
});

test('suppressed findings are shown and no longer count', async () => {
  const json = ['--format', 'json'];
  const [finding] = (JSON.parse((await run([planOf('owner-added'), ...json])).out) as Report).findings;
  const { id, subject, fingerprint } = finding as ReportedFinding;
  const suppressions = [{ id, subject, fingerprint, reason: 'Agreed on Monday.', expires: '2999-01-01' }];
  const config = file('config.json', JSON.stringify({ suppressions }));
  const { code, out } = await run([planOf('owner-added'), '--config', config, '--fail-on', 'low', '--format', 'json']);
  expect(code).toBe(0);
  const report = JSON.parse(out) as { findings: unknown[]; suppressed: { suppression: unknown }[] };
  expect(report.findings).toEqual([]);
  expect(report.suppressed.map(({ suppression }) => suppression)).toEqual([
    { reason: 'Agreed on Monday.', expires: '2999-01-01' },
  ]);
});

test.each([
  [['--no-new-access'], 'owner-added', 1],
  [['--no-new-access'], 'nothing-to-do', 0],
  [['--no-new-access', '--fail-on', 'high'], 'owner-removed', 1],
  [['--no-new-access-to', 'role_bindings.*@acme/payments/**'], 'owner-added', 1],
  [['--no-new-access-to', 'repo.list'], 'open-identity-gains', 1],
  [['--no-new-access-to', 'groups.delete@acme/nowhere'], 'claim-any-branch', 0],
  [['--no-new-access-to', '@acme'], 'owner-added', 2],
])('%j for %s exits with %i', async (flags, plan, code) => {
  expect((await run([planOf(plan), ...flags])).code).toBe(code);
});

test('on a terminal, only the report shows that a file is unreadable; a pipe gets the line, too', async () => {
  const args = [planOf('owner-added'), join(folder, 'nowhere.json'), '--format', 'text'];
  const atTerminal = await run(args, { width: 120, color: false });
  expect(atTerminal).toMatchObject({ code: 3, err: '' });
  expect(atTerminal.out).toContain('no such file');
  const atPipe = await run(args);
  expect(atPipe).toMatchObject({ code: 3, err: expect.stringContaining('no such file') });
});

test('on a terminal the report is text in color, no wider than the terminal', async () => {
  const { out } = await run([planOf('owner-added')], { width: 60, color: true });
  expect(out).toContain('\u001b[31m');

  const lines = out.replace(/\u001b\[\d+m/g, '').split('\n');
  // A word that is longer than a line stays whole.
  expect(lines.filter((line) => line.length > 60 && !line.startsWith('Digest'))).toEqual([]);
  expect((await run([planOf('owner-added')], { width: 60, color: false })).out).not.toContain('\u001b');
});

describe('--least-capabilities', () => {
  test('prints the capabilities of the apply, for a shell and for people', async () => {
    const { code, out, err } = await run([planOf('binding-moved'), '--least-capabilities']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^PLATFORM_CAPABILITIES=[a-z_.,]+\n/);
    expect(out).toContain('acme/payments\n');
    expect(out).toContain('role_bindings.delete  (to delete)');
    expect(out).toContain('limits operations, not groups');
  });

  test('a narrowed token cannot grant a role with unnamed capabilities', async () => {
    const { out } = await run([planOf('owner-added'), '--least-capabilities', '--format', 'json']);
    const least = JSON.parse(out) as { isNarrowable: boolean; capabilities: string[] };
    expect(least.isNarrowable).toBe(false);
    expect(least.capabilities).not.toContain('*');
    expect((await run([planOf('owner-added'), '--least-capabilities'])).out).toMatch(/^Cannot narrow the token/);
  });

  test('an inconclusive set of capabilities is an error, and other formats are rejected', async () => {
    expect((await run([planOf('deferred-data'), '--least-capabilities'])).code).toBe(3);
    expect((await run([planOf('owner-added'), '--least-capabilities', '--format', 'html'])).code).toBe(2);
  });
});

describe('--live', () => {
  const environment = process.env;
  beforeEach(() => {
    process.env = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('PLATFORM_')));
  });
  afterEach(() => {
    process.env = environment;
  });

  test('without settings the plan is reported as inconclusive', async () => {
    const { code, out, err } = await run([planOf('owner-added'), '--live', '--format', 'text']);
    expect(code).toBe(3);
    expect(err).toContain('live: cannot read the organization. No base_url. Set PLATFORM_BASE_URL');
    expect(out).toContain('owner-gained');
  });

  test('combines the plan with the organization, with the settings of the provider', async () => {
    const organization = await startEmulator({ seed: { groups: [{ uid: ACME, name: 'acme' }] } });
    Object.assign(process.env, { PLATFORM_BASE_URL: organization.baseUrl, PLATFORM_TOKEN: organization.token });
    try {
      const { code, err, out } = await run([planOf('root-by-uid-alone'), '--live', '--format', 'text']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('acme/');
      const unknown = await run([planOf('owner-added'), '--live', '--root', 'acmee']);
      expect(unknown.code).toBe(3);
      expect(unknown.err).toContain('Did you mean "acme"?');
    } finally {
      await organization.close();
    }
  });
});

describe('--synth', () => {
  const plan = planOf('owner-added');
  /** The folder of a program with its synthesized stack. */
  const program = (name: string, block: string) => {
    const stack = join(folder, name, 'cdktf.out/stacks/org');
    mkdirSync(stack, { recursive: true });
    file(`${name}/grants.ts`, '');
    const metadata = { path: `org/${block}`, source: { file: 'grants.ts', line: 7 } };
    const cdk = { resource: { platform_role_binding: { [block]: { '//': { metadata } } } } };
    file(`${name}/cdktf.out/stacks/org/cdk.tf.json`, JSON.stringify(cdk));
    return stack;
  };

  test('shows paths relative to the working directory', async () => {
    const { code, out, err } = await run([plan, '--synth', program('infra', 'ci_owns'), '--format', 'json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { findings } = JSON.parse(out) as { findings: { source: unknown }[] };
    const here = relative(process.cwd(), join(folder, 'infra/grants.ts'));
    expect(findings[0]).toMatchObject({ construct: 'org/ci_owns', source: { file: here, line: 7 } });
  });

  test('reports a stack that belongs to no plan', async () => {
    const stack = program('elsewhere', 'nobody');
    const { code, err } = await run([plan, '--synth', program('infra', 'ci_owns'), '--synth', stack]);
    expect(code).toBe(0);
    expect(err).toBe(
      `platform-iac: ${stack} does not belong to any plan or state: their resources differ. Synthesize again.\n`,
    );
  });

  test.each(['', 'cdk.tf.json'])('refuses a folder that is none of a stack (%p)', async (content) => {
    const stack = join(folder, `empty${content}`);
    mkdirSync(stack, { recursive: true });
    if (content !== '') file(`empty${content}/${content}`, '{"resource":');
    const { code, err } = await run([plan, '--synth', stack]);
    expect(code).toBe(content === '' ? 2 : 3);
    expect(err).toMatch(content === '' ? /is not the folder of a synthesized stack: / : /it is not complete JSON/);
  });
});

test('a report with another digest than the approved one fails, and is shown', async () => {
  const { digest } = JSON.parse((await run([planOf('owner-added'), '--format', 'json'])).out) as { digest: string };
  expect((await run([planOf('owner-added')])).out).toContain(`Digest: \`${digest}\``);
  expect((await run([planOf('owner-added'), '--expect', digest])).code).toBe(0);
  // The digest alone does not make findings pass.
  expect((await run([planOf('owner-added'), '--expect', digest, '--fail-on', 'high'])).code).toBe(1);
  const other = await run([planOf('claim-any-branch'), '--expect', digest]);
  expect(other.code).toBe(1);
  expect(other.err).toContain('The plan is not approved: its digest is');
  expect(other.out).toContain('claim-widened');
  expect((await run([planOf('errored'), '--expect', digest])).code).toBe(3);
});

test('with the approved report the error shows the differences', async () => {
  const approved = file('approved.json', (await run([planOf('owner-added'), '--format', 'json'])).out);
  expect(await run([planOf('owner-added'), '--expect', approved])).toMatchObject({ code: 0, err: '' });
  const { code, err } = await run([planOf('claim-any-branch'), '--expect', approved]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^platform-iac: The plan is not approved: its digest is [0-9a-f]{64}, and the approved digest is [0-9a-f]{64}\./,
  );
  expect(err).toContain('\n    - created role binding acme/payments/ci is owner in acme/payments\n');
  expect((await run([planOf('errored'), '--expect', approved])).code).toBe(3);
});

test('an inconclusive report has no digest, and no approval of it counts', async () => {
  for (const format of ['markdown', 'text', 'sarif'])
    expect((await run([planOf('errored'), '--format', format])).out).not.toMatch(/digest/i);
  const { out } = await run([planOf('errored'), '--format', 'json']);
  expect(JSON.parse(out)).not.toHaveProperty('digest');
  for (const plan of ['errored', 'owner-added'])
    expect(await run([planOf(plan), '--expect', file('inconclusive.json', out)])).toEqual({
      code: 3,
      out: '',
      err: expect.stringContaining('inconclusive.json: it is an inconclusive report') as string,
    });
});

test.each([
  ['x', 3, 'Cannot read x: no such file. Pass the file of an approved report, or its digest of 64 digits (0-9, a-f).'],
  [file('a-plan.json', '{"format_version":"1.2"}'), 2, 'a-plan.json: it has no digest, so it approves nothing.'],
])('--expect %s exits with %i', async (expected, exitCode, message) => {
  const { code, out, err } = await run([planOf('owner-added'), '--expect', expected]);
  expect({ code, out }).toEqual({ code: exitCode, out: '' });
  expect(err).toContain(message);
});
