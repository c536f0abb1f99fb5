import { createClient } from '../../../src/client';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, startEmulator } from '../../../src/emulator';
import { claimMatch, organization, type Json } from '../support/organization';

const seed = {
  groups: [
    {
      name: 'acme',
      description: 'The organization.',
      roles: [{ name: 'auditor', capabilities: ['groups.list', 'roles.list'] }],
      groups: [
        {
          name: 'payments',
          identities: [{ name: 'ci', claimMatch }],
          roleBindings: [
            { identity: 'ci', role: 'auditor' },
            { identity: 'shop/ci', role: 'viewer' },
          ],
        },
        { name: 'shop', identities: [{ name: 'ci', claimMatch }] },
      ],
    },
  ],
};

test('a seed is an organization as people would write it down; references are names or paths of names', async () => {
  const { ok, emulator } = await organization({ seed });
  const groups = (await ok('GET', '/iam/v2beta1/groups?order_by=name')).groups.map(({ name }: Json) => name);
  expect(groups).toEqual(['acme', 'payments', 'shop']);
  const { roleBindings } = await ok('GET', '/iam/v2beta1/roleBindings');
  const given = roleBindings.map((binding: Json) => [binding.identity.name, binding.role.name, binding.group.name]);
  expect(given.sort()).toEqual([
    ['administrator', 'owner', 'acme'],
    ['ci', 'auditor', 'payments'],
    ['ci', 'viewer', 'payments'],
  ]);
  const viewing = roleBindings.find((binding: Json) => binding.role.name === 'viewer');
  const { uid: shop } = (await ok('GET', '/iam/v2beta1/groups?name=shop')).groups[0];
  expect(viewing.identity.uid.startsWith(`${shop}/`)).toBe(true);
  expect(emulator.rootGroupUid).toMatch(/^[0-9a-f]{40}$/);
});

test('a name means the nearest object: in the group, above it, and elsewhere only if neither has one', async () => {
  const identities = [{ name: 'ci', claimMatch }];
  const binding = { identity: 'ci', role: 'viewer' };
  const tree = {
    groups: [
      {
        name: 'acme',
        identities,
        roleBindings: [binding],
        groups: [
          { name: 'own', identities, roleBindings: [binding], groups: [{ name: 'below', roleBindings: [binding] }] },
          { name: 'none', roleBindings: [binding, { identity: 'only', role: 'viewer' }] },
          { name: 'other', identities: [{ name: 'only', claimMatch }] },
        ],
      },
    ],
  };
  const { ok } = await organization({ seed: tree });
  const { groups } = await ok('GET', '/iam/v2beta1/groups');
  const getName = new Map<string, string>(groups.map((group: Json) => [group.uid, group.name]));
  const { roleBindings } = await ok('GET', '/iam/v2beta1/roleBindings');
  const bound = roleBindings
    .filter((each: Json) => each.identity.name !== 'administrator')
    .map(
      (each: Json) =>
        `${each.group.name} binds ${each.identity.name} of ${getName.get(each.identity.uid.replace(/\/[^/]*$/, ''))}`,
    );
  expect(bound.sort()).toEqual([
    'acme binds ci of acme',
    'below binds ci of own',
    'none binds ci of acme',
    'none binds only of other',
    'own binds ci of own',
  ]);
});

test('without a seed there are one root group and its owner, the administrator', () => {
  const emulator = createEmulator();
  expect(emulator.snapshot()).toMatchObject({
    groups: [{ uid: emulator.rootGroupUid, name: 'acme', roleBindings: [{ identityUid: emulator.administratorUid }] }],
    identities: [{ uid: emulator.administratorUid, name: 'administrator' }],
  });
});

test('a snapshot is a seed: another emulator that starts from it is the same organization', () => {
  const snapshot = createEmulator({ seed }).snapshot();
  expect(createEmulator({ seed: snapshot }).snapshot()).toEqual(snapshot);
});

test('reset puts everything back, uids included, and tokens stay valid', async () => {
  const { emulator, ok, make, root } = await organization({ seed });
  const before = emulator.snapshot();
  await make('groups', root, { name: 'more' });
  await ok('PATCH', `/iam/v2beta1/groups/${root}`, { name: 'renamed' });
  emulator.reset();
  expect(emulator.snapshot()).toEqual(before);
  expect((await ok('GET', `/iam/v2beta1/groups/${root}`)).name).toBe('acme');
});

test('more can be loaded later, and is gone after a reset', async () => {
  const { emulator, ok } = await organization();
  emulator.seed({ groups: [{ name: 'second', identities: [{ name: 'ci', claimMatch }] }] });
  expect((await ok('GET', '/iam/v2beta1/identities')).totalCount).toBe('1');
  emulator.reset();
  expect((await ok('GET', '/iam/v2beta1/groups')).totalCount).toBe('1');
});

test('people have no group and can be bound', async () => {
  const ada = { name: 'ada', email: 'ada@example.com' };
  const tree = { identities: [ada], groups: [{ name: 'acme', roleBindings: [{ identity: 'ada', role: 'viewer' }] }] };
  const { ok } = await organization({ seed: tree });
  const { roleBindings } = await ok('GET', '/iam/v2beta1/roleBindings');
  expect(roleBindings.map((binding: Json) => binding.identity)).toContainEqual(expect.objectContaining(ada));
});

