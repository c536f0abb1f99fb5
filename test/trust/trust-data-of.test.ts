import fc from 'fast-check';
import { Trust, type TrustData } from '../../constructs';
import type { ClaimMatchFields } from '../../src/claims';
import { decide, PLATFORMS, trustDataOf, type Platform, type PlatformName } from '../../src/trust';
import type { Values } from '../../src/api';
import { checkedTrust } from '../../constructs/trust/trust';
import { policyOf, trustProblems } from '../constructs/trust/trusting';

const login = 'https://login.acme.example';
const options = { signInIssuers: [login] };

const name = fc.stringMatching(/^[0-9A-Za-z_][0-9A-Za-z._+-]{0,5}[0-9A-Za-z_]$/);
const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}[a-z0-9]$/);
const slug = fc.stringMatching(/^[a-z0-9]{1,5}(-[0-9a-z]{1,4})?$/);
const ref = fc
  .tuple(name, fc.constantFrom('', '/a', '+(x)', '|b', '$1', '{c}', '.*'))
  .map(([first, rest]) => `${first}${rest}`)
  .filter((one) => !/\.lock$|\.\.|\*/.test(one));
const number = fc.integer({ min: 1, max: 10 ** 9 }).map(String);
const uuid = fc.uuid();
const audience = fc.option(fc.constantFrom('api.acme.example', 'sts'), { nil: undefined });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const path = fc.tuple(label, label).map((names) => names.join('/'));

/** Props with one of several jobs. */
function jobs(props: fc.Arbitrary<object>, ...each: readonly fc.Arbitrary<object>[]): fc.Arbitrary<Values> {
  return fc.tuple(props, fc.oneof(...each)).map(([own, job]) => ({ ...own, ...job }));
}

const file = maybe(fc.subarray(['a.yml', 'b+c.yaml', 'd|e.yml'], { minLength: 1 }));
const fileAtRef = fc.subarray(['a.yml@refs/heads/main', 'b+c.yml@refs/tags/v1'], { minLength: 1 });
const environment = fc.constantFrom('production', 'a:b c', 'x{1}');
const isTrue = fc.constant(true);

/** Props that each platform accepts. */
const platforms: Readonly<Record<PlatformName, fc.Arbitrary<Values>>> = {
  gitHubActions: jobs(
    fc.record({
      repository: fc.tuple(slug, fc.constantFrom('shop', 'shop.js', 'a_b')).map((names) => names.join('/')),
      ids: fc.record({ owner: number, repository: number }),
      immutableSubject: maybe(fc.boolean()),
      issuer: maybe(
        fc.constantFrom(
          'https://token.actions.githubusercontent.com/acme',
          'https://github.acme.example/_services/token',
        ),
      ),
      audience,
    }),
    fc.record({ branch: ref, workflow: file }),
    fc.record({ tag: ref, workflow: file }),
    fc.record({ environment, branch: ref, workflow: file }),
    fc.record({ environment }),
    fc.record({ pullRequest: isTrue }),
    fc.record({ workflow: fileAtRef }),
  ),
  gitLab: jobs(
    fc.record({ project: path, ids: fc.record({ project: number }), audience }),
    fc.record({ branch: ref, environment: maybe(environment), protected: maybe(fc.boolean()) }),
    fc.record({ tag: ref, environment: maybe(environment), protected: maybe(fc.boolean()) }),
    fc.record({ environment, issuer: maybe(fc.constant('https://gitlab.acme.example')) }),
    fc.record({ anyBranch: isTrue, issuer: maybe(fc.constant('https://gitlab.acme.example')) }),
  ),
  kubernetes: jobs(
    fc.record({ namespace: label, serviceAccount: label, audience }),
    fc.record({ cluster: fc.record({ project: label, location: fc.constant('europe-west1'), name: label }) }),
    fc.record({
      cluster: fc.record({ region: fc.constant('eu-west-1'), oidcId: fc.stringMatching(/^[0-9A-F]{32}$/) }),
    }),
    fc.record({ issuer: fc.constant('https://k8s.acme.example') }),
  ),
  googleServiceAccount: fc.record({ uniqueId: fc.stringMatching(/^1[0-9]{20}$/), audience }),
  azureManagedIdentity: fc.record({
    ...{ tenant: uuid, principalId: uuid, audience: fc.constant('api') },
    tokenVersion: maybe(fc.constantFrom(1, 2)),
  }),
  buildkite: fc.record({
    ...{ organization: slug, pipeline: slug, ids: fc.record({ organization: uuid, pipeline: uuid }) },
    ...{ tag: ref, step: maybe(fc.constantFrom('deploy', 'a.b')), audience },
  }),
  circleCi: jobs(
    fc.record({
      ...{ organizationId: uuid, projectId: uuid, audience },
      repository: path.map((one) => `github.com/${one}`),
    }),
    fc.record({ branch: ref }),
    fc.record({ tag: ref }),
    fc.record({ anyBranch: isTrue }),
  ),
  bitbucket: jobs(
    fc.record({ workspace: slug, ids: fc.record({ workspace: uuid, repository: uuid }) }),
    fc.record({ branch: ref, environmentId: maybe(uuid) }),
    fc.record({ environmentId: uuid }),
    fc.record({ anyBranch: isTrue }),
  ),
  terraformCloud: fc.record({
    ...{ organization: slug, project: fc.constantFrom('Default Project', 'a'), workspace: slug },
    runPhase: fc.constantFrom('plan', 'apply'),
    ids: fc.record({
      organization: fc.stringMatching(/^org-[0-9A-Za-z]{16}$/),
      workspace: fc.stringMatching(/^ws-[0-9A-Za-z]{16}$/),
    }),
    issuer: maybe(fc.constant('https://tfe.acme.example')),
    audience,
  }),
  awsRole: jobs(
    fc.record({ account: fc.stringMatching(/^[0-9]{12}$/), role: name }),
    fc.record({ roleId: fc.stringMatching(/^AROA[0-9A-Z]{17}$/) }),
    fc.record({ issuer: fc.constant('https://abc-1.tokens.sts.global.api.aws'), role: path, audience }),
  ),
  spiffe: fc.record({ id: path.map((one) => `spiffe://acme.example/${one}`), issuer: fc.constant(login), audience }),
  person: fc.record({ issuer: fc.constant(login), subject: fc.string({ minLength: 1, maxLength: 8 }), audience }),
};

