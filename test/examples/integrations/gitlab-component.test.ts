// @slow
/** The component of GitLab: its inputs, and its job as a runner runs it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import { startService, type Service } from '../pipelines/program';
import { interpolated } from './interpolation';
import { pathWithoutNpm } from './released';
import { builtCli, siblingsOf } from '../../support/built';

jest.setTimeout(120_000);

interface Input {
  readonly description: string;
  readonly default?: unknown;
  readonly options?: readonly string[];
  readonly regex?: string;
  readonly type?: string;
}
interface Job {
  readonly needs: unknown;
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>> };
}

const missing = ['curl', 'gpg', 'gpgv'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
if (missing.length > 0)
  process.stdout.write(`The job of the component is not tested: ${missing.join(', ')} is missing.\n`);
const each = missing.length > 0 ? test.skip : test;

const source = readFileSync('examples/gitlab-component/templates/review.yml', 'utf8');
const [header, body] = parseAllDocuments(source).map((document) => document.toJS() as unknown) as [
  { readonly spec: { readonly inputs: Readonly<Record<string, Input>> } },
  object,
];
const { inputs } = header.spec;

/** Returns the only job of the component with these inputs. */
function jobWith(given: Readonly<Record<string, unknown>>): Job {
  const values: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default])),
    ...given,
  };
  expect(Object.keys(values).filter((name) => values[name] === undefined || !(name in inputs))).toEqual([]);
  const replaced = interpolated(body, (value) => {
    const whole = /^\$\[\[ inputs\.(\w+) \]\]$/.exec(value)?.[1];
    const inner = (_: string, name: string) => String(values[name]);
    return whole === undefined ? value.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, inner) : values[whole];
  });
  const [job, ...others] = Object.values(replaced as Record<string, Job>);
  expect(others).toEqual([]);
  return job!;
}

const scratch = mkdtempSync(join(tmpdir(), 'gitlab-component-'));
const corpus = 'test/review/corpus';
const planOf = (name: string) =>
  join(
    corpus,
    readdirSync(corpus).find((file) => file.startsWith(`${name}.terraform-`))!,
  );
