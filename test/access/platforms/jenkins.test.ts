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
