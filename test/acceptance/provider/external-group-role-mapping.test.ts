/** Mappings of external groups: a whole life with the real terraform, beneath an identity provider of the same configuration. */
import { createClient, type Client } from '../../../src/client';
import { externalGroupRoleMapping, group, identityProvider } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, noLag, setStage, type Stage } from './stage';

jest.setTimeout(300_000);

const ADDRESS = 'platform_external_group_role_mapping.engineers';
const mappings = '/iam/v2beta1/externalGroupRoleMappings';

let stage: Stage;
let client: Client;
beforeEach(async () => {
  stage = await setStage({ config: configuration({}) });
  client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
});
afterEach(async () => {
  await client.close();
  await stage.close();
});

const first = {
  identity_provider_uid: 'platform_identity_provider.staff.uid',
  external_group_id: '"cn=Platform Engineers,dc=acme"',
  role_uid: 'data.platform_role.viewer.uid',
  scope_uid: '"ROOT"',
};

const provider = (name: string): string => `
resource "platform_identity_provider" "${name}" {
  group_uid    = "ROOT"
  name         = "${name}"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer       = "https://${name}.example.com"
    client_id    = "platform"
    pkce_enabled = true
  }
}
`;

function configuration(changes: Partial<typeof first>): string {
  const lines = Object.entries({ ...first, ...changes }).map(([name, value]) => `  ${name} = ${value}`);
  return `${noLag}
data "platform_role" "viewer" {
  name = "viewer"
}
data "platform_role" "editor" {
  name = "editor"
}
resource "platform_group" "payments" {
  parent_uid = "ROOT"
  name       = "payments"
}
${provider('staff')}${provider('partners')}
resource "platform_external_group_role_mapping" "engineers" {
${lines.join('\n')}
}
data "platform_external_group_role_mappings" "all" {
  identity_provider_uid = platform_external_group_role_mapping.engineers.identity_provider_uid
}
output "listed" {
  value = data.platform_external_group_role_mappings.all.external_group_role_mappings
}
`;
}

function configure(changes: Partial<typeof first>): void {
  stage.tf.write({ 'main.tf': header + configuration(changes).replaceAll('ROOT', stage.rootGroupUid) });
}

async function listed(kind: Declaration): Promise<object[]> {
  const objects: object[] = [];
  for await (const object of client.list(kind)) objects.push(object);
  return objects;
}

const stored = async () => resourceIn(await stage.tf.state(), ADDRESS).values;

test('is created, listed, imported by uid and by path, and destroyed, and leaves an empty organization', async () => {
  const { tf, rootGroupUid: root } = stage;
  await tf.apply();
  expect((await tf.plan()).changed).toBe(false);
  const state = await tf.state();
  const { uid, ...values } = resourceIn(state, ADDRESS).values;
  const staff = String(resourceIn(state, 'platform_identity_provider.staff').values['uid']);
  expect(String(uid).startsWith(`${staff}/`)).toBe(true);
  expect(values).toMatchObject({
    identity_provider_uid: staff,
    external_group_id: 'cn=Platform Engineers,dc=acme',
    scope_uid: root,
  });
  expect(state.values?.outputs?.['listed']?.value).toEqual([expect.objectContaining({ uid, scope_uid: root })]);
  const requests = await stage.writes();
  expect(requests.filter((line) => line.includes(mappings))).toEqual([
    expect.stringMatching(new RegExp(`^POST ${mappings}/${staff} .*"scope":"${root}"`)),
  ]);

  for (const id of [String(uid), 'acme/staff:cn=Platform Engineers,dc=acme:viewer:acme']) {
    await tf.ok('state', 'rm', ADDRESS);
    await tf.ok('import', '-no-color', ADDRESS, id);
    expect((await stored())['uid']).toBe(uid);
    expect((await tf.plan()).changed).toBe(false);
  }
  expect(await stage.writes()).toEqual([]);

  await tf.destroy();
  const writes = (await stage.writes()).map((line) => line.split('/').slice(0, 4).join('/'));
  const [mapping, lastProvider] = ['externalGroupRoleMappings', 'identityProviders'].map((kind) =>
    writes.lastIndexOf(`DELETE /iam/v2beta1/${kind}`),
  );
  expect([mapping, lastProvider]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(mapping).toBeGreaterThanOrEqual(0);
  expect(mapping).toBeLessThan(lastProvider!);
  for (const kind of [externalGroupRoleMapping, identityProvider]) expect(await listed(kind)).toEqual([]);
  expect(await listed(group)).toEqual([expect.objectContaining({ uid: root })]);
});

test('each field replaces the mapping, and nothing is updated in place', async () => {
  const { tf } = stage;
  await tf.apply();
  await stage.writes();
  let changes: Partial<typeof first> = {};
  let before = await stored();
  for (const [name, value] of Object.entries({
    identity_provider_uid: 'platform_identity_provider.partners.uid',
    external_group_id: '"auditors"',
    role_uid: 'data.platform_role.editor.uid',
    scope_uid: 'platform_group.payments.uid',
  })) {
    changes = { ...changes, [name]: value };
    configure(changes);
    const { text } = await tf.plan();
    expect(text).toMatch(new RegExp(`${name}\\s+= .* # forces replacement`));
    expect(text).toContain('1 to add, 0 to change, 1 to destroy');
    await tf.apply();
    const after = await stored();
    expect(after['uid']).not.toBe(before['uid']);
    expect(after[name]).not.toBe(before[name]);
    expect((await tf.plan()).changed).toBe(false);
    const sent = (await stage.writes()).map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(sent).toEqual([
      `DELETE ${mappings}/${String(before['uid'])}`,
      `POST ${mappings}/${String(after['identity_provider_uid'])}`,
    ]);
    before = after;
  }
  expect(await listed(externalGroupRoleMapping)).toEqual([
    expect.objectContaining({ uid: before['uid'], externalGroupId: 'auditors', scope: before['scope_uid'] }),
  ]);
});

test('is created again with its identity provider, and if someone deletes it', async () => {
  const { tf } = stage;
  await tf.apply();
  const before = await stored();
  await client.delete(externalGroupRoleMapping, String(before['uid']));
  expect((await tf.plan()).text).toContain('1 to add, 0 to change, 0 to destroy');
  await tf.apply();
  await tf.apply('-replace=platform_identity_provider.staff');
  const after = await stored();
  expect(after['identity_provider_uid']).not.toBe(before['identity_provider_uid']);
  expect((await tf.plan()).changed).toBe(false);
  expect(await listed(externalGroupRoleMapping)).toHaveLength(1);
});

test('an existing mapping is not created twice: the error shows the block that imports it', async () => {
  const { tf } = stage;
  await tf.apply();
  const uid = String((await stored())['uid']);
  await tf.ok('state', 'rm', ADDRESS);
  const run = await tf.run('apply', '-no-color', '-auto-approve');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toContain(`id = "${uid}"`);
  expect(await listed(externalGroupRoleMapping)).toHaveLength(1);
});
