/** A service that does not show the scope of a mapping (contract K9): the field cannot change, so the stored value stays. */
import { startWorld, type World } from '../world';

const MAPPING = 'platform_external_group_role_mapping';
let world: World;
let isHidden: (request: Request) => boolean = () => false;

beforeEach(async () => {
  isHidden = () => false;
  world = await startWorld({
    seed: {
      groups: [
        {
          name: 'acme',
          identityProviders: [
            {
              ...{ name: 'staff', defaultRole: 'viewer' },
              oidc: { issuer: 'https://login.example', clientId: 'x', pkceEnabled: true, groupsClaim: 'groups' },
            },
          ],
        },
      ],
    },
    between: async (request, service) => {
      const hides = request.url.includes('/externalGroupRoleMappings') && isHidden(request);
      const response = await service(request);
      if (!hides) return response;
      const body = (await response.text()).replaceAll(/,"scope":"[^"]*"/g, '');
      return new Response(body, { status: response.status, headers: response.headers });
    },
  });
});
afterEach(() => world.close());

function configuration() {
  const [acme] = world.emulator.snapshot()['groups'] as unknown as { identityProviders: Record<string, string>[] }[];
  const provider = acme!.identityProviders[0]!;
  return {
    identity_provider_uid: provider['uid'],
    external_group_id: 'devs',
    role_uid: provider['defaultRole'],
    scope_uid: world.root,
  };
}

test('a refresh keeps the stored scope, and the plan is empty', async () => {
  const mapping = world.host.resource(MAPPING);
  await mapping.apply(configuration());
  isHidden = () => true;
  for (let run = 0; run < 2; run++) {
    await mapping.refresh();
    expect(mapping.state).toMatchObject(configuration());
    expect((await mapping.plan(configuration())).action).toBe('no-op');
  }
  await mapping.destroy();
  expect(JSON.stringify(world.emulator.snapshot())).not.toContain('devs');
});

test('a creation whose response lacks the scope fails: nobody knows where people have the role', async () => {
  isHidden = ({ method }) => method === 'POST';
  const mapping = world.host.resource(MAPPING);
  await expect(mapping.apply(configuration())).rejects.toThrow('The service did not keep scope');
  expect(mapping.state).toMatchObject({ uid: expect.any(String) });
});

test('an import fails: with an unknown scope, the next plan would replace the mapping', async () => {
  const mapping = world.host.resource(MAPPING);
  await mapping.apply(configuration());
  const uid = String(mapping.state!['uid']);
  isHidden = () => true;
  const imported = (await world.again()).resource(MAPPING);
  await expect(imported.import(uid)).rejects.toThrow(
    /Cannot import external group role mapping: scope_uid is hidden[^]*The service does not show scope_uid of .*\(uid .*\), and it cannot be changed/,
  );
  isHidden = () => false;
  const shown = (await world.again()).resource(MAPPING);
  await shown.import(uid);
  expect(shown.state).toMatchObject(configuration());
});

test('an import by its path fails, because no mapping of a hidden scope has it', async () => {
  await world.host.resource(MAPPING).apply(configuration());
  isHidden = () => true;
  const imported = (await world.again()).resource(MAPPING);
  await expect(imported.import('acme/staff:devs:viewer:acme')).rejects.toThrow(
    'Cannot find the external group role mapping to import',
  );
});
