import type { TokenMatch } from '../../../src/access/claims';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { testMistakes, testOutsiders, testTrusts } from './platform-cases';

const gitLab = { project: 'acme/shop.js', ids: { project: 4321 } };
const gitLabToken = {
  iss: 'https://gitlab.com',
  sub: 'project_path:acme/shop.js:ref_type:branch:ref:main',
  project_id: '4321',
  ref_protected: 'true',
};

testTrusts([
  {
    trust: { gitLab: { ...gitLab, branch: 'main' } },
    policy: {
      claimMatch: {
        issuer: 'https://gitlab.com',
        subject: 'project_path:acme/shop.js:ref_type:branch:ref:main',
        claims: { project_id: '4321', ref_protected: 'true' },
      },
    },
    intended: gitLabToken,
    others: [
      { project_id: '4322' },
      { ref_protected: 'false' },
      { sub: 'project_path:acme/shop.js:ref_type:tag:ref:main' },
      { iss: 'https://gitlab.acme.example' },
    ],
  },
  {
    trust: { gitLab: { ...gitLab, anyBranch: true, audience: 'api.acme.example' } },
    policy: {
      claimMatch: {
        issuer: 'https://gitlab.com',
        audience: 'api.acme.example',
        subjectPattern: '^project_path:acme/shop\\.js:ref_type:branch:ref:.+$',
        claims: { project_id: '4321' },
      },
    },
    intended: { ...gitLabToken, aud: 'api.acme.example', ref_protected: 'false' },
    others: [
      { sub: 'project_path:acme/shopxjs:ref_type:branch:ref:main' },
      { sub: 'project_path:acme/shop.js:ref_type:tag:ref:v1' },
      { aud: 'other' },
    ],
  },
  {
    trust: { gitLab: { ...gitLab, environment: 'production', tag: 'v1' } },
    policy: {
      claimMatch: {
        issuer: 'https://gitlab.com',
        subject: 'project_path:acme/shop.js:ref_type:tag:ref:v1',
        claims: {
          ...{ project_id: '4321', environment: 'production' },
          ...{ ref_protected: 'true', environment_protected: 'true' },
        },
      },
    },
    intended: {
      ...gitLabToken,
      ...{ sub: 'project_path:acme/shop.js:ref_type:tag:ref:v1' },
      ...{ environment: 'production', environment_protected: 'true' },
    },
    others: [{ environment: 'staging' }, { environment_protected: 'false' }],
  },
]);

testOutsiders([
  [
    'a project without id',
    { gitLab: { project: 'acme/shop', branch: 'main', allowBroadSubject: '' } },
    'after its release',
  ],
  [
    'any branch of an old server',
    { gitLab: { ...gitLab, anyBranch: true, issuer: 'https://gitlab.acme.example' } },
    'a merge request from a fork',
  ],
]);

testMistakes([
  ['no job', { gitLab }, 'assumedBy: exactly one of branch, tag, environment, anyBranch must be given, found none'],
  [
    'a branch and a tag',
    { gitLab: { ...gitLab, branch: 'a', tag: 'b' } },
    'assumedBy: at most one of branch, tag, anyBranch can be given, found branch, tag',
  ],
  [
    'any protected branch',
    { gitLab: { ...gitLab, anyBranch: true, protected: true } },
    'assumedBy: anyBranch cannot be combined with environment or protected',
  ],
]);

mintsDocumentedTokens(PLATFORMS.gitLab.issuers, [
  [
    'gitlab',
    'branch',
    {
      sub: 'project_path:my-group/my-project:ref_type:branch:ref:feature-branch-1',
      namespace_path: 'my-group',
      ref_path: 'refs/heads/feature-branch-1',
    },
  ],
  [
    'gitlab',
    'tag',
    { sub: 'project_path:agroup/bgroup/myproject:ref_type:tag:ref:v4.2.0', namespace_path: 'agroup/bgroup' },
  ],
  [
    'gitlab-self-managed',
    'branch',
    { iss: 'https://gitlab.example.com', sub: 'project_path:my-group/my-project:ref_type:branch:ref:main' },
  ],
]);

it.each<[string, TokenMatch, string[]]>([
  [
    'GitLab: without the type, a tag of the name of a branch',
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { pattern: '^project_path:acme/shop:ref_type:.*:ref:main$' },
      project_id: { exact: '1' },
    },
    ['any-tag project_path:acme/shop:ref_type:tag:ref:main'],
  ],
  [
    'GitLab: any branch, unless only protected ones count',
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { pattern: '^project_path:acme/shop:ref_type:branch:ref:.*$' },
      project_id: { exact: '1' },
      ref_protected: { exact: 'true' },
    },
    [],
  ],
  ...['ref:main', 'ref_type:tag'].map((ending): [string, TokenMatch, string[]] => [
    `GitLab: a project that chose another subject, ${ending}`,
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { exact: `project_path:acme/shop:${ending}` },
      project_id: { exact: '1' },
    },
    [`any-tag project_path:acme/shop:${ending}`],
  ]),
  [
    'GitLab: a subject without the branch',
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { exact: 'project_path:acme/shop:environment:prod' },
      project_id: { exact: '1' },
    },
    ['any-branch project_path:acme/shop:environment:prod', 'any-tag project_path:acme/shop:environment:prod'],
  ],
  [
    'GitLab on a server of your own: forks, if it is old',
    { iss: { exact: 'https://git.acme.example' }, sub: { exact: 'project_path:acme/shop:ref_type:branch:ref:main' } },
    ['! fork-pull-request project_path:acme/shop:ref_type:branch:ref:main'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
