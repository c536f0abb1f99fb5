import { type TokenMatch } from '../../../src/claims';
import { eks, gke } from '../../../src/claims/issuers/kubernetes';
import { mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [eks, gke],
  [
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
  ],
);

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
