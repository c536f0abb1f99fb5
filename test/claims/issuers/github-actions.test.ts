import { obtainableTokens, type OutsiderOptions, type TokenMatch } from '../../../src/claims';
import {
  githubActions,
  githubEnterpriseCloud,
  githubEnterpriseServer,
} from '../../../src/claims/issuers/github-actions';
import { mintsDocumentedTokens, reached } from './platform';

const gitHub = { exact: 'https://token.actions.githubusercontent.com' };

mintsDocumentedTokens(
  [githubActions, githubEnterpriseCloud, githubEnterpriseServer],
  [
    [
      'github-actions',
      'branch',
      { sub: 'repo:octo-org/octo-repo:ref:refs/heads/demo-branch', repository: 'octo-org/octo-repo' },
    ],
    ['github-actions', 'tag', { sub: 'repo:octo-org/octo-repo:ref:refs/tags/demo-tag', ref_type: 'tag' }],
    ['github-actions', 'pullRequest', { sub: 'repo:octo-org/octo-repo:pull_request' }],
    ['github-actions', 'environment', { sub: 'repo:octo-org/octo-repo:environment:Production%3AV1' }],
    ['github-actions', 'immutableBranch', { sub: 'repo:octo-org@123456/octo-repo@456789:ref:refs/heads/main' }],
    ['github-actions', 'customOwner', { sub: 'repository_owner:monalisa:repository_visibility:private' }],
    ['github-actions', 'customFullName', { sub: 'repository:octo-org/octo-repo:ref:refs/heads/main' }],
    ['github-actions', 'customRepositoryLater', { sub: 'environment:production:repo:octo-org/octo-repo' }],
    ['github-actions', 'custom', { sub: 'environment:production:runner_environment:github-hosted' }],
    [
      'github-actions',
      'custom',
      { sub: 'job_workflow_ref:octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main' },
    ],
    [
      'github-enterprise-cloud',
      'branch',
      {
        iss: 'https://token.actions.githubusercontent.com/octocat-inc',
        sub: 'repo:octocat-inc/private-server:ref:refs/heads/main',
        enterprise: 'octocat-inc',
      },
    ],
    [
      'github-enterprise-server',
      'branch',
      { iss: 'https://github.example.com/_services/token', sub: 'repo:octo-org/octo-repo:ref:refs/heads/main' },
    ],
  ],
);

