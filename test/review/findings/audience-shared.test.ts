import { readPlan, reviewPlans } from '../../../src/review';
import { editedPlan, reviewEdit } from '../edited-plan';
import { findingsOfTrust, type ClaimMatch } from './trust-plans';

const trust = (audience: object): ClaimMatch => ({
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1/shop@2:ref:refs/heads/main',
  ...audience,
});

const uuid = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';

test.each([
  ['sts.amazonaws.com', { audience: 'sts.amazonaws.com' }, 'sts.amazonaws.com'],
  [
    'a pattern with it',
    { audience_pattern: '^(sts\\.amazonaws\\.com|https://github\\.com/acme)$' },
    'sts.amazonaws.com',
  ],
  ['any audience', { audience_pattern: '.*' }, ''],
  ['any audience of a domain', { audience_pattern: '^[a-z]+\\.acme\\.example$' }, 'a.acme.example'],
  ['a service that nobody listed', { audience: 'https://secrets.example.net' }, 'https://secrets.example.net'],
  ['the default of another owner', { audience: 'https://github.com/mallory' }, 'https://github.com/mallory'],
  ['the default of another platform', { audience: 'https://buildkite.com/acme' }, 'https://buildkite.com/acme'],
])('%s is not known to be ours alone', (_, audience, text) => {
  const [finding] = findingsOfTrust('audience-shared', trust(audience));
  expect(finding).toMatchObject({ severity: 'medium', subject: 'acme/ci' });
  expect(finding?.reason).toContain(
    `acme/ci accepts tokens for the audience "${text}", which is not known to be yours`,
  );
});

test.each<[string, ClaimMatch]>([
  ['the default of the service', trust({})],
  ['the default of GitHub', trust({ audience: 'https://github.com/acme' })],
  [
    'the default of Buildkite',
    {
      issuer: 'https://agent.buildkite.com',
      subject: `organization:acme:pipeline:shop:ref:refs/heads/main:commit:${'0'.repeat(40)}:step:a`,
      audience: 'https://buildkite.com/acme',
    },
  ],
  [
    'the default of Bitbucket',
    {
      issuer: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      subject_pattern: `^\\{${uuid}\\}:.*$`,
      audience: `ari:cloud:bitbucket::workspace/${uuid}`,
    },
  ],
  [
    'the default of CircleCI',
    { issuer: `https://oidc.circleci.com/org/${uuid}`, subject_pattern: `^org/${uuid}/.*$`, audience: uuid },
  ],
])('%s is none of other services', (_, policy) => {
  expect(findingsOfTrust('audience-shared', policy)).toEqual([]);
});

test.each([
  ['https://platform.acme.example', 0],
  ['https://platform.acme.example/', 1],
])('with a declared audience, %s gives %d finding', (audience, count) => {
  const configuration = { trustedAudiences: ['https://platform.acme.example'] };
  expect(findingsOfTrust('audience-shared', trust({ audience }), { configuration })).toHaveLength(count);
});

test('an audience that was accepted before the change is not new', () => {
  const before = trust({ audience: 'sts.amazonaws.com' });
  const after = { ...before, subject: 'repo:acme@1/web@3:ref:refs/heads/main' };
  expect(findingsOfTrust('audience-shared', after, { before })).toEqual([]);
});

test.each([
  ['https://api.acme.example', 0],
  ['api.acme.example', 0],
  ['https://api.acme.example.net', 1],
  ['https://secrets.example.net', 1],
  ['secrets.example.net', 1],
])(
  'the audience %s gives %d finding if the provider of the identity has the address https://api.acme.example, and another one https://secrets.example.net',
  (audience, count) => {
    const identity = { type: 'identity', in: 'acme', values: { claim_match: trust({ audience }) } };
    const plan = JSON.parse(
      editedPlan({ acme: { type: 'group' } }, { acme: { type: 'group' }, ci: identity }),
    ) as object;
    const source = 'platform-iac.internal/npm/platform';
    const configuration = {
      provider_config: {
        platform: {
          name: 'platform',
          full_name: source,
          expressions: { base_url: { constant_value: 'https://api.acme.example' } },
        },
        'platform.other': {
          ...{ name: 'platform', full_name: source, alias: 'other' },
          expressions: { base_url: { constant_value: 'https://secrets.example.net' } },
        },
      },
      root_module: {
        resources: [
          {
            ...{ address: 'platform_identity.ci', mode: 'managed', type: 'platform_identity', name: 'ci' },
            ...{ provider_config_key: 'platform', expressions: {} },
          },
          {
            ...{ address: 'platform_group.other', mode: 'managed', type: 'platform_group', name: 'other' },
            ...{ provider_config_key: 'platform.other', expressions: {} },
          },
        ],
      },
    };
    const text = JSON.stringify({ ...plan, configuration });
    const { findings } = reviewPlans([{ ...readPlan(text, 'org'), reviews: [] }], {});
    expect(findings.filter(({ id }) => id === 'audience-shared')).toHaveLength(count);
  },
);

test('identities with the same audience are one finding with the entry to paste, and patterns have no entry', () => {
  const identities = (audiences: readonly object[]) =>
    Object.fromEntries(
      audiences.map((audience, index) => [
        `ci${index}`,
        { type: 'identity', in: 'acme', values: { name: `ci${index}`, claim_match: trust(audience) } } as const,
      ]),
    );
  const [aws, any] = [{ audience: 'sts.amazonaws.com' }, { audience_pattern: '.*' }];
  const acme = { acme: { type: 'group' } } as const;
  const { findings } = reviewEdit(acme, { ...acme, ...identities([aws, aws, any, aws, any]) });
  const shared = findings.filter(({ id }) => id === 'audience-shared');
  expect(shared.map(({ affected, cause }) => [affected?.length, cause?.paste])).toEqual([
    [3, '"trustedAudiences": ["sts.amazonaws.com"]'],
    [2, undefined],
  ]);
  expect(shared[0]?.reason).toMatch(
    /^acme\/ci0, acme\/ci1, acme\/ci3 accept tokens for the audience "sts\.amazonaws\.com", which .*\.$/,
  );
});
