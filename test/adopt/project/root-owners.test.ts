import { notAdoptedFile } from '../../../src/adopt/project/not-adopted-file';
import { listRootOwners, rootOwnersLine, rootOwnersSection } from '../../../src/adopt/project/root-owners';
import { resolveOrganization, type AdoptedOrganization } from '../../../src/adopt';
import { adopt } from '../adopted';

const issuer = 'https://login.example';
const person = (name: string) => ({ account: { issuer, subject: name } });

test('the owners of the group are people by their accounts, identities by their paths, and others by their uids', async () => {
  const { organization } = await adopt({
    identities: ['ada', 'grace'].map((name) => ({ name, ...person(name) })),
    groups: [
      {
        name: 'acme',
        identities: [{ name: 'bot', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
        roleBindings: [
          { identity: 'bot', role: 'owner' },
          { identity: 'ada', role: 'owner' },
          { identity: 'grace', role: 'viewer' },
        ],
        groups: [{ name: 'payments', roleBindings: [{ identity: 'grace', role: 'owner' }] }],
      },
    ],
  });
  const owners = listRootOwners(organization);
  expect(owners.group).toBe('acme');
  expect(owners.names).toEqual(expect.arrayContaining(['acme/bot', 'ada at login.example']));
  expect(owners.names.join()).not.toContain('grace');
  expect(rootOwnersLine(owners)).toMatch(/^Owners of the group acme: .*acme\/bot.*\.$/);
  expect(rootOwnersSection(owners)).toContain('- `acme/bot`');
  // The administrator of the emulator is a person without an account.
  const administrators = owners.names.length - 2;
  expect(notAdoptedFile(organization)).toContain(
    administrators === 0
      ? '2 people have roles. The project refers to them by the account to sign in with.'
      : `${2 + administrators} people have roles. The project refers to 2 of them by the account to sign in with.`,
  );
});

test('a bar in the list of a README has no backslash, which only a table needs', () => {
  const section = rootOwnersSection({ group: 'acme', open: [], names: ['auth0|ada at login.example'] });
  expect(section).toContain('- `auth0|ada at login.example`');
});

test('without an owner, nothing is printed', () => {
  const owners = { group: 'acme', open: [], names: [] };
  expect([rootOwnersLine(owners), rootOwnersSection(owners)]).toEqual(['', []]);
});

test('open invites, external groups and sign-ins own the group, too, and come first', async () => {
  const now = new Date();
  const day = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  const invite = { role: 'owner', ttl: '86400s' };
  const { organization } = await adopt(
    {
      groups: [
        {
          name: 'acme',
          groupInvites: [{ ...invite }, { ...invite, email: 'ada@example.com', singleUse: true }],
          groups: [{ name: 'payments', groupInvites: [invite] }],
          identityProviders: [
            {
              name: 'sso',
              defaultRole: 'owner',
              oidc: { issuer, clientId: 'a', pkceEnabled: true },
              externalGroupRoleMappings: [
                { externalGroupId: 'everyone', role: 'owner', scope: 'acme' },
                { externalGroupId: 'readers', role: 'viewer', scope: 'acme' },
              ],
            },
          ],
          identities: [{ name: 'bot', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
          roleBindings: [{ identity: 'bot', role: 'owner' }],
        },
      ],
    },
    { now, isReal: true },
  );
  const owners = listRootOwners(organization);
  const list = rootOwnersSection(owners).filter((line) => line.startsWith('- '));
  expect(list.sort()).toEqual([
    '- Anyone in the external group `everyone` of `sso`',
    '- Anyone who signs in through `sso`',
    `- Anyone with the code of an open invite (any number of times, until ${day})`,
    `- \`acme/bot\``,
    `- \`ada@example.com\` with the code of an open invite (for a single use, until ${day})`,
  ]);
  expect(rootOwnersLine(owners)).toMatch(/and 2 more\. README\.md lists all 5\.$/);
});

test('the line of four owners names all of them', () => {
  const line = rootOwnersLine({ group: 'acme', open: [], names: ['a', 'b', 'c', 'd'] });
  expect(line).toBe('Owners of the group acme: a, b, c, d.');
});

test('an open owner invite that the project does not declare is an owner, and an expired one is not', async () => {
  const invite = { role: 'owner', ttl: '86400s' };
  const seed = { groups: [{ name: 'acme', groupInvites: [invite, invite] }] };
  const { organization } = await adopt(seed, { isReal: true });
  expect(organization.notAdopted).toHaveLength(2);
  expect(listRootOwners(organization).open).toHaveLength(2);
  const later = new Date(Date.now() + 2 * 86_400_000);
  expect(listRootOwners((await adopt(seed, { isReal: true, now: later })).organization).open).toEqual([]);
});

describe('owners that the project does not declare', () => {
  const invite = { role: 'owner', ttl: '86400s', email: 'eve@example.com' };
  const seed = {
    identities: ['ada', 'grace'].map((name) => ({ name, ...person(name) })),
    groups: [
      {
        name: 'acme',
        groupInvites: [invite],
        identities: [{ name: 'bot', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
        roleBindings: [
          { identity: 'ada', role: 'owner' },
          { identity: 'bot', role: 'owner' },
          { identity: 'grace', role: 'viewer' },
        ],
        identityProviders: [
          {
            ...{ name: 'sso', defaultRole: 'viewer', oidc: { issuer, clientId: 'a', pkceEnabled: true } },
            externalGroupRoleMappings: [{ externalGroupId: 'admins', role: 'owner', scope: 'acme' }],
          },
        ],
        groups: [
          {
            name: 'web',
            roleBindings: [
              { identity: 'ada', role: 'owner' },
              { identity: 'grace', role: 'owner' },
            ],
            groups: [{ name: 'cdn' }],
          },
          { name: 'api', roleBindings: [{ identity: 'grace', role: 'owner' }] },
        ],
      },
    ],
  };
  const toLines = ({ organization }: { readonly organization: AdoptedOrganization }) =>
    rootOwnersSection(listRootOwners(organization))
      .filter((line) => line.startsWith('- '))
      .map((line) => line.replace(/ \(any number.*/, ''))
      .sort();
  const inRoot = ['- Anyone in the external group `admins` of `sso`', '- `ada at login.example`'];
  const open = '- `eve@example.com` with the code of an open invite';

  test('are owners of the root, also if nobody has selected them', async () => {
    const isSelected = (path: string) => path === 'acme/web' || path.startsWith('acme/web/');
    expect(toLines(await adopt(seed, { isReal: true, isSelected }))).toEqual([...inRoot, '- `acme/bot`', open].sort());
  });

  test('are those of the groups above, each once', async () => {
    const found = toLines(await adopt(seed, { isReal: true, root: 'acme/web' }));
    expect(found.filter((line) => !line.includes('administrator'))).toEqual([
      ...inRoot,
      expect.stringMatching(/^- `bot \([0-9a-f/]+\)`$/),
      open,
      '- `grace at login.example`',
    ]);
  });

  test('are unknown if the token cannot list the groups above', async () => {
    const { listed } = await adopt(seed, { isReal: true, root: 'acme/web' });
    const organization = resolveOrganization({ ...listed, above: 'hidden' }, { now: new Date() });
    expect(toLines({ organization })[0]).toBe('- The owners of the groups above, which the token cannot list');
  });
});
