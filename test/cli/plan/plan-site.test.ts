/** The place of a plan. Plans against snapshots: `test/cli/commands/plan.test.ts` and `test/cli/commands/snapshot.test.ts`. */
import fc from 'fast-check';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSED_VARIABLES } from '../../../src/cli/engine/child-environment';
import { startEngineAt } from '../../../src/cli/engine/run-engine';
import { liveSite, readUtf8, snapshotSite } from '../../../src/cli/plan/plan-site';
import { createSnapshotKeys, signedSnapshot, type Snapshot } from '../../../src/review/snapshot';

// The bundle has this path; jest compiles the sources.
jest.mock('../../../src/emulator/index.js', () => jest.requireActual<object>('../../../src/emulator'), {
  virtual: true,
});

const folder = mkdtempSync(join(tmpdir(), 'plan-site-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const { privateKey, publicKey } = createSnapshotKeys();
const root = { uid: 'a'.repeat(40), name: 'acme' };
const snapshot: Snapshot = {
  ...{ version: 1, time: new Date().toISOString(), service: 'https://api.example.com', roots: [root] },
  mayList: [{ group: root.uid, capabilities: ['groups.list'] }],
  tree: { groups: [root] },
  stacks: [
    { name: 'org', omitted: ['the output token'], state: { version: 4 } },
    { name: 'other', omitted: [] },
  ],
};
writeFileSync(at('key'), publicKey);
const VARIABLES = ['region {}', 'api_token {}', 'hidden { sensitive = true }']
  .map((one) => `variable ${one}\n`)
  .join('');

/** Prepares the copy of a folder with a configuration, a state and packages. */
async function site(dir: string, more: object = {}) {
  writeFileSync(at('snapshot'), signedSnapshot({ ...snapshot, ...more }, privateKey));
  mkdirSync(at(`${dir}/node_modules`), { recursive: true });
  writeFileSync(at(`${dir}/main.tf`), '# main');
  writeFileSync(at(`${dir}/variables.tf`), VARIABLES);
  writeFileSync(at(`${dir}/terraform.tfstate`), '{}');
  const scratch = mkdtempSync(at('scratch-'));
  return snapshotSite({ dir: at(dir), snapshot: at('snapshot'), snapshotKey: at('key') }, scratch);
}

test('a live plan runs in the folder, with its environment', async () => {
  const live = liveSite({ dir: 'stack' });
  expect([live.dir, live.env]).toEqual(['stack', process.env]);
  expect(await live.problems({} as never)).toEqual([]);
});

test('a plan against a snapshot runs in a copy, with the state of the snapshot and without the backend', async () => {
  const made = await site('org');
  await made.close();
  const { dir, env } = made;
  expect(readFileSync(join(dir, 'main.tf'), 'utf8')).toBe('# main');
  expect(['node_modules', 'terraform.tfstate'].filter((name) => existsSync(join(dir, name)))).toEqual([]);
  expect(readFileSync(join(dir, 'snapshot.tfstate'), 'utf8')).toBe('{"version":4}');
  expect(readFileSync(join(dir, 'snapshot_override.tf.json'), 'utf8')).toContain('"backend":{"local"');
  expect(env['PLATFORM_SNAPSHOT_API']).toContain('127.0.0.1');
});

test('a stack that the snapshot lacks, another workspace, and a missing file are refused', async () => {
  await expect(site('unknown')).rejects.toThrow('it contains org, other. Name one of them with --stack.');
  await expect(site('unknown', { stacks: [] })).rejects.toThrow('it contains no state');
  mkdirSync(at('org/.terraform'), { recursive: true });
  writeFileSync(at('org/.terraform/environment'), 'test');
  await expect(site('org')).rejects.toThrow('only the default workspace is supported');
  expect(() => readUtf8(at('missing'))).toThrow(`Cannot read ${at('missing')}: no such file.`);
});

/** Variables with credentials, variables that say where one is, and variables that run code. */
const HOSTILE = [
  ...['DATABASE_URL', 'DOCKER_AUTH_CONFIG', 'SLACK_WEBHOOK', 'KUBECONFIG', 'SSH_AUTH_SOCK', 'PGPASSFILE', 'MYSQL_PWD'],
  ...[
    'AWS_ACCESS_KEY_ID',
    'AWS_PROFILE',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    'AZURE_CONFIG_DIR',
    'ARM_CLIENT_ID',
  ],
  ...[
    'GOOGLE_APPLICATION_CREDENTIALS',
    'CLOUDSDK_CONFIG',
    'VAULT_ADDR',
    'CONSUL_HTTP_AUTH',
    'NOMAD_ADDR',
    'SENTRY_DSN',
  ],
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_ENV', 'GITHUB_PATH', 'ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_RUNTIME_TOKEN'],
  ...['CI_JOB_TOKEN', 'CI_JOB_JWT_V2', 'CI_REPOSITORY_URL', 'CI_REGISTRY_PASSWORD', 'BUILDKITE_AGENT_ACCESS_TOKEN'],
  ...['PLATFORM_TOKEN', 'PLATFORM_BASE_URL', 'PLATFORM_IDENTITY_TOKEN_FILE', 'PLATFORM_APPROVED_REPORT'],
  ...[
    'TF_TOKEN_app_terraform_io',
    'TF_HTTP_PASSWORD',
    'TF_HTTP_ADDRESS',
    'TF_CLI_ARGS',
    'TF_CLI_ARGS_plan',
    'TF_DATA_DIR',
  ],
  ...['TF_REATTACH_PROVIDERS', 'TF_LOG', 'TF_LOG_PATH', 'TF_VAR_api_token', 'TF_VAR_hidden', 'TF_VAR_undeclared'],
  ...[
    'npm_config_userconfig',
    'npm_config__authToken',
    'NODE_AUTH_TOKEN',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'BASH_ENV',
    'ENV',
  ],
  ...['XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'NETRC', 'GIT_ASKPASS', 'GIT_CONFIG_GLOBAL', 'GNUPGHOME', 'path', 'lang'],
];

const PASSED: ReadonlySet<string> = new Set(Object.values(PASSED_VARIABLES).flat());

describe('the environment of the engine', () => {
  const given = { ...process.env };
  afterEach(() => (process.env = { ...given }));

  /** Returns the variables that an engine prints, in a site with these variables in the environment. */
  async function printedBy(variables: Readonly<Record<string, string>>) {
    const engines = mkdtempSync(at('engines-'));
    writeFileSync(join(engines, 'terraform'), '#!/bin/sh\nexec env\n', { mode: 0o755 });
    const home = mkdtempSync(at('home-'));
    mkdirSync(join(home, '.terraform.d', 'plugins'), { recursive: true });
    for (const file of ['.netrc', '.terraformrc', '.terraform.d/credentials.tfrc.json'])
      writeFileSync(join(home, file), 'secret');
    process.env = { PATH: `${engines}:${String(given['PATH'])}`, HOME: home, TMPDIR: folder, ...variables };
    const made = await site(`site-${engines.slice(-6)}`, { stacks: [{ name: 'only', omitted: [] }] });
    const engine = startEngineAt(() => made);
    try {
      const { stdout, code } = await engine.run(['plan']);
      expect(code).toBe(0);
      const own = String(made.env['HOME']);
      const homeFiles = readdirSync(own, { recursive: true, encoding: 'utf8' }).sort();
      return { stdout, homeFiles, own, made };
    } finally {
      engine.close();
      await made.close();
    }
  }

  test('no hostile variable reaches the engine, and its home contains the installed plugins alone', async () => {
    const hostile = Object.fromEntries(HOSTILE.map((name) => [name, `leak-of-${name}`]));
    const { stdout, homeFiles, own } = await printedBy({
      ...hostile,
      LANG: 'C',
      TF_VAR_region: 'passed',
      HTTPS_PROXY: 'http://p',
    });
    expect(stdout).not.toContain('leak-of-');
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining(['LANG=C', 'TF_VAR_region=passed', 'HTTPS_PROXY=http://p', `HOME=${own}`]) as string[],
    );
    expect(homeFiles).toEqual(['.terraform.d', join('.terraform.d', 'plugins')]);
    expect(existsSync(own)).toBe(false);
  });

  test('no variable with a random name reaches the engine', async () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,30}$/).filter((one) => !PASSED.has(one) && !RUN.has(one));
    const [names = []] = fc.sample(fc.uniqueArray(name, { minLength: 300, maxLength: 300, size: 'max' }), 1);
    const { stdout } = await printedBy(Object.fromEntries(names.map((one) => [one, `leak-of-${one}`])));
    expect(stdout.split('\n').filter((line) => line.includes('leak-of-'))).toEqual([]);
  });
});

/** Variables without which the test could not run, and which the command sets. */
const RUN: ReadonlySet<string> = new Set(['PATH', 'HOME', 'TERRAFORM_BINARY_NAME', 'TF_WORKSPACE']);
