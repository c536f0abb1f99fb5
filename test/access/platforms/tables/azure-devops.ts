import fc from 'fast-check';
import { isTrue, jobs, label, maybe, number, one, ref, slug, two, uuid, type PlatformTable } from '../platform-table';

const azureDevOps = { organization: 'acme', organizationId: one, project: 'shop', pipeline: 'deploy' };
const connection = { organization: 'acme', organizationId: one, project: 'shop', serviceConnection: 'production' };
const iss = `https://vstoken.dev.azure.com/${one}`;
const aud = 'api://AzureADTokenExchange';
const common = { issuer: iss, audience: aud };
const sub = 'p://acme/shop/deploy';
const pipeline = { pipeline: label, projectId: maybe(uuid), pipelineId: maybe(number) };

export const table: PlatformTable = {
  props: jobs(
    fc.record({ organization: slug, organizationId: uuid, project: label }),
    fc.record({ ...pipeline, branch: ref }),
    fc.record({ ...pipeline, tag: ref }),
    fc.record({ ...pipeline, anyBranch: isTrue }),
    fc.record({ serviceConnection: label }),
  ),
  sentences: [[/Azure DevOps/, iss]],
  cases: {
    trusts: [
      {
        trust: { azureDevOps: { ...azureDevOps, branch: 'main', projectId: two, pipelineId: 7 } },
        policy: {
          claimMatch: { ...common, subject: sub, claims: { rpo_ref: 'refs/heads/main', prj_id: two, def_id: '7' } },
        },
        intended: { iss, aud, sub, rpo_ref: 'refs/heads/main', prj_id: two, def_id: '7' },
        others: [
          { rpo_ref: 'refs/pull/1/merge' },
          { rpo_ref: 'refs/tags/main' },
          { prj_id: one },
          { def_id: '8' },
          { sub: 'p://acme/other/deploy' },
          { sub: 'sc://acme/shop/deploy' },
          { iss: `https://vstoken.dev.azure.com/${two}` },
        ],
      },
      {
        trust: { azureDevOps: { ...azureDevOps, tag: 'v1' } },
        policy: { claimMatch: { ...common, subject: sub, claims: { rpo_ref: 'refs/tags/v1' } } },
        intended: { iss, aud, sub, rpo_ref: 'refs/tags/v1' },
        others: [{ rpo_ref: 'refs/heads/v1' }],
      },
      {
        trust: { azureDevOps: { ...azureDevOps, anyBranch: true } },
        policy: { claimMatch: { ...common, subject: sub, claimPatterns: { rpo_ref: '^refs/heads/.+$' } } },
        intended: { iss, aud, sub, rpo_ref: 'refs/heads/topic' },
        others: [{ rpo_ref: 'refs/pull/1/merge' }, { rpo_ref: 'refs/tags/v1' }],
      },
      {
        trust: { azureDevOps: connection },
        policy: { claimMatch: { ...common, subject: 'sc://acme/shop/production' } },
        intended: { iss, aud, sub: 'sc://acme/shop/production' },
        others: [{ sub: 'sc://acme/shop/test' }, { sub: 'p://acme/shop/production' }],
      },
    ],
    mistakes: [
      ['a pipeline without a ref', { azureDevOps }, 'exactly one of branch, tag, anyBranch must be given'],
      ['two refs', { azureDevOps: { ...azureDevOps, branch: 'a', tag: 'b' } }, 'exactly one of branch, tag, anyBranch'],
      [
        'a service connection with a branch',
        { azureDevOps: { ...connection, branch: 'main' } },
        'neither a ref nor ids',
      ],
      [
        'a pipeline and a service connection',
        { azureDevOps: { ...azureDevOps, branch: 'main', serviceConnection: 'production' } },
        'exactly one of pipeline, serviceConnection must be given',
      ],
    ],
    documented: [
      [
        'azure-devops',
        'branch',
        {
          iss: 'https://vstoken.dev.azure.com/0ca3ddd9-f0b0-4635-a98c-5866526961b6',
          sub: 'p://noahstride0304/testing-azure-devops-join/strideynet.azure-devops-testing',
          org_id: '0ca3ddd9-f0b0-4635-a98c-5866526961b6',
          prj_id: '271ef6f7-5998-4b0f-86fb-4b54d9129990',
          def_id: '1',
          rpo_ref: 'refs/heads/main',
        },
      ],
      ['azure-devops', 'connection', { sub: 'sc://ggurgulr0/workload-identity-federation1/mySc' }],
    ],
  },
};