const path = pathWithoutNpm(join(scratch, 'bin'));
// A short path: the sockets of GnuPG are in it.
const home = mkdtempSync('/tmp/gpg-');
const gpg = (...args: string[]) =>
  execFileSync('gpg', ['--batch', '--yes', '--homedir', home, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
const packed = 'cdktf-provider-platform-1.2.3.tgz';
const sumsName = 'cdktf-provider-platform_1.2.3_SHA256SUMS';
/** The files of the release 1.2.3, which a test changes. */
const release = new Map<string, Buffer>();
let archive: Buffer;
let publicKey: string;
let gitlab: Service;
let server: Server;
beforeAll(async () => {
  gitlab = await startService();
  server = createServer(({ url = '' }, response) => {
    const body = release.get(url.replace('/v1.2.3/', ''));
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  if (missing.length > 0) return;
  for (const key of ['release', 'other'])
    gpg('--passphrase', '', '--quick-generate-key', key, 'ed25519', 'sign', 'never');
  publicKey = gpg('--armor', '--export', 'release').toString();
  for (const [from, to] of [
    ...[builtCli(), ...siblingsOf(builtCli()).map((name) => join('dist', name))].map(
      (file) => [file, 'package/dist'] as const,
    ),
    ['examples/pipelines/gitlab.mjs', 'package/examples/pipelines'],
  ] as const) {
    mkdirSync(join(scratch, to), { recursive: true });
    copyFileSync(from, join(scratch, to, basename(from)));
  }
  archive = execFileSync('tar', ['-cz', 'package'], { cwd: scratch, maxBuffer: 2 ** 26 });
});

/** Serves a package with these checksums and this signature. */
function publish({ bytes = archive, named = packed, key = 'release' } = {}): void {
  const sums = `${createHash('sha256').update(archive).digest('hex')}  ${named}\n`;
  writeFileSync(join(scratch, 'sums'), sums);
  release.set(packed, bytes);
  release.set(sumsName, Buffer.from(sums));
  release.set(`${sumsName}.sig`, gpg('--local-user', key, '--output', '-', '--detach-sign', join(scratch, 'sums')));
}
afterAll(async () => {
  await gitlab?.close();
  server?.close();
  spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);
  rmSync(home, { recursive: true });
  rmSync(scratch, { recursive: true });
});
beforeEach(() => {
  release.clear();
  if (missing.length === 0) publish();
  gitlab.readable.clear();
  gitlab.writes();
  gitlab.readable.set('/user', { id: 42 });
  gitlab.readable.set('/projects/5/merge_requests/7/notes?per_page=100&page=1', []);
});

/** Runs the job in a clone whose branch accepts every finding, and whose target branch has `config`. */
async function run(name: string, { token = 'of-the-project', config = '{}', key = publicKey } = {}) {
  const [origin, work] = [join(scratch, name, 'origin'), join(scratch, name, 'work')];
  mkdirSync(origin, { recursive: true });
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@acme.example', ...args], { stdio: 'ignore' });
  writeFileSync(join(origin, 'review.config.json'), config);
  git('init', '--quiet', '--initial-branch=main', origin);
  git('-C', origin, 'add', '.');
  git('-C', origin, 'commit', '--quiet', '-m', 'main');
  git('clone', '--quiet', origin, work);
  writeFileSync(join(work, 'review.config.json'), '{"unknown": true}');
  copyFileSync(planOf('owner-added'), join(work, 'plan.json'));
  const releases = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const job = jobWith({ needs: ['plan'], plans: 'plan*.json', version: '1.2.3', releases });
  const script = job.script.join('\n').replace("<< 'KEY'\n", `$&${key}`);
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: work,
    env: {
      ...{ PATH: path, CI_API_V4_URL: gitlab.url, CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '7' },
      ...{
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_COMMIT_SHORT_SHA: 'aaaaaaaa',
        CI_JOB_URL: 'https://gitlab.com/1',
      },
      ...{ GITLAB_TOKEN: token, ...job.variables },
      // Variables of the pipeline replace those of the job, and choose neither the release nor what fails.
      ...{ REVIEW_VERSION: '1.2.2', REVIEW_FAIL_ON: 'unknown', version: '1.2.2', fail_on: 'unknown' },
    },
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const report = (kind: string): string => readFileSync(join(work, job.artifacts.reports[kind] ?? ''), 'utf8');
  return { code: await ended, log: out + err, report, hasReport: existsSync(join(work, 'review-access/report.md')) };
}

test('every input is described and used, and the jobs with the plans are required', () => {
  expect(Object.values(inputs).filter(({ description }) => description.length < 10)).toEqual([]);
  const used = [...new Set(source.match(/(?<=inputs\.)\w+/g))].sort();
  expect(used).toEqual(Object.keys(inputs).sort());
  expect(Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)).toEqual(['needs', 'plans']);
  const { needs, variables } = jobWith({ needs: ['plan'], plans: 'x' });
  expect(needs).toEqual(['plan']);
  // GitLab replaces a text that is one expression by the value of the input, and a variable must be a text.
  expect(Object.values(variables).filter((value) => typeof value !== 'string')).toEqual([]);
});

test.each([
  ['1.2.3', true],
  ['1.2.3-rc.1', true],
  ['latest', false],
  ['v1.2.3', false],
  ['1.2.3;id', false],
  ['1.2.3 && id', false],
  ['1.2.3\nid', false],
  ['$(id)', false],
])('the version %j is valid: %s', (version, isValid) => {
  // GitLab reads the text as RE2, without slashes.
  expect(new RegExp(inputs['version']?.regex ?? '').test(version)).toBe(isValid);
});

each('a finding fails the job, after the note and the reports for the widgets', async () => {
  const { code, log, report } = await run('finding');
  expect({ code, log }).toMatchObject({ code: 1 });
  expect(JSON.parse(report('codequality'))).toMatchObject([{ check_name: 'owner-gained', severity: 'critical' }]);
  expect(JSON.parse(report('terraform'))).toEqual({ create: 1, update: 0, delete: 0 });
  expect(report('dotenv')).toMatch(/^REVIEW_DIGEST=[0-9a-f]{64}\n$/);
  expect(gitlab.writes()).toMatchObject([
    {
      method: 'POST',
      path: '/projects/5/merge_requests/7/notes',
      body: { body: expect.stringContaining('becomes an owner of') as string },
    },
  ]);
});

each('an invalid configuration of the target branch fails the job, and without a token there is no note', async () => {
  const { code, log, hasReport } = await run('configuration', { config: '{"other": 1}', token: '' });
  expect({ code, hasReport }).toEqual({ code: 2, hasReport: false });
  expect(log).toContain('other');
  expect(log).toContain('GITLAB_TOKEN is not set');
  expect(gitlab.writes()).toEqual([]);
});

each.each<[string, () => void, RegExp]>([
  ['another package', () => publish({ bytes: Buffer.concat([archive, Buffer.from([0])]) }), /FAILED/],
  ['a signature by another key', () => publish({ key: 'other' }), /No public key/],
  [
    'a signature of other checksums',
    () => release.set(sumsName, Buffer.from(`${release.get(sumsName)?.toString()}#`)),
    /BAD signature/,
  ],
  [
    'signed checksums of another release',
    () => publish({ named: packed.replace('1.2.3', '1.2.2') }),
    /no properly formatted/,
  ],
  ['no signature', () => release.delete(`${sumsName}.sig`), /404/],
  ['no package', () => release.delete(packed), /404/],
])('%s fails the job, and none of its code runs', async (name, change, reason) => {
  change();
  const { code, log, hasReport } = await run(name);
  expect(code).not.toBe(0);
  expect({ log, hasReport }).toEqual({ log: expect.stringMatching(reason) as string, hasReport: false });
  expect(gitlab.writes()).toEqual([]);
});

each('a component without a public key fails', async () => {
  const { code, log, hasReport } = await run('no-key', { key: '' });
  expect({ code, hasReport }).toEqual({ code: 2, hasReport: false });
  expect(log).toContain('this component contains no public key');
});
