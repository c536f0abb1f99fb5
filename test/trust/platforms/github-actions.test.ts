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
