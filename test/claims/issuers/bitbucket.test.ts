import { bitbucket } from '../../../src/claims/issuers/bitbucket';
import { UUID, mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [bitbucket],
  [
    [
      'bitbucket',
      'step',
      {
        iss: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc',
        sub: `{${UUID}}:{${UUID}}`,
        branchName: 'main',
      },
    ],
  ],
);

const iss = { exact: 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc' };

it('names no branch in its subject: anyone who can push a branch obtains the token of a repository', () => {
  expect(reached({ iss, sub: { pattern: `^\\{${UUID}\\}:.*$` } })).toEqual([
    `any-branch {${UUID}}:{aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa}`,
  ]);
});

it('with a fixed branch: nobody', () => {
  const sub = { pattern: `^\\{${UUID}\\}:.*$` };
  expect(reached({ iss, sub, branchName: { exact: 'main' } })).toEqual([]);
});
