/**
 * A migration from a provider for v1: the real Terraform moves its resources with `moved` blocks, and no object is deleted or
 * created. The other provider is a small one, based on our plugin library.
 */
import { createClient, type Client } from '../../../src/client';
import { nested, type Provider, type Resource, schema, set, startReattach, str } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import { group, identity, role, roleBinding } from '../../../src/model/kinds';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { describeWith } from '../../support/engine';
import { terraform, type Terraform, unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';

jest.setTimeout(180_000);

const text = str({ mode: 'required' });
const id = str({ mode: 'computed', useStateForUnknown: true });

/** Returns a resource of the other provider, which stores the configured values and the uid as `id`. */
function resource(
  attributes: Resource['schema']['attributes'],
  make: (plan: Record<string, string>) => Promise<string>,
): Resource {
  return {
    schema: schema({ attributes: { id, ...attributes } }),
    create: async ({ plan }) => ({ ...plan, id: await make(plan as Record<string, string>) }),
    read: async ({ state }) => state,
    update: async ({ plan }) => plan,
    delete: () => Promise.reject(new Error('The former provider must delete nothing.')),
  };
}

function formerProvider(client: Client): Provider {
  return {
    name: 'other',
    address: 'registry.example/anybody/other',
    version: '3.1.0',
    schema: schema({ attributes: {} }),
    configure: () => undefined,
    resources: {
      other_group: resource(
        { name: text, description: str({ mode: 'optional' }), parent_id: text },
        async ({ parent_id = '', name = '', description }) =>
          (await client.create(group, parent_id, { name, ...(description && { description }) })).uid,
      ),
      other_identity: resource(
        { name: text, parent_id: text, claim_match: nested({ issuer: text, subject: text }, { mode: 'required' }) },
        async ({ parent_id = '', name = '', claim_match }) =>
          (await client.create(identity, parent_id, { name, claimMatch: claim_match as unknown as object })).uid,
      ),
      other_role: resource(
        { name: text, parent_id: text, capabilities: set('string', { mode: 'required' }) },
        async ({ parent_id = '', name = '', capabilities }) =>
          (await client.create(role, parent_id, { name, capabilities: capabilities as unknown as string[] })).uid,
      ),
      other_rolebinding: resource(
        { group: text, identity: text, role: text },
        async ({ group: place = '', identity: identityUid = '', role: roleUid = '' }) =>
          (await client.create(roleBinding, place, { identityUid, roleUid })).uid,
      ),
      other_team_group: resource({ name: text }, ({ name = '' }) => Promise.resolve(name)),
    },
  };
}

let running: RunningEmulator;
let client: Client;
let tf: Terraform;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  running = await startEmulator();
  client = createClient({ baseUrl: running.baseUrl, token: running.token });
  const env = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
  const served = [
    await startReattach(formerProvider(client), { env: {} }),
    await startReattach(createProvider({ env }), { env: {} }),
  ];
  closing.push(...served.map((provider) => () => provider.close()));
  const addresses = served.map((provider) => JSON.parse(provider.env['TF_REATTACH_PROVIDERS'] ?? '{}') as object);
  tf = terraform({ env: { TF_REATTACH_PROVIDERS: JSON.stringify(Object.assign({}, ...addresses)) } });
});
afterEach(async () => {
  tf.close();
  await Promise.all(closing.splice(0).map((close) => close()));
  await client.close();
  await running.close();
});

const header = `
terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
    other    = { source = "registry.example/anybody/other" }
  }
}
`;
const former = (): string => `${header}
resource "other_group" "payments" {
  parent_id   = "${running.rootGroupUid}"
  name        = "payments"
  description = "Takes the money."
}
resource "other_identity" "ci" {
  parent_id = other_group.payments.id
  name      = "ci"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "me"
  }
}
resource "other_role" "auditor" {
  parent_id    = other_group.payments.id
  name         = "auditor"
  capabilities = ["groups.list"]
}
resource "other_rolebinding" "ci" {
  group    = other_group.payments.id
  identity = other_identity.ci.id
  role     = other_role.auditor.id
}
`;
const moved = (from: string, to: string): string => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
const moves = [
  moved('other_group.payments', 'platform_group.payments'),
  moved('other_identity.ci', 'platform_identity.ci'),
  moved('other_role.auditor', 'platform_role.auditor'),
  moved('other_rolebinding.ci', 'platform_role_binding.ci'),
].join('');
const ours = (): string => `${header}
resource "platform_group" "payments" {
  parent_uid  = "${running.rootGroupUid}"
  name        = "payments"
  description = "Takes the money."
}
resource "platform_identity" "ci" {
  group_uid = platform_group.payments.uid
  name      = "ci"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "me"
  }
}
resource "platform_role" "auditor" {
  group_uid    = platform_group.payments.uid
  name         = "auditor"
  capabilities = ["groups.list"]
}
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.payments.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = platform_role.auditor.uid
}
`;
const writes = async (): Promise<string[]> => {
  const found = (await running.requestLog.entries()).filter(({ method }) => method !== 'GET');
  await running.requestLog.clear();
  return found.map(({ method, path }) => `${method} ${path}`);
};

describeWith('move across types', 'moved blocks', () => {
  test('every kind is moved without a destroy or a write, and the state no longer contains the former resources', async () => {
    tf.write({ 'main.tf': former() });
    await tf.apply();
    const before = String(resourceIn(await tf.state(), 'other_rolebinding.ci').values['id']);
    await writes();

    tf.write({ 'main.tf': ours() + moves });
    const plan = await tf.plan();
    expect(plan.stdout).toContain('Plan: 0 to add, 0 to change, 0 to destroy.');
    expect(plan.stdout).toContain('# other_group.payments has moved to platform_group.payments');
    await tf.apply();
    expect(await writes()).toEqual([]);
    expect((await tf.ok('state', 'list')).stdout.trim().split('\n').sort()).toEqual([
      'platform_group.payments',
      'platform_identity.ci',
      'platform_role.auditor',
      'platform_role_binding.ci',
    ]);
    expect(resourceIn(await tf.state(), 'platform_role_binding.ci').values['uid']).toBe(before);

    // The blocks are no longer needed.
    tf.write({ 'main.tf': ours() });
    expect((await tf.plan()).changed).toBe(false);
    await tf.destroy();
  });

  test('an object of another service is rejected, and nothing changes', async () => {
    tf.write({ 'main.tf': `${header}resource "other_team_group" "admins" {\n  name = "admins"\n}\n` });
    await tf.apply();
    tf.write({
      'main.tf': `${header}
resource "platform_group" "admins" {
  parent_uid = "${running.rootGroupUid}"
  name       = "admins"
}
${moved('other_team_group.admins', 'platform_group.admins')}`,
    });
    await writes();
    const { code, text: printed } = await tf.run('apply', '-no-color', '-input=false', '-auto-approve');
    expect(code).toBe(1);
    expect(unwrapped(printed)).toContain('Cannot move other_team_group to platform_group');
    expect(unwrapped(printed)).toContain('- id must be a uid');
    expect(await writes()).toEqual([]);
    expect((await tf.ok('state', 'list')).stdout.trim()).toBe('other_team_group.admins');
  });
});
