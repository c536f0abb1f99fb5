import fc from 'fast-check';
import { Trust, type TrustData } from '../../../constructs';
import type { ClaimMatchFields } from '../../../src/access/claims';
import { decide, PLATFORMS, findTrustData, type Platform } from '../../../src/access/trust';
import type { Values } from '../../../src/model/api';
import { checkedTrust } from '../../../constructs/trust/trust';
import { policyOf, trustProblems } from '../../constructs/trust/trusting';
import { login, readTables } from '../platforms/platform-table';

const options = { signInIssuers: [login] };

/** Terraform would evaluate it. */
const expression = /[$%]\{/;

function withoutAbsent(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

test.each(readTables())('%s: the props of a trust policy have exactly this policy', (platform, { props }) => {
  const typed = PLATFORMS[platform] as Platform<Values>;
  let found = 0;
  fc.assert(
    fc.property(props, (values) => {
      const given = withoutAbsent(values);
      const trust = Trust.of({ [platform]: given } as unknown as TrustData);
      fc.pre(checkedTrust(trust)?.problems.length === 0);
      const policy = policyOf(trust);
      const facts = { owners: typed.owners?.(given) ?? [], ruledOut: typed.ruledOut?.(given) ?? [] };
      const isRejected = Object.keys(decide({ ...typed, decided: policy, ...facts })).length > 0;
      const data = findTrustData(policy, options);
      if (isRejected || expression.test(JSON.stringify(given))) {
        expect(data).toBeUndefined();
        return;
      }
      found += 1;
      expect(policyOf(Trust.of(data!))).toEqual(policy);
      const [[, shortest] = ['', {}]] = Object.entries(data!);
      expect(Object.keys(shortest).length).toBeLessThanOrEqual(Object.keys(given).length);
    }),
    { numRuns: 15, maxSkipsPerRun: 10 },
  );
  expect(found).toBeGreaterThan(3);
});

test('a policy with an expression of Terraform has no props', () => {
  for (const subject of ['${ada}', '%{ada}'])
    expect(findTrustData(policyOf(Trust.of({ person: { issuer: login, subject } })), options)).toBeUndefined();
});

test('the props are those that a person writes', () => {
  const dataOf = (data: TrustData) => findTrustData(policyOf(Trust.of(data)));
  const ids = { owner: 1234, repository: 7890 };
  const deploy: TrustData = { gitHubActions: { repository: 'acme/shop', branch: 'main', workflow: 'deploy.yml', ids } };
  expect(dataOf(deploy)).toEqual(deploy);
  const given: TrustData = {
    gitLab: {
      project: 'acme/shop',
      branch: 'main',
      protected: true,
      ids: { project: '4321' },
      issuer: 'https://gitlab.com',
    },
  };
  expect(dataOf(given)).toEqual({ gitLab: { project: 'acme/shop', branch: 'main', ids: { project: 4321 } } });
});

const main = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
};
const workspace = 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc';
const buildkite = '^organization:acme:pipeline:shop:ref:refs/heads/main:commit:[0-9a-f]{40}:step:.*$';
const id = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';

test.each<[string, ClaimMatchFields]>([
  ['another claim', { ...main, claims: { actor: 'ada' } }],
  ['a claim without text', { ...main, claims: { actor: '' } }],
  ['another pattern', { ...main, claimPatterns: { actor: '^ada$' } }],
  ['a pattern of audiences', { ...main, audiencePattern: '^api$' }],
  ['a wider pattern', { issuer: main.issuer, subjectPattern: '^repo:acme@1234/shop@7890:.+$' }],
  ['a name without ids', { ...main, subject: 'repo:acme/shop:ref:refs/heads/main' }],
  ['an expression of Terraform', { ...main, subject: 'repo:acme@1234/shop@7890:ref:refs/heads/${x}' }],
  ['a field that no trust has', { ...main, more: 'text' } as ClaimMatchFields],
  ['an unknown issuer', { issuer: 'https://login.acme.example', subject: 'ada' }],
  [
    'a branch of Buildkite, because the builds of forks are unknown',
    {
      ...{ issuer: 'https://agent.buildkite.com', subjectPattern: buildkite },
      claims: { organization_id: id, pipeline_id: id },
    },
  ],
  [
    'an audience of Bitbucket without the id of the workspace',
    { issuer: workspace, audience: 'api', subjectPattern: `^\\{${id}\\}:\\{[0-9a-f-]{36}\\}$` },
  ],
])('no trust has %s', (_, claimMatch) => {
  expect(findTrustData({ claimMatch })).toBeUndefined();
});

test('empty text and empty maps of the API are absent fields, and no other method has a trust', () => {
  const unset = { issuerPattern: '', audience: '', claims: {}, claimPatterns: {} };
  expect(findTrustData({ claimMatch: { ...main, ...unset } })).toEqual(findTrustData({ claimMatch: main }));
  expect(findTrustData({ claimMatch: main })).toHaveProperty('gitHubActions.branch', 'main');
  expect(findTrustData({})).toBeUndefined();
  expect(findTrustData({ claimMatch: main, awsIdentity: { awsAccount: '012345678901' } })).toBeUndefined();
});

test('any other trust policy has no trust, or one with exactly this policy', () => {
  const fragments = [
    '^',
    '$',
    'repo:acme@1/shop@2:',
    'ref:refs/heads/main',
    '.+',
    '\\.',
    '(a|b)',
    ':',
    'main',
    '|',
    '\\',
  ];
  const text = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.array(fc.constantFrom(...fragments)).map((all) => all.join('')),
  );
  const keys = fc.constantFrom('workflow_ref', 'ref', 'project_id', '__proto__');
  const claims = fc.dictionary(keys, text, { maxKeys: 2 });
  const issuer = fc.oneof(fc.constantFrom(main.issuer, 'https://gitlab.com', 'https://agent.buildkite.com'), text);
  const claimMatch = fc.record(
    { issuer, subject: text, subjectPattern: text, audience: text, claims, claimPatterns: claims },
    { requiredKeys: [] },
  );
  const awsIdentity = fc.record({ awsAccount: text, arnPattern: text, userIdPattern: text }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.record({ claimMatch, awsIdentity }, { requiredKeys: [] }), (methods) => {
      const data = findTrustData(methods, options);
      if (data === undefined) return;
      expect(trustProblems(Trust.of(data))).toEqual([]);
      expect(findTrustData(policyOf(Trust.of(data)), options)).toEqual(data);
      expect(policyOf(Trust.of(data))).toMatchObject(JSON.parse(JSON.stringify(methods)) as object);
    }),
    { numRuns: 300 },
  );
});
