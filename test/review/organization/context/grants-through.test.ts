/** Imports and changed identity providers: a list of the grants through the object lowers the severity, and nothing else. */
import { declarations } from '../../../../src/model/kinds';
import { readContext, reviewPlans, type TerraformPlan, type Report } from '../../../../src/review';
import { grantsThrough } from '../../../../src/review/organization/context/grants-through';
import { ACME, kept, organizationOf, planOf, type Json, type Organization } from './stage';

jest.setTimeout(60_000);

const CI = `${ACME}/1111111111111111`;
const BINDING = `${ACME}/2222222222222222`;
const AUDITOR = `${ACME}/3333333333333333`;
const STAFF = `${ACME}/4444444444444444`;
const MAPPING = `${STAFF}/5555555555555555`;
const claimMatch = { issuer: 'https://issuer.example', subject: 's' };
const oidc = { issuer: 'https://login.example', clientId: 'platform', pkceEnabled: true };
const seed = {
  groups: [
    {
      ...{ uid: ACME, name: 'acme' },
      roles: [{ uid: AUDITOR, name: 'auditor', capabilities: ['groups.list'] }],
      identities: [{ uid: CI, name: 'ci', claimMatch }],
      roleBindings: [{ uid: BINDING, identity: 'acme/ci', role: 'acme/auditor' }],
      identityProviders: [
        {
          ...{ uid: STAFF, name: 'staff', defaultRole: 'acme/auditor', oidc },
          externalGroupRoleMappings: [{ uid: MAPPING, externalGroupId: 'admins', role: 'acme/auditor', scope: 'acme' }],
        },
      ],
    },
  ],
};

let organization: Organization;
beforeEach(() => (organization = organizationOf(seed)));
afterEach(() => organization.emulator.close());

const acme = { uid: ACME, name: 'acme', parent_uid: null };
const auditor = { uid: AUDITOR, name: 'auditor', group_uid: ACME, capabilities: ['groups.list'] };
const ci = (subject: string) => ({
  ...{ uid: CI, name: 'ci', group_uid: ACME },
  claim_match: { issuer: 'https://issuer.example', subject },
});
const binding = { uid: BINDING, group_uid: ACME, identity_uid: CI, role_uid: AUDITOR };
const mapping = {
  ...{ uid: MAPPING, identity_provider_uid: STAFF, external_group_id: 'admins' },
  ...{ role_uid: AUDITOR, scope_uid: ACME },
};

const staff = (client_id: string) => ({
  ...{ uid: STAFF, name: 'staff', group_uid: ACME, default_role: AUDITOR },
  oidc: { issuer: 'https://login.example', client_id, pkce_enabled: true },
});

interface Reviewed {
  readonly offline: Report;
  readonly online: Report;
  readonly requests: readonly string[];
}

/** Reviews a plan without lists, and with the lists that a token shows. */
async function reviewed(plan: TerraformPlan, ...token: Parameters<Organization['client']>): Promise<Reviewed> {
  const client = await organization.client(...token);
  organization.requests();
  const context = await readContext(client, [plan]);
  return { offline: reviewPlans([plan]), online: reviewPlans([plan], { context }), requests: organization.requests() };
}

const found = (report: Report, id: string) => report.findings.find((finding) => finding.id === id)!;
const bound = (report: Report) => report.effect.findings.filter(({ id }) => id === 'import-overwrites');

test('the grants through an object are of the kinds that refer to it', () => {
  const kinds = declarations.map((kind) => [kind.kind, grantsThrough(kind).map(({ declaration }) => declaration.kind)]);
  expect(Object.fromEntries(kinds.filter(([, referring]) => referring!.length > 0))).toEqual({
    Group: ['ExternalGroupRoleMapping'],
    Identity: ['RoleBinding'],
    Role: ['RoleBinding', 'IdentityProvider', 'ExternalGroupRoleMapping', 'GroupInvite'],
    IdentityProvider: ['ExternalGroupRoleMapping'],
  });
});

describe.each<
  [name: string, objects: readonly [managed: Json, grant: string, values: Json], before: Json, after: Json]
>([
  ['identity', [auditor, 'platform_role_binding.ci', binding], ci('s'), ci('t')],
  ['role', [ci('s'), 'platform_role_binding.ci', binding], auditor, { ...auditor, capabilities: ['roles.list'] }],
])('an imported %s', (type, [managed, grant, values], before, after) => {
  const other = type === 'identity' ? 'platform_role.auditor' : 'platform_identity.ci';
  const imports = (more: Parameters<typeof planOf>[0]) =>
    planOf({
      'platform_group.acme': kept(acme),
      [other]: kept(managed),
      [`platform_${type}.imported`]: { before, after, isImported: true },
      ...more,
    });
  const everything = {
    [grant]: kept(values),
    'platform_identity_provider.staff': kept(staff('platform')),
    'platform_external_group_role_mapping.admins': kept(mapping),
  };

  test('is high unless complete lists show that the plans contain every grant', async () => {
    const { offline, online, requests } = await reviewed(imports(everything));
    expect(found(offline, 'import-overwrites')).toMatchObject({ severity: 'high' });
    expect(found(offline, 'import-overwrites').reason).toContain('Grants that no plan shows');
    expect(found(online, 'import-overwrites')).toMatchObject({ severity: 'medium' });
    expect(requests.filter((request) => request.includes('roleBindings'))).toHaveLength(1);
    expect(bound(online)).toEqual(bound(offline));
    expect(bound(online)).toMatchObject([{ severity: 'high' }]);
    expect(online.digest).toBe(offline.digest);
  });

  test('is high and names the grants that no plan contains', async () => {
    const { online } = await reviewed(imports({}));
    expect(found(online, 'import-overwrites').severity).toBe('high');
    expect(found(online, 'import-overwrites').reason).toContain(`role binding ${BINDING}`);
  });

  test('is high if the token does not see every grant', async () => {
    const { online } = await reviewed(imports(everything), CI, ['groups.list', 'identity.list']);
    expect(found(online, 'import-overwrites').severity).toBe('high');
    expect(online.unread).toContainEqual(expect.stringContaining('role_bindings.list'));
  });

  test('without a change of a field that decides access is no finding', () => {
    const renamed = { ...before, description: 'New.' };
    const plan = planOf({ [`platform_${type}.imported`]: { before, after: renamed, isImported: true } });
    expect(found(reviewPlans([plan]), 'import-overwrites')).toBeUndefined();
  });
});

test('other people of an identity provider are high unless a list shows that the plans contain every mapping', async () => {
  const plan = (more: Parameters<typeof planOf>[0]) =>
    planOf({
      'platform_group.acme': kept(acme),
      'platform_role.auditor': kept(auditor),
      'platform_identity_provider.staff': {
        before: staff('platform'),
        after: staff('another'),
      },
      ...more,
    });
  const shown = await reviewed(plan({ 'platform_external_group_role_mapping.admins': kept(mapping) }));
  expect(found(shown.offline, 'sign-in-opened').severity).toBe('high');
  expect(found(shown.online, 'sign-in-opened').severity).toBe('medium');
  expect(shown.online.digest).toBe(shown.offline.digest);
  const hidden = await reviewed(plan({}));
  expect(found(hidden.online, 'sign-in-opened').severity).toBe('high');
  expect(found(hidden.online, 'sign-in-opened').reason).toContain(MAPPING);
});
