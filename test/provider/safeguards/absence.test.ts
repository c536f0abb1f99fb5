/** A token that may create objects but not list them sees empty lists: they do not prove that an object does not exist. */
import { createClient } from '../../../src/client';
import { holdsCapability } from '../../../src/client/responses/whoami';
import { isDistinct, keyOfAttributes } from '../../../src/provider/keys/key-text';
import { createProvider } from '../../../src/provider/provider';
import { provesAbsence } from '../../../src/provider/safeguards/absence';
import { accountAssociation, declarations, group, identity } from '../../../src/model/kinds';
import { type Declaration, listPath, typeName } from '../../../src/model/schema';
import { randomFrom } from '../../support/random';
import { everything, inputOf, isInRoots, threeOfEach, threePlaces } from '../chaos/organization';
import { type Config, sampleConfig } from '../chaos/samples';
import { startWorld, type World, type WorldOptions } from '../world';

jest.setTimeout(60_000);

let world: World;
afterEach(() => world.close());

const claim_match = { issuer: 'https://issuer.example', subject: 'me' };
const whoami = 'GET /auth/v1/ok';
const CANNOT_CHECK = 'Cannot check for all existing objects';

/** Starts an organization with the identity "ci", and a host whose token has only these capabilities. */
async function blindHost(
  { capabilities = [], config, ...options }: { readonly capabilities?: readonly string[] } & WorldOptions,
  terraformVersion?: string,
) {
  world = await startWorld(options);
  await world.host.resource('platform_identity').apply({ group_uid: world.root, name: 'ci', claim_match });
  const token = await world.emulator.tokenFor(world.emulator.administratorUid, capabilities);
  const host = await world.again({ ...config, token }, terraformVersion);
  world.requests();
  return { host, ci: { group_uid: world.root, name: 'ci', claim_match } };
}

const posts = (): string[] => world.requests().filter((line) => line.startsWith('POST'));
const identities = (): number => JSON.stringify(world.emulator.snapshot()).split('"name":"ci"').length - 1;
const createOnly = ['groups.list', 'identity.create', 'identity.update', 'identity.delete'];

const kinds = declarations.filter((declaration) => typeName(declaration) in (createProvider().resources ?? {}));

test.each(kinds.map((declaration) => [declaration.kind, declaration] as const))(
  '%s: a token with every capability but its list never creates a second one',
  async (_, declaration) => {
    world = await startWorld();
    const { emulator } = world;
    const fetch = (request: Request) => emulator.handle(request);
    const client = createClient({ baseUrl: 'http://localhost', token: await emulator.administratorToken(), fetch });
    const { place, config } = await distinctSample(declaration, client);
    await client.create(declaration, place, inputOf(declaration, config));
    const capabilities = (await client.whoami()).capabilities.flatMap((grant) => grant.capabilities);
    const others = capabilities.filter((name) => name !== `${declaration.capability}.list`);
    const token = await emulator.tokenFor(emulator.administratorUid, others);
    const before = (await everything(client)).size;
    for (const isDenied of [false, true]) {
      // A service may deny a list instead of leaving everything out (contract L9).
      const path = isDenied ? listPath(declaration) : '/no/list';
      const { id } = emulator.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', path, optional: true });
      for (const on_existing of ['error', 'adopt']) {
        const host = await world.again({ token, on_existing });
        const stopped = host.resource(typeName(declaration)).apply(config);
        await expect(stopped).rejects.toThrow(/it may already exist|PERMISSION_DENIED/);
      }
      emulator.faults.remove(id);
    }
    expect((await everything(client)).size).toBe(before);
  },
);

/** Returns a configuration with a complete natural key, and the group for it. */
async function distinctSample(declaration: Declaration, client: ReturnType<typeof createClient>) {
  const places = await threePlaces(client, declaration, world);
  const referable = await threeOfEach(client, declaration, places);
  const place = isInRoots(declaration) ? places[2]! : places[0]!;
  const random = randomFrom(3);
  const now = Date.parse('2026-01-02T03:04:05Z');
  let count = 0;
  for (;;) {
    const source = {
      random,
      now,
      next: () => ++count,
      referable: (kind: string) => referable(kind, place),
      secret: () => undefined,
    };
    const config: Config = { ...sampleConfig(source, declaration, place) };
    const key = keyOfAttributes(declaration, config);
    if (key !== undefined && isDistinct(declaration, key)) return { place, config };
  }
}

test('the create stops before the POST, and names the capability and the group', async () => {
  const { host, ci } = await blindHost({ capabilities: createOnly });
  await expect(host.resource('platform_identity').apply(ci)).rejects.toThrow(
    new RegExp(
      `Cannot create identity "ci" in ${world.root}: it may already exist[\\s\\S]*This token can create identities in ${world.root} \\(identity\\.create\\), but not list them \\(identity\\.list\\)[\\s\\S]*Nothing was created`,
    ),
  );
  expect(posts()).toEqual([]);
  expect(identities()).toBe(1);
});

test('the plan warns once for each kind and group', async () => {
  const { host, ci } = await blindHost({ capabilities: createOnly });
  const plans = [];
  for (const name of ['ci', 'deploy']) plans.push(await host.resource('platform_identity').plan({ ...ci, name }));
  expect(plans.map(({ warnings }) => warnings.map(({ summary }) => summary))).toEqual([
    ['Cannot check for an existing identity'],
    [],
  ]);
});

