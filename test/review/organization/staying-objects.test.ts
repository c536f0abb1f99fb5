/** Tests the access of deletions that the API refuses: with and without the live organization, nothing is lost that stays. */
import { readContext, readLive, reviewPlans, type Report } from '../../../src/review';
import { ACME, ADA, organizationOf, planOf, SHOP, TEAMS, type Json, type Organization } from './context/stage';

jest.setTimeout(60_000);

const CI = `${SHOP}/4444444444444444`;
const DEPLOYER = `${SHOP}/6666666666666666`;
const BINDING = `${SHOP}/5555555555555555`;
const claimMatch = { issuer: 'https://issuer.example', subject: 's' };
const identities = [{ uid: CI, name: 'ci', claimMatch }];
const roles = [{ uid: DEPLOYER, name: 'deployer', capabilities: ['groups.list', 'role_bindings.create'] }];
const managedGrant = { uid: BINDING, identity: 'acme/teams/shop/ci', role: 'acme/teams/shop/deployer' };
const managed: Readonly<Record<string, Json>> = {
  'platform_group.teams': { uid: TEAMS, name: 'teams', parent_uid: ACME },
  'platform_group.shop': { uid: SHOP, name: 'shop', parent_uid: TEAMS },
  'platform_identity.ci': { uid: CI, name: 'ci', group_uid: SHOP, claim_match: claimMatch },
  'platform_role.deployer': {
    ...{ uid: DEPLOYER, name: 'deployer', group_uid: SHOP },
    capabilities: ['groups.list', 'role_bindings.create'],
  },
  'platform_role_binding.ci': { uid: BINDING, group_uid: SHOP, identity_uid: CI, role_uid: DEPLOYER },
};

let organization: Organization;
afterEach(() => organization.emulator.close());

/** Returns the lines of lost access of a deletion of everything in `acme`, which the API refuses for these unmanaged objects. */
async function deleteAll(shop: Json, acme: Json = {}, teams: Json = {}): Promise<{ offline: Report; live: Report }> {
  const { roleBindings = [], groups = [], ...more } = shop as Partial<Record<'roleBindings' | 'groups', Json[]>>;
  const inShop = { uid: SHOP, name: 'shop', identities, roles, roleBindings: [managedGrant, ...roleBindings] };
  const beneath = [{ ...inShop, ...more, groups }];
  organization = organizationOf({
    identities: [{ uid: ADA, email: 'ada@acme.example' }],
    groups: [{ uid: ACME, name: 'acme', ...acme, groups: [{ uid: TEAMS, name: 'teams', ...teams, groups: beneath }] }],
  });
  const plan = planOf(Object.fromEntries(Object.entries(managed).map(([address, before]) => [address, { before }])));
  const client = await organization.client();
  const context = await readContext(client, [plan]);
  const live = await readLive(client, { roots: [ACME] });
  return { offline: reviewPlans([plan], { context }), live: reviewPlans([plan], { context, live }) };
}

const losses = ({ access }: Report) =>
  access.lines.lost.map(({ identity, group, cause }) => `${identity} in ${group}: ${cause}`);
const staying = ({ changes }: Report) => changes.flatMap(({ path, stays }) => (stays ? path : []));

const CI_LOSES = ['acme/teams/shop/ci in acme/teams/shop: identity deleted'];
const bot = { name: 'bot', claimMatch };

test.each<[string, Json, readonly string[]]>([
  [
    'an owner invite',
    { groupInvites: [{ role: 'owner', email: 'eve@evil.example', ttl: '86400s' }] },
    ['acme/teams', 'acme/teams/shop'],
  ],
  ['a grant of a person', { roleBindings: [{ identity: ADA, role: 'editor' }] }, ['acme/teams', 'acme/teams/shop']],
  [
    'a group beneath, with its identity and grant',
    {
      groups: [
        {
          ...{ name: 'hidden', identities: [bot] },
          roleBindings: [{ identity: 'acme/teams/shop/hidden/bot', role: 'editor' }],
        },
      ],
    },
    ['acme/teams', 'acme/teams/shop'],
  ],
  [
    'an identity that has a grant in the group',
    { identities: [...identities, bot], roleBindings: [{ identity: 'acme/teams/shop/bot', role: 'editor' }] },
    ['acme/teams', 'acme/teams/shop'],
  ],
])('%s that stays loses nothing', async (_, shop, expected) => {
  const { offline, live } = await deleteAll(shop);
  expect({ offline: losses(offline), live: losses(live) }).toEqual({ offline: CI_LOSES, live: CI_LOSES });
  expect({ offline: staying(offline), live: staying(live) }).toEqual({ offline: expected, live: expected });
});

test('an owner invite is the first of the unmanaged objects, with its recipient and terms, and each object has a name', async () => {
  const { offline, live } = await deleteAll({
    groupInvites: [{ role: 'owner', email: 'eve@evil.example', ttl: '86400s' }],
    identities: [...identities, bot],
    roleBindings: [{ identity: ADA, role: 'editor' }],
  });
  for (const { findings } of [offline, live]) {
    const unmanaged = findings.find(({ id }) => id === 'destroys')?.unmanaged;
    expect(unmanaged?.count).toBe(3);
    expect(unmanaged?.objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'group invite owner for eve@evil.example in acme/teams/shop',
      'identity acme/teams/shop/bot',
      'role binding ada@acme.example is editor in acme/teams/shop',
    ]);
    expect(unmanaged?.objects[0]?.users).toMatch(/^eve@evil\.example, any number of times, until \d{4}-\d\d-\d\d$/);
    expect(findings.find(({ id }) => id === 'unmanaged-grants')?.reason).toMatch(
      /^An invite gives the role owner in acme\/teams\/shop to eve@evil\.example, any number of times, until [-0-9]+\. No stack manages it\./,
    );
  }
});

test('a managed identity and a managed role stay with their unmanaged grants', async () => {
  const { live } = await deleteAll(
    {},
    {
      roleBindings: [
        { identity: 'acme/teams/shop/ci', role: 'editor' },
        { identity: ADA, role: 'acme/teams/shop/deployer' },
      ],
    },
  );
  expect(losses(live)).toEqual(['acme/teams/shop/ci in acme/teams/shop: grant deleted']);
  expect(staying(live)).toEqual(['acme/teams', 'acme/teams/shop', 'acme/teams/shop/ci', 'acme/teams/shop/deployer']);
});

test('access that a group above gives is lost only in groups that are deleted', async () => {
  const above = { roleBindings: [{ identity: ADA, role: 'viewer' }] };
  const { offline, live } = await deleteAll({}, above, { groupInvites: [{ role: 'owner', ttl: '86400s' }] });
  const inherits = (name: string) => `${name} in acme/teams/shop: inherited in a deleted group`;
  expect(losses(live)).toEqual([
    inherits('acme/teams/(anyone who accepts an invite)'),
    ...CI_LOSES,
    inherits('ada@acme.example'),
    inherits('administrator'),
  ]);
  expect([staying(offline), staying(live)]).toEqual([['acme/teams'], ['acme/teams']]);
});
