import type { TokenMatch } from '../../../src/access/claims';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { testTrusts } from './platform-cases';

testTrusts([
  {
    trust: {
      terraformCloud: {
        ...{ organization: 'acme', project: 'Default Project', workspace: 'shop', runPhase: 'apply' },
        ids: { organization: 'org-0123456789abcdef', workspace: 'ws-0123456789abcdef' },
      },
    },
    policy: {
      claimMatch: {
        issuer: 'https://app.terraform.io',
        subject: 'organization:acme:project:Default Project:workspace:shop:run_phase:apply',
        claims: {
          terraform_organization_id: 'org-0123456789abcdef',
          terraform_workspace_id: 'ws-0123456789abcdef',
        },
      },
    },
    intended: {
      ...{ iss: 'https://app.terraform.io' },
      sub: 'organization:acme:project:Default Project:workspace:shop:run_phase:apply',
      ...{ terraform_organization_id: 'org-0123456789abcdef', terraform_workspace_id: 'ws-0123456789abcdef' },
    },
    others: [
      { sub: 'organization:acme:project:Default Project:workspace:shop:run_phase:plan' },
      { terraform_workspace_id: 'ws-fedcba9876543210' },
    ],
  },
]);

mintsDocumentedTokens(PLATFORMS.terraformCloud.issuers, [
  [
    'terraform-cloud',
    'apply',
    {
      sub: 'organization:my-org:project:Default Project:workspace:my-workspace:run_phase:apply',
      terraform_workspace_name: 'my-workspace',
    },
  ],
  [
    'terraform-enterprise',
    'plan',
    {
      iss: 'https://tfe.acme.example',
      sub: 'organization:my-org:project:Default Project:workspace:my-workspace:run_phase:plan',
    },
  ],
]);

it.each<[string, TokenMatch, string[]]>([
  [
    'HCP Terraform: a plan runs what a pull request says',
    {
      iss: { exact: 'https://app.terraform.io' },
      sub: { pattern: '^organization:acme:project:p:workspace:w:run_phase:.*$' },
      terraform_workspace_id: { exact: 'ws-0123456789abcdef' },
    },
    ['pull-request organization:acme:project:p:workspace:w:run_phase:plan'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
