/**
 * The examples of docs/move-from-go-provider.md: the real Terraform moves or imports the objects of a state that has the shape
 * of the Go provider's. A small provider with its source address and its schemas replaces it, because no registry is needed here.
 */
import { createClient, type Client } from '../../../src/client';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import {
  block,
  bool,
  list,
  map,
  nestedList,
  num,
  type Provider,
  type Resource,
  schema,
  set,
  startReattach,
  str,
  type Values,
} from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import {
  accountAssociation,
  declarations,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../../src/model/kinds';
import { offers } from '../../../src/model/schema';
import { importBlock, removedBlock } from '../../../src/base/text/state-blocks';
import { describeWith, engine } from '../../support/engine';
import { terraform, type Terraform } from '../../support/terraform';
import { blocksIn } from '../docs/blocks';

jest.setTimeout(180_000);

const SOURCE = `registry.${engine().name === 'OpenTofu' ? 'opentofu.org' : 'terraform.io'}/chainguard-dev/chainguard`;
const SECRET = 'correct horse battery staple';

const required = str({ mode: 'required' });
const optional = str({ mode: 'optional' });
const computed = str({ mode: 'computed', useStateForUnknown: true });
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, optional]));
const single = (...names: string[]) => block('single', { attributes: texts(...names) });

/** The schemas of its resources. */
const schemas = {
  group: schema({
    attributes: {
      ...{ id: computed, name: required, description: optional, parent_id: optional, kind: optional },
      ...{ verified: bool({ mode: 'optional' }), verified_protection: bool({ mode: 'optional' }) },
      resource_limits: map('number', { mode: 'computed', useStateForUnknown: true }),
    },
  }),
  identity: schema({
    attributes: {
      ...{ id: computed, name: required, description: optional, parent_id: required, service_principal: optional },
      ...{ created_at: computed, last_seen: computed, updated_at: computed },
    },
    blocks: {
      aws_identity: single('aws_account', 'aws_arn', 'aws_arn_pattern', 'aws_user_id', 'aws_user_id_pattern'),
      claim_match: block('single', {
        attributes: {
          ...texts('issuer', 'issuer_pattern', 'subject', 'subject_pattern', 'audience', 'audience_pattern'),
          ...{ claims: map('string', { mode: 'optional' }), claim_patterns: map('string', { mode: 'optional' }) },
        },
      }),
      static: single('issuer', 'subject', 'issuer_keys', 'expiration'),
    },
  }),
  role: schema({
    attributes: {
      ...{ id: computed, name: required, description: optional, parent_id: required },
      capabilities: set('string', { mode: 'required' }),
    },
  }),
  rolebinding: schema({ attributes: { id: computed, group: required, identity: required, role: required } }),
  identity_provider: schema({
    attributes: { id: computed, name: required, description: optional, parent_id: required, default_role: required },
    blocks: {
      oidc: block('single', {
        attributes: {
          ...texts('issuer', 'client_id'),
          client_secret: str({ mode: 'optional', sensitive: true }),
          additional_scopes: list('string', { mode: 'optional' }),
        },
      }),
    },
  }),
  account_associations: schema({
    attributes: { id: computed, name: required, description: optional, group: required },
    blocks: {
      amazon: single('account'),
      google: single('project_id', 'project_number'),
      azure: block('single', {
        attributes: { ...texts('tenant_id'), client_ids: map('string', { mode: 'optional' }) },
      }),
      chainguard: block('single', { attributes: { service_bindings: map('string', { mode: 'optional' }) } }),
      github: block('single', {
        attributes: {
          ...texts('host', 'name'),
          ...{ app_id: num({ mode: 'optional' }), installation_id: num({ mode: 'optional' }) },
        },
      }),
      github_installation: block('list', {
        attributes: {
          ...{ app_id: num({ mode: 'required' }), installation_id: num({ mode: 'required' }), name: optional },
        },
      }),
    },
  }),
  group_invite: schema({
    attributes: {
      ...{ id: computed, group: required, role: required, email: optional, expiration: required },
      code: str({ mode: 'computed', sensitive: true, useStateForUnknown: true }),
    },
  }),
};

/** A provider that only has states: any write fails the test. */
function goProvider(client: Client): Provider {
  const never = () => Promise.reject(new Error('The Go provider must write nothing.'));
  const resource = (described: Resource['schema']): Resource => ({
    ...{ schema: described, create: never, update: never, delete: never },
    read: ({ state }) => Promise.resolve(state),
  });
  return {
    name: 'chainguard',
    address: SOURCE,
    version: '0.2.0',
    schema: schema({ attributes: {} }),
    configure: () => undefined,
    resources: Object.fromEntries(
      Object.entries(schemas).map(([name, described]) => [`chainguard_${name}`, resource(described)]),
    ),
    dataSources: {
      chainguard_role: {
        schema: schema({
          attributes: {
            name: required,
            items: nestedList({ id: str({ mode: 'computed' }), name: str({ mode: 'computed' }) }, { mode: 'computed' }),
          },
        }),
        read: async ({ config }) => {
          const { items } = await client.page(role, { name: String(config['name']), inRoot: true });
          return { name: config['name'], items: items.map(({ uid, name }) => ({ id: uid, name })) };
        },
      },
    },
  };
}

