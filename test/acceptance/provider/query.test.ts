/** `terraform query`, imports by identity, and generated configuration, with engines that support them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client } from '../../../src/client';
import { accountAssociation, group, identity, identityProvider, role, roleBinding } from '../../../src/model/kinds';
import { describeWith } from '../../support/engine';
import { unwrapped } from '../../support/terraform';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(240_000);

let stage: Stage;
let client: Client;
const uids: Record<string, string> = {};

async function setOrganization(): Promise<void> {
  stage = await setStage({ config: 'provider "platform" {}\n' });
  client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
  const there = await client.create(group, stage.rootGroupUid, { name: 'there', description: '${not} %{a template}' });
  const ci = await client.create(identity, there.uid, {
    name: 'ci-bot',
    claimMatch: { issuer: 'https://issuer.example', subjectPattern: '^repo:acme/.*$', claims: { Some_Key: 'a' } },
  });
  const keys = await client.create(identity, there.uid, {
    name: 'offline',
    staticKeys: {
      issuer: 'https://offline.example',
      subject: 'me',
      issuerKeys: JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: x, y: y, kid: 'b' }] }),
    },
  });
  const auditor = await client.create(role, there.uid, {
    name: 'auditor',
    capabilities: ['roles.list', 'groups.list'],
  });
  const binding = await client.create(roleBinding, there.uid, { identityUid: ci.uid, roleUid: auditor.uid });
  await client.create(accountAssociation, there.uid, { name: 'clouds', amazon: { account: '123456789012' } });
  const { uid: defaultRole } = await client.find(role, 'viewer');
  const other = await client.create(group, undefined, { name: 'other' });
  const oidc = { issuer: 'https://login.example', clientId: 'platform' };
  for (const [uid, more] of [
    [stage.rootGroupUid, { pkceEnabled: true }],
    [other.uid, { clientSecret: 'hush' }],
  ] as const)
    await client.create(identityProvider, uid, { name: 'staff', defaultRole, oidc: { ...oidc, ...more } });
  Object.assign(uids, { other: other.uid });
  Object.assign(uids, { there: there.uid, ci: ci.uid, keys: keys.uid, auditor: auditor.uid, binding: binding.uid });
}

const x = 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4';
const y = '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM';

const list = (type: string, name: string, body: string): string =>
  `list "${type}" "${name}" {\n  provider = platform\n${body}\n}\n`;

const within = (kind: string, uid: string): string =>
  list(`platform_${kind}`, 'found', `  config {\n    children_of = "${uid}"\n  }`);

describeWith('query', 'terraform query', () => {
  beforeAll(setOrganization);
  afterAll(async () => {
    await client.close();
    await stage.close();
  });

  test('shows existing objects by name, with their identities, up to a limit', async () => {
    const beneath = `config {\n    descendants_of = "${stage.rootGroupUid}"\n  }`;
    stage.tf.write({
      'org.tfquery.hcl': [
        list('platform_group', 'all', `  ${beneath}`),
        list('platform_identity', 'first', '  limit = 1\n  config {\n    order_by = "name"\n  }'),
        list('platform_role', 'all', ''),
        list('platform_role_binding', 'all', `  config {\n    identity = "${uids['ci']!}"\n  }`),
      ].join('\n'),
    });
    const { text } = await stage.tf.ok('query', '-no-color');
    const lines = text.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
    expect(lines).toContain(`list.platform_group.all uid=${uids['there']!} there`);
    expect(lines).toContain(`list.platform_identity.first uid=${uids['ci']!} ci-bot`);
    expect(lines).toContain(
      `list.platform_role_binding.all uid=${uids['binding']!} identity "ci-bot", role "auditor", group "there"`,
    );
    expect(text).not.toContain('offline');
    // The same list of the service contains built-in roles, which are read-only.
    expect(lines.filter((line) => line.startsWith('list.platform_role.all'))).toEqual([
      `list.platform_role.all uid=${uids['auditor']!} auditor`,
    ]);
  });

  test('errors of the service and of the configuration are shown as errors', async () => {
    stage.tf.write({ 'org.tfquery.hcl': list('platform_group', 'all', '  config {\n    children_of = "here"\n  }') });
    const misspelled = await stage.tf.run('query', '-no-color');
    expect(unwrapped(misspelled.text)).toContain('children_of must be a uid');
    await stage.faults.add({ method: 'GET', path: '/iam/**', effect: 'error', code: 'PERMISSION_DENIED' });
    stage.tf.write({ 'org.tfquery.hcl': list('platform_group', 'all', '') });
    const refused = await stage.tf.run('query', '-no-color');
    await stage.faults.clear();
    expect(refused.code).toBe(1);
    expect(unwrapped(refused.text)).toContain('Cannot list groups');
  });

  test('users must add values that the service never shows, and the plan shows where', async () => {
    stage.tf.write({ 'org.tfquery.hcl': within('identity_provider', uids['other']!) });
    await stage.tf.ok('query', '-no-color', '-generate-config-out=secret.tf');
    expect(stage.tf.read('secret.tf')).toMatch(/client_secret\s+= null # sensitive/);
    const plan = await stage.tf.run('plan', '-no-color', '-input=false');
    expect(unwrapped(plan.text)).toMatch(
      /on secret.tf line \d+.*at least one of client_secret, pkce_enabled must be given/,
    );
    rmSync(join(stage.tf.dir, 'secret.tf'));
  });

  test('generated configuration imports everything by identity, and plans without changes', async () => {
    stage.tf.write({
      'org.tfquery.hcl': [
        ...['identity', 'role', 'role_binding', 'account_association'].map((kind) => within(kind, uids['there']!)),
        ...['group', 'identity_provider'].map((kind) => within(kind, stage.rootGroupUid)),
      ].join('\n'),
    });
    await stage.tf.ok('query', '-no-color', '-generate-config-out=found.tf');
    const generated = stage.tf.read('found.tf');
    expect(generated).not.toMatch(/^\s*(create_time|verified|resource_limits)\s+=/m);
    expect(generated).toContain('jsonencode(');
    await stage.writes();
    expect((await stage.tf.plan()).text).toContain('7 to import, 0 to add, 0 to change, 0 to destroy');
    await stage.tf.apply();
    expect((await stage.tf.plan()).changed).toBe(false);
    expect(await stage.writes()).toEqual([]);
  });
});

describeWith('identity', 'import by identity', () => {
  beforeAll(setOrganization);
  afterAll(async () => {
    await client.close();
    await stage.close();
  });

  const resource = (name: string): string =>
    `resource "platform_group" "${name}" {\n  parent_uid = "ROOT"\n  name = "there"\n  description = "$\${not} %%{a template}"\n}\n`;
  const byIdentity = (uid: string): string =>
    `import {\n  to = platform_group.there\n  identity = {\n    uid = "${uid}"\n  }\n}\n`;
  const write = (text: string): void =>
    stage.tf.write({ 'main.tf': header + text.replaceAll('ROOT', stage.rootGroupUid) });

  test('adopts the object, and stores its identity', async () => {
    write(resource('there') + byIdentity(uids['there']!));
    expect((await stage.tf.plan()).text).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
    await stage.tf.apply();
    expect(JSON.parse(stage.tf.read('terraform.tfstate'))).toMatchObject({
      resources: [{ instances: [{ identity: { uid: uids['there']! }, identity_schema_version: 0 }] }],
    });
    expect((await stage.tf.plan()).changed).toBe(false);
  });

  test.each([
    ['no uid', () => 'acme/there', /uid must be a uid: .* set id instead of identity/],
    ['of another kind', () => uids['ci']!, /Cannot find the group to import/],
  ])('an identity that is %s is rejected with the reason', async (_, uid, expected) => {
    await stage.tf.run('state', 'rm', 'platform_group.there');
    write(resource('there') + byIdentity(uid()));
    expect(unwrapped((await stage.tf.run('plan', '-no-color', '-input=false')).text)).toMatch(expected);
  });

  test('follows the object through creation, update, and replacement', async () => {
    const identities = async (): Promise<unknown[]> => {
      const { resources } = JSON.parse(stage.tf.read('terraform.tfstate')) as {
        resources: { instances: { identity?: unknown; attributes: { uid: unknown } }[] }[];
      };
      return resources.flatMap(({ instances }) =>
        instances.map(({ identity: stored, attributes }) => [stored, attributes.uid]),
      );
    };
    for (const body of ['name = "new"', 'name = "newer"', 'name = "newer"\n  parent_uid = "THERE"']) {
      const parent = body.includes('parent_uid') ? '' : '\n  parent_uid = "ROOT"';
      write(`resource "platform_group" "new" {\n  ${body.replace('THERE', uids['there']!)}${parent}\n}\n`);
      await stage.tf.apply();
      const [[stored, uid]] = (await identities()) as [[unknown, unknown]];
      expect(stored).toEqual({ uid });
    }
    await stage.tf.destroy();
  });
});
