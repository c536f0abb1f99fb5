/** Cases about invites and sign-in. */
import { CLIENT_SECRET, type CorpusCase, ACME, group, type Parts, role, base, change } from '../parts';

const RECIPIENT = {
  kty: 'EC',
  crv: 'P-256',
  use: 'enc',
  x: 'vdCrIK84aUKNZtSh33oJPnqLydqSlja2FX1Nzzgo9hs',
  y: 'w6Gt0YGPIiNBpZemGuDfE34TlY-HqVvyueyk_sa3uF0',
};

const invite = { group_uid: ACME, role_uid: role('owner'), ttl: '86400s', single_use: true };
const staff = (default_role: string, issuer: string): Parts => ({
  ...base,
  resource: {
    platform_identity_provider: {
      staff: {
        group_uid: ACME,
        name: 'staff',
        default_role,
        oidc: { issuer, client_id: 'platform', pkce_enabled: true },
      },
    },
  },
});

/** Two identity providers, and mappings of their groups. The address of a mapping does not name its provider. */
const mapped = (...mappings: readonly (readonly [provider: string, external: string, role: string])[]): Parts => {
  const provider = (name: string, default_role: string) => ({
    ...{ group_uid: ACME, name, default_role },
    oidc: { issuer: `https://${name}.example.com`, client_id: 'platform', pkce_enabled: true },
  });
  return {
    ...base,
    resource: {
      platform_identity_provider: {
        staff: provider('staff', role('viewer')),
        partners: provider('partners', role('viewer')),
      },
      platform_external_group_role_mapping: Object.fromEntries(
        mappings.map(([name, external_group_id, role_uid], index) => [
          `mapping-${index}`,
          {
            identity_provider_uid: `\${platform_identity_provider.${name}.uid}`,
            ...{ external_group_id, role_uid, scope_uid: ACME },
          },
        ]),
      ),
    },
  };
};

