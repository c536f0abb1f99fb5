import { adoptedObjects, resolveOrganization, type AdoptedOrganization } from '../../../src/adopt';
import { externalGroupRoleMapping, group, roleBinding } from '../../../src/model/kinds';
import { adopt } from '../adopted';

const principal = { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' };
const rootUid = 'ab'.repeat(20);
const hex = (digit: string) => digit.repeat(16);

const reasons = ({ notAdopted }: AdoptedOrganization) =>
  notAdopted.map(({ path, reason, contents }) => [path, reason, contents]);
const names = (organization: AdoptedOrganization) =>
  adoptedObjects(organization)
    .map(({ name }) => name)
    .filter(Boolean);

test('references lead to objects, built-in roles, people, and uids of anything else', async () => {
  const seed = {
    groups: [
      {
        ...{ uid: rootUid, name: 'acme' },
        groups: [
          {
            ...{ name: 'payments', roles: [{ name: 'auditor', capabilities: ['groups.list'] }] },
            identities: [{ name: 'ci', ...principal }],
            roleBindings: [
              { identity: 'ci', role: 'auditor' },
              { identity: 'ada', role: 'viewer' },
              { identity: 'acme/bot', role: 'viewer' },
            ],
          },
        ],
        identities: [{ uid: `${rootUid}/${hex('9')}`, name: 'bot', ...principal }],
      },
    ],
    identities: [{ name: 'ada', account: { issuer: 'https://login.example.com', subject: 'ada' } }],
  };
  const { organization } = await adopt(seed, { root: 'acme/payments' });
  const targets = adoptedObjects(organization)
    .filter(({ declaration }) => declaration === roleBinding)
    .map(({ references }) =>
      Object.values(references).map((target) => ('object' in target ? target.object.name : target)),
    );
  expect(targets).toEqual(
    expect.arrayContaining([
      ['ci', 'auditor'],
      [
        expect.objectContaining({ is: 'person', subject: 'ada' }),
        expect.objectContaining({ is: 'builtIn', name: 'viewer' }),
      ],
      [{ is: 'other', uid: `${rootUid}/${hex('9')}`, name: 'bot' }, expect.anything()],
    ]),
  );
  expect(organization.notes).toContain(
    '1 person has roles. The project refers to this person by the account to sign in with.',
  );
});

test('of duplicates the oldest is adopted, and nothing in a duplicate group', async () => {
  const group = (digit: string, time: string, identities: readonly object[]) => ({
    ...{ uid: `${rootUid}/${hex(digit)}`, name: 'payments', createTime: `2026-0${time}-01T00:00:00Z`, identities },
  });
  const seed = {
    groups: [
      {
        ...{ uid: rootUid, name: 'acme' },
        groups: [group('1', '2', [{ name: 'new', ...principal }]), group('2', '1', [{ name: 'old', ...principal }])],
      },
    ],
  };
  const { organization } = await adopt(seed);
  expect(names(organization)).toEqual(['payments', 'old']);
  expect(reasons(organization)).toEqual([
    ['acme/payments', `It is a duplicate: the older group ${rootUid}/${hex('2')} has the same name.`, 1],
  ]);
});

test('expired objects and names that the API no longer accepts are not adopted', async () => {
  const jwks = JSON.stringify({
    keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'a', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
  });
  const seed = {
    groups: [
      {
        name: 'acme',
        identities: [{ name: 'pinned', staticKeys: { issuer: 'https://a.example', subject: 'a', issuerKeys: jwks } }],
        groupInvites: [{ role: 'viewer', ttl: '60s', email: 'ada@example.com' }],
      },
    ],
  };
  const later = new Date(Date.now() + 400 * 24 * 60 * 60 * 1000);
  const { organization } = await adopt(seed, { now: later });
  expect(names(organization)).toEqual([]);
  expect(organization.notAdopted.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^It expired at .*Z\.$/),
    expect.stringMatching(/^It expired at .*Z\.$/),
  ]);
});

test('a mapping whose scope the service does not show is not adopted', async () => {
  const mapping = { externalGroupId: 'admins', role: 'owner', scope: 'acme' };
  const oidc = { issuer: 'https://login.example', clientId: 'x', pkceEnabled: true };
  const provider = { name: 'staff', defaultRole: 'viewer', oidc, externalGroupRoleMappings: [mapping] };
  const { listed } = await adopt({ groups: [{ name: 'acme', identityProviders: [provider] }] });
  const objects = new Map(
    [...listed.objects].map(([kind, found]) => [
      kind,
      kind === externalGroupRoleMapping ? found.map((object) => ({ ...object, scope: '' })) : found,
    ]),
  );
  const { notAdopted } = resolveOrganization({ ...listed, objects }, { now: new Date() });
  expect(notAdopted).toMatchObject([
    {
      reason: 'The service does not show its scope, which decides what it is.',
      nextStep:
        'An import needs it, too. Use a token and a service that show the scope, or delete the object and declare it.',
    },
  ]);
});

test('only selected objects are adopted, in the groups above them', async () => {
  const seed = {
    groups: [
      {
        name: 'acme',
        groups: [
          { name: 'payments', identities: [{ name: 'ci', ...principal }], groups: [{ name: 'cards' }] },
          { name: 'shop' },
        ],
      },
    ],
  };
  const { organization } = await adopt(seed, { isSelected: (path) => path === 'acme/payments/cards' });
  expect(names(organization)).toEqual(['payments', 'cards']);
  expect(organization.notAdopted.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['acme/shop', 'acme/payments/ci']),
  );
});

test('no note names a field that only the service sets', async () => {
  const payments = { name: 'payments', kind: 'ORG_KIND_CUSTOMER', status: 'ORG_STATUS_ACTIVE' };
  const { organization } = await adopt({ groups: [{ name: 'acme', groups: [payments] }] });
  expect([names(organization), organization.notes]).toEqual([['payments'], []]);
});

test('each object that is not adopted has a reason, also in a group that no list contains', async () => {
  const seed = { groups: [{ name: 'acme', groups: [{ name: 'shop', identities: [{ name: 'ci', ...principal }] }] }] };
  const { listed } = await adopt(seed);
  const objects = new Map([...listed.objects].filter(([kind]) => kind !== group));
  const { notAdopted } = resolveOrganization({ ...listed, objects }, { now: new Date() });
  expect(notAdopted.map(({ reason }) => reason)).toEqual(['The lists do not contain its group.']);
});

test('notes name secrets that the API never returns, and fields of no resource', async () => {
  const oidc = { issuer: 'https://login.example.com', clientId: 'a', clientSecret: 'secret' };
  const seed = {
    groups: [
      {
        ...{ name: 'acme', identities: [{ name: 'ci', company: 'Example', ...principal }] },
        identityProviders: [{ name: 'staff', defaultRole: 'viewer', oidc }],
      },
    ],
  };
  const { organization } = await adopt(seed);
  expect(organization.notes).toEqual([
    'The identity acme/ci has a value in company. No resource manages this field, and an apply keeps it.',
    'The identity provider acme/staff has a clientSecret that the API never returns. An apply keeps it. To change it, set its variable and a new clientSecretWoVersion.',
  ]);
});
