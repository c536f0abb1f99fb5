// @smoke
/** Terraform runs the built provider after the built command line has installed it. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { terraform, unwrapped, type Terraform } from '../support/terraform';

const cli = resolve('dist/platform-iac.js');
const config = `terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
  }
}
provider "platform" {}
`;
let tf: Terraform;
afterEach(() => tf.close());

const install = (): string =>
  spawnSync(process.execPath, [cli, 'install', tf.dir], { encoding: 'utf8', env: tf.env }).stdout;

test('platform-iac install, terraform init, and the provider runs', async () => {
  tf = terraform({ files: { 'main.tf': config } });
  expect(install()).toContain(`is installed: ${tf.dir}/terraform.d/plugins`);
  await tf.init();
  expect((await tf.ok('providers', 'schema', '-json')).stdout).toContain('"platform_group"');
  expect(install()).toContain('is already installed');
});

test.each(['module', 'commonjs'])('it runs in a project whose package.json says "type": "%s"', async (type) => {
  tf = terraform({ files: { 'main.tf': config, 'package.json': JSON.stringify({ type }) } });
  install();
  await tf.init();
  expect((await tf.ok('providers', 'schema', '-json')).stdout).toContain('"platform_group"');
});

test('its lock entry is added to those of other providers', async () => {
  const other = `provider "registry.terraform.io/hashicorp/null" {
  version     = "3.2.4"
  constraints = "3.2.4"
  hashes = [
    "h1:L5V05xwp/Gto1leRryuesxjMfgZwjb7oool4WS1UEFQ=",
  ]
}
`;
  tf = terraform({ files: { 'main.tf': config, '.terraform.lock.hcl': other } });
  install();
  expect(tf.read('.terraform.lock.hcl')).toContain(other);
});

test('with a CLI configuration without implied mirrors, the printed block makes it work', async () => {
  tf = terraform({ files: { 'main.tf': config, 'cli.tfrc': 'provider_installation {\n  direct {}\n}\n' } });
  tf.env.TF_CLI_CONFIG_FILE = `${tf.dir}/cli.tfrc`;
  const { stderr } = spawnSync(process.execPath, [cli, 'install', tf.dir], { encoding: 'utf8', env: tf.env });
  expect(unwrapped((await tf.run('init', '-no-color')).text)).toContain('could not connect to platform-iac.internal');
  const block = /filesystem_mirror \{[^}]*\}/.exec(stderr)?.[0] ?? '';
  tf.write({
    'cli.tfrc': `provider_installation {\n${block}\n  direct {\n    exclude = ["platform-iac.internal/*/*"]\n  }\n}\n`,
  });
  await tf.init();
});

test('the requirement of a stack matches its lock entry, so that cdktf deploy contacts no registry', () => {
  tf = terraform({ env: { TSX_TSCONFIG_PATH: resolve('tsconfig.json'), ROOT_GROUP_UID: 'a'.repeat(40) } });
  const synth = ['--import', pathToFileURL(require.resolve('tsx')).href, resolve('examples/quick-start/main.ts')];
  const { stderr } = spawnSync(process.execPath, synth, { cwd: tf.dir, env: tf.env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const stack = JSON.parse(tf.read('cdktf.out/stacks/org/cdk.tf.json')) as {
    terraform: { required_providers: Record<string, { source: string; version: string }> };
  };
  const { source, version } = stack.terraform.required_providers.platform!;
  expect(tf.read('cdktf.out/stacks/org/.terraform.lock.hcl')).toContain(
    `provider "${source}" {\n  version     = "${version}"\n  constraints = "${version}"\n`,
  );
});
