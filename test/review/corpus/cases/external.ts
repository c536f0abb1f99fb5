/** Cases about access of outsiders: identities, accounts and invites, and trust policies that accept no token. */
import { ACME, base, bind, bindings, change, claims, identities, main, role, type CorpusCase } from '../parts';

const keys = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});
const exact = (issuer: string, subject: string) => ({ claim_match: { issuer, subject } });

/** Seven trust policies with unknown token holders. */
const strangers: Readonly<Record<string, object>> = {
  unknown: exact('https://tokens.example.net', 'deploy'),
  microsoft: exact(
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'AAAAAAAAAAAAAAAAAAAAAIkz',
  ),
  sigstore: exact('https://oauth2.sigstore.dev/auth', 'ada@acme.example'),
  custom: claims({ subject: 'environment:production:runner_environment:github-hosted' }),
  keys: { static_keys: { ...main, issuer_keys: keys, expiration_time: '2027-05-31T00:00:00Z' } },
  aws: {
    aws_identity: {
      aws_account: '210987654321',
      arn: 'arn:aws:sts::210987654321:assumed-role/deploy/x',
      user_id_pattern: '^AROAEXAMPLEEXAMPLE123:.*$',
    },
  },
  service: { service_principal: 'SERVICE_PRINCIPAL_INGESTER' },
};
const named = (trusts: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(trusts).map(([name, trust]) => [name, { group_uid: ACME, name, ...trust }]));
const editors = (trusts: Readonly<Record<string, object>>) => ({
  ...base,
  identities: { ...identities, ...named(trusts) },
  bindings: {
    ...bindings,
    ...Object.fromEntries(Object.keys(trusts).map((name) => [`${name}_edits`, bind(name, 'editor', ACME)])),
  },
});
const invite = { group_uid: ACME, role_uid: role('editor') };

