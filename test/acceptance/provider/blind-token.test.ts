/** A token that may create but not list sees empty lists. With the real Terraform, it never creates an object twice. */
import { CAPABILITIES } from '../../../src/model/api';
import { unwrapped } from '../../support/terraform';
import { fiftyResources, objectsOf } from './fifty-resources';
import { setProcessStage, type ProcessStage } from './process-stage';
import { setStage, type Stage } from './stage';

jest.setTimeout(300_000);

const SUBJECT = 'applier';
const applying = ['apply', '-auto-approve', '-no-color', '-input=false'];

let stage: Stage | ProcessStage | undefined;
afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

const claim_match = '{ issuer = "https://issuer.example", subject = "SUBJECT" }';
const ci = `
resource "platform_identity" "ci" {
  group_uid   = "ROOT"
  name        = "ci"
  claim_match = ${claim_match.replace('SUBJECT', 'ci')}
}`;

/** Creates the identity "ci" outside of the configuration. */
async function createCi(running: ProcessStage): Promise<void> {
  const response = await fetch(`${running.baseUrl}/iam/v2beta1/identities/${running.rootGroupUid}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ci', claimMatch: { issuer: 'https://issuer.example', subject: SUBJECT } }),
  });
  expect(response.status).toBe(200);
}

test('the built provider: the plan warns, the apply stops, and the capability in the message resolves it', async () => {
  const running = await setProcessStage(ci);
  stage = running;
  const { tf } = running;
  await createCi(running);
  const capabilities = ['groups.list', 'identity.create', 'identity.update', 'identity.delete'];
  const before = await objectsOf(running);
  tf.env['PLATFORM_TOKEN'] = await running.tokenFor(running.administratorUid, capabilities);
  const plan = await tf.plan();
  expect(unwrapped(plan.text)).toContain('Cannot check for an existing identity');
  for (const [on_existing, block] of [
    ['error', ''],
    ['adopt', 'provider "platform" {\n  on_existing = "adopt"\n}\n'],
  ] as const) {
    running.configure(block + ci);
    const { code, text } = await tf.run(...applying);
    expect([on_existing, code]).toEqual([on_existing, 1]);
    const message = unwrapped(text);
    expect(message).toMatch(/Cannot create identity "ci" in [0-9a-f]{40}: it may already exist/);
    expect(message).toContain('identity.list');
    expect(await objectsOf(running)).toEqual(before);
  }
  running.configure(ci);
  tf.env['PLATFORM_TOKEN'] = await running.tokenFor(running.administratorUid, [...capabilities, 'identity.list']);
  const seeing = await tf.run(...applying);
  expect(unwrapped(seeing.text)).toMatch(/Cannot create identity "ci" in [0-9a-f]{40}: it already exists/);
  expect(unwrapped(seeing.text)).not.toContain('Cannot check');
  expect(await objectsOf(running)).toEqual(before);
});

test('fifty resources of all kinds, after a loss of state: nothing is created twice without the list of its kind', async () => {
  const environment: Record<string, string | undefined> = {};
  const running = await setStage({
    config: '',
    env: ({ baseUrl, token }) => Object.assign(environment, { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token }),
  });
  stage = running;
  const { tf, rootGroupUid } = running;
  tf.write({ 'main.tf': fiftyResources(rootGroupUid, 'old', 'propagation_timeout_seconds = 0') });
  await tf.apply();
  const [before, state] = [await objectsOf(running), tf.read('terraform.tfstate')];
  for (const [address, capability] of [
    ['platform_group_invite.invite', 'group_invites.list'],
    ['platform_role_binding.binding', 'role_bindings.list'],
    ['platform_identity.identity', 'identity.list'],
    ['platform_role.role', 'roles.list'],
  ] as const) {
    tf.write({ 'terraform.tfstate': state });
    await tf.ok('state', 'rm', address);
    const others = CAPABILITIES.filter((name) => name !== capability);
    environment['PLATFORM_TOKEN'] = await running.tokenFor(running.administratorUid, others);
    const { code, text } = await tf.run(...applying);
    expect([address, code]).toEqual([address, 1]);
    expect(unwrapped(text)).toContain('it may already exist');
    // Terraform may delete the role bindings of an identity before its create stops.
    expect((await objectsOf(running)).filter((object) => !before.includes(object))).toEqual([]);
  }
});

test('a control of role bindings stops if the token cannot see them, and their list is marked as incomplete', async () => {
  const environment: Record<string, string | undefined> = {};
  const running = await setStage({
    config: `
data "platform_role_bindings" "root" { children_of = "ROOT" }
resource "platform_role_bindings_exclusive" "root" {
  group_uid = "ROOT"
  declared  = []
  existing  = data.platform_role_bindings.root.role_bindings
}
check "complete" {
  assert {
    condition     = data.platform_role_bindings.root.complete
    error_message = "inconclusive"
  }
}
`,
    env: ({ baseUrl, token }) => Object.assign(environment, { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token }),
  });
  stage = running;
  const before = await objectsOf(running);
  const others = CAPABILITIES.filter((name) => name !== 'role_bindings.list');
  environment['PLATFORM_TOKEN'] = await running.tokenFor(running.administratorUid, others);
  const { code, text } = await running.tf.run(...applying);
  expect(code).toBe(1);
  for (const part of ['The list of role bindings may be incomplete', 'Cannot see all role bindings of the group'])
    expect(unwrapped(text)).toContain(part);
  expect(await objectsOf(running)).toEqual(before);
  environment['PLATFORM_TOKEN'] = running.token;
  const seeing = await running.tf.plan();
  expect(unwrapped(seeing.text)).not.toMatch(/inconclusive|incomplete/);
  expect(unwrapped(seeing.text)).toContain('This plan removes 1 undeclared role binding');
});
