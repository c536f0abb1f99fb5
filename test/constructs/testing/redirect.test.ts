import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignProviders, isFullyRedirected, redirect } from '../../../constructs/testing/redirect';

const connection = { baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1', token: 't' };
const settings = {
  ...{ base_url: 'http://127.0.0.1:1', auth_url: 'http://127.0.0.1:1', token: 't' },
  ...{ identity_uid: null, identity_token: null, identity_token_file: null },
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'redirect-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A stack with these files. */
function stacksByPlan(name: string, files: Readonly<Record<string, unknown>>) {
  const dir = join(folder, name);
  mkdirSync(dir);
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content));
  return { name, dir };
}

/** The override file of the first stack. */
function overrideOf(...stacks: ReturnType<typeof stacksByPlan>[]): unknown {
  redirect(stacks[0]!, stacks, folder, connection);
  return JSON.parse(readFileSync(join(stacks[0]!.dir, 'zzz_testing_override.tf.json'), 'utf8'));
}

test('a stack of CDKTF: backend, each provider block, and the states of other stacks', () => {
  const json = {
    provider: { platform: [{ base_url: 'https://real.example.com' }, { alias: 'eu' }], aws: [{ alias: 'us' }] },
    data: { terraform_remote_state: { 'cross-stack-reference-input-base': {}, mine: {} } },
  };
  const stack = stacksByPlan('org', { 'cdk.tf.json': json });
  expect(overrideOf(stack, stacksByPlan('base', {}))).toEqual({
    terraform: { backend: { local: { path: join(folder, 'org.tfstate') } } },
    provider: { platform: [settings, { alias: 'eu', ...settings }] },
    data: {
      terraform_remote_state: {
        'cross-stack-reference-input-base': { backend: 'local', config: { path: join(folder, 'base.tfstate') } },
      },
    },
  });
  expect(isFullyRedirected(stack)).toBe(true);
});

test('HCL: each provider block, on one line or several', () => {
  const text = [
    'provider "platform" {}',
    'provider "aws" {\n  alias = "us"\n}',
    'provider "platform" { alias = "one" }',
    'provider "platform" {\n  base_url = "https://${var.host}"\n  alias    = "eu"\n}',
    'resource "platform_group" "a" {\n  name = "provider"\n}',
  ].join('\n');
  const stack = stacksByPlan('hcl', { 'main.tf': text });
  const blocks = [settings, { alias: 'one', ...settings }, { alias: 'eu', ...settings }];
  expect(overrideOf(stack)).toMatchObject({ provider: { platform: blocks } });
  expect(isFullyRedirected(stack)).toBe(false);
});

test('a configuration without a provider block gets none: Terraform has nothing to override', () => {
  expect(overrideOf(stacksByPlan('hcl', { 'main.tf': '' }))).not.toHaveProperty('provider');
});

test('modules and other local names are not replaced for certain', () => {
  const source = 'platform-iac.internal/npm/platform';
  expect(isFullyRedirected(stacksByPlan('a', { 'cdk.tf.json': { module: { m: {} } } }))).toBe(false);
  const renamed = { terraform: { required_providers: { acme: { source } } } };
  expect(isFullyRedirected(stacksByPlan('b', { 'cdk.tf.json': renamed }))).toBe(false);
  const usual = { terraform: { required_providers: { platform: { source } } } };
  expect(isFullyRedirected(stacksByPlan('c', { 'cdk.tf.json': usual }))).toBe(true);
});

test('providers that change something real are found', () => {
  const names = [
    'platform-iac.internal/npm/platform',
    'registry.terraform.io/hashicorp/null',
    'registry.opentofu.org/hashicorp/random',
    'registry.terraform.io/hashicorp/aws',
    'registry.example.com/hashicorp/null',
  ];
  const lock = names.map((name) => `provider "${name}" {\n}\n`).join('');
  const stack = stacksByPlan('org', { '.terraform.lock.hcl': lock });
  expect(foreignProviders(stack, [])).toEqual(['hashicorp/aws', 'registry.example.com/hashicorp/null']);
  expect(foreignProviders(stack, ['hashicorp/aws'])).toEqual(['registry.example.com/hashicorp/null']);
  expect(foreignProviders(stacksByPlan('new', {}), [])).toEqual([]);
});
