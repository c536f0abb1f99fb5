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