export const externalCases: readonly CorpusCase[] = [
  {
    ...change('strangers', base, editors(strangers)),
    says: [
      'changed',
      'high outsider-can-assume: acme/custom',
      'high outsider-can-assume: acme/microsoft',
      'high outsider-can-assume: acme/sigstore',
      'high outsider-can-assume: acme/aws',
      'high outsider-can-assume: acme/keys',
      'high outsider-can-assume: acme/service',
      'high outsider-can-assume: acme/unknown',
      // The name of a session has two characters or more.
      'medium nobody-can-assume: acme/aws',
      'low access-gained: acme/aws in acme',
      'low access-gained: acme/custom in acme',
      'low access-gained: acme/keys in acme',
      'low access-gained: acme/microsoft in acme',
      'low access-gained: acme/service in acme',
      'low access-gained: acme/sigstore in acme',
      'low access-gained: acme/unknown in acme',
      'gains acme/aws: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/custom: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/keys: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/microsoft: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/service: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/sigstore: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/unknown: editor in acme +3: 15, first repo.create (granted)',
      'assume acme/aws: added',
      'assume acme/custom: added',
      'assume acme/keys: added',
      'assume acme/microsoft: added',
      'assume acme/service: added',
      'assume acme/sigstore: added',
      'assume acme/unknown: added',
      'added identity acme/aws',
      'added role binding acme/aws is editor in acme',
      'added identity acme/custom',
      'added role binding acme/custom is editor in acme',
      'added identity acme/keys',
      'added role binding acme/keys is editor in acme',
      'added identity acme/microsoft',
      'added role binding acme/microsoft is editor in acme',
      'added identity acme/service',
      'added role binding acme/service is editor in acme',
      'added identity acme/sigstore',
      'added role binding acme/sigstore is editor in acme',
      'added identity acme/unknown',
      'added role binding acme/unknown is editor in acme',
    ],
  },
  {
    ...change('nobody-can-assume', base, {
      ...base,
      identities: {
        ...identities,
        ...named({
          asterisk: claims({ subject: 'repo:acme@12/*:ref:refs/heads/main' }),
          slash: exact(`${main.issuer}/`, 'repo:acme@12/shop@34:ref:refs/heads/main'),
          website: exact('https://github.com', 'repo:acme@12/shop@34:ref:refs/heads/main'),
          older: claims({ subject: main.subject }),
          misspelt: claims({ subject_pattern: '^repo:acme@12/shop@34:ref:main$' }),
          fine: claims({ subject: 'repo:acme@12/shop@34:ref:refs/heads/main' }),
        }),
      },
    }),
    says: [
      'changed',
      'medium nobody-can-assume: acme/asterisk',
      'medium nobody-can-assume: acme/misspelt',
      'medium nobody-can-assume: acme/slash',
      'medium nobody-can-assume: acme/website',
      'low nobody-can-assume: acme/older',
      'assume acme/asterisk: added',
      'assume acme/fine: added',
      'assume acme/misspelt: added',
      'assume acme/older: added',
      'assume acme/slash: added',
      'assume acme/website: added',
      'added identity acme/asterisk',
      'added identity acme/fine',
      'added identity acme/misspelt',
      'added identity acme/older',
      'added identity acme/slash',
      'added identity acme/website',
    ],
  },
  {
    ...change(
      'pull-request-writes',
      base,
      editors({ review: claims({ subject: 'repo:acme@12/shop@34:pull_request' }) }),
    ),
    says: [
      'changed',
      'high pull-request-can-write: acme/review',
      'low access-gained: acme/review in acme',
      'gains acme/review: editor in acme +3: 15, first repo.create (granted)',
      'assume acme/review: added',
      'added identity acme/review',
      'added role binding acme/review is editor in acme',
    ],
  },
  {
    ...change('foreign-account', base, {
      ...base,
      resource: {
        platform_account_association: {
          clouds: { group_uid: ACME, name: 'clouds', amazon: { account: '210987654321' } },
        },
      },
    }),
    says: [
      'changed',
      'high account-associated: account association clouds in acme',
      'added account association account association clouds in acme',
    ],
  },
  {
    ...change('loose-invite', base, {
      ...base,
      resource: {
        platform_group_invite: {
          anyone: { ...invite, ttl: '2592000s' },
          ada: { ...invite, ttl: '2592000s', email: 'ada@example.com', single_use: true },
        },
      },
    }),
    says: [
      'changed',
      'high invite-created: group invite platform_group_invite.anyone in acme',
      'medium invite-created: group invite ada@example.com in acme',
      'low secret-created: group invite ada@example.com in acme',
      'low secret-created: group invite platform_group_invite.anyone in acme',
      'low access-gained: acme/(anyone who accepts an invite)#platform_group_invite.anyone in acme',
      'low access-gained: acme/(anyone who accepts the invite for ada@example.com)#platform_group_invite.ada in acme',
      'gains acme/(anyone who accepts an invite)#platform_group_invite.anyone: editor in acme +3: 15, first repo.create (granted)',
      'gains acme/(anyone who accepts the invite for ada@example.com)#platform_group_invite.ada: editor in acme +3: 15, first repo.create (granted)',
      'added group invite group invite ada@example.com in acme',
      'added group invite group invite platform_group_invite.anyone in acme',
    ],
  },
  {
    ...change('sign-in-for-everyone', base, {
      ...base,
      resource: {
        platform_identity_provider: {
          staff: {
            ...{ group_uid: ACME, name: 'staff', default_role: role('viewer') },
            oidc: { issuer: 'https://accounts.google.com', client_id: 'platform', pkce_enabled: true },
          },
        },
      },
    }),
    says: [
      'changed',
      'high sign-in-opened: identity provider staff in acme',
      'low access-gained: acme/(anyone who signs in through staff) in acme',
      'gains acme/(anyone who signs in through staff): viewer in acme +3: 12, first account_associations.list (granted)',
      'added identity provider identity provider staff in acme',
    ],
  },
];
