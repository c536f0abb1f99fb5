/** The command serves the provider to the engine that plans and shows the plan, if the engine would start the same one. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { PROVIDER_ADDRESS } from '../../src/model/api';
import type { Report } from '../../src/review';
import { terraform, type Terraform } from '../support/terraform';
import { header } from './provider/stage';

jest.setTimeout(120_000);

const cli = resolve('dist/platform-iac.js');
const engine = process.env.TERRAFORM_BINARY_NAME ?? 'terraform';
let running: RunningEmulator;
let tf: Terraform;

/** Each line is a run of the engine: its command, and if another process serves the provider. */
const runs = join('engine', 'runs');

beforeAll(async () => {
  running = await startEmulator({ thread: true });
  tf = terraform({ env: { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token } });
  tf.write({
    'main.tf': `${header}
resource "platform_group" "payments" {
  parent_uid = "${running.rootGroupUid}"
  name       = "payments"
}
`,
    'engine/engine': `#!/bin/sh
ran="$1 \${TF_REATTACH_PROVIDERS:-alone}"
case $ran in *{*) ran="$1 served" ;; esac
echo "$ran" >> '${join(tf.dir, runs)}'
if [ "$ran" = "$FAILS" ]; then exit 1; fi
exec '${engine}' "$@"
`,
  });
  chmodSync(join(tf.dir, 'engine/engine'), 0o755);
  expect(command(tf.env, 'install', '.').status).toBe(0);
  await tf.init();
});
afterAll(async () => {
  tf.close();
  await running.close();
});

function command(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const env = { ...environment, TERRAFORM_BINARY_NAME: join(tf.dir, 'engine/engine') };
  return spawnSync(process.execPath, [cli, ...args], { cwd: tf.dir, env, encoding: 'utf8' });
}

/** Plans with further variables of the environment. Returns the report, and how the engine ran. */
function plan(env: NodeJS.ProcessEnv = {}): { readonly report: Report; readonly ran: readonly string[] } {
  rmSync(join(tf.dir, runs), { force: true });
  const { status, stdout, stderr } = command({ ...tf.env, ...env }, 'plan', '--format', 'json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) as string });
  return { report: JSON.parse(stdout) as Report, ran: readFileSync(join(tf.dir, runs), 'utf8').trim().split('\n') };
}

const SERVED = ['plan served', 'show served'];

test('the engine starts no provider, and the report is the same', () => {
  const served = plan();
  expect(served.ran).toEqual(SERVED);
  const started = plan({ TF_LOG: 'off' });
  expect(started.ran).toEqual(['plan alone', 'show served']);
  expect(started.report.digest).toBe(served.report.digest);
  expect(served.report.verdict.counts.added).toBe(1);
});

test('a plan that the engine cannot show with the served provider is shown with the installed one', () => {
  const { ran, report } = plan({ FAILS: 'show served' });
  expect(ran).toEqual([...SERVED, 'show alone']);
  expect(report.digest).toBe(plan().report.digest);
});

test('each provider block has its own configuration', () => {
  const second = `provider "platform" {
  alias = "second"
  token = "none.of.these"
}
data "platform_group" "root" {
  provider = platform.second
  uid      = "${running.rootGroupUid}"
}
`;
  tf.write({ 'second.tf': second });
  const { status, stderr } = command(tf.env, 'plan', '--format', 'json');
  tf.write({ 'second.tf': '' });
  expect(status).toBe(3);
  // Only the second block has a wrong token.
  expect(stderr).toContain('with data.platform_group.root');
  expect(stderr).not.toContain('with platform_group.payments');
});

test('the drift of a folder is read without starting a provider, too', async () => {
  await tf.apply();
  rmSync(join(tf.dir, runs), { force: true });
  expect(command(tf.env, 'drift').stderr).toBe('');
  // The second plan shows if the folder declares the unmanaged objects.
  expect(readFileSync(join(tf.dir, runs), 'utf8').trim().split('\n')).toEqual([...SERVED, ...SERVED]);
});

test('a drift with a rejected token names the reason, without the plan of the engine', () => {
  const { status, stdout, stderr } = command({ ...tf.env, PLATFORM_TOKEN: 'wrong' }, 'drift');
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toContain('platform-iac: The API rejects the token, so nothing can be planned.');
  expect(stderr).not.toMatch(/Refreshing state|Terraform planned|The engine failed/);
});

test('no provider listens on a port, which other users of the machine can reach', () => {
  const TMPDIR = join(tf.dir, 'long'.repeat(30));
  mkdirSync(TMPDIR);
  expect(plan({ TMPDIR }).ran).toEqual(['plan alone', 'show alone']);
});

test('a provider that somebody has started serves the plan and its JSON', () => {
  expect(plan({ TF_REATTACH_PROVIDERS: '{}' }).ran).toEqual(SERVED);
});

test('the engine starts the provider that it would run otherwise: none, or another one', () => {
  const { status, stderr } = command({ ...tf.env, TF_DATA_DIR: 'not-initialized' }, 'plan');
  expect(status).toBe(3);
  expect(stderr).toContain('init');
  const folder = resolve('dist');
  tf.write({
    'overrides.tfrc': `provider_installation {\n  dev_overrides {\n    "${PROVIDER_ADDRESS}" = "${folder}"\n  }\n}\n`,
  });
  const overridden = { TF_CLI_CONFIG_FILE: join(tf.dir, 'overrides.tfrc') };
  expect(plan(overridden).ran[0]).toBe('plan alone');
  tf.write({ '.terraform.lock.hcl': '' });
  const { report, ran } = plan(overridden);
  expect(ran).toEqual(['plan alone', 'show alone']);
  expect(report.findings.map(({ id }) => id)).toContain('runs-code');
});
