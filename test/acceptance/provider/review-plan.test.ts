// @smoke
/** Review plans: Terraform resolves every reference, and they cannot be applied. */
import { isDeepStrictEqual } from 'node:util';
import { isUid, REVIEW_VARIABLE } from '../../../src/model/api';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { startReattach } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import { terraform, type Terraform, unwrapped } from '../../support/terraform';
import { actions, type PlanJson } from '../../support/terraform-json';
import { header } from './stage';

jest.setTimeout(240_000);

let running: RunningEmulator;
let tf: Terraform;
let environment: Record<string, string | undefined>;
let stop: () => Promise<void>;

beforeEach(async () => {
  running = await startEmulator();
  // The environment of the provider can change between commands.
  environment = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
  const provider = await startReattach(createProvider({ env: environment }), { env: {} });
  tf = terraform({ env: provider.env });
  stop = async () => {
    tf.close();
    await provider.close();
    await running.close();
  };
});
afterEach(() => stop());

const configure = (config: string): void =>
  tf.write({ 'main.tf': header + config.replaceAll('ROOT', running.rootGroupUid) });

/** Objects of every kind, created together with their parents. */
const everyKind = (suffix = '', more = ''): string => `
resource "platform_group" "parent" {
  parent_uid  = "ROOT"
  name        = "parent"
  description = "a${suffix}"
}
resource "platform_group" "child" {
  for_each    = toset(["a", "b"])
  parent_uid  = platform_group.parent.uid
  name        = each.key
  description = "c${suffix}"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.child["a"].uid
  name        = "ci"
  description = "i${suffix}"
  claim_match = { issuer = "https://issuer.example", subject = "s" }
}
resource "platform_role" "helper" {
  group_uid    = platform_group.parent.uid
  name         = "helper"
  capabilities = ["groups.list"${suffix === '' ? '' : ', "roles.list"'}]
}
resource "platform_role" "staff" {
  group_uid    = "ROOT"
  name         = "staff"
  capabilities = ["groups.list"]
}
locals {
  within = { parent = platform_group.parent.uid }
  role = { uid = platform_role.helper.uid }
}
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.child["b"].uid
  identity_uid = platform_identity.ci.uid
  role_uid     = local.role.uid
  ${more}
}
resource "platform_account_association" "clouds" {
  group_uid   = platform_group.child["a"].uid
  name        = "clouds"
  description = "d${suffix}"
  amazon      = { account = "123456789012" }
}
resource "platform_identity_provider" "staff" {
  group_uid    = "ROOT"
  name         = "staff"
  description  = "e${suffix}"
  default_role = platform_role.staff.uid
  oidc = { issuer = "https://login.example.com", client_id = "platform", pkce_enabled = true }
}
resource "platform_external_group_role_mapping" "engineers" {
  identity_provider_uid = platform_identity_provider.staff.uid
  external_group_id     = "engineers"
  role_uid              = platform_role.helper.uid
  scope_uid             = platform_group.child["b"].uid
}
resource "platform_group_invite" "ada" {
  group_uid = platform_group.parent.uid
  role_uid  = platform_role.helper.uid
  email     = "ada@example.com"
  ttl       = "86400s"
}
`;

/** Creates a review plan, and saves it as \`review\`. */
async function planForReview(...args: string[]): Promise<PlanJson> {
  environment[REVIEW_VARIABLE] = 'seed';
  await tf.ok('plan', '-no-color', '-input=false', '-refresh=false', '-lock=false', '-out=review', ...args);
  return JSON.parse((await tf.ok('show', '-json', 'review')).stdout) as PlanJson;
}

/** Plans, and tries to apply the plan with and without the variable. Returns the output of both. */
async function tryToApply(...args: string[]): Promise<string[]> {
  await running.requestLog.clear();
  const printed: string[] = [];
  for (const seed of [undefined, 'seed']) {
    await planForReview(...args);
    environment[REVIEW_VARIABLE] = seed;
    const { code, text } = await tf.run('apply', '-no-color', '-input=false', 'review');
    expect(code).toBe(1);
    printed.push(unwrapped(text));
  }
  environment[REVIEW_VARIABLE] = undefined;
  const writes = (await running.requestLog.entries()).filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  return printed;
}

/** Returns the contents of the state with the private state, but without Terraform's notes about the configuration. */
async function state(): Promise<unknown> {
  const text = (await tf.ok('state', 'pull')).stdout || '{}';
  const ofConfiguration = (key: string) => ['create_before_destroy', 'dependencies', 'deposed'].includes(key);
  const { resources = [] } = JSON.parse(text, (key, value: unknown) => (ofConfiguration(key) ? undefined : value)) as {
    resources?: unknown;
  };
  return resources;
}