/** The blocks of a section of the page: the former resources, and ours. */
const examples = blocksIn('docs/move-from-go-provider.md').filter(
  ({ language, section }) => language === 'hcl' && section !== 'Engines',
);
const beforeText = examples.filter(({ text }) => !text.includes('moved {')).map(({ text }) => text);
const afterText = examples.filter(({ text }) => text.includes('moved {')).map(({ text }) => text);
const moves = afterText.flatMap((text) =>
  [...text.matchAll(/moved \{\n {2}from = (\S+)\n {2}to {3}= (\S+)\n\}/g)].map(([, from = '', to = '']) => ({
    from,
    to,
  })),
);
const withoutMoves = afterText.map((text) => text.replaceAll(/moved \{[^}]*\}/g, ''));

let running: RunningEmulator;
let client: Client;
let tf: Terraform;
let uids: Readonly<Record<string, string>>;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  running = await startEmulator();
  client = createClient({ baseUrl: running.baseUrl, token: running.token });
  const env = { PLATFORM_BASE_URL: running.baseUrl, PLATFORM_TOKEN: running.token };
  const served = [
    await startReattach(goProvider(client), { env: {} }),
    await startReattach(createProvider({ env }), { env: {} }),
  ];
  closing.push(...served.map((provider) => () => provider.close()));
  const addresses = served.map((provider) => JSON.parse(provider.env['TF_REATTACH_PROVIDERS'] ?? '{}') as object);
  tf = terraform({
    env: {
      TF_REATTACH_PROVIDERS: JSON.stringify(Object.assign({}, ...addresses)),
      TF_VAR_root_group_uid: running.rootGroupUid,
      TF_VAR_client_secret: SECRET,
    },
  });
  uids = await writeState();
  await running.requestLog.clear();
});
afterEach(async () => {
  tf.close();
  await Promise.all(closing.splice(0).map((close) => close()));
  await client.close();
  await running.close();
});

/** Creates the objects of the examples, and writes their state as the Go provider stores it. Returns the uids by address. */
async function writeState(): Promise<Record<string, string>> {
  const root = running.rootGroupUid;
  const description = 'Deploys from the main branch.\nAsk the platform team before a change.\n';
  const claims = {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:acme/shop:ref:refs/heads/main',
  };
  const viewer = (await client.page(role, { name: 'viewer', inRoot: true })).items[0]?.uid ?? '';
  const payments = await client.create(group, root, { name: 'payments', description: 'Takes the money.' });
  const ci = await client.create(identity, payments.uid, { name: 'ci', description, claimMatch: claims });
  const capabilities = ['groups.list', 'role_bindings.list'];
  const auditor = await client.create(role, payments.uid, { name: 'auditor', capabilities });
  const bound = { identityUid: ci.uid, roleUid: auditor.uid };
  const binding = await client.create(roleBinding, payments.uid, bound);
  const oidc = { issuer: 'https://login.example.com', clientId: 'platform', additionalScopes: ['email', 'profile'] };
  const staff = await client.create(identityProvider, root, {
    ...{ name: 'staff', description: 'Everybody who works here.', defaultRole: viewer },
    oidc: { ...oidc, clientSecret: SECRET },
  });
  const clouds = await client.create(accountAssociation, payments.uid, {
    ...{ name: 'clouds', amazon: { account: '123456789012' } },
    google: { projectId: 'shop', projectNumber: '1234567890' },
  });
  const email = 'ada@example.com';
  const ada = await client.create(groupInvite, payments.uid, { roleUid: auditor.uid, ttl: '86400s', email });
  const unset = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
  const states: Readonly<Record<string, Values>> = {
    'group.payments': {
      ...{ id: payments.uid, name: 'payments', description: 'Takes the money.', parent_id: root, kind: null },
      ...{ verified: null, verified_protection: null, resource_limits: {} },
    },
    'identity.ci': {
      ...{ id: ci.uid, name: 'ci', description, parent_id: payments.uid, service_principal: null },
      ...{ created_at: '2026-01-01T00:00:00Z', last_seen: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
      ...{ aws_identity: null, static: null },
      claim_match: {
        ...unset(['issuer_pattern', 'subject_pattern', 'audience', 'audience_pattern', 'claims', 'claim_patterns']),
        ...claims,
      },
    },
    'role.auditor': { id: auditor.uid, name: 'auditor', description: null, parent_id: payments.uid, capabilities },
    'rolebinding.ci': { id: binding.uid, group: payments.uid, identity: ci.uid, role: auditor.uid },
    'identity_provider.staff': {
      ...{
        id: staff.uid,
        name: 'staff',
        description: 'Everybody who works here.',
        parent_id: root,
        default_role: viewer,
      },
      oidc: {
        ...{
          issuer: oidc.issuer,
          client_id: 'platform',
          client_secret: SECRET,
          additional_scopes: ['email', 'profile'],
        },
      },
    },
    'account_associations.clouds': {
      ...{
        id: clouds.uid,
        group: payments.uid,
        name: 'clouds',
        description: null,
        amazon: { account: '123456789012' },
      },
      ...{ google: { project_id: 'shop', project_number: '1234567890' }, azure: null, chainguard: null, github: null },
      github_installation: [],
    },
    'group_invite.ada': {
      ...{ id: ada.uid, group: payments.uid, role: auditor.uid, email, expiration: '2030-01-01T00:00:00Z' },
      code: ada.code ?? '',
    },
  };
  const resources = Object.entries(states).map(([place, attributes]) => {
    const [type = '', name = ''] = place.split('.');
    const instances = [{ schema_version: 0, attributes, sensitive_attributes: [] }];
    return { mode: 'managed', type: `chainguard_${type}`, name, provider: `provider["${SOURCE}"]`, instances };
  });
  const lineage = '0f0f0f0f-0f0f-0f0f-0f0f-0f0f0f0f0f0f';
  tf.write({
    'terraform.tfstate': JSON.stringify({
      ...{ version: 4, terraform_version: '1.8.0', serial: 1, lineage, outputs: {}, resources, check_results: null },
    }),
  });
  return Object.fromEntries(Object.entries(states).map(([place, { id }]) => [`chainguard_${place}`, String(id)]));
}

const header = `
terraform {
  required_providers {
    platform   = { source = "platform-iac.internal/npm/platform" }
    chainguard = { source = "chainguard-dev/chainguard" }
  }
}
variable "root_group_uid" {
  type = string
}
variable "client_secret" {
  type      = string
  sensitive = true
}
`;
const main = (...texts: readonly string[]) => ({ 'main.tf': [header, ...texts].join('\n') });

const writes = async (): Promise<string[]> =>
  (await running.requestLog.entries()).flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));

