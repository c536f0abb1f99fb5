import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };

/** Returns a token of an identity with exactly these capabilities at the root. */
async function tokenWith(capabilities: readonly string[]): Promise<string> {
  const host = await world.again();
  const [identity, role, binding] = ['identity', 'role', 'role_binding'].map((type) =>
    host.resource(`platform_${type}`),
  );
  await identity!.apply({ group_uid: world.root, name: 'limited', claim_match });
  if (capabilities.length > 0) {
    await role!.apply({ group_uid: world.root, name: 'limited', capabilities });
    const [identity_uid, role_uid] = [identity!.state!['uid'], role!.state!['uid']];
    await binding!.apply({ group_uid: world.root, identity_uid, role_uid });
  }
  return world.emulator.tokenFor(String(identity!.state!['uid']));
}

test('a token that may create in the group but not read it is accepted', async () => {
  const host = await world.again({ token: await tokenWith(['identity.create', 'identity.list']) });
  const identity = host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'made', claim_match });
  expect(identity.state).toMatchObject({ name: 'made' });
});

test('a token without capabilities in the group is rejected before anything is planned', async () => {
  const host = await world.again({ token: await tokenWith([]) });
  const config = { group_uid: world.root, name: 'made', claim_match };
  await expect(host.resource('platform_identity').plan(config)).rejects.toThrow(
    /Cannot read group .*PERMISSION_DENIED/s,
  );
});

test('a missing parent is reported at plan', async () => {
  const config = { parent_uid: `${world.root}/${'0'.repeat(16)}`, name: 'a' };
  await expect(world.host.resource('platform_group').plan(config)).rejects.toThrow('NOT_FOUND');
});

test('one request is enough for a run, next to that for the access of the token', async () => {
  for (const name of ['a', 'b', 'c'])
    await world.host.resource('platform_group').plan({ parent_uid: world.root, name });
  expect(world.requests().sort()).toEqual(['GET /auth/v1/ok', `GET /iam/v2beta1/groups/${world.root}`]);
});

describe('a root group', () => {
  const pathsAfterPlan = async (onExisting: string): Promise<string[]> => {
    const host = await world.again({ on_existing: onExisting });
    await host.resource('platform_group').plan({ name: 'organization' });
    return world.requests().map((line) => line.replace(/\?.*/, ''));
  };

  it.each([
    ['error', 'GET /iam/v2beta1/groups'],
    ['create', 'GET /auth/v1/ok'],
  ])('is planned with on_existing = "%s" after %s', async (onExisting, path) => {
    expect(await pathsAfterPlan(onExisting)).toEqual([path]);
  });

  it('is planned if the list of groups is missing, but not at a wrong address', async () => {
    world.emulator.faults.add({ effect: 'listMissing', as: 'notFound', path: '/iam/v2beta1/groups' });
    expect(await pathsAfterPlan('error')).toEqual(['GET /iam/v2beta1/groups', 'GET /auth/v1/ok']);
    const elsewhere = await world.again({ base_url: 'http://localhost/elsewhere' });
    const error = elsewhere.resource('platform_group').plan({ name: 'organization' });
    await expect(error).rejects.toThrow(/Cannot read the groups[^]*\/iam\/v2beta1\/groups/);
  });
});
