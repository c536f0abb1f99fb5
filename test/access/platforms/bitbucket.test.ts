import { UUID, mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { one, testMistakes, testTrusts, two } from './platform-cases';

testTrusts([
  {
    trust: { bitbucket: { workspace: 'acme', branch: 'main', ids: { workspace: one, repository: two } } },
    policy: {
      claimMatch: {
        issuer: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
        audience: `ari:cloud:bitbucket::workspace/${one}`,
        subjectPattern: `^\\{${two}\\}:\\{[0-9a-f-]{36}\\}$`,
        claims: { branchName: 'main' },
      },
    },
    intended: {
      iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      ...{ aud: `ari:cloud:bitbucket::workspace/${one}`, sub: `{${two}}:{${one}}`, branchName: 'main' },
    },
    others: [{ sub: `{${one}}:{${one}}` }, { branchName: 'feature' }, { aud: `ari:cloud:bitbucket::workspace/${two}` }],
  },
  {
    trust: {
      bitbucket: { workspace: 'acme', environmentId: one, ids: { workspace: one, repository: two }, audience: 'api' },
    },
    policy: {
      claimMatch: {
        issuer: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
        audience: 'api',
        subjectPattern: `^\\{${two}\\}:\\{${one}\\}:\\{[0-9a-f-]{36}\\}$`,
      },
    },
    intended: {
      iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      ...{ aud: 'api', sub: `{${two}}:{${one}}:{${two}}` },
    },
    others: [{ sub: `{${two}}:{${two}}:{${two}}` }, { sub: `{${two}}:{${one}}` }],
  },
]);

testMistakes([
  [
    'braces',
    { bitbucket: { workspace: 'acme', anyBranch: true, ids: { workspace: `{${one}}`, repository: two } } },
    'assumedBy.ids.workspace must be a UUID in lower case',
  ],
  [
    'no branch',
    { bitbucket: { workspace: 'acme', ids: { workspace: one, repository: two } } },
    'assumedBy: exactly one of branch, environmentId, anyBranch must be given, found none',
  ],
  [
    'two of three',
    { bitbucket: { workspace: 'acme', anyBranch: true, branch: 'main', ids: { workspace: one, repository: two } } },
    'assumedBy: anyBranch cannot be combined with branch or environmentId',
  ],
]);

mintsDocumentedTokens(PLATFORMS.bitbucket.issuers, [
  [
    'bitbucket',
    'step',
    {
      iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
      sub: `{${UUID}}:{${UUID}}`,
      branchName: 'main',
    },
  ],
]);

const iss = { exact: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc' };

it('names no branch in its subject: anyone who can push a branch obtains the token of a repository', () => {
  expect(reached({ iss, sub: { pattern: `^\\{${UUID}\\}:.*$` } })).toEqual([
    `any-branch {${UUID}}:{aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa}`,
    `any-branch {${UUID}}:{aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaab}:{aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa}`,
  ]);
});

it('with a fixed branch: nobody', () => {
  const sub = { pattern: `^\\{${UUID}\\}:.*$` };
  expect(reached({ iss, sub, branchName: { exact: 'main' } })).toEqual([]);
});
