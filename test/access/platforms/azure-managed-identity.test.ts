import { PLATFORMS } from '../../../src/access/trust';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { one, testOutsiders, testTrusts, two } from './platform-cases';

testTrusts([
  {
    trust: { azureManagedIdentity: { tenant: one, principalId: two, audience: 'api' } },
    policy: {
      claimMatch: { issuer: `https://login.microsoftonline.com/${one}/v2.0`, audience: 'api', subject: two },
    },
    intended: { iss: `https://login.microsoftonline.com/${one}/v2.0`, aud: 'api', sub: two },
    others: [{ sub: one }, { iss: `https://login.microsoftonline.com/${two}/v2.0` }, { aud: 'other' }],
  },
  {
    trust: { azureManagedIdentity: { tenant: one, principalId: two, audience: 'api://platform', tokenVersion: 1 } },
    policy: {
      claimMatch: { issuer: `https://sts.windows.net/${one}/`, audience: 'api://platform', subject: two },
    },
    intended: { iss: `https://sts.windows.net/${one}/`, aud: 'api://platform', sub: two },
    others: [{ iss: `https://sts.windows.net/${one}` }],
  },
]);

testOutsiders([
  [
    'the tenant of all consumer accounts',
    {
      azureManagedIdentity: { tenant: '9188040d-6c67-4c5b-b112-36a304b66dad', principalId: one, audience: 'api' },
    },
    'a consumer account of Microsoft',
  ],
]);

mintsDocumentedTokens(PLATFORMS.azureManagedIdentity.issuers, [
  [
    'entra',
    'first',
    {
      iss: 'https://sts.windows.net/fa15d692-e9c7-4460-a743-29f29522229f/',
      tid: 'fa15d692-e9c7-4460-a743-29f29522229f',
      ...{ sub: '690222be-ff1a-4d56-abd1-7e4f7d38e474', oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474', ver: '1.0' },
    },
  ],
  [
    'microsoft-consumers',
    'account',
    {
      iss: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
    },
  ],
]);

it('Microsoft: anyone with an account, also if the rule names one account', () => {
  const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
  const iss = { exact: `https://login.microsoftonline.com/${tenant}/v2.0` };
  expect(reached({ iss, sub: { exact: 'AAAA' } })).toEqual(['! anybody AAAA']);
  expect(reached({ iss, sub: { exact: 'AAAA' }, tid: { exact: 'another' } })).toEqual([]);
});
