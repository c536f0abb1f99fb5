import { type TokenMatch } from '../../../src/claims';
import { terraformCloud } from '../../../src/claims/issuers/terraform-cloud';
import { mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [terraformCloud],
  [
    [
      'terraform-cloud',
      'apply',
      {
        sub: 'organization:my-org:project:Default Project:workspace:my-workspace:run_phase:apply',
        terraform_workspace_name: 'my-workspace',
      },
    ],
  ],
);

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