test('every reference to new objects is known and equal for the same seed, and nothing is created', async () => {
  configure(everyKind());
  const plan = await planForReview();
  const planned = new Map((plan.resource_changes ?? []).map(({ address, change }) => [address, change.after ?? {}]));
  const uid = (address: string) => String(planned.get(address)?.['uid']);
  // The resource that removes undeclared objects creates none.
  const creating = Object.keys(createProvider().resources ?? {}).filter((type) => !type.endsWith('_exclusive'));
  expect([...new Set((plan.resource_changes ?? []).map(({ type }) => type))].sort()).toEqual(creating.sort());
  expect(uid('platform_group.parent')).toMatch(new RegExp(`^${running.rootGroupUid}/0{8}[0-9a-f]{8}$`));
  expect(uid('platform_group.child["a"]')).toMatch(new RegExp(`^${uid('platform_group.parent')}/0{8}[0-9a-f]{8}$`));
  expect(uid('platform_account_association.clouds')).toBe(uid('platform_group.child["a"]'));
  expect(planned.get('platform_role_binding.ci')).toMatchObject({
    uid: expect.stringContaining(uid('platform_group.child["b"]')) as string,
    identity_uid: uid('platform_identity.ci'),
    role_uid: uid('platform_role.helper'),
  });
  expect(new Set([...planned.keys()].map(uid)).size).toBe(planned.size - 1);
  expect([...planned.keys()].map(uid).every(isUid)).toBe(true);
  // Nothing but uids is known in addition: an expression could show another value than it applies.
  environment[REVIEW_VARIABLE] = undefined;
  const ordinary = await tf.planJson('-refresh=false');
  const known = ({ resource_changes = [] }: PlanJson) =>
    resource_changes.flatMap(({ address, change }) => Object.keys(change.after ?? {}).map((name) => [address, name]));
  const additional = known(plan).filter((one) => !known(ordinary).some((other) => isDeepStrictEqual(one, other)));
  expect([...new Set(additional.map(([, name]) => name))].sort()).toEqual([
    ...['default_role', 'group_uid', 'identity_provider_uid', 'identity_uid', 'parent_uid', 'role_uid', 'scope_uid'],
    'uid',
  ]);
  const again = await planForReview();
  expect((again.resource_changes ?? []).map(({ change }) => change.after)).toEqual([...planned.values()]);

  const [saved, set] = await tryToApply();
  // Terraform itself rejects a plan that the provider does not repeat without the variable.
  expect(saved).toContain('inconsistent final plan');
  expect(set).toContain('PLATFORM_PLAN_FOR_REVIEW is set');
  expect(await state()).toEqual([]);
});

test('updates equal those of the plan to apply; replacements and deletions are not applied', async () => {
  configure(everyKind());
  await tf.apply();
  const before = await state();
  const applied = tf.read('terraform.tfstate');
  // The same for objects without a change.
  expect(actions(await planForReview())).toEqual([]);

  configure(everyKind(' changed'));
  const ordinary = await tf.planJson('-refresh=false');
  const review = await planForReview();
  expect(review.resource_changes).toEqual(ordinary.resource_changes);
  expect(review.planned_values).toEqual(ordinary.planned_values);
  expect(actions(review)).toEqual([
    'platform_account_association.clouds: update',
    'platform_group.child["a"]: update',
    'platform_group.child["b"]: update',
    'platform_group.parent: update',
    'platform_identity.ci: update',
    'platform_identity_provider.staff: update',
    'platform_role.helper: update',
  ]);
  const { code, text } = await tf.run('apply', '-no-color', '-input=false', 'review');
  expect([code, unwrapped(text)]).toEqual([1, expect.stringContaining('PLATFORM_PLAN_FOR_REVIEW is set')]);
  environment[REVIEW_VARIABLE] = undefined;
  expect(await state()).toEqual(before);

  // Old objects would be deleted before or after the creation of new ones.
  for (const [lifecycle, order] of [
    ['', 'delete-create'],
    ['lifecycle {\n    create_before_destroy = true\n  }', 'create-delete'],
  ] as const) {
    const which = ['-replace=platform_group.parent', '-replace=platform_identity.ci'];
    configure(everyKind('', lifecycle));
    expect(actions(await planForReview(...which))).toEqual(
      expect.arrayContaining([`platform_identity.ci: ${order}`, `platform_role_binding.ci: ${order}`]),
    );
    for (const printed of await tryToApply(...which))
      expect(printed).toMatch(/PLATFORM_PLAN_FOR_REVIEW|inconsistent final plan/);
    expect(await state()).toEqual(before);
    // Terraform renames the replaced object in the state before the creation is rejected, so the object is the same.
    if (tf.read('terraform.tfstate').includes('"deposed"')) tf.write({ 'terraform.tfstate': applied });
  }

  configure(everyKind());
  expect(actions(await planForReview('-destroy'))).toHaveLength(11);
  const [saved] = await tryToApply('-destroy');
  expect(saved).toContain('This is a review plan (PLATFORM_PLAN_FOR_REVIEW). It is never applied.');
  expect(await state()).toEqual(before);
  // An ordinary plan can still be applied.
  expect((await tf.plan()).changed).toBe(false);
  await tf.destroy();
});

