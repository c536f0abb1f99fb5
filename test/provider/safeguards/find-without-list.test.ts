import type { ResourceInstance } from '../../../src/plugin/testing';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

const LIST = '/iam/v2beta1/identities';
const LIST_OF_V1 = '/iam/v1/identities';
const UNCHECKED = { severity: 'warning', summary: 'Cannot check for an existing identity' };

const configOf = (name: string): Record<string, unknown> => ({
  group_uid: world.root,
  name,
  claim_match: { issuer: 'https://issuer.example', subject: name },
});

type Missing = 'notFound' | 'invalid' | 'object' | 'denied';

/** Adds a fault that removes a list. */
function removeList(as: Missing, path: string, optional = false): void {
  if (as === 'denied')
    world.emulator.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', method: 'GET', path, optional });
  else world.emulator.faults.add({ effect: 'listMissing', as, path, optional });
}

/** Starts an organization with the identity "ci", and then removes the list of identities. `optional`: nothing reads it. */
async function organization(options: WorldOptions, as: Missing, optional = false): Promise<ResourceInstance> {
  world = await startWorld(options);
  const existing = world.host.resource('platform_identity');
  await existing.apply(configOf('ci'));
  removeList(as, LIST, optional);
  world.requests();
  return existing;
}

const another = async (): Promise<ResourceInstance> => (await world.again()).resource('platform_identity');

/** Removes the list of v1 in the same way. */
const withoutV1 =
  (as: Missing): NonNullable<WorldOptions['between']> =>
  (request, service) => {
    if (new URL(request.url).pathname !== LIST_OF_V1) return service(request);
    const [status, code] = as === 'denied' ? [403, 7] : [404, 5];
    const failure = Response.json({ code, message: 'no list', details: [] }, { status });
    return Promise.resolve(as === 'object' ? Response.json({ id: world.root, name: 'ci' }) : failure);
  };

const getFormerPaths = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/\?.*/, ''));