async function expectMoved(): Promise<void> {
  expect(await writes()).toEqual([]);
  const listed = (await tf.ok('state', 'list')).stdout.trim().split('\n');
  expect(listed.filter((address) => !address.startsWith('data.')).sort()).toEqual(moves.map(({ to }) => to).sort());
  const state = tf.read('terraform.tfstate');
  expect(state).not.toContain(SECRET);
  for (const uid of Object.values(uids)) expect(state).toContain(uid);
  tf.write(main(...withoutMoves));
  const plan = await tf.plan();
  expect({ changed: plan.changed, text: plan.changed ? plan.stdout : '' }).toEqual({ changed: false, text: '' });
}

test('the page has an example for each kind that another provider stores', () => {
  const stored = declarations.filter(({ terraform }) => terraform?.storedByOthers !== undefined);
  expect(moves.map(({ to }) => to.split('.')[0]).sort()).toEqual(
    stored.map(({ terraform }) => `platform_${terraform!.type}`).sort(),
  );
  const foreign = moves.map(({ from }) => from.split('.')[0]?.replace('chainguard_', ''));
  expect(foreign.sort()).toEqual(Object.keys(schemas).sort());
  // Nobody stores a mapping elsewhere; the other kinds are read-only.
  const others = declarations.filter((declaration) => offers(declaration, 'create') && !stored.includes(declaration));
  expect(others.map(({ kind }) => kind)).toEqual(['ExternalGroupRoleMapping']);
});

test('the former configurations of the page fit the states', async () => {
  tf.write(main(...beforeText));
  const plan = await tf.plan();
  expect({ changed: plan.changed, text: plan.changed ? plan.stdout : '' }).toEqual({ changed: false, text: '' });
});

describeWith('move across types', 'moved blocks', () => {
  test('the moved blocks of the page move every kind without a write', async () => {
    tf.write(main(...afterText));
    const plan = await tf.plan();
    expect(plan.stdout).toContain('Plan: 0 to add, 0 to change, 0 to destroy.');
    // The identity already has its description of two lines.
    expect(plan.text).not.toMatch(/line break/i);
    for (const { from, to } of moves) expect(plan.stdout).toContain(`# ${from} has moved to ${to}`);
    await tf.apply();
    await expectMoved();
  });
});

test('removed and import blocks take over every kind without a write', async () => {
  const blocks = moves.flatMap(({ from, to }) => [removedBlock(from), importBlock(to, uids[from] ?? '')]);
  tf.write(main(...withoutMoves, ...blocks));
  const plan = await tf.plan();
  expect(plan.stdout).toContain(`Plan: ${moves.length} to import, 0 to add, 0 to change, 0 to destroy`);
  await tf.apply();
  await expectMoved();
});
