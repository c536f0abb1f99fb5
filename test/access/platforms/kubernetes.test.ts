import type { TokenMatch } from '../../../src/access/claims';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { one, testMistakes, testTrusts, two } from './platform-cases';

const kubernetes = { namespace: 'shop', serviceAccount: 'deployer' };
const account = 'system:serviceaccount:shop:deployer';

testTrusts([
  {
    trust: { kubernetes: { ...kubernetes, cluster: { project: 'acme-prod', location: 'europe-west1', name: 'prod' } } },
    policy: {
      claimMatch: {
        issuer: 'https://container.googleapis.com/v1/projects/acme-prod/locations/europe-west1/clusters/prod',
        subject: account,
      },
    },
    intended: {
      iss: 'https://container.googleapis.com/v1/projects/acme-prod/locations/europe-west1/clusters/prod',
      sub: account,
    },
    others: [{ sub: 'system:serviceaccount:shop:default' }, { iss: 'https://container.googleapis.com' }],
  },
  {
    trust: {
      kubernetes: { ...kubernetes, cluster: { region: 'eu-west-1', oidcId: '0123456789ABCDEF0123456789ABCDEF' } },
    },
    policy: {
      claimMatch: {
        issuer: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
        subject: account,
      },
    },
    intended: { iss: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF', sub: account },
    others: [{ iss: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDE0' }],
  },
  {
    trust: { kubernetes: { ...kubernetes, cluster: { region: 'westeurope', tenant: one, oidcId: two } } },
    policy: {
      claimMatch: { issuer: `https://westeurope.oic.prod-aks.azure.com/${one}/${two}/`, subject: account },
    },
    intended: { iss: `https://westeurope.oic.prod-aks.azure.com/${one}/${two}/`, sub: account },
    others: [{ iss: `https://westeurope.oic.prod-aks.azure.com/${one}/${two}` }],
  },
  {
    trust: { kubernetes: { ...kubernetes, issuer: 'https://k8s.acme.example', audience: 'api' } },
    policy: { claimMatch: { issuer: 'https://k8s.acme.example', audience: 'api', subject: account } },
    intended: { iss: 'https://k8s.acme.example', aud: 'api', sub: account },
    others: [{ aud: 'kubernetes' }, { sub: 'system:serviceaccount:other:deployer' }],
  },
]);

testMistakes([
  [
    'half a cluster',
    { kubernetes: { ...kubernetes, cluster: { project: 'acme-prod', name: 'prod' } } },
    'assumedBy: cluster must be { project, location, name } on GKE, { region, oidcId } on EKS, or { region, tenant, oidcId } on AKS',
  ],
  [
    'a wildcard',
    { kubernetes: { ...kubernetes, serviceAccount: '*', issuer: 'https://k8s.acme.example' } },
    'assumedBy.serviceAccount must be the name of one account, without wildcards',
  ],
]);

mintsDocumentedTokens(PLATFORMS.kubernetes.issuers, [
  [
    'aks',
    'account',
    {
      iss: `https://eastus.oic.prod-aks.azure.com/${one}/${two}/`,
      sub: 'system:serviceaccount:default:workload-identity-sa',
    },
  ],
  [
    'gke',
    'account',
    {
      iss: 'https://container.googleapis.com/v1/projects/my-project/locations/us-central1/clusters/my-cluster',
      sub: 'system:serviceaccount:default:my-service-account',
    },
  ],
  [
    'eks',
    'account',
    {
      iss: 'https://oidc.eks.us-east-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
      sub: 'system:serviceaccount:kube-system:aws-node',
    },
  ],
]);

it.each<[string, TokenMatch, string[]]>([
  [
    'EKS: any account of the namespace',
    {
      iss: { exact: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF' },
      sub: { pattern: '^system:serviceaccount:shop:.*$' },
    },
    ['same-owner system:serviceaccount:shop:b', 'same-owner system:serviceaccount:shop:default'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
