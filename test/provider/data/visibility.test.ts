/** Data sources, imports and exclusive resources report what the token may be unable to see. */
import type { Values } from '../../../src/model/api';
import { fillConfig } from '../../../src/plugin/testing/configuration';
import { readDiagnostics, toWire } from '../../../src/plugin/testing/connection';
import type { Host } from '../../../src/plugin/testing';
import { createProvider } from '../../../src/provider/provider';
import { declarations } from '../../../src/model/kinds';
import { offers, pluralTypeName } from '../../../src/model/schema';
import { collectionInWords } from '../../../src/provider/messages/subject';
import { startWorld, type World, type WorldOptions } from '../world';

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const whoami = 'GET /auth/v1/ok';

async function hostWith(capabilities: readonly string[] | undefined, options: WorldOptions = {}): Promise<Host> {
  world = await startWorld({ seed: { groups: [{ name: 'acme', groups: [{ name: 'payments' }] }] }, ...options });
  const token = await world.emulator.tokenFor(world.emulator.administratorUid, capabilities);
  const host = await world.again({ token });
  world.requests();
  return host;
}

/** Returns the state and the warnings of a data source. */
async function read(host: Host, typeName: string, config: Values) {
  const { schema } = createProvider().dataSources![typeName]!;
  const request = { typeName, config: toWire(fillConfig(schema, config), schema) };
  const { diagnostics } = await host.connection.call('ReadDataSource', request);
  return { state: await host.data(typeName, config), warnings: readDiagnostics(diagnostics) };
}

const lists = declarations.filter((declaration) => offers(declaration, 'list'));

test.each(lists.map((declaration) => [pluralTypeName(declaration), declaration] as const))(
  '%s is complete with its list capability, and incomplete with a warning without it',
  async (typeName, declaration) => {
    for (const scope of ['children_of', 'descendants_of', undefined]) {
      const scoped = () => (scope === undefined ? {} : { [scope]: world.root });
      const seeing = await hostWith([`${declaration.capability}.list`]);
      expect(await read(seeing, typeName, scoped())).toMatchObject({ state: { complete: true }, warnings: [] });
      world.close();
      const blind = await hostWith(['repo.blobs.get']);
      const { state, warnings } = await read(blind, typeName, scoped());
      expect(state['complete']).toBe(false);
      expect(warnings.map(({ summary }) => summary)).toEqual([
        `The list of ${collectionInWords(declaration)} may be incomplete`,
      ]);
      expect(warnings[0]?.detail).toContain(`${declaration.capability}.list`);
      world.close();
    }
  },
);

test('an object in the very group proves a list without another request', async () => {
  const host = await hostWith(undefined, {
    between: (request, service) =>
      request.url.endsWith('/auth/v1/ok')
        ? Promise.resolve(Response.json({ code: 13, message: 'no' }, { status: 500 }))
        : service(request),
  });
  const identity = host.resource('platform_identity');
  await identity.apply({ group_uid: world.root, name: 'ci', claim_match });
  const later = await world.again();
  world.requests();
  for (const scope of ['children_of', 'descendants_of'])
    expect((await later.data('platform_identities', { [scope]: world.root }))['complete']).toBe(true);
  expect(world.requests()).not.toContain(whoami);
  expect((await later.data('platform_roles', { children_of: world.root }))['complete']).toBe(false);
});

test('a list without a malformed object is incomplete', async () => {
  const host = await hostWith(undefined, {
    between: async (request, service) => {
      const response = await service(request);
      if (!request.url.includes('/identities?')) return response;
      const body = (await response.json()) as { identities: Values[] };
      return Response.json({ ...body, identities: [{ uid: 7, name: 'broken' }], totalCount: '1' });
    },
  });
  expect(await host.data('platform_identities', { children_of: world.root })).toMatchObject({
    complete: false,
    identities: [],
  });
});

