/** A strict emulator refuses what a service may refuse. Without the option, it accepts all of it. */
import { readFileSync } from 'node:fs';
import { createClient } from '../../../src/client';
import { STRICT_RULES, strictTable } from '../../../src/emulator/service/strict';
import { declarations } from '../../../src/model/kinds';
import { offers } from '../../../src/model/schema';
import { claimMatch, organization, type Organization } from '../support/organization';

const v2 = '/iam/v2beta1';

/** A request that a service may refuse, by the rule of the contract: method, path and body. */
const requests: Readonly<Record<string, (acme: Organization) => Promise<readonly [string, string, unknown?]>>> = {
  V5: ({ root }) => Promise.resolve(['POST', `${v2}/groups/${root}`, { name: 'lines', description: 'one\ntwo' }]),
  V4: ({ root }) => Promise.resolve(['POST', `${v2}/groups/${root}`, { name: 'ab' }]),
  C1: async ({ root, make }) => {
    await make('groups', root, { name: 'twice' });
    return ['POST', `${v2}/groups/${root}`, { name: 'twice' }];
  },
  K9: async ({ root, make, role }) => {
    const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true };
    const roleUid = await role('viewer');
    const staff = await make('identityProviders', root, { name: 'staff', defaultRole: roleUid, oidc });
    const scope = await make('groups', root, { name: 'payments' });
    return ['POST', `${v2}/externalGroupRoleMappings/${staff}`, { externalGroupId: 'devs', roleUid, scope }];
  },
  A1: ({ root }) =>
    Promise.resolve(['POST', `${v2}/roles/${root}`, { name: 'auditor', capabilities: ['groups.list'] }]),
  V2: ({ root }) =>
    Promise.resolve(['POST', `${v2}/identities/${root}`, { name: 'build', claimMatch, servicePrincipal: '' }]),
  K3: ({ root }) => {
    const staticKeys = { issuer: 'https://issuer.example.com', subject: 'robot', issuerKeys: 'keys' };
    return Promise.resolve(['POST', `${v2}/identities/${root}`, { name: 'robot', staticKeys }]);
  },
  M4: async ({ root, make }) => {
    const uid = await make('groups', root, { name: 'masked' });
    return ['PATCH', `${v2}/groups/${uid}?updateMask=*`, { name: 'other' }];
  },
  L6: async ({ root, make, ok }) => {
    for (const name of ['first', 'second']) await make('groups', root, { name });
    const { nextPageToken } = await ok('GET', `${v2}/groups?page_size=1`);
    return ['GET', `${v2}/groups?page_size=1&order_by=name&page_token=${nextPageToken}`];
  },
};

test('every strict rule has a request here', () => {
  expect(STRICT_RULES.map(({ contract }) => contract).sort()).toEqual(Object.keys(requests).sort());
});

test.each(STRICT_RULES.map(({ contract, refuses }) => [contract, refuses] as const))(
  '%s: a strict emulator refuses %s, and another one accepts it',
  async (contract) => {
    for (const strict of [false, true]) {
      const acme = await organization({ strict });
      const [method, path, body] = await requests[contract]!(acme);
      const { status, body: response } = await acme.call(method, path, body);
      expect([strict, status, response.code]).toEqual(strict ? [true, 400, 3] : [false, 200, undefined]);
      acme.emulator.close();
    }
  },
);

test.each([
  ['a changed description', { description: 'one\r\ntwo' }],
  ['a name that is too long', { name: 'a'.repeat(64) }],
  ['the name of another group', { name: 'other' }],
])('a strict emulator refuses %s in an update, too', async (_, changes) => {
  const { call, make, root } = await organization({ strict: true });
  await make('groups', root, { name: 'other' });
  const uid = await make('groups', root, { name: 'payments' });
  expect((await call('PATCH', `${v2}/groups/${uid}`, changes)).body.code).toBe(3);
});

test('a strict emulator keeps values that an object already has', async () => {
  const seed = { groups: [{ name: 'ab', description: 'one\ntwo', identities: [{ name: 'ci', claimMatch }] }] };
  const { ok, call } = await organization({ strict: true, seed });
  const [group] = (await ok('GET', `${v2}/groups?name=ab`)).groups;
  expect(group.description).toBe('one\ntwo');
  const changed = await ok('PATCH', `${v2}/groups/${group.uid}?updateMask=name`, { name: 'abc' });
  expect(changed).toMatchObject({ name: 'abc', description: 'one\ntwo' });
  expect((await call('PATCH', `${v2}/groups/${group.uid}`, { name: 'abc', description: 'one\ntwo' })).status).toBe(200);
});

test('v1 and the client work with a strict emulator', async () => {
  const { emulator, call, root } = await organization({ strict: true });
  const token = await emulator.administratorToken();
  const client = createClient({
    ...{ baseUrl: 'http://localhost', token },
    fetch: (request: Request) => emulator.handle(request),
  });
  for (const declaration of declarations.filter((kind) => offers(kind, 'create') && kind.kind === 'Role')) {
    const { uid } = await client.create(declaration, root, declaration.examples.create);
    await client.update(declaration, String(uid), declaration.examples.update ?? {});
  }
  const { body } = await call('POST', `/iam/v1/roles/${root}`, { name: 'other', capabilities: ['groups.list'] });
  const replaced = await call('PUT', `/iam/v1/roles/${body.id}`, { name: 'third', capabilities: ['roles.list'] });
  expect([replaced.status, replaced.body.name]).toEqual([200, 'third']);
  await client.close();
});

test('docs/emulator.md contains the list', () => {
  expect(readFileSync('docs/emulator.md', 'utf8')).toContain(`\n\n${strictTable()}\n\n`);
});
