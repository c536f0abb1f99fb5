import { type TokenMatch } from '../../../src/claims';
import { buildkite } from '../../../src/claims/issuers/buildkite';
import { UUID, mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [buildkite],
  [
    [
      'buildkite',
      'branch',
      {
        sub: 'organization:planetscale:pipeline:vault-secrets-buildkite-plugin:ref:refs/heads/buildkite-oidc-token-test:commit:750339bffa630404607f73dd8ed2f2c4de3670c7:step:',
        build_branch: 'buildkite-oidc-token-test',
      },
    ],
  ],
);

it.each<[string, TokenMatch, string[]]>([
  [
    'Buildkite: forks, by their branch of that name',
    {
      iss: { exact: 'https://agent.buildkite.com' },
      sub: { pattern: '^organization:acme:pipeline:shop:ref:refs/heads/main:commit:[0-9a-f]+:step:deploy$' },
      pipeline_id: { exact: UUID },
    },
    [`! fork-pull-request organization:acme:pipeline:shop:ref:refs/heads/main:commit:${'a'.repeat(40)}:step:deploy`],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