describe.each(['notFound', 'invalid', 'object', 'denied'] as const)('where the list is missing (%s)', (as) => {
  it('and that of v1 as well, the object is created with a warning', async () => {
    await organization({ between: withoutV1(as) }, as);
    const created = await another();
    expect(await created.apply(configOf('deploy'))).toMatchObject({ action: 'create', warnings: [UNCHECKED] });
    expect(created.state).toMatchObject({ name: 'deploy' });
  });

  it('with on_existing = "create", nothing is reported, and v1 is not requested', async () => {
    await organization({ config: { on_existing: 'create' } }, as, true);
    const created = await another();
    expect(await created.apply(configOf('ci'))).toMatchObject({ action: 'create', warnings: [] });
    expect(getFormerPaths(world.requests())).not.toContain(`GET ${LIST_OF_V1}`);
  });

  it('an object in the list of v1 is not created again', async () => {
    const existing = await organization({}, as);
    const second = await another();
    await expect(second.apply(configOf('ci'))).rejects.toThrow(`id = "${String(existing.state!['uid'])}"`);
    expect(second.state).toBeNull();
    expect(getFormerPaths(world.requests())).toContain(`GET ${LIST_OF_V1}`);
  });

  it('an object that is not in the list of v1 is created without a warning', async () => {
    await organization({}, as);
    const created = await another();
    expect(await created.apply(configOf('deploy'))).toMatchObject({ action: 'create', warnings: [] });
  });

  it('many objects are found by the list of v1', async () => {
    const existing = await organization({}, as);
    const found = await (await world.again()).data('platform_identities', { children_of: world.root, name: 'ci' });
    expect(found).toMatchObject({ complete: true, identities: [{ uid: existing.state!['uid'] }] });
  });

  it('an object in the list of v1 is adopted', async () => {
    const existing = await organization({ config: { on_existing: 'adopt' } }, as);
    const adopted = await another();
    await adopted.apply(configOf('ci'));
    expect(adopted.state).toMatchObject({ uid: existing.state!['uid'] });
  });

  it('an object is imported by its uid, and the next plan is empty', async () => {
    const existing = await organization({}, as, true);
    const imported = await another();
    await imported.import(String(existing.state!['uid']));
    expect(await imported.plan(configOf('ci'))).toMatchObject({ action: 'no-op' });
  });

  it('a data source and an import find an object by the list of v1', async () => {
    const existing = await organization({}, as);
    const uid = String(existing.state!['uid']);
    const host = await world.again();
    expect(await host.data('platform_identity', { name: 'ci', group_uid: world.root })).toMatchObject({ uid });
    const imported = host.resource('platform_identity');
    await imported.import('acme/ci');
    expect(imported.state).toMatchObject({ uid });
    const missing = host.data('platform_identity', { name: 'deploy', group_uid: world.root });
    await expect(missing).rejects.toThrow('Cannot find identity "deploy"');
    await expect(host.resource('platform_identity').import('acme/deploy')).rejects.toThrow(
      'Cannot find the identity to import',
    );
  });

  it('and that of v1 as well, a data source and an import name the list and suggest the uid', async () => {
    const existing = await organization({ between: withoutV1(as) }, as);
    const uid = String(existing.state!['uid']);
    const host = await world.again();
    const reason =
      /No readable list of identities[^]*Cannot find identity "(ci|acme\/ci)".*: the API has no readable list of identities \(GET \/iam\/v2beta1\/identities\), and v1 has none\./;
    const byName = await host.data('platform_identity', { name: 'ci', group_uid: world.root }).catch(String);
    expect(byName).toMatch(reason);
    expect(byName).toContain('Set uid instead of name.');
    const byPath = await host.resource('platform_identity').import('acme/ci').catch(String);
    expect(byPath).toMatch(reason);
    expect(byPath).toContain('Import the identity by its uid: id = "UID".');
    expect(await host.data('platform_identity', { uid })).toMatchObject({ name: 'ci' });
    await host.resource('platform_identity').import(uid);
  });

  it('a path through groups whose list is missing is found by v1', async () => {
    const existing = await organization({}, as);
    removeList(as, '/iam/v2beta1/groups');
    const imported = await another();
    await imported.import('acme/ci');
    expect(imported.state).toMatchObject({ uid: existing.state!['uid'] });
  });

  it('built-in roles are found by the list of v1', async () => {
    world = await startWorld();
    const { uid } = await world.host.data('platform_role', { name: 'viewer' });
    removeList(as, '/iam/v2beta1/roles');
    expect(await (await world.again()).data('platform_role', { name: 'viewer' })).toMatchObject({ uid });
  });

  it('many objects are read one by one', async () => {
    world = await startWorld();
    const names = Array.from({ length: 12 }, (_, index) => `ci ${index}`);
    const resources = names.map(() => world.host.resource('platform_identity'));
    for (const [index, name] of names.entries()) await resources[index]!.apply(configOf(name));
    removeList(as, LIST);
    world.requests();
    const host = await world.again();
    for (const [index, { state }] of resources.entries()) {
      const read = host.resource('platform_identity');
      await read.import(String(state!['uid']));
      expect(read.state).toMatchObject({ name: names[index] });
    }
    expect(getFormerPaths(world.requests())).toContain(`GET ${LIST}`);
  });

  it('a create whose response was lost is not repeated', async () => {
    let isLosing = false;
    const v1 = withoutV1(as);
    await organization(
      {
        between: async (request, service) => {
          const response = await v1(request, service);
          if (request.method === 'POST' && isLosing) throw new Error('the connection was reset');
          return response;
        },
      },
      as,
    );
    isLosing = true;
    await expect((await another()).apply(configOf('deploy'))).rejects.toThrow(/Cannot determine whether/);
    expect(getFormerPaths(world.requests()).filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });
});

it('an identity provider, which v1 does not list either, is created with a warning', async () => {
  world = await startWorld();
  world.emulator.faults.add({ effect: 'listMissing', path: '/iam/v2beta1/identityProviders' });
  const { uid: default_role } = await world.host.data('platform_role', { name: 'viewer' });
  const oidc = { issuer: 'https://login.example.com', client_id: 'platform', pkce_enabled: true };
  const config = { group_uid: world.root, name: 'staff', default_role, oidc };
  const summary = 'Cannot check for an existing identity provider';
  const created = world.host.resource('platform_identity_provider');
  expect(await created.apply(config)).toMatchObject({ warnings: [{ summary }] });
  expect(created.state).toMatchObject({ name: 'staff' });
  // A rejection of the service is reported, not the missing list.
  const path = '/iam/v2beta1/identityProviders/*';
  world.emulator.faults.add({ method: 'POST', path, effect: 'error', code: 'ALREADY_EXISTS' });
  const second = (await world.again()).resource('platform_identity_provider');
  await expect(second.apply(config)).rejects.toThrow(/Already exists/);
});
