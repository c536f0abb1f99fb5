import type { TokenMatch } from '../../../src/access/claims';
import { obtainableTokens, type OutsiderOptions, PLATFORMS } from '../../../src/access/trust';
import { mintsDocumentedTokens, reached } from './issuer-cases';
import fc from 'fast-check';
import { Trust, type GitHubActionsTrustProps } from '../../../constructs';
import { accepts, claimMatchOf, trustProblems } from '../../constructs/trust/trusting';
import { anyCharacter } from '../../support/any-text';

const iss = 'https://token.actions.githubusercontent.com';
const ids = { owner: 1234, repository: 7890 };
const repository = 'acme/shop';
const numbered = 'repo:acme@1234/shop@7890';

test.each<[string, GitHubActionsTrustProps, object]>([
  ['a branch', { repository, ids, branch: 'main' }, { subject: `${numbered}:ref:refs/heads/main` }],
  ['a tag', { repository, ids, tag: 'v1.2.0' }, { subject: `${numbered}:ref:refs/tags/v1.2.0` }],
  ['pull requests', { repository, ids, pullRequest: true }, { subject: `${numbered}:pull_request` }],
  [
    'an environment',
    { repository, ids, environment: 'Production:V1' },
    { subject: `${numbered}:environment:Production%3AV1` },
  ],
  [
    'an environment on a branch',
    { repository, ids, environment: 'production', branch: 'main', workflow: 'apply.yml' },
    {
      subject: `${numbered}:environment:production`,
      claims: { ref: 'refs/heads/main', workflow_ref: 'acme/shop/.github/workflows/apply.yml@refs/heads/main' },
    },
  ],
  [
    'several workflows',
    { repository, ids, branch: 'main', workflow: ['review.yml', 'drift.yml'] },
    {
      subject: `${numbered}:ref:refs/heads/main`,
      claimPatterns: {
        workflow_ref:
          '^(acme/shop/\\.github/workflows/review\\.yml@refs/heads/main|acme/shop/\\.github/workflows/drift\\.yml@refs/heads/main)$',
      },
    },
  ],
  [
    'a workflow at a ref',
    { repository, ids, workflow: 'deploy.yml@refs/heads/main' },
    {
      subjectPattern: '^repo:acme@1234/shop@7890:.+$',
      claims: { workflow_ref: 'acme/shop/.github/workflows/deploy.yml@refs/heads/main' },
    },
  ],
  [
    'a repository with subjects by name',
    { repository, ids, branch: 'main', immutableSubject: false, audience: 'api' },
    {
      subject: 'repo:acme/shop:ref:refs/heads/main',
      audience: 'api',
      claims: { repository_owner_id: '1234', repository_id: '7890' },
    },
  ],
])('trusts %s', (_, props, expected) => {
  expect(claimMatchOf(Trust.gitHubActions(props))).toEqual({ issuer: iss, ...expected });
  expect(trustProblems(Trust.gitHubActions(props))).toEqual([]);
});

test('GitHub Enterprise Server has subjects by name, and an enterprise has its own issuer', () => {
  const issuer = 'https://github.acme.example/_services/token';
  const trust = Trust.gitHubActions({ repository, ids, branch: 'main', issuer });
  expect(claimMatchOf(trust)).toMatchObject({ issuer, subject: 'repo:acme/shop:ref:refs/heads/main' });
  expect(trustProblems(trust)).toEqual([]);
  expect(trustProblems(Trust.gitHubActions({ repository, ids, branch: 'main', issuer: `${iss}/acme` }))).toEqual([]);
});

test('a name without ids is an error, because others can take it over, unless a reason explains it', () => {
  const props = { repository, branch: 'main' } as unknown as GitHubActionsTrustProps;
  expect(trustProblems(Trust.gitHubActions(props))).toEqual([
    'assumedBy accepts outsiders: anyone who claims the name of the owner after its release can assume the identity with the token ' +
      `{"iss":"${iss}","sub":"repo:acme/shop:ref:refs/heads/main"}. ` +
      'Add ids: `gh api repos/OWNER/NAME --jq ".owner.id, .id"` prints them, or give the reason with allowBroadSubject: \'…\'',
  ]);
  const explained = Trust.gitHubActions({ repository, branch: 'main', allowBroadSubject: 'A public mirror.' });
  expect(trustProblems(explained)).toEqual([]);
});