describe('GitHub Actions', () => {
  const ofSubject = (sub: TokenMatch[string], options?: OutsiderOptions) => reached({ iss: gitHub, sub }, options);

  it('one branch, exactly: nobody but who takes the name when it is free', () => {
    const expected = ['! recycled-name repo:acme/shop:ref:refs/heads/main'];
    expect(ofSubject({ exact: 'repo:acme/shop:ref:refs/heads/main' })).toEqual(expected);
    expect(ofSubject({ pattern: '^repo:acme/shop:ref:refs/heads/(main|release)$' })).toEqual(expected);
  });

  it('with ids: nobody', () => {
    expect(ofSubject({ exact: 'repo:acme@12/shop@34:ref:refs/heads/main' })).toEqual([]);
    const pinned = { repository_owner_id: { exact: '12' } };
    expect(reached({ iss: gitHub, sub: { exact: 'repo:acme/shop:ref:refs/heads/main' }, ...pinned })).toEqual([]);
  });

  it('any branch: who may push one, and pull requests', () => {
    expect(ofSubject({ pattern: '^repo:acme/shop:.*$' })).toEqual([
      '! recycled-name repo:acme/shop:ref:refs/heads/a',
      'pull-request repo:acme/shop:pull_request',
      'any-branch repo:acme/shop:ref:refs/heads/b',
      'any-branch repo:acme/shop:environment:a',
      'any-tag repo:acme/shop:ref:refs/tags/a',
    ]);
  });

  it('any repository of the owner: those too', () => {
    expect(ofSubject({ pattern: '^repo:acme/.*:ref:refs/heads/main$' })).toEqual([
      'same-owner repo:acme/b:ref:refs/heads/main',
      '! recycled-name repo:acme/a:ref:refs/heads/main',
    ]);
  });

  it('a forgotten slash: anyone with a name of the same beginning', () => {
    expect(ofSubject({ pattern: '^repo:acme.*:ref:refs/heads/main$' })).toContain(
      '! anybody repo:acmea@2/a@2:ref:refs/heads/main',
    );
  });

  it('a pattern that accepts no ids: anyone whose repository is older than ids in subjects', () => {
    expect(ofSubject({ pattern: '^repo:acme[a-z]*/[a-z]+:ref:refs/heads/main$' })).toContain(
      '! anybody repo:acmea/a:ref:refs/heads/main',
    );
  });

  it('a pattern without ^: anyone with a name of the same end, or a branch of that name', () => {
    const pattern = 'acme/shop:ref:refs/heads/main';
    expect(ofSubject({ pattern })).toContain('! anybody repo:aacme/shop:ref:refs/heads/main');
    expect(ofSubject({ pattern }, { anchored: true })).toEqual([]);
    expect(ofSubject({ pattern: '/acme/shop' })).toEqual(
      expect.arrayContaining(['! anybody repo:b@2/a@2:ref:refs/heads/acme/shop']),
    );
  });

  it('listed owners: anyone else, in upper or lower case', () => {
    const two = { pattern: '^repo:(acme|acme-labs)/shop:ref:refs/heads/main$' };
    const outsiders = (owners?: string[]) =>
      ofSubject(two, owners && { owners }).filter((one) => one.startsWith('! any'));
    expect(outsiders()).toEqual([]);
    expect(outsiders(['ACME', 'acme-labs'])).toEqual([]);
    expect(outsiders(['acme'])).toEqual(['! anybody repo:acme-labs/shop:ref:refs/heads/main']);
    const anyCase = { pattern: '^(?i)repo:acme/shop:ref:refs/heads/main$' };
    expect(ofSubject(anyCase).filter((one) => one.startsWith('! any'))).toEqual([]);
  });

  it('further claims are of the same token: who has another owner has no repository of this one', () => {
    const sub = { pattern: '^repo:.*:ref:refs/heads/main$' };
    expect(reached({ iss: gitHub, sub, repository_owner: { exact: 'acme' } })).toEqual([
      'same-owner repo:acme/b:ref:refs/heads/main',
      '! recycled-name repo:acme/a:ref:refs/heads/main',
    ]);
    const { obtainable } = obtainableTokens({
      iss: gitHub,
      sub,
      repository: { pattern: '.*' },
      ref: { pattern: '.*' },
    });
    expect(obtainable[0]).toMatchObject({
      reach: 'anybody',
      token: { sub: 'repo:b@2/a@2:ref:refs/heads/main', repository: 'b/a', ref: 'refs/heads/main' },
      assumed: [],
    });
  });

  it('an unknown claim is assumed and reported', () => {
    const match = { iss: gitHub, sub: { pattern: '^repo:' }, mystery: { exact: 'x' } };
    expect(obtainableTokens(match).obtainable[0]).toMatchObject({ assumed: ['mystery'], token: { mystery: 'x' } });
    expect(obtainableTokens({ ...match, mystery: { pattern: 'a^b' } }).obtainable).toEqual([]);
  });

  it('a subject of one claim: anybody may have theirs put together like that', () => {
    const sub = 'job_workflow_ref:acme/workflows/.github/workflows/deploy.yml@refs/heads/main';
    expect(ofSubject({ exact: sub })).toEqual([`! anybody ${sub}`]);
    expect(ofSubject({ exact: 'repository_owner:acme' })).toEqual([
      'same-owner repository_owner:acme',
      '! recycled-name repository_owner:acme',
    ]);
  });

  it('an environment says nothing of the branch', () => {
    expect(ofSubject({ exact: 'repo:acme/shop:environment:production' })).toEqual([
      '! recycled-name repo:acme/shop:environment:production',
      'any-branch repo:acme/shop:environment:production',
    ]);
  });

  it('a name that is too long for an owner is no way', () => {
    expect(ofSubject({ pattern: `^repo:acme[a-z]{40}/shop:ref:refs/heads/main$` })).toEqual([]);
  });
});
