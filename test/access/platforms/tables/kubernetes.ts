import fc from 'fast-check';
import { audience, jobs, label, one, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: jobs(
    fc.record({ namespace: label, serviceAccount: label, audience }),
    fc.record({ cluster: fc.record({ project: label, location: fc.constant('europe-west1'), name: label }) }),
    fc.record({
      cluster: fc.record({ region: fc.constant('eu-west-1'), oidcId: fc.stringMatching(/^[0-9A-F]{32}$/) }),
    }),
    fc.record({ issuer: fc.constant('https://k8s.acme.example') }),
  ),
  sentences: [
    [
      /pods|cluster/,
      'https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod',
      'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
      `https://westeurope.oic.prod-aks.azure.com/${one}/${one}/`,
    ],
  ],
};
