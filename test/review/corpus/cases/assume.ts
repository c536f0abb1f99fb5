/** Cases about trust policies. */
import { type CorpusCase, claims, type Parts, group, identities, base, change } from '../parts';

const changedIdentity = (name: string, before: object, after: object): CorpusCase =>
  change(
    name,
    { ...base, identities: { ...identities, ci: { ...identities.ci, ...before } } },
    { ...base, identities: { ...identities, ci: { ...identities.ci, ...after } } },
  );

const keys = (x: string) => JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x }] });
const cluster = (issuer_keys: string, expiration_time: string) => ({
  ...{ group_uid: group('shop'), name: 'cluster' },
  static_keys: { issuer: 'https://cluster.internal', subject: 'deploy', issuer_keys, expiration_time },
});
const withCluster = (one: object): Parts => ({ ...base, identities: { ...identities, cluster: one } });
const [KEY, OTHER_KEY] = [
  keys('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
  keys('mTMfBZc5PiLPnLKNIpYWk7xLz6rZkSYhvRzqRKFYbXA'),
];

export const assumeCases: readonly CorpusCase[] = [
  {
    ...changedIdentity('claim-any-branch', {}, claims({ subject_pattern: '^repo:acme/shop:ref:refs/heads/.+$' })),
    says: [
      'changed',
      'medium claim-widened: acme/payments/ci',
      'assume acme/payments/ci: wider',
      'changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
    ],
  },
  {
    ...changedIdentity(
      'claim-anybody',
      claims({ subject_pattern: '^repo:acme/.*$' }),
      claims({ subject_pattern: '^repo:acme.*$' }),
    ),
    says: [
      'changed',
      'high outsider-can-assume: acme/payments/ci',
      'medium claim-widened: acme/payments/ci',
      'assume acme/payments/ci: wider',
      'changed identity acme/payments/ci (claim_match.subject_pattern)',
    ],
  },
  {
    ...changedIdentity(
      'claim-rewritten',
      claims({ subject_pattern: '^repo:acme/(shop|till):ref:refs/heads/main$' }),
      claims({ subject_pattern: '^repo:acme/till:ref:refs/heads/main$|^repo:acme/shop:ref:refs/heads/main$' }),
    ),
    says: [
      'changed',
      'assume acme/payments/ci: equal',
      'changed identity acme/payments/ci (claim_match.subject_pattern)',
    ],
  },
  {
    ...changedIdentity(
      'claim-exact-to-pattern',
      {},
      claims({ subject_pattern: '^repo:acme/shop:ref:refs/heads/main$' }),
    ),
    says: [
      'changed',
      'assume acme/payments/ci: equal',
      'changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
    ],
  },
  {
    ...change('issuer-swapped', base, {
      ...base,
      identities: {
        ...identities,
        deployer: {
          ...identities.deployer,
          claim_match: { issuer: 'https://tokens.example.net', subject: 'repo:acme/deploy:environment:production' },
        },
      },
    }),
    says: [
      'changed',
      'high outsider-can-assume: acme/deployer',
      'medium claim-widened: acme/deployer',
      'assume acme/deployer: disjoint',
      'changed identity acme/deployer (claim_match.issuer)',
    ],
  },
  {
    ...change(
      'keys-swapped',
      withCluster(cluster(KEY, '2027-01-31T00:00:00Z')),
      withCluster(cluster(OTHER_KEY, '2027-01-31T00:00:00Z')),
    ),
    says: [
      'changed',
      'high outsider-can-assume: acme/shop/cluster',
      'medium claim-widened: acme/shop/cluster',
      'assume acme/shop/cluster: different method',
      'changed identity acme/shop/cluster (static_keys.issuer_keys)',
    ],
  },
  {
    ...change(
      'keys-longer',
      withCluster(cluster(KEY, '2027-01-31T00:00:00Z')),
      withCluster(cluster(KEY, '2027-05-31T00:00:00Z')),
    ),
    says: [
      'changed',
      'medium claim-widened: acme/shop/cluster',
      'assume acme/shop/cluster: wider',
      'changed identity acme/shop/cluster (static_keys.expiration_time)',
    ],
  },
  {
    ...change('static-keys', base, {
      ...base,
      identities: {
        ...identities,
        cluster: {
          group_uid: group('shop'),
          name: 'cluster',
          static_keys: {
            issuer: 'https://cluster.internal',
            subject: 'system:serviceaccount:shop:deploy',
            issuer_keys: JSON.stringify({
              keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
            }),
          },
        },
      },
    }),
    says: [
      'changed',
      'high outsider-can-assume: acme/shop/cluster',
      'assume acme/shop/cluster: added',
      'added identity acme/shop/cluster',
    ],
  },
];
