import { TerraformStack, Testing } from 'cdktf';
import { Group } from 'cdktf-provider-platform';
import { createClient, group } from 'cdktf-provider-platform/client';
import { startEmulator } from 'cdktf-provider-platform/emulator';

const rootGroupUid = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

test('a group is synthesized', () => {
  const stack = new TerraformStack(Testing.app(), 'org');
  new Group(stack, 'payments', { parent: rootGroupUid, name: 'payments' });
  const synthesized = Testing.synth(stack);
  expect(Testing.toHaveResourceWithProperties(synthesized, Group.tfResourceType, { name: 'payments' })).toBe(true);
});

test('a mistake is an error of the construct', () => {
  const stack = new TerraformStack(Testing.app(), 'org');
  new Group(stack, 'payments', { parent: rootGroupUid, name: 'Payments!' });
  expect(() => Testing.synth(stack, true)).toThrow('name must match');
});

test('the client reads what the emulator stores', async () => {
  const service = await startEmulator();
  const client = createClient({ baseUrl: service.baseUrl, token: service.token });
  const { uid } = await client.create(group, service.rootGroupUid, { name: 'payments' });
  expect(await client.get(group, uid)).toMatchObject({ name: 'payments' });
  await client.close();
  await service.close();
});
