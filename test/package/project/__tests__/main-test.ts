import 'cdktf/lib/testing/adapters/jest';
import { Testing } from 'cdktf';
import { Group } from 'cdktf-provider-platform';
import { ApiError, createClient, group } from 'cdktf-provider-platform/client';
import { startEmulator, type RunningEmulator } from 'cdktf-provider-platform/emulator';
import { Organization } from '../main';

test('the constructs synthesize', () => {
  const stack = new Organization(Testing.app(), 'org', 'f9a1c2d3e4b5f60718293a4b5c6d7e8f90a1b2c3');
  expect(Testing.synth(stack)).toHaveResourceWithProperties(Group, { name: 'payments' });
});

describe.each([false, true])('with an emulator, in a thread of its own: %s', (thread) => {
  let service: RunningEmulator;
  beforeAll(async () => {
    service = await startEmulator({ thread });
  });
  afterAll(() => service.close());

  test('the client reads and writes', async () => {
    const client = createClient({ baseUrl: service.baseUrl, token: service.token });
    const { uid } = await client.create(group, service.rootGroupUid, { name: 'payments' });
    await client.update(group, uid, { description: 'Takes the money.' });
    expect(await client.get(group, uid)).toMatchObject({ name: 'payments', description: 'Takes the money.' });
    await client.close();
    expect(await service.requestLog.counts()).toMatchObject({ 'PATCH /iam/v2beta1/groups/{uid}': 1 });
  });

  test('a refusal is an ApiError that says why', async () => {
    const client = createClient({ baseUrl: service.baseUrl, token: 'not-one-of-its-tokens' });
    const refusal: unknown = await client.get(group, service.rootGroupUid).catch((error: unknown) => error);
    await client.close();
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