test.each(['platform_identity', 'platform_role'])('%s by name says what it could not see', async (typeName) => {
  const host = await hostWith(['groups.list']);
  const group_uid = world.root;
  await expect(host.data(typeName, { group_uid, name: 'ci' })).rejects.toThrow(
    /its access, as GET \/auth\/v1\/ok shows it, does not contain \w+\.list there\. It may exist and be hidden\./,
  );
  world.close();
  const seeing = await hostWith(undefined);
  await expect(seeing.data(typeName, { group_uid: world.root, name: 'ci' })).rejects.not.toThrow('hidden');
});

test('a search of all groups warns that another object with the name may be hidden', async () => {
  const deployer = `${'ac3e'.repeat(10)}/dededededededede`;
  const payments = {
    name: 'payments',
    repos: [{ name: 'shop' }],
    roleBindings: [{ identity: 'acme/deployer', role: 'viewer' }],
  };
  const identities = [{ uid: deployer, name: 'deployer', claimMatch: claim_match }];
  const seed = { groups: [{ uid: 'ac3e'.repeat(10), name: 'acme', identities, groups: [payments] }] };
  const administrator = await hostWith(undefined, { seed });
  expect((await read(administrator, 'platform_repo', { name: 'shop' })).warnings).toEqual([]);
  const narrow = await world.again({ token: await world.emulator.tokenFor(deployer) });
  const { state, warnings } = await read(narrow, 'platform_repo', { name: 'shop' });
  expect(state['name']).toBe('shop');
  expect(warnings.map(({ summary }) => summary)).toEqual(['Another repo may have this name']);
  expect(warnings[0]?.detail).toContain(`repo.list`);
});

test('an import by path says which list may hide the name', async () => {
  const host = await hostWith(['groups.list']);
  await expect(host.resource('platform_identity').import('acme/payments/ci')).rejects.toThrow(
    /may not see all identities in [0-9a-f]{40}\/[0-9a-f]{16}: .*identity\.list there\. It may exist and be hidden/,
  );
  await expect(host.resource('platform_group').import('acme/shop')).rejects.not.toThrow('hidden');
  await expect(host.resource('platform_role_binding').import('acme:ci:viewer')).rejects.toThrow(
    /may not see all identities in [0-9a-f]{40}: /,
  );
});

test('a denied list is an empty one that may be incomplete, where v1 has none', async () => {
  const host = await hostWith(['identity.list'], {
    between: (request, service) =>
      new URL(request.url).pathname.endsWith('/identities')
        ? Promise.resolve(Response.json({ code: 7, message: 'denied', details: [] }, { status: 403 }))
        : service(request),
  });
  const { state, warnings } = await read(host, 'platform_identities', { children_of: world.root });
  expect(state).toMatchObject({ complete: false, identities: [] });
  expect(warnings).toMatchObject([
    {
      summary: 'The list of identities may be incomplete',
      detail: expect.stringContaining('The API denies the list of identities, and v1 has none.'),
    },
  ]);
});

describe('platform_role_bindings_exclusive', () => {
  const exclusive = (host: Host, group_uid: string) =>
    host.resource('platform_role_bindings_exclusive').plan({ group_uid, declared: [], existing: [] });

  it('is an error if the list is empty and the token cannot see it', async () => {
    const host = await hostWith(['groups.list', 'role_bindings.create', 'role_bindings.delete']);
    await expect(exclusive(host, world.root)).rejects.toThrow(
      /Cannot see all role bindings of the group[\s\S]*role_bindings\.list/,
    );
  });

  it('is an error if the access of the token cannot be read', async () => {
    const host = await hostWith(undefined, {
      between: (request, service) =>
        request.url.endsWith('/auth/v1/ok')
          ? Promise.resolve(Response.json({ code: 13, message: 'no' }, { status: 500 }))
          : service(request),
    });
    await expect(exclusive(host, world.root)).rejects.toThrow(/GET \/auth\/v1\/ok failed/);
  });

  it('accepts an empty list that the token can see', async () => {
    const host = await hostWith(['role_bindings.list']);
    expect(await exclusive(host, world.root)).toMatchObject({ action: 'create', warnings: [] });
  });
});