/** Terraform would evaluate it. */
const expression = /[$%]\{/;

function withoutAbsent(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

test.each(Object.entries(platforms))('%s: the props of a trust policy have exactly this policy', (platform, props) => {
  const typed = PLATFORMS[platform as PlatformName] as Platform<Values>;
  let found = 0;
  fc.assert(
    fc.property(props, (values) => {
      const given = withoutAbsent(values);
      const trust = Trust.of({ [platform]: given } as unknown as TrustData);
      fc.pre(checkedTrust(trust)?.problems.length === 0);
      const policy = policyOf(trust);
      const facts = { owners: typed.owners?.(given) ?? [], ruledOut: typed.ruledOut?.(given) ?? [] };
      const isRejected = Object.keys(decide({ ...typed, decided: policy, ...facts })).length > 0;
      const data = trustDataOf(policy, options);
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
    expect(trustDataOf(policyOf(Trust.of({ person: { issuer: login, subject } })), options)).toBeUndefined();
});

test('the props are those that a person writes', () => {
  const dataOf = (data: TrustData) => trustDataOf(policyOf(Trust.of(data)));
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
  expect(trustDataOf({ claimMatch })).toBeUndefined();
});

test('empty text and empty maps of the API are absent fields, and no other method has a trust', () => {
  const unset = { issuerPattern: '', audience: '', claims: {}, claimPatterns: {} };
  expect(trustDataOf({ claimMatch: { ...main, ...unset } })).toEqual(trustDataOf({ claimMatch: main }));
  expect(trustDataOf({ claimMatch: main })).toHaveProperty('gitHubActions.branch', 'main');
  expect(trustDataOf({})).toBeUndefined();
  expect(trustDataOf({ claimMatch: main, awsIdentity: { awsAccount: '012345678901' } })).toBeUndefined();
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
      const data = trustDataOf(methods, options);
      if (data === undefined) return;
      expect(trustProblems(Trust.of(data))).toEqual([]);
      expect(trustDataOf(policyOf(Trust.of(data)), options)).toEqual(data);
      expect(policyOf(Trust.of(data))).toMatchObject(JSON.parse(JSON.stringify(methods)) as object);
    }),
    { numRuns: 300 },
  );
});
