import type { TokenMatch } from '../../../src/access/claims';
import { UUID, mintsDocumentedTokens, reached } from './issuer-cases';
import { PLATFORMS } from '../../../src/access/trust';
import { one, testMistakes, testTrusts, two } from './platform-cases';

testTrusts([
  {
    trust: {
      circleCi: { organizationId: one, projectId: two, repository: 'github.com/acme/shop', branch: 'main' },
    },
    policy: {
      claimMatch: {
        ...{ issuer: `https://oidc.circleci.com/org/${one}`, audience: one },
        subjectPattern: `^org/${one}/project/${two}/user/[0-9a-f-]{36}/vcs-origin/github\\.com/acme/shop/vcs-ref/refs/heads/main$`,
      },
    },
    intended: {
      ...{ iss: `https://oidc.circleci.com/org/${one}`, aud: one },
      sub: `org/${one}/project/${two}/user/${two}/vcs-origin/github.com/acme/shop/vcs-ref/refs/heads/main`,
    },
    others: [
      { sub: `org/${one}/project/${two}/user/${two}` },
      { sub: `org/${one}/project/${two}/user/${two}/vcs-origin/github.com/mallory/shop/vcs-ref/refs/heads/main` },
      { sub: `org/${one}/project/${two}/user/${two}/vcs-origin/github.com/acme/shop/vcs-ref/refs/tags/main` },
      { sub: `org/${one}/project/${one}/user/${two}/vcs-origin/github.com/acme/shop/vcs-ref/refs/heads/main` },
      { iss: `https://oidc.circleci.com/org/${two}` },
    ],
  },
]);

testMistakes([
  [
    'two refs',
    { circleCi: { organizationId: one, projectId: two, repository: 'github.com/acme/shop', branch: 'a', tag: 'b' } },
    'assumedBy.tag: exactly one of branch, tag, anyBranch must be given, found branch, tag',
  ],
]);

mintsDocumentedTokens(PLATFORMS.circleCi.issuers, [
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
]);

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
