/** Attacks that try to gain access without a finding, with their expected reports. */
import {
  ACME,
  base,
  bind,
  bindings,
  change,
  claims,
  group,
  identities,
  main,
  one,
  role,
  stack,
  type CorpusCase,
  type Parts,
} from '../../parts';

const ci = (subject: object): Parts => ({
  ...base,
  identities: { ...identities, ci: { ...identities.ci, ...claims(subject) } },
});
const anyOwner = { subject_pattern: '^repo:acme.*:ref:refs/heads/main$' };
const staff = (oidc: object): Parts => ({
  ...base,
  resource: {
    platform_identity_provider: {
      staff: {
        ...{ group_uid: ACME, name: 'staff', default_role: role('viewer') },
        oidc: { issuer: 'https://login.example.com', client_id: 'platform', pkce_enabled: true, ...oidc },
      },
    },
  },
});
const keys = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});
const HELPER = `${ACME}/4e19e40000000001`;
const elsewhere = {
  more: {
    provider: { platform: [{}, { alias: 'elsewhere', base_url: '${var.elsewhere}' }] },
    variable: { elsewhere: {} },
  },
};

export const attacksCases: readonly CorpusCase[] = [
  {
    // The trust policy was approved while the identity had almost no access.
    ...change('open-identity-gains', ci(anyOwner), {
      ...ci(anyOwner),
      bindings: { ...bindings, ci_edits: bind('ci', 'editor', group('shop')) },
    }),
    says: [
      'changed',
      'high outsider-can-assume: acme/payments/ci in acme/shop',
      'high pull-request-can-write: acme/payments/ci',
      'low access-gained: acme/payments/ci in acme/shop',
      'gains acme/payments/ci: editor in acme/shop +0: 15, first repo.create (granted)',
      'added role binding acme/payments/ci is editor in acme/shop',
    ],
  },
  {
    ...change('outsiders-more', ci(anyOwner), ci({ subject_pattern: '^repo:.*:ref:refs/heads/main$' })),
    says: [
      'changed',
      'high outsider-can-assume: acme/payments/ci',
      'medium claim-widened: acme/payments/ci',
      'assume acme/payments/ci: wider',
      'changed identity acme/payments/ci (claim_match.subject_pattern)',
    ],
  },
  {
    // A manual change first; the configuration then equals it.
    ...change('drift-opens', base, ci({ subject_pattern: '^repo:.*$' })),
    meanwhile: async (_, call) => {
      const found = (await call('GET', 'identities?name=ci')) as unknown as { identities: { uid: string }[] };
      await call('PATCH', `identities/${found.identities[0]?.uid}?updateMask=claim_match`, {
        claimMatch: { issuer: main.issuer, subjectPattern: '^repo:.*$' },
      });
    },
    says: [
      'changed',
      'high drift: acme/payments/ci',
      'drift changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
    ],
  },
  {
    ...change('groups-claim-changed', staff({ groups_claim: 'groups' }), staff({ groups_claim: 'nickname' })),
    says: [
      'changed',
      'high sign-in-opened: identity provider staff in acme',
      'changed identity provider identity provider staff in acme (oidc.groups_claim)',
    ],
  },
  {
    ...change('provisioner-elsewhere', base, {
      ...base,
      resource: { terraform_data: { lab: { input: 'x', provisioner: [{ 'local-exec': { command: 'echo done' } }] } } },
    }),
    says: ['changed', 'high runs-code: terraform_data.lab', 'others 1 terraform_data', 'others 1 provisioner'],
  },
  {
    ...change('keys-of-a-platform', base, {
      ...base,
      identities: {
        ...identities,
        cluster: {
          ...{ group_uid: group('shop'), name: 'cluster' },
          static_keys: { ...main, issuer_keys: keys, expiration_time: '2027-05-31T00:00:00Z' },
        },
      },
      bindings: { ...bindings, cluster_owns: bind('cluster', 'owner', group('shop')) },
    }),
    says: [
      'changed',
      'high owner-gained: acme/shop/cluster in acme/shop',
      'high outsider-can-assume: acme/shop/cluster',
      'gains acme/shop/cluster: owner in acme/shop +0: 42, first role_bindings.create (granted)',
      'assume acme/shop/cluster: added',
      'added identity acme/shop/cluster',
      'added role binding acme/shop/cluster is owner in acme/shop',
    ],
  },
  {
    name: 'described-elsewhere',
    seed: {
      groups: [
        { uid: ACME, name: 'acme', roles: [{ name: 'helper', uid: HELPER, capabilities: ['role_bindings.create'] }] },
      ],
    },
    elsewhere: {
      groups: [{ uid: ACME, name: 'acme', roles: [{ name: 'helper', uid: HELPER, capabilities: ['groups.list'] }] }],
    },
    stacks: one(
      stack({
        ...base,
        ...elsewhere,
        data: {
          platform_role: {
            ...{ viewer: { name: 'viewer' }, editor: { name: 'editor' } },
            helper: { name: 'helper', group_uid: ACME, provider: 'platform.elsewhere' },
          },
        },
        bindings: { ...bindings, ci_helps: bind('ci', 'helper', group('shop')) },
      }),
      stack(base),
    ),
    says: [
      'unjudged',
      'problem platform_group.checkout (main) and data.platform_role.helper (main) describe ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e, but their providers use different services (base_url). If the services are the same, use the same text for base_url.',
      'low access-gained: acme/payments/ci in acme/shop',
      'gains acme/payments/ci: acme/helper in acme/shop +0: 1, first groups.list (granted)',
      'added role binding acme/payments/ci is acme/helper in acme/shop',
    ],
  },
];
