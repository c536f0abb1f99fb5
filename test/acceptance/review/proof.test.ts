/** Plans of the real engine that are proved, and the places of plans that are not. The configuration is that inside of the saved plan. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { readPlan, type Report, reviewPlans } from '../../../src/review';
import { installStandIn } from '../../support/stand-in-provider';
import { terraform, type Terraform } from '../../support/terraform';
import { header } from '../provider/stage';

jest.setTimeout(300_000);

const cli = resolve('dist/platform-iac.js');
let running: RunningEmulator;
let tf: Terraform;

beforeAll(async () => {
  running = await startEmulator();
  tf = terraform({ env: { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token } });
  tf.write({ 'main.tf': header });
  expect((await run('install', tf.dir)).code).toBe(0);
  await tf.init();
});
afterAll(async () => {
  tf.close();
  await running.close();
});

async function run(command: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [cli, command, ...args], {
    env: tf.env,
    cwd: tf.dir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

const rooted = (config: string) => config.replaceAll('ROOT', running.rootGroupUid);

async function report(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Report> {
  rmSync(join(tf.dir, 'more.tf'), { force: true });
  tf.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, rooted(text)])));
  const { out, err, code } = await run('plan', '--format', 'json', ...args);
  expect({ code, err: out === '' ? err : '' }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Report;
}

const group = `
resource "platform_group" "a" {
  parent_uid = "ROOT"
  name       = "a"
}`;

test.each<[string, string]>([
  [
    'references to new objects',
    `${group}
resource "platform_identity" "ci" {
  group_uid   = platform_group.a.uid # the parent
  name        = "ci"
  description = "Of \${platform_group.a.uid}, \${platform_group.a.name}"
  claim_match = { issuer = "https://issuer.example", subject = "s" }
}
data "platform_role" "viewer" { name = "viewer" }
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.a.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.viewer.uid
}`,
  ],
  [
    'iterators, locals and functions whose values are known',
    `
locals { names = toset(["a", "b"]) }
resource "platform_group" "a" {
  for_each   = local.names
  parent_uid = lower("ROOT")
  name       = format("team-%s", each.key)
}
resource "platform_group" "b" {
  count      = 2
  parent_uid = platform_group.a["a"].uid
  name       = "b\${count.index}"
}`,
  ],
  [
    'an anchor without a program',
    `${group}
resource "terraform_data" "done" {
  input      = platform_group.a.uid
  depends_on = [platform_group.a]
}`,
  ],
  [
    'outputs and variables',
    `
variable "name" {
  type    = string
  default = "a"
}
resource "platform_group" "a" {
  parent_uid = "ROOT"
  name       = var.name
  lifecycle { prevent_destroy = false }
  timeouts { create = "5m" }
}
output "made" { value = platform_group.a.create_time }`,
  ],
  [
    'a secret in an ephemeral variable',
    `${group}
variable "secret" {
  type      = string
  default   = "s"
  sensitive = true
  ephemeral = true
}
locals { secret = var.secret }
data "platform_role" "viewer" { name = "viewer" }
resource "platform_identity_provider" "a" {
  group_uid    = platform_group.a.uid
  name         = "a"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer                   = "https://issuer.example"
    client_id                = "c"
    client_secret            = local.secret
    client_secret_wo_version = 1
  }
}`,
  ],
])('a plan is proved, and needs no review plan: %s', async (_, config) => {
  const kept = join(tf.dir, 'kept');
  const { proof, plans, findings, approvedWrites } = await report({ 'main.tf': header + config }, '--json-out', kept);
  expect(proof).toEqual({ proved: true, places: [] });
  expect(plans[0]?.reviewPlans).toBeUndefined();
  expect(findings.filter(({ id }) => id === 'not-proved' || id === 'unresolved')).toEqual([]);
  expect(approvedWrites.filter(({ unknown }) => unknown !== undefined)).toEqual([]);
  // The JSON contains the configuration, so a later review proves it as well.
  const json = readFileSync(join(kept, 'plan.json'), 'utf8');
  expect(reviewPlans([readPlan(json, 'plan')]).proof).toEqual({ proved: true, places: [] });
});

test('a plan with a module, a data file, a file of variables, an alias and a removed block is proved', async () => {
  const files = {
    'main.tf': `${header}
variable "root" { type = string }
provider "platform" { alias = "other" }
module "team" {
  source    = "./team"
  for_each  = jsondecode(file("\${path.module}/teams.json"))
  parent    = var.root
  name      = each.key
  providers = { platform = platform.other }
}
removed {
  from = platform_group.gone
  lifecycle { destroy = false }
}`,
    'team/main.tf': `${header}
variable "parent" {}
variable "name" {}
resource "platform_group" "team" {
  parent_uid = var.parent
  name       = var.name
}`,
    ...{ 'teams.json': '{"a":1,"b":2}', 'values.tfvars': 'root = "ROOT"' },
  };
  tf.write(files);
  await tf.ok('get');
  const { proof, findings, approvedWrites } = await report(files, '--', '-var-file=values.tfvars');
  expect({ proof, findings: findings.filter(({ severity }) => severity === 'high') }).toEqual({
    ...{ proof: { proved: true, places: [] }, findings: [] },
  });
  expect(approvedWrites).toHaveLength(2);
});

const identity = (subject: string) => `${group}
resource "platform_identity" "ci" {
  group_uid   = platform_group.a.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = ${subject} }
}`;

test.each<[string, string, string[]]>([
  ['a deciding value', identity('lower(platform_group.a.uid)'), ['low platform_identity.ci: claim_match']],
  [
    'a time in a description',
    `${group}
resource "platform_group" "b" {
  parent_uid  = "ROOT"
  name        = "b"
  description = platform_group.a.create_time
}`,
    ['low platform_group.b: description'],
  ],
  [
    'a time in a name',
    'resource "platform_group" "b" {\n  parent_uid = "ROOT"\n  name = "b-${timestamp()}"\n}',
    ['high main.tf: resource.platform_group.b: the function timestamp', 'high platform_group.b: name'],
  ],
  [
    'a condition',
    `${group}
check "c" {
  assert {
    condition     = platform_group.a.name == "a"
    error_message = "x"
  }
}`,
    ['low main.tf: check'],
  ],
  [
    'a program',
    `${group}
resource "terraform_data" "x" {
  provisioner "local-exec" { command = "true" }
}`,
    ['high main.tf: resource.terraform_data.x.provisioner'],
  ],
  [
    'an expression in a provider block',
    `variable "url" { default = "http://127.0.0.1:1" }
provider "platform" {
  alias    = "x"
  base_url = var.url
}`,
    ['low main.tf: provider.platform.base_url'],
  ],
  [
    'a short time limit',
    group.replace('}', '  timeouts { update = "1ms" }\n}'),
    ['high main.tf: resource.platform_group.a.timeouts.update'],
  ],
])('a plan with %s is not proved', async (_, config, expected) => {
  const { proof } = await report({ 'main.tf': header + config });
  expect(proof?.proved).toBe(false);
  expect(proof?.places.map(({ place, isReviewed }) => `${isReviewed ? 'low' : 'high'} ${place}`)).toEqual(expected);
});

test('apply --proved refuses a plan that is not proved before it starts, and applies a proved one', async () => {
  const { digest } = await report(
    { 'main.tf': header + identity('lower(platform_group.a.uid)') },
    '--out',
    'tfplan',
    '--save',
    'json=report.json',
  );
  expect(digest).toBeDefined();
  const refused = await run('apply', 'tfplan', '--approved', 'report.json', '--proved');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('is not proved. Nothing was started.\n  platform_identity.ci: claim_match: ');
  await report({ 'main.tf': header + identity('"s"') }, '--out', 'tfplan', '--save', 'json=report.json');
  expect(await run('apply', 'tfplan', '--approved', 'report.json', '--proved')).toMatchObject({ code: 0 });
  await tf.ok('destroy', '-auto-approve');
});

test('a check that asks a website is no high finding, if its provider is trusted', async () => {
  installStandIn(tf.env['HOME']!, 'http');
  const check = `${group}
check "service" {
  data "http" "status" { url = "${running.baseUrl}/" }
  assert {
    condition     = data.http.status.status_code > 0
    error_message = "The service does not answer."
  }
}`;
  tf.write({ 'main.tf': header + rooted(check), 'review.config.json': '{}' });
  await tf.init();
  const high = async (configuration: object) => {
    tf.write({ 'review.config.json': JSON.stringify(configuration) });
    const { findings, digest } = await report({ 'main.tf': header + check });
    return { ids: findings.filter(({ severity }) => severity === 'high').map(({ id }) => id), digest };
  };
  expect((await high({})).ids).toEqual(['runs-code']);
  const trusted = await high({ trustedProviders: ['hashicorp/http'] });
  expect(trusted.ids).toEqual([]);
  expect((await high({ trustedProviders: ['hashicorp/http'] })).digest).toBe(trusted.digest);
  rmSync(join(tf.dir, 'review.config.json'));
  await tf.init();
});

test('the literal uid of an object that the same stack manages is not proved, with the remedy', async () => {
  await report({ 'main.tf': header + group }, '--out', 'tfplan');
  await tf.ok('apply', '-input=false', 'tfplan');
  const [made] = (await tf.state()).values?.root_module.resources ?? [];
  const child = `\nresource "platform_group" "c" {\n  parent_uid = "${String(made?.values['uid'])}"\n  name = "c"\n}`;
  const { proof } = await report({ 'main.tf': header + group + child });
  await tf.ok('destroy', '-auto-approve');
  expect(proof?.places).toEqual([
    expect.objectContaining({
      ...{ place: 'platform_group.c: parent_uid', isReviewed: true },
      why: expect.stringContaining('It is the uid of platform_group.a') as string,
    }),
  ]);
});

test('an override of another file is not proved', async () => {
  const { proof } = await report({
    'main.tf': header + group,
    'x_override.tf.json': '{"resource":{"platform_group":{"a":{"name":"b"}}}}',
  });
  rmSync(join(tf.dir, 'x_override.tf.json'));
  expect(proof?.places).toEqual([expect.objectContaining({ place: 'x_override.tf.json', isReviewed: false })]);
});

test('the same JSON without the configuration shows no proof', async () => {
  const kept = join(tf.dir, 'kept');
  await report({ 'main.tf': header + group }, '--json-out', kept);
  const { platform_iac: note, ...json } = JSON.parse(readFileSync(join(kept, 'plan.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(note).toMatchObject({ saved: [{ module: '', files: [{ name: 'main.tf' }] }] });
  expect(reviewPlans([readPlan(JSON.stringify(json), 'plan')])).not.toHaveProperty('proof');
});
