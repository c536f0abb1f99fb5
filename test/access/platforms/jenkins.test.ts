import { PLATFORMS } from '../../../src/access/trust';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { testMistakes, testTrusts } from './platform-cases';

const url = 'https://jenkins.acme.example';
const jenkins = { url, job: 'shop/main' };
const iss = `${url}/oidc`;
const aud = 'localhost';
const sub = `${url}/job/shop/job/main/`;

testTrusts([
  {
    trust: { jenkins },
    policy: { claimMatch: { issuer: iss, subject: sub } },
    intended: { iss, aud, sub },
    others: [
      { sub: `${url}/job/shop/job/PR-1/` },
      { sub: `${url}/job/shop/` },
      { sub: `${url}/job/shop/job/main/job/x/` },
      { iss: 'https://jenkins.mallory.example/oidc' },
    ],
  },
  {
    trust: { jenkins: { ...jenkins, issuer: `${url}/job/shop/oidc`, audience: 'platform' } },
    policy: { claimMatch: { issuer: `${url}/job/shop/oidc`, audience: 'platform', subject: sub } },
    intended: { iss: `${url}/job/shop/oidc`, aud: 'platform', sub },
    others: [{ aud: 'other' }, { iss }],
  },
]);

testMistakes([
  ['an address with a slash at the end', { jenkins: { ...jenkins, url: `${url}/` } }, 'assumedBy.url must be'],
  ['an address as the job', { jenkins: { ...jenkins, job: `${url}/job/shop` } }, 'assumedBy.job must be'],
  ['an unencrypted address', { jenkins: { ...jenkins, url: 'http://jenkins.acme.example' } }, 'assumedBy.url must be'],
]);

mintsDocumentedTokens(PLATFORMS.jenkins.issuers, [
  ['jenkins', 'job', { iss: 'https://jenkins.acme.com/oidc', sub: 'https://jenkins.acme.com/job/my-job/' }],
  ['jenkins', 'branch', { iss: 'https://jenkins/oidc', sub: 'https://jenkins/job/oidc-folder/job/oidc-job/' }],
]);

it.each<[string, string, string[]]>([
  ['one job', '^https://jenkins\\.acme\\.example/job/shop/job/main/$', []],
  ['one of two jobs', '^https://jenkins\\.acme\\.example/job/shop/job/(main|release)/$', []],
  ['any job outside of folders', '^https://jenkins\\.acme\\.example/job/[^/]+/$', ['same-owner job/b/']],
  [
    'branches with a beginning',
    '^https://jenkins\\.acme\\.example/job/shop/job/release-[^/]*/$',
    ['any-branch job/shop/job/release-a/'],
  ],
  [
    'any job of a multibranch pipeline',
    '^https://jenkins\\.acme\\.example/job/shop/job/[^/]+/$',
    ['! fork-pull-request job/shop/job/MR-1/', 'pull-request job/shop/job/MR-1/', 'any-branch job/shop/job/b/'],
  ],
  [
    'pull requests',
    '^https://jenkins\\.acme\\.example/job/shop/job/PR-[0-9]+/$',
    ['! fork-pull-request job/shop/job/PR-1/', 'pull-request job/shop/job/PR-1/', 'any-branch job/shop/job/PR-1/'],
  ],
])('%s', (_, pattern, expected) => {
  const found = reached({ iss: { exact: iss }, sub: { pattern } });
  expect(found.map((text) => text.replace(`${url}/`, ''))).toEqual(expected);
});
