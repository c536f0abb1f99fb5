import type { TokenMatch } from '../../../src/access/claims';
import { UUID, mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { one, testOutsiders, testTrusts, two } from './platform-cases';

const commit = '750339bffa630404607f73dd8ed2f2c4de3670c7';
const buildkite = {
  ...{ organization: 'acme', pipeline: 'shop', branch: 'release+1', forks: 'notBuilt' as const },
  ids: { organization: one, pipeline: two },
};
const buildkiteSubject = 'organization:acme:pipeline:shop:ref:refs/heads/release+1:commit:';

testTrusts([
  {
    trust: { buildkite },
    policy: {
      claimMatch: {
        issuer: 'https://agent.buildkite.com',
        subjectPattern: '^organization:acme:pipeline:shop:ref:refs/heads/release\\+1:commit:[0-9a-f]{40}:step:.*$',
        claims: { organization_id: one, pipeline_id: two },
      },
    },
    intended: {
      ...{ iss: 'https://agent.buildkite.com', sub: `${buildkiteSubject}${commit}:step:` },
      ...{ organization_id: one, pipeline_id: two },
    },
    others: [
      { organization_id: two },
      { pipeline_id: one },
      { sub: `organization:acme:pipeline:shop:ref:refs/heads/releasee1:commit:${commit}:step:` },
      { sub: `organization:acme:pipeline:shop:ref:refs/tags/release+1:commit:${commit}:step:` },
    ],
  },
]);

testOutsiders([
  ['a slug without ids', { buildkite: { ...buildkite, ids: undefined, allowBroadSubject: '' } }, 'after its release'],
  [
    'builds of forks',
    { buildkite: { ...buildkite, forks: 'built' } },
    'anyone who can open a pull request from a fork',
  ],
]);

mintsDocumentedTokens(PLATFORMS.buildkite.issuers, [
  [
    'buildkite',
    'branch',
    {
      sub: 'organization:planetscale:pipeline:vault-secrets-buildkite-plugin:ref:refs/heads/buildkite-oidc-token-test:commit:750339bffa630404607f73dd8ed2f2c4de3670c7:step:',
      build_branch: 'buildkite-oidc-token-test',
    },
  ],
]);

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
