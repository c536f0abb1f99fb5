/** Plans of the real engine that are proved, and the places of plans that are not. The configuration is that inside of the saved plan. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlan, type Report, reviewPlans } from '../../../src/review';
import { installStandIn } from '../../support/stand-in-provider';
import { createBoundRounds, type BoundRounds, type Round } from '../binding/bound-rounds';
import { setBoundStage, type BoundStage } from '../binding/bound-stage';
import { header } from '../provider/stage';

jest.setTimeout(300_000);

let rounds: BoundRounds;
let round: Round;

beforeAll(async () => {
  rounds = await createBoundRounds();
  round = await rounds.begin();
});
afterAll(() => rounds.close());

interface Planned {
  readonly report: Report;
  /** The JSON of the plan, with its configuration. */
  readonly json: string;
}

async function planned(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Planned> {
  for (const [name, text] of Object.entries(files))
    round.tf.write({ [name]: text.replaceAll('ROOT', round.rootGroupUid) });
  let json = '';
  const report = await round.plan({ args, beforeReview: async (shown) => void (json = shown) });
  return { report, json };
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
  const { report, json } = await planned({ 'main.tf': header + config });
  const { proof, plans, findings, approvedWrites } = report;
  expect(proof).toEqual({ proved: true, places: [] });
  expect(plans[0]?.reviewPlans).toBeUndefined();
  expect(findings.filter(({ id }) => id === 'not-proved' || id === 'unresolved')).toEqual([]);
  expect(approvedWrites.filter(({ unknown }) => unknown !== undefined)).toEqual([]);
  // The JSON contains the configuration, so a later review proves it as well.
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
  round.tf.write(files);
  await round.tf.ok('get');
  const { report } = await planned(files, '-var-file=values.tfvars');
  const { proof, findings, approvedWrites } = report;
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
  const { proof } = (await planned({ 'main.tf': header + config })).report;
  expect(proof?.proved).toBe(false);
  expect(proof?.places.map(({ place, isReviewed }) => `${isReviewed ? 'low' : 'high'} ${place}`)).toEqual(expected);
});

describe('the commands', () => {
  let stage: BoundStage;
  beforeAll(async () => {
    stage = await setBoundStage('');
  });
  afterAll(() => stage.close());

  test('apply --proved refuses a plan that is not proved before it starts, and applies a proved one', async () => {
    stage.configure(identity('lower(platform_group.a.uid)'));
    expect((await stage.plan()).digest).toBeDefined();
    const refused = await stage.apply('--proved');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('is not proved. Nothing was started.\n  platform_identity.ci: claim_match: ');
    stage.configure(identity('"s"'));
    await stage.plan();
    expect(await stage.apply('--proved')).toMatchObject({ code: 0 });
  });

  test('a check that asks a website is no high finding, if its provider is trusted', async () => {
    const { tf } = stage;
    installStandIn(tf.env['HOME']!, 'http');
    stage.configure(`${group}
check "service" {
  data "http" "status" { url = "${stage.baseUrl}/" }
  assert {
    condition     = data.http.status.status_code > 0
    error_message = "The service does not answer."
  }
}`);
    await tf.init();
    const high = async (configuration: object) => {
      writeFileSync(join(tf.dir, 'review.config.json'), JSON.stringify(configuration));
      const { findings, digest } = await stage.plan();
      return { ids: findings.filter(({ severity }) => severity === 'high').map(({ id }) => id), digest };
    };
    expect((await high({})).ids).toEqual(['runs-code']);
    const trusted = await high({ trustedProviders: ['hashicorp/http'] });
    expect(trusted.ids).toEqual([]);
    expect((await high({ trustedProviders: ['hashicorp/http'] })).digest).toBe(trusted.digest);
  });
});

test('the literal uid of an object that the same stack manages is not proved, with the remedy', async () => {
  round.configure(group);
  expect(await round.applyUnbound()).toMatchObject({ code: 0 });
  const [made] = (await round.tf.state()).values?.root_module.resources ?? [];
  const child = `\nresource "platform_group" "c" {\n  parent_uid = "${String(made?.values['uid'])}"\n  name = "c"\n}`;
  const { proof } = (await planned({ 'main.tf': header + group + child })).report;
  await round.tf.destroy();
  expect(proof?.places).toEqual([
    expect.objectContaining({
      ...{ place: 'platform_group.c: parent_uid', isReviewed: true },
      why: expect.stringContaining('It is the uid of platform_group.a') as string,
    }),
  ]);
});

test('an override of another file is not proved', async () => {
  const { report } = await planned({
    'main.tf': header + group,
    'x_override.tf.json': '{"resource":{"platform_group":{"a":{"name":"b"}}}}',
  });
  rmSync(join(round.tf.dir, 'x_override.tf.json'));
  expect(report.proof?.places).toEqual([expect.objectContaining({ place: 'x_override.tf.json', isReviewed: false })]);
});

test('the same JSON without the configuration shows no proof', async () => {
  const { platform_iac: note, ...json } = JSON.parse((await planned({ 'main.tf': header + group })).json) as Record<
    string,
    unknown
  >;
  expect(note).toMatchObject({ saved: [{ module: '', files: [{ name: 'main.tf' }] }] });
  expect(reviewPlans([readPlan(JSON.stringify(json), 'plan')])).not.toHaveProperty('proof');
});
