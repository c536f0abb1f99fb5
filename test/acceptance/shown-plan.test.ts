/** A saved plan as JSON: the command serves the schema that the engine decodes it with, if the provider of this release made it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
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
echo "$1 \${TF_REATTACH_PROVIDERS:+served}" >> '${join(tf.dir, runs)}'
if [ "$1 \${TF_REATTACH_PROVIDERS:+served}" = "$FAILS" ]; then exit 1; fi
exec '${engine}' "$@"
`,
  });
  chmodSync(join(tf.dir, 'engine/engine'), 0o755);
  expect(command('install', '.').status).toBe(0);
  await tf.init();
});
afterAll(async () => {
  tf.close();
  await running.close();
});

function command(name: string, ...args: string[]) {
  const env = { ...tf.env, TERRAFORM_BINARY_NAME: join(tf.dir, 'engine/engine') };
  return spawnSync(process.execPath, [cli, name, ...args], { cwd: tf.dir, env, encoding: 'utf8' });
}

/** Plans with further variables of the environment. Returns the report, and how the engine ran. */
function plan(env: NodeJS.ProcessEnv = {}): { readonly report: Report; readonly shown: readonly string[] } {
  rmSync(join(tf.dir, runs), { force: true });
  Object.assign(tf.env, env);
  const { status, stdout } = command('plan', '--format', 'json');
  for (const name of Object.keys(env)) Reflect.deleteProperty(tf.env, name);
  expect(status).toBe(0);
  const lines = readFileSync(join(tf.dir, runs), 'utf8').split('\n');
  return { report: JSON.parse(stdout) as Report, shown: lines.filter((line) => line.startsWith('show')) };
}

test('the engine decodes a plan of this release without the provider, and the report is the same', () => {
  const served = plan();
  expect(served.shown).toEqual(['show served']);
  const started = plan({ FAILS: 'show served' });
  expect(started.shown).toEqual(['show served', 'show ']);
  expect(started.report.digest).toBe(served.report.digest);
  expect(served.report.verdict.counts.added).toBe(1);
});

test('a provider that somebody has started serves the plan and its JSON', () => {
  expect(plan({ TF_REATTACH_PROVIDERS: '{}' }).shown).toEqual(['show served']);
});

test('the provider that made the plan decodes it if it is not the one of this release', () => {
  const folder = resolve('dist');
  tf.write({
    'overrides.tfrc': `provider_installation {\n  dev_overrides {\n    "${PROVIDER_ADDRESS}" = "${folder}"\n  }\n}\n`,
    '.terraform.lock.hcl': '',
  });
  const { report, shown } = plan({ TF_CLI_CONFIG_FILE: join(tf.dir, 'overrides.tfrc') });
  expect(shown).toEqual(['show ']);
  expect(report.findings.map(({ id }) => id)).toContain('runs-code');
});