test('the access is requested once, and not for root groups or in a new organization', async () => {
  const { host, ci } = await blindHost({ capabilities: [...createOnly, 'identity.list', 'groups.create'] });
  for (const name of ['a', 'b', 'c']) await host.resource('platform_identity').apply({ ...ci, name });
  expect(world.requests().filter((line) => line === whoami)).toHaveLength(1);
  const roots = await world.again();
  const root = roots.resource('platform_group');
  await root.apply({ name: 'another root' });
  const inside = { ...ci, group_uid: root.state?.['uid'] };
  await roots.resource('platform_identity').apply(inside);
  expect(world.requests()).not.toContain(whoami);
});

test.each([
  ['its access cannot be read', ['identity.create'], true],
  ['its access shows neither capability', ['groups.list'], false],
])('if %s, the first create warns, and the service decides', async (_, capabilities, fails) => {
  const refused = Response.json({ code: 13, message: 'no', details: [] }, { status: 500 });
  const empty = { subject: 'ac3e'.repeat(10), capabilities: [] };
  const { host, ci } = await blindHost({
    capabilities: ['groups.list', 'identity.create', ...capabilities],
    between: (request, service) => {
      if (!request.url.endsWith('/auth/v1/ok')) return service(request);
      return Promise.resolve(fails ? refused.clone() : Response.json(empty));
    },
  });
  const changes = [];
  for (const name of ['a', 'b']) {
    const { warnings, action } = await host.resource('platform_identity').apply({ ...ci, name });
    changes.push([action, warnings.map(({ summary }) => summary)]);
  }
  expect(changes).toEqual([
    ['create', [CANNOT_CHECK]],
    ['create', []],
  ]);
});

test('a list that shows an object of the kind in the group is a proof, so nothing is reported', async () => {
  const { host, ci } = await blindHost(
    {
      capabilities: ['groups.list', 'identity.list', 'identity.create'],
      between: (request, service) =>
        request.url.endsWith('/auth/v1/ok')
          ? Promise.resolve(Response.json({ subject: 'ac3e'.repeat(10), capabilities: [] }))
          : service(request),
    },
    '1.11.0',
  );
  const { warnings } = await host.resource('platform_identity').plan({ ...ci, name: 'deploy' });
  expect(warnings).toEqual([]);
});

test('after a lost response, a token that cannot see the object sends nothing again', async () => {
  let isLost = false;
  const { host, ci } = await blindHost({
    capabilities: createOnly,
    config: { on_existing: 'create' },
    between: async (request, service) => {
      const response = await service(request);
      const lost = Response.json({ code: 13, message: 'lost', details: [] }, { status: 500 });
      return isLost && request.method === 'POST' ? lost : response;
    },
  });
  isLost = true;
  await expect(host.resource('platform_identity').apply({ ...ci, name: 'deploy' })).rejects.toThrow(
    'Cannot determine whether identity "deploy"',
  );
  expect(posts()).toHaveLength(1);
});

test('after a write that may change access, the access is requested again before a create stops', async () => {
  world = await startWorld();
  const { emulator, host: administrator, root } = world;
  const identity = administrator.resource('platform_identity');
  await identity.apply({ group_uid: root, name: 'applier', claim_match });
  const role = administrator.resource('platform_role');
  const capabilities = ['groups.list', 'identity.create', 'role_bindings.create', 'role_bindings.list', 'roles.list'];
  await role.apply({ group_uid: root, name: 'blind', capabilities });
  const [identity_uid, role_uid] = [identity.state!['uid'], role.state!['uid']];
  await administrator.resource('platform_role_binding').apply({ group_uid: root, identity_uid, role_uid });
  const host = await world.again({ token: await emulator.tokenFor(String(identity_uid)) });
  const ci = { group_uid: root, name: 'ci', claim_match };
  await expect(host.resource('platform_identity').apply(ci)).rejects.toThrow('it may already exist');
  // Another run has given it the access meanwhile.
  await role.apply({ group_uid: root, name: 'blind', capabilities: [...capabilities, 'identity.list'] });
  const third = administrator.resource('platform_identity');
  await third.apply({ group_uid: root, name: 'third', claim_match: { ...claim_match, subject: 'third' } });
  await host.resource('platform_role_binding').apply({ group_uid: root, identity_uid: third.state!['uid'], role_uid });
  await host.resource('platform_identity').apply(ci);
  expect(identities()).toBe(1);
});

test('holdsCapability compares groups by their segments', () => {
  const root = 'ac3e'.repeat(10);
  const self = { subject: root, capabilities: [{ group: `${root}/11`, capabilities: ['groups.list'] }] };
  expect(holdsCapability(self, 'groups.list', `${root}/11/22`)).toBe(true);
  expect(holdsCapability(self, 'groups.list', `${root}/112`)).toBe(false);
  expect(holdsCapability(self, 'groups.list', root)).toBe(false);
});

test.each<[string, object, string | undefined, string, boolean]>([
  ['a root group', group, undefined, 'createOnly', true],
  ['an object that has the uid of its group', accountAssociation, 'team', 'createOnly', true],
  ['an object that the token cannot see', identity, 'team', 'createOnly', false],
  ['an object in a group without hidden objects', identity, 'team', 'complete', true],
  ['an object in a group with unknown access', identity, 'team', 'unknown', true],
])('a look-up proves the absence of %s', async (_, declaration, parent, is, proves) => {
  const creation = {
    declaration,
    key: { parent, values: { name: 'ci' } },
    service: { visibility: { of: async () => ({ is, why: '' }) } },
  } as unknown as Parameters<typeof provesAbsence>[0];
  expect(await provesAbsence(creation, new AbortController().signal)).toBe(proves);
});