test.each<[string, object, string]>([
  ['no job', {}, 'assumedBy: exactly one of branch, tag, environment, pullRequest, workflow must be given, found none'],
  ['two refs', { branch: 'main', tag: 'v1' }, 'assumedBy: at most one of branch, tag, pullRequest can be given'],
  [
    'a pull request in an environment',
    { pullRequest: true, environment: 'production' },
    'assumedBy: pullRequest cannot be combined with environment or workflow: anyone who opens one can change both',
  ],
  [
    'a workflow on any branch',
    { workflow: 'deploy.yml' },
    'assumedBy: workflow needs a branch or a tag, because anyone who pushes a branch can change the file there. Add branch, or write `deploy.yml@refs/heads/main`',
  ],
  [
    'two refs of a workflow',
    { branch: 'main', workflow: 'deploy.yml@refs/heads/main' },
    'assumedBy: workflow must have no ref next to branch or tag: write `deploy.yml`',
  ],
  [
    'a wildcard',
    { branch: 'release/*' },
    'assumedBy.branch must be the name of one branch, without refs/heads/ and without wildcards. For several, use claimMatch.subjectPattern (it is "release/*")',
  ],
  [
    'a whole ref',
    { branch: 'refs/heads/main' },
    'assumedBy.branch must be the name of one branch, without refs/heads/ and without wildcards. For several, use claimMatch.subjectPattern (it is "refs/heads/main")',
  ],
  [
    'a URL',
    { repository: 'https://github.com/acme/shop', branch: 'main' },
    'assumedBy.repository must be OWNER/REPOSITORY, for example acme/shop (it is "https://github.com/acme/shop")',
  ],
  ['a typing error', { brnch: 'main' }, 'unknown prop `assumedBy.brnch`; did you mean `assumedBy.branch`?'],
])('%s is an error', (_, props, problem) => {
  expect(trustProblems(Trust.gitHubActions({ repository, ids, ...props } as GitHubActionsTrustProps))).toEqual([
    problem,
  ]);
});

test('accepts the token of the intended job, and no token of another, for any valid names', () => {
  const login = fc.stringMatching(/^[0-9A-Za-z]{1,8}(-[0-9A-Za-z]{1,8})?$/);
  const name = fc.stringMatching(/^[0-9A-Za-z_-][0-9A-Za-z._-]{0,9}$/);
  const number = fc.integer({ min: 1, max: 10 ** 9 });
  const branch = fc
    .stringMatching(/^[0-9A-Za-z()+$|{}]{1,6}([./-][0-9A-Za-z()+$|{}]{1,6})?$/)
    .filter((ref) => !/\.lock$|[$%]\{/.test(ref));
  fc.assert(
    fc.property(login, name, number, number, branch, (owner, repo, ownerId, id, ref) => {
      const trust = Trust.gitHubActions({
        ...{ repository: `${owner}/${repo}`, ids: { owner: ownerId, repository: id } },
        ...{ branch: ref, workflow: ['a.yml', 'b.yml'] },
      });
      const subject = (o: number, r: number, b: string) => `repo:${owner}@${o}/${repo}@${r}:ref:refs/heads/${b}`;
      const file = (b: string, f = 'b.yml') => `${owner}/${repo}/.github/workflows/${f}@refs/heads/${b}`;
      const token = (sub: string, workflow_ref = file(ref)) => accepts(trust, { iss, sub, workflow_ref });
      expect(token(subject(ownerId, id, ref))).toBe('accepted');
      expect(token(subject(ownerId + 1, id, ref))).toBe('sub');
      expect(token(subject(ownerId, id + 1, ref))).toBe('sub');
      expect(token(subject(ownerId, id, `${ref}x`))).toBe('sub');
      expect(token(`repo:${owner}/${repo}:ref:refs/heads/${ref}`)).toBe('sub');
      expect(token(subject(ownerId, id, ref), file(ref, 'c.yml'))).toBe('workflow_ref');
      expect(token(subject(ownerId, id, ref), file(`x${ref}`))).toBe('workflow_ref');
      expect(token(subject(ownerId, id, ref), file(ref, 'b-yml'))).toBe('workflow_ref');
    }),
    { numRuns: 100 },
  );
});

test('hostile names are either refused or compared literally', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc.constantFrom('repository', 'branch', 'environment'),
      (name, prop) => {
        const job = prop === 'repository' ? { repository: name, branch: 'main' } : { repository, [prop]: name };
        const trust = Trust.gitHubActions({ ids, ...job } as GitHubActionsTrustProps);
        const [problem] = trustProblems(trust);
        if (problem !== undefined) return;
        const { subject = '' } = claimMatchOf(trust);
        // The name adds no part to the subject.
        expect(subject.split(':')).toHaveLength(prop === 'environment' ? 4 : 4);
        expect(subject).not.toMatch(/[*\x00-\x1f]/);
      },
    ),
    { numRuns: 200 },
  );
});