test.each([
  ['at unicorns', { unicorns: [] }],
  ['at groups', { groups: {} }],
  ['at groups[0]', { groups: ['acme'] }],
  ['at groups[0]: Invalid argument: name: name must match', { groups: [{ name: 'Acme' }] }],
  [
    'at groups[0].colour: unknown field or collection. The fields are uid, name, ',
    { groups: [{ name: 'acme', colour: 'red' }] },
  ],
  [
    'at groups[0].descripton: unknown field or collection. Did you mean description?',
    { groups: [{ name: 'acme', descripton: 'all' }] },
  ],
  ['at group: unknown field or collection. Did you mean groups?', { group: [] }],
  [
    'at groups[0].identitys: unknown field or collection. Did you mean identities?',
    { groups: [{ name: 'acme', identitys: [] }] },
  ],
  ['at groups[0].groups[1]: Invalid argument: name', { groups: [{ name: 'a', groups: [{ name: 'b' }, {}] }] }],
  ['at groups[0]: uid', { groups: [{ name: 'acme', uid: '../x' }] }],
  [
    'at groups[0].roleBindings[0].identityUid: there is no Identity "nobody"',
    { groups: [{ name: 'a', roleBindings: [{ identity: 'nobody', role: 'viewer' }] }] },
  ],
  [
    'at groups[0].roleBindings[0].roleUid: there is no Role "veiwer"; did you mean "viewer"?',
    {
      groups: [
        { name: 'a', identities: [{ name: 'ci', claimMatch }], roleBindings: [{ identity: 'ci', role: 'veiwer' }] },
      ],
    },
  ],
  [
    'at groups[0].roleBindings[0]: Invalid argument: roleUid: roleUid is required',
    { groups: [{ name: 'a', identities: [{ name: 'ci', claimMatch }], roleBindings: [{ identity: 'ci' }] }] },
  ],
  [
    'at groups[0].externalGroupRoleMappings: an external group role mapping must be in an identity provider. Move the list to an object in `identityProviders`.',
    { groups: [{ name: 'a', externalGroupRoleMappings: [{ externalGroupId: 'devs', role: 'viewer', scope: 'a' }] }] },
  ],
  [
    'may be',
    {
      groups: [
        {
          name: 'a',
          roleBindings: [{ identity: 'ci', role: 'viewer' }],
          groups: [
            { name: 'b', identities: [{ name: 'ci', claimMatch }] },
            { name: 'c', identities: [{ name: 'ci', claimMatch }] },
          ],
        },
      ],
    },
  ],
])('a wrong seed is named by the place in it: %s', (place, tree) => {
  expect(() => createEmulator({ seed: tree as never })).toThrow(place);
});

test('a wrong seed adds nothing', async () => {
  const { emulator } = await organization();
  const before = emulator.snapshot();
  expect(() => emulator.seed({ groups: [{ name: 'fine' }, { name: 'NOT' }] })).toThrow('groups[1]');
  expect(emulator.snapshot()).toEqual(before);
});

describe('a seed file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('may be YAML or JSON', async () => {
    const yaml = join(folder, 'seed.yaml');
    writeFileSync(yaml, 'groups:\n  - name: from yaml\n    groups:\n      - name: inner\n');
    const json = join(folder, 'seed.json');
    writeFileSync(json, JSON.stringify({ groups: [{ name: 'from json' }] }));
    for (const [seedFile, name] of [
      [yaml, 'from yaml'],
      [json, 'from json'],
    ] as const) {
      const { snapshot, close } = await startEmulator({ seedFile });
      expect((await snapshot())['groups']).toMatchObject([{ name }]);
      await close();
    }
  });

  test.each(['groups: [', '- 1', '', '{"groups": [], "groups": []}'])(
    'that holds %j is refused by its name',
    async (text) => {
      const seedFile = join(folder, 'wrong.yaml');
      writeFileSync(seedFile, text);
      await expect(startEmulator({ seedFile })).rejects.toThrow(seedFile);
    },
  );
});

test('the secret of a seeded identity provider is kept nowhere', async () => {
  const clientSecret = 'a-secret-that-nobody-may-see';
  const provider = {
    name: 'people',
    defaultRole: 'viewer',
    oidc: { issuer: 'https://people.example', clientId: 'acme', clientSecret },
  };
  const { emulator } = await organization({ seed: { groups: [{ name: 'acme', identityProviders: [provider] }] } });
  const shown = JSON.stringify(emulator.snapshot());
  expect(shown).toContain('https://people.example');
  expect(shown).not.toContain(clientSecret);
});

test('a person with an account has the uid that a look-up of the account returns', async () => {
  const account = { issuer: 'https://login.example.com', subject: 'ada' };
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme' }], identities: [{ name: 'ada', account }] } });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const uid = await client.lookupIdentity(account.issuer, account.subject);
  expect(emulator.snapshot()['identities']).toContainEqual(expect.objectContaining({ uid, name: 'ada' }));
});

test('a reset restores an organization whose first state is stored compressed', () => {
  const groups = Array.from({ length: 2_500 }, (_, index) => ({ name: `g${index}`, description: 'd'.repeat(400) }));
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme', groups }] } });
  const before = emulator.snapshot();
  emulator.seed({ groups: [{ name: 'other' }] });
  emulator.reset();
  expect(emulator.snapshot()).toEqual(before);
  emulator.close();
});

test('a path of names leads through groups of the seed and of the store', () => {
  const emulator = createEmulator({ seed });
  emulator.seed({
    groups: [
      {
        name: 'new',
        identities: [{ name: 'deploy', claimMatch }],
        roleBindings: [{ identity: 'acme/shop/ci', role: 'viewer' }],
      },
    ],
  });
  expect(() =>
    emulator.seed({ groups: [{ name: 'late', roleBindings: [{ identity: 'acme/new/deploy', role: 'viewer' }] }] }),
  ).toThrow('there is no Identity "acme/new/deploy"');
  emulator.seed({ groups: [{ name: 'late', roleBindings: [{ identity: 'new/deploy', role: 'viewer' }] }] });
  emulator.close();
});
