// @smoke
/** Changes outside of Terraform, and errors that must not be mistaken for them. */
import { createClient, type Client } from '../../../src/client';
import { startEmulator } from '../../../src/emulator';
import { group } from '../../../src/model/kinds';
import { unwrapped } from '../../support/terraform';
import { actions, resourceIn } from '../../support/terraform-json';
import { header, noLag, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

const config = `${noLag}
resource "platform_group" "a" {
  parent_uid  = "ROOT"
  name        = "a"
  description = "As declared."
}
resource "platform_group" "b" {
  parent_uid = platform_group.a.uid
  name       = "b"
}
`;

let env: Record<string, string>;
let stage: Stage;
let client: Client;
let uid: string;

beforeAll(async () => {
  stage = await setStage({
    config,
    // Read at each configuration of the provider, because tests change it in between.
    env: ({ baseUrl, token }) => (env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token }),
  });
  client = createClient({ baseUrl: stage.baseUrl, token: stage.token });
});
beforeEach(async () => {
  Object.assign(env, { PLATFORM_BASE_URL: stage.baseUrl, PLATFORM_TOKEN: stage.token });
  await stage.tf.apply();
  uid = String(resourceIn(await stage.tf.state(), 'platform_group.a').values['uid']);
  await stage.writes();
});
afterAll(async () => {
  await client.close();
  await stage.close();
});

test('a changed value is shown as drift, and corrected', async () => {
  await client.update(group, uid, { description: 'Changed by hand.' });
  await stage.writes();
  const plan = await stage.tf.planJson();
  expect(plan.resource_drift).toMatchObject([
    { address: 'platform_group.a', change: { after: { description: 'Changed by hand.' } } },
  ]);
  expect(actions(plan)).toEqual(['platform_group.a: update']);
  await stage.tf.apply();
  expect(await stage.writes()).toEqual([
    `PATCH /iam/v2beta1/groups/${uid}?updateMask=description {"description":"As declared."}`,
  ]);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('a cleared value is corrected, too', async () => {
  await client.update(group, uid, { description: '' });
  expect(actions(await stage.tf.planJson())).toEqual(['platform_group.a: update']);
});

test('a deleted object is planned again', async () => {
  const inner = String(resourceIn(await stage.tf.state(), 'platform_group.b').values['uid']);
  await client.delete(group, inner);
  expect(actions(await stage.tf.planJson())).toEqual(['platform_group.b: create']);
  await stage.tf.apply();
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('a group that was deleted with its contents is planned again with all of them', async () => {
  const inner = String(resourceIn(await stage.tf.state(), 'platform_group.b').values['uid']);
  await client.delete(group, inner);
  await client.delete(group, uid);
  expect(actions(await stage.tf.planJson())).toEqual(['platform_group.a: create', 'platform_group.b: create']);
});

test('a change that ignore_changes excludes is neither shown nor sent', async () => {
  await client.update(group, uid, { description: 'Theirs.' });
  await stage.writes();
  const own = header + config.replaceAll('ROOT', stage.rootGroupUid);
  const ignoring = own.replace(
    '"a"\n  description',
    '"renamed"\n  lifecycle {\n    ignore_changes = [description]\n  }\n  description',
  );
  stage.tf.write({ 'main.tf': ignoring });
  await stage.tf.apply();
  expect(await stage.writes()).toEqual([`PATCH /iam/v2beta1/groups/${uid}?updateMask=name {"name":"renamed"}`]);
  expect((await stage.tf.plan()).changed).toBe(false);
  stage.tf.write({ 'main.tf': own });
});

test('a second plan is empty', async () => {
  expect((await stage.tf.plan('-refresh-only')).text).toContain('No changes');
});

test('with a token of another organization, the plan fails and explains why', async () => {
  const other = await startEmulator({ publicUrls: [stage.baseUrl] });
  try {
    // Signed by someone else for this address, so it is not valid here.
    env['PLATFORM_TOKEN'] = other.token;
    const run = await stage.tf.run('plan', '-no-color', '-input=false');
    expect(run.code).toBe(1);
    expect(unwrapped(run.text)).toMatch(/Cannot read group .*UNAUTHENTICATED.*The token is/);
    expect(run.text).not.toContain('will be created');
    expect(run.text).not.toContain(other.token);
  } finally {
    await other.close();
  }
});

test('with a token without a role here, the plan fails and explains why', async () => {
  const stranger = await stage.tokenFor('b'.repeat(40));
  env['PLATFORM_TOKEN'] = stranger;
  const run = await stage.tf.run('plan', '-no-color', '-input=false');
  expect(run.code).toBe(1);
  expect(run.text).not.toContain('will be created');
  expect(unwrapped(run.text)).toMatch(/Cannot read group .*(PERMISSION_DENIED|UNAUTHENTICATED)/);
});

test('with the address of another organization and the same token, the plan fails and explains why', async () => {
  const other = await startEmulator();
  try {
    env['PLATFORM_BASE_URL'] = other.baseUrl;
    env['PLATFORM_TOKEN'] = other.token;
    const run = await stage.tf.run('plan', '-no-color', '-input=false');
    expect(run.code).toBe(1);
    expect(unwrapped(run.text)).toMatch(/Cannot read group .*PERMISSION_DENIED.*another organization/);
    expect(run.text).not.toContain('will be created');
  } finally {
    await other.close();
  }
});

test('with a path outside of the API, the plan fails and requests the right address', async () => {
  env['PLATFORM_BASE_URL'] = `${stage.baseUrl}/elsewhere`;
  const run = await stage.tf.run('plan', '-no-color', '-input=false');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toMatch(/Cannot read group .*base_url/);
  expect(run.text).not.toContain('will be created');
});

test('a permanently failing list is one error, not one for each object', async () => {
  const many = `resource "platform_group" "many" {\n  count      = 30\n  parent_uid = "${stage.rootGroupUid}"\n  name       = "many \${count.index}"\n}\n`;
  // Not in a second provider block: this process has one configuration, which the last one to arrive replaces.
  const hasty = stage.tf.read('main.tf').replace('provider "platform" {', 'provider "platform" {\n  max_retries = 0');
  stage.tf.write({ 'main.tf': hasty, 'many.tf': many });
  await stage.tf.apply();
  const fault = await stage.faults.add({
    effect: 'error',
    code: 'INTERNAL',
    method: 'GET',
    path: '/iam/v2beta1/groups',
  });
  const errors = await stage.tf.diagnostics('plan');
  expect(errors.map(({ severity, summary }) => [severity, summary])).toEqual([['error', 'Cannot list groups']]);
  expect((await stage.tf.state()).values?.root_module.resources).toHaveLength(32);
  await stage.faults.remove(fault.id);
  expect((await stage.tf.plan()).changed).toBe(false);
});