const gitHub = { exact: 'https://token.actions.githubusercontent.com' };

mintsDocumentedTokens(PLATFORMS.gitHubActions.issuers, [
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
]);

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
      'any-branch repo:acme/shop:environment:b',
      'any-branch repo:acme/shop:actor:a',
      'any-tag repo:acme/shop:ref:refs/tags/a',
      'any-branch repo:acme/shop:pull_request:actor:a',
      'any-branch repo:acme/shop:job_workflow_ref:a/a/.github/workflows/a.yml@refs/tags/a',
    ]);
  });

  it('any repository of the owner: those too', () => {
    expect(ofSubject({ pattern: '^repo:acme/.*:ref:refs/heads/main$' })).toEqual([
      'same-owner repo:acme/b:ref:refs/heads/main',
      '! recycled-name repo:acme/a:ref:refs/heads/main',
      'any-repository repo:acme/b:ref:refs/heads/main',
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
      'any-repository repo:acme/b:ref:refs/heads/main',
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
      'any-branch repository_owner:acme',
      'any-repository repository_owner:acme',
    ]);
  });

  it('an exact environment counts as protected, and a pattern accepts one without protection rules', () => {
    const recycled = '! recycled-name repo:acme/shop:environment:production';
    expect(ofSubject({ exact: 'repo:acme/shop:environment:production' })).toEqual([recycled]);
    expect(ofSubject({ pattern: '^repo:acme@1/shop@7:environment:.*$' })).toEqual([
      'any-branch repo:acme@1/shop@7:environment:b',
      'any-branch repo:acme@1/shop@7:environment:any-environment:actor:a',
    ]);
    const onMain = { ref: { exact: 'refs/heads/main' }, sub: { pattern: '^repo:acme@1/shop@7:environment:.*$' } };
    expect(reached({ iss: gitHub, ...onMain })).toEqual([]);
  });

  it('code of another owner can run if the claim of its workflow accepts an owner that is not declared', () => {
    const sub = { exact: 'repo:acme@1/shop@7:pull_request' };
    const ofOwners = (code: string, owners?: readonly string[]) =>
      obtainableTokens(
        {
          ...{ iss: gitHub, sub, ref_protected: { pattern: '.*' } },
          job_workflow_ref: { pattern: `^${code}/deploy/.github/workflows/d.yml@refs/heads/main$` },
        },
        { ...(owners && { owners }) },
      ).obtainable.map(({ reach, token }) => [reach, token['job_workflow_ref']?.split('/')[0], token['ref_protected']]);
    expect(ofOwners('acme')).toEqual([]);
    expect(ofOwners('(acme|initech)')).toEqual([['pull-request', 'initech', 'false']]);
    expect(ofOwners('(acme|initech)', ['acme', 'initech'])).toEqual([]);
  });

  it('a name that is too long for an owner is no way', () => {
    expect(ofSubject({ pattern: `^repo:acme[a-z]{40}/shop:ref:refs/heads/main$` })).toEqual([]);
  });
});
