import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installProvider, installProviderForUser } from '../../src/install/install-provider';
import { terraform, type Terraform } from '../support/terraform';

/** `terraform init` never starts a provider, so any executable is enough here. */
const build = mkdtempSync(join(tmpdir(), 'provider-'));
const executable = join(build, 'provider');
const version = '0.1.0';
const config = `terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform", version = "0.1.0" }
  }
}
`;
let tf: Terraform;

beforeEach(() => {
  writeFileSync(executable, '#!/usr/bin/env node\nprocess.exit(1)\n', { mode: 0o755 });
  tf = terraform({ files: { 'main.tf': config } });
});
afterEach(() => tf.close());
afterAll(() => rmSync(build, { recursive: true }));

const install = (): ReturnType<typeof installProvider> =>
  installProvider({ dir: tf.dir, executable, version, env: tf.env });

test('terraform init finds the provider offline, and its lock entry is byte-identical to ours', async () => {
  install();
  const locked = tf.read('.terraform.lock.hcl');
  expect((await tf.init()).text).toContain('platform-iac.internal/npm/platform v0.1.0');
  expect(tf.read('.terraform.lock.hcl')).toBe(locked);
});

test('the entry is the one that Terraform writes on its own', async () => {
  install();
  const ours = tf.read('.terraform.lock.hcl');
  rmSync(join(tf.dir, '.terraform.lock.hcl'));
  await tf.init();
  // OpenTofu has its own command in the first line.
  expect(tf.read('.terraform.lock.hcl').replace('"tofu init"', '"terraform init"')).toBe(ours);
});

test('init accepts it read-only, as in pipelines', async () => {
  install();
  await tf.init('-lockfile=readonly');
});

test('a provider rebuilt under the same version passes init again, which Terraform alone rejects', async () => {
  install();
  await tf.init();
  writeFileSync(executable, '#!/usr/bin/env node\nprocess.exit(2)\n', { mode: 0o755 });
  const lockBefore = tf.read('.terraform.lock.hcl');
  install();
  const lockAfter = tf.read('.terraform.lock.hcl');
  tf.write({ '.terraform.lock.hcl': lockBefore });
  expect((await tf.run('init', '-no-color')).text).toMatch(/doesn't match\s.*any of the\s.*checksums/s);
  tf.write({ '.terraform.lock.hcl': lockAfter });
  await tf.init();
});

test('constraints that Terraform wrote survive the next installation', async () => {
  tf.write({ 'main.tf': config.replace('"0.1.0"', '"~> 0.1"') });
  install();
  rmSync(join(tf.dir, '.terraform.lock.hcl'));
  await tf.init();
  const locked = tf.read('.terraform.lock.hcl');
  expect(locked).toContain('constraints = "~> 0.1"');
  expect(install().changed).toEqual([]);
  expect(tf.read('.terraform.lock.hcl')).toBe(locked);
});

test('the provider is found in the home directory after an installation for the user', async () => {
  installProviderForUser({ executable, version, env: tf.env });
  await tf.init();
});

test('our entry allows a looser constraint of the configuration, even read-only', async () => {
  tf.write({ 'main.tf': config.replace('"0.1.0"', '">= 0.1, < 2"') });
  install();
  await tf.init('-lockfile=readonly');
});

test('init also works in a project of ES modules', async () => {
  tf.write({ 'package.json': '{"type":"module"}' });
  install();
  await tf.init();
});

test('without it, the error shows the private host name, and no public registry is contacted', async () => {
  const { text } = await tf.run('init', '-no-color');
  expect(text).toContain('platform-iac.internal');
  expect(text).not.toContain('registry.terraform.io');
});