test('the removal of undeclared objects is not applied', async () => {
  const base = `
data "platform_role" "viewer" { name = "viewer" }
resource "platform_group" "team" {
  parent_uid = "ROOT"
  name       = "team"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.team.uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "s" }
}
`;
  configure(`${base}
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.team.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = data.platform_role.viewer.uid
}
`);
  await tf.apply();
  await tf.ok('state', 'rm', 'platform_role_binding.ci');
  const only = (remove: boolean) => `
data "platform_role_bindings" "team" { children_of = platform_group.team.uid }
resource "platform_role_bindings_exclusive" "team" {
  group_uid = platform_group.team.uid
  declared  = []
  existing  = data.platform_role_bindings.team.role_bindings
  remove    = ${remove}
}
`;
  configure(base + only(true));
  for (const printed of await tryToApply()) expect(printed).toMatch(/PLATFORM_PLAN_FOR_REVIEW|inconsistent final plan/);
  // An update of the resource removes the same.
  configure(base + only(false));
  await tf.apply();
  configure(base + only(true));
  for (const printed of await tryToApply()) expect(printed).toMatch(/PLATFORM_PLAN_FOR_REVIEW|inconsistent final plan/);
  await tf.apply();
});

test('Terraform applies changes of only the state without the provider, and nothing is sent', async () => {
  const group = (name: string) => `resource "platform_group" "${name}" {\n  parent_uid = "ROOT"\n  name = "a"\n}\n`;
  configure(group('first'));
  await tf.apply();
  const applied = async () => {
    await planForReview();
    await running.requestLog.clear();
    await tf.ok('apply', '-no-color', '-input=false', 'review');
    environment[REVIEW_VARIABLE] = undefined;
    expect(await running.requestLog.entries()).toEqual([]);
    expect((await tf.plan()).changed).toBe(false);
    return (await tf.ok('state', 'list')).stdout.trim();
  };
  configure(`${group('second')}moved {\n  from = platform_group.first\n  to = platform_group.second\n}\n`);
  expect(await applied()).toBe('platform_group.second');
  configure('removed {\n  from = platform_group.second\n  lifecycle {\n    destroy = false\n  }\n}\n');
  expect(await applied()).toBe('');
});

test('a binding of an existing identity to a new role is replaced, as in the plan to apply', async () => {
  configure(everyKind());
  await tf.apply();
  configure(
    everyKind().replace('local.role.uid', 'platform_role.other.uid') +
      'resource "platform_role" "other" {\n  group_uid = "ROOT"\n  name = "other"\n  capabilities = ["roles.list"]\n}\n',
  );
  const ordinary = actions(await tf.planJson());
  expect(actions(await planForReview())).toEqual(ordinary);
  expect(ordinary).toContain('platform_role_binding.ci: delete-create');
});

test('data sources for new objects find nothing, and a placeholder in a configuration is rejected', async () => {
  configure(`${everyKind()}
data "platform_groups" "within" {
  children_of = local.within.parent
}
data "platform_role" "named" {
  name      = "helper"
  group_uid = local.within.parent
}
output "found" {
  value = [length(data.platform_groups.within.groups), data.platform_role.named.uid]
}
`);
  environment[REVIEW_VARIABLE] = 'seed';
  const { text } = await tf.plan('-refresh=false');
  expect(unwrapped(text)).toContain('children_of refers to an object that this plan would create');
  expect((await planForReview()).output_changes?.['found']?.after).toEqual([0, null]);
  environment[REVIEW_VARIABLE] = undefined;

  const placeholder = `${running.rootGroupUid}/00000000deadbeef`;
  configure(
    `resource "platform_role_binding" "x" {\n  group_uid = "ROOT"\n  identity_uid = "${placeholder}"\n  role_uid = "${placeholder}"\n}\n`,
  );
  const { code, text: refused } = await tf.run('apply', '-auto-approve', '-no-color');
  expect(code).toBe(1);
  expect(unwrapped(refused)).toContain(`${placeholder} is a placeholder of a review plan`);
});

test('an invalid seed is rejected', async () => {
  configure(everyKind());
  environment[REVIEW_VARIABLE] = 'not a seed';
  const { code, text } = await tf.run('plan', '-no-color');
  expect(code).toBe(1);
  expect(unwrapped(text)).toContain('A seed is made of at most 64 letters');
});