export const signInCases: readonly CorpusCase[] = [
  {
    ...change('invites', base, {
      ...base,
      resource: {
        platform_group_invite: {
          ada: { ...invite, email: 'ada@example.com', recipient_jwk: JSON.stringify(RECIPIENT) },
          anybody: { ...invite, role_uid: role('viewer') },
        },
      },
    }),
    says: [
      'changed',
      'high owner-gained: acme/(anyone who accepts the invite for ada@example.com)#platform_group_invite.ada in acme',
      'medium invite-created: group invite ada@example.com in acme',
      'medium invite-created: group invite platform_group_invite.anybody in acme',
      'low secret-created: group invite ada@example.com in acme',
      'low secret-created: group invite platform_group_invite.anybody in acme',
      'low access-gained: acme/(anyone who accepts an invite)#platform_group_invite.anybody in acme',
      'gains acme/(anyone who accepts an invite)#platform_group_invite.anybody: viewer in acme +3: 12, first account_associations.list (granted)',
      'gains acme/(anyone who accepts the invite for ada@example.com)#platform_group_invite.ada: owner in acme +3: 42, first role_bindings.create (granted)',
      'added group invite group invite ada@example.com in acme',
      'added group invite group invite platform_group_invite.anybody in acme',
    ],
  },
  {
    ...change(
      'invite-of-another-role',
      { ...base, resource: { platform_group_invite: { ada: { ...invite, role_uid: role('viewer') } } } },
      { ...base, resource: { platform_group_invite: { ada: invite } } },
    ),
    says: [
      'changed',
      'high owner-gained: acme/(anyone who accepts an invite) in acme',
      'high invite-created: group invite platform_group_invite.ada in acme',
      'medium destroys: group invite b726e910cf864e77 in acme',
      'low secret-created: group invite platform_group_invite.ada in acme',
      'gains acme/(anyone who accepts an invite): owner in acme +3: 30, first role_bindings.create (grant updated)',
      'replaced group invite group invite platform_group_invite.ada in acme from group invite b726e910cf864e77 in acme (role_uid)',
    ],
  },
  {
    ...change('identity-provider', base, {
      ...base,
      resource: {
        platform_identity_provider: {
          staff: {
            group_uid: ACME,
            name: 'staff',
            default_role: role('editor'),
            oidc: {
              issuer: 'https://login.example.com',
              client_id: 'platform',
              client_secret: CLIENT_SECRET,
              client_secret_wo_version: 1,
            },
          },
        },
      },
    }),
    says: [
      'changed',
      'high sign-in-opened: identity provider staff in acme',
      'low access-gained: acme/(anyone who signs in through staff) in acme',
      'gains acme/(anyone who signs in through staff): editor in acme +3: 15, first repo.create (granted)',
      'added identity provider identity provider staff in acme',
    ],
  },
  {
    ...change(
      'default-role-changed',
      staff(role('viewer'), 'https://login.example.com'),
      staff(role('owner'), 'https://login.example.com'),
    ),
    says: [
      'changed',
      'high owner-gained: acme/(anyone who signs in through staff) in acme',
      'high sign-in-opened: identity provider staff in acme',
      'gains acme/(anyone who signs in through staff): owner in acme +3: 30, first role_bindings.create (grant updated)',
      'changed identity provider identity provider staff in acme (default_role)',
    ],
  },
  {
    ...change(
      'sign-in-elsewhere',
      staff(role('editor'), 'https://login.example.com'),
      staff(role('editor'), 'https://login.example.net'),
    ),
    says: [
      'changed',
      'high sign-in-opened: identity provider staff in acme',
      'low access-gained: acme/(anyone who signs in through staff) in acme',
      'gains acme/(anyone who signs in through staff): editor in acme +3: 15, first repo.create (grant updated)',
      'loses acme/(anyone who signs in through staff) before this change: editor in acme +3: 15, first repo.create (grant updated)',
      'changed identity provider identity provider staff in acme (oidc.issuer)',
    ],
  },
  {
    ...change('external-group-mapped', staff(role('viewer'), 'https://login.example.com'), {
      ...base,
      resource: {
        ...staff(role('viewer'), 'https://login.example.com').resource,
        platform_external_group_role_mapping: {
          admins: {
            identity_provider_uid: '${platform_identity_provider.staff.uid}',
            external_group_id: 'admins',
            role_uid: role('owner'),
            scope_uid: ACME,
          },
        },
      },
    }),
    says: [
      'changed',
      'high owner-gained: acme/(anyone in the external group admins) in acme',
      'high sign-in-opened: external group role mapping platform_external_group_role_mapping.admins in acme',
      'gains acme/(anyone in the external group admins): owner in acme +3: 30, first role_bindings.create (granted)',
      'added external group role mapping external group role mapping platform_external_group_role_mapping.admins in acme',
    ],
  },
  {
    ...change(
      'external-group-of-two-providers',
      mapped(['partners', 'admins', role('viewer')]),
      mapped(['partners', 'admins', role('viewer')], ['staff', 'admins', role('owner')]),
    ),
    says: [
      'changed',
      'high owner-gained: acme/(anyone in the external group admins of staff) in acme',
      'high sign-in-opened: external group role mapping platform_external_group_role_mapping.mapping-1 in acme',
      'gains acme/(anyone in the external group admins of staff): owner in acme +3: 88, first role_bindings.create (granted)',
      'added external group role mapping external group role mapping platform_external_group_role_mapping.mapping-1 in acme',
    ],
  },
  {
    ...change(
      'external-group-of-another-provider',
      mapped(['staff', 'admins', role('owner')]),
      mapped(['partners', 'admins', role('owner')]),
    ),
    says: [
      'changed',
      'high last-owners: acme',
      'high owner-gained: acme/(anyone in the external group admins) in acme',
      'high sign-in-opened: external group role mapping platform_external_group_role_mapping.mapping-0 in acme',
      'medium destroys: external group role mapping admins in acme',
      'gains acme/(anyone in the external group admins): owner in acme +3: 88, first role_bindings.create (grant updated)',
      'loses acme/(anyone in the external group admins) before this change: owner in acme +3: 88, first role_bindings.create (grant updated)',
      'replaced external group role mapping external group role mapping platform_external_group_role_mapping.mapping-0 in acme from external group role mapping admins in acme (identity_provider_uid)',
    ],
  },
  {
    ...change('external-group-refused', staff(role('viewer'), 'https://login.example.com'), {
      ...base,
      roles: { fixer: { group_uid: group('shop'), name: 'fixer', capabilities: ['role_bindings.create'] } },
      resource: {
        ...staff(role('viewer'), 'https://login.example.com').resource,
        platform_external_group_role_mapping: {
          admins: {
            identity_provider_uid: '${platform_identity_provider.staff.uid}',
            external_group_id: 'admins',
            role_uid: '${platform_role.fixer.uid}',
            scope_uid: group('payments'),
          },
        },
      },
    }),
    says: [
      'changed',
      'high grant-refused: acme/(anyone in the external group admins) in acme/payments',
      'added role acme/shop/fixer',
      'added external group role mapping external group role mapping platform_external_group_role_mapping.admins in acme/payments',
    ],
  },
];
