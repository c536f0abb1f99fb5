/** Tests reading organizations with lists from the emulator. */
import { BUILT_IN_ROLES } from '../../../../src/model/api';
import { createClient, group, identity, role, roleBinding } from '../../../../src/client';
import { createEmulator, type Emulator } from '../../../../src/emulator';
import { PlanError, readLive, reviewPlans } from '../../../../src/review';

jest.setTimeout(60_000);

const ACME = 'ac3e'.repeat(10);
const OTHER = '07e4'.repeat(10);
const claimMatch = { issuer: 'https://issuer.example', subject: 's' };

const seed = {
  groups: [
    {
      ...{ uid: ACME, name: 'acme' },
      roles: [{ name: 'helper', capabilities: ['identity.list'] }],
      identities: [
        { name: 'reader', claimMatch },
        { name: 'helper', claimMatch },
      ],
      roleBindings: [{ identity: 'acme/reader', role: 'viewer' }],
      groups: [
        {
          name: 'payments',
          accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
          roleBindings: [
            { identity: 'acme/helper', role: 'acme/helper' },
            { identity: 'acme/helper', role: 'editor' },
          ],
        },
      ],
    },
    { uid: OTHER, name: 'other' },
  ],
};

let emulator: Emulator;
beforeEach(() => (emulator = createEmulator({ seed })));
afterEach(() => emulator.close());

async function client(uid?: string, caps?: readonly string[]) {
  const token = uid === undefined ? await emulator.administratorToken() : await emulator.tokenFor(uid, caps);
  return createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
}

async function getUid(path: string): Promise<string> {
  return (await (await client()).find(identity, path)).uid;
}

test('reads everything beneath the root, with people and built-in roles, and nothing of another organization', async () => {
  const live = await readLive(await client(), { roots: ['acme'] });
  expect(live.problems).toEqual([]);
  expect(live.roots).toEqual([ACME]);
  const kinds = new Map<string, number>();
  for (const { type, values } of live.plan.prior) {
    kinds.set(type, (kinds.get(type) ?? 0) + 1);
    expect(String(values['uid'])).toMatch(new RegExp(`^(${ACME}|[0-9a-f]{40}$)`));
  }
  expect(Object.fromEntries(kinds)).toEqual({
    platform_group: 2,
    platform_role: BUILT_IN_ROLES.length + 1,
    platform_identity: 2,
    platform_role_binding: 4,
    platform_account_association: 1,
  });
});

test('groups beneath a root group that the token does not see are read instead of it', async () => {
  const all = await client();
  const { uid: payments } = await all.find(group, 'acme/payments');
  const { uid: bot } = await all.create(identity, payments, {
    ...{ name: 'team', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' },
  });
  const { uid: viewer } = await all.find(role, 'viewer');
  await all.create(roleBinding, payments, { identityUid: bot, roleUid: viewer });
  const team = await client(bot);
  await expect(readLive(team, { roots: [ACME] })).rejects.toThrow('Cannot find a root group');
  const live = await readLive(team, { roots: [ACME], places: [payments] });
  expect(live.problems).toEqual([]);
  expect(live.roots).toEqual([payments]);
  expect(
    live.plan.prior.every(
      ({ values }) => /^[0-9a-f]{40}$/.test(String(values['uid'])) || String(values['uid']).startsWith(payments),
    ),
  ).toBe(true);
  // Grants of a visible root group apply beneath it.
  expect((await readLive(all, { roots: [ACME], places: [payments] })).roots).toEqual([ACME]);
});

test('an organization without plans is a report without changes', async () => {
  const live = await readLive(await client(), { roots: [ACME] });
  const report = reviewPlans([], { live, configuration: { minimumOwners: 1 } });
  expect(report.verdict).toMatchObject({ result: 'unchanged', problems: [] });
});

test('only lists and whoami are requested', async () => {
  emulator.requestLog.clear();
  await readLive(await client());
  const asked = emulator.requestLog.entries.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  expect([...new Set(asked)].sort()).toEqual([
    'GET /auth/v1/ok',
    'GET /iam/v2beta1/accountAssociations',
    'GET /iam/v2beta1/externalGroupRoleMappings',
    'GET /iam/v2beta1/groupInvites',
    'GET /iam/v2beta1/groups',
    'GET /iam/v2beta1/identities',
    'GET /iam/v2beta1/identityProviders',
    'GET /iam/v2beta1/roleBindings',
    'GET /iam/v2beta1/roles',
  ]);
});

test('a token that cannot list everything is reported for each kind', async () => {
  const reader = await getUid('acme/reader');
  expect((await readLive(await client(reader))).problems).toEqual([]);
  const { problems } = await readLive(await client(reader, ['groups.list', 'roles.list', 'identity.list']));
  expect(problems).toEqual([
    expect.stringContaining('every role binding of acme (role_bindings.list). Hidden objects are not counted.'),
    expect.stringContaining('every identity provider of acme (identity_providers.list)'),
    expect.stringContaining('every external group role mapping of acme (identity_providers.list)'),
    expect.stringContaining('(account_associations.list)'),
    expect.stringContaining('(group_invites.list)'),
  ]);
  const report = reviewPlans([], { live: await readLive(await client(reader, ['groups.list'])) });
  expect(report.verdict.result).toBe('unjudged');
});

test('without a visible root group nothing is read, and a similar name is suggested', async () => {
  const helper = await getUid('acme/helper');
  await expect(readLive(await client(helper))).rejects.toThrow(PlanError);
  await expect(readLive(await client(), { roots: ['acmee'] })).rejects.toThrow(
    'Cannot find root group "acmee". Did you mean "acme"?',
  );
});

test('a failed list is reported, and the others are read', async () => {
  emulator.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', path: '/iam/v2beta1/identityProviders' });
  const { problems, plan } = await readLive(await client(), { roots: ['acme'] });
  expect(problems).toEqual([expect.stringMatching(/^live: cannot read the identity providers: /)]);
  expect(plan.prior.length).toBeGreaterThan(10);
});

test('a service without a list of identity providers in v2 is read in v1', async () => {
  const oidc = { issuer: 'https://login.example.com', clientId: 'a', pkceEnabled: true };
  const own = createEmulator({
    seed: { groups: [{ uid: ACME, name: 'acme', identityProviders: [{ name: 'staff', defaultRole: 'owner', oidc }] }] },
  });
  const lists: string[] = [];
  // The router of such a service reads the list as a request for an object without a uid.
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const v2 = '/iam/v2beta1/identityProviders';
    if (pathname === v2) return own.handle(new Request(`http://localhost${v2}/${ACME}/${'0'.repeat(16)}`, request));
    if (pathname !== '/iam/v1/identityProviders') return own.handle(request);
    lists.push(search);
    const response = await own.handle(new Request(`http://localhost${v2}`, request));
    const { identityProviders } = (await response.json()) as { identityProviders: { uid: string }[] };
    return Response.json({ items: identityProviders.map(({ uid }) => ({ id: uid })) });
  };
  const live = await readLive(
    createClient({ baseUrl: 'http://localhost', token: await own.administratorToken(), fetch }),
    { roots: ['acme'] },
  );
  expect(live.problems).toEqual([]);
  expect(lists).toEqual([`?uidp.descendants_of=${ACME}`]);
  const providers = live.plan.prior.filter(({ type }) => type === 'platform_identity_provider');
  expect(providers.map(({ values }) => values['name'])).toEqual(['staff']);
  own.close();
});
