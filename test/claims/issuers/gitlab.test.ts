import { type TokenMatch } from '../../../src/claims';
import { gitlab, gitlabSelfManaged } from '../../../src/claims/issuers/gitlab';
import { mintsDocumentedTokens, reached } from './platform';

mintsDocumentedTokens(
  [gitlab, gitlabSelfManaged],
  [
    [
      'gitlab',
      'branch',
      {
        sub: 'project_path:my-group/my-project:ref_type:branch:ref:feature-branch-1',
        namespace_path: 'my-group',
        ref_path: 'refs/heads/feature-branch-1',
      },
    ],
    [
      'gitlab',
      'tag',
      { sub: 'project_path:agroup/bgroup/myproject:ref_type:tag:ref:v4.2.0', namespace_path: 'agroup/bgroup' },
    ],
    [
      'gitlab-self-managed',
      'branch',
      { iss: 'https://gitlab.example.com', sub: 'project_path:my-group/my-project:ref_type:branch:ref:main' },
    ],
  ],
);

it.each<[string, TokenMatch, string[]]>([
  [
    'GitLab: without the type, a tag of the name of a branch',
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { pattern: '^project_path:acme/shop:ref_type:.*:ref:main$' },
      project_id: { exact: '1' },
    },
    ['any-tag project_path:acme/shop:ref_type:tag:ref:main'],
  ],
  [
    'GitLab: any branch, unless only protected ones count',
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { pattern: '^project_path:acme/shop:ref_type:branch:ref:.*$' },
      project_id: { exact: '1' },
      ref_protected: { exact: 'true' },
    },
    [],
  ],
  [
    'GitLab: a subject without the branch',
    {
      iss: { exact: 'https://gitlab.com' },
      sub: { exact: 'project_path:acme/shop:environment:prod' },
      project_id: { exact: '1' },
    },
    ['any-branch project_path:acme/shop:environment:prod'],
  ],
  [
    'GitLab on a server of your own: forks, if it is old',
    { iss: { exact: 'https://git.acme.example' }, sub: { exact: 'project_path:acme/shop:ref_type:branch:ref:main' } },
    ['! fork-pull-request project_path:acme/shop:ref_type:branch:ref:main'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});
