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
