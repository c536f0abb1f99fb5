import { type TokenMatch } from '../../../src/claims';
import { circleci } from '../../../src/claims/issuers/circleci';
import { UUID, mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [circleci],
  [
    [
      'circleci',
      'first',
      { iss: `https://oidc.circleci.com/org/${UUID}`, sub: `org/${UUID}/project/${UUID}/user/${UUID}` },
    ],
    [
      'circleci',
      'branch',
      {
        sub: `org/${UUID}/project/${UUID}/user/${UUID}/vcs-origin/github.com/organization-123/repo-1/vcs-ref/refs/heads/main`,
        'oidc.circleci.com/vcs-origin': 'github.com/organization-123/repo-1',
      },
    ],
  ],
);

it.each<[string, TokenMatch, string[]]>([
  [
    'CircleCI: the first format names no origin',
    {
      iss: { exact: `https://oidc.circleci.com/org/${UUID}` },
      sub: { exact: `org/${UUID}/project/${UUID}/user/${UUID}` },
    },
    [
      `! fork-pull-request org/${UUID}/project/${UUID}/user/${UUID}`,
      `any-branch org/${UUID}/project/${UUID}/user/${UUID}`,
    ],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
