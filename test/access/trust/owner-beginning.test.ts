import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { obtainableTokens, type OutsiderOptions } from '../../../src/access/trust';

const GITHUB = 'https://token.actions.githubusercontent.com';
const anybody = (fields: ClaimMatchFields, options?: OutsiderOptions) =>
  obtainableTokens(tokenMatch(fields), options).obtainable.find(({ reach }) => reach === 'anybody');
const gitHub = (subjectPattern: string, further: ClaimMatchFields = {}, options?: OutsiderOptions) =>
  anybody({ issuer: GITHUB, subjectPattern, ...further }, options)?.who;

const ANY = 'any workflow of any repository on GitHub';
const owner = (text: string) => `anyone who registers a GitHub owner whose name begins with ${text}`;

test.each([
  ['a forgotten slash', '^repo:acme.*:ref:refs/heads/main$', owner('acme')],
  ['a hyphen', '^repo:acme-.*$', owner('acme-')],
  ['a group with the same beginning', '^repo:(acme|acme-labs).*:ref:refs/heads/main$', owner('acme')],
  ['a part of a name', '^repo:ac(me|m).+/shop:.*$', owner('acm')],
  ['subjects with ids', '^repo:acme.*@[0-9]+/.*$', owner('acme')],
  ['the claim of the owner in a subject', '^repository_owner:acme.*$', owner('acme')],
  ['no beginning', '^repo:.*/shop:ref:refs/heads/main$', ANY],
  ['a pattern without an anchor', 'repo:acme.*:ref:refs/heads/main$', ANY],
  ['two beginnings', '^repo:(acme|beta).*:ref:refs/heads/main$', ANY],
  ['any case', '^(?i)repo:acme.*:ref:refs/heads/main$', ANY],
  ['another shape that every owner has', '^(repo:acme.*|repository_owner:.*)$', ANY],
  ['claims of every owner', '^(repo:acme.*|environment:.*)$', ANY],
])('describes the owners of %s', (_, pattern, who) => {
  expect(gitHub(pattern)).toBe(who);
});

test('describes the owners that another claim restricts', () => {
  expect(gitHub('^repo:.*$', { claimPatterns: { repository_owner: '^acme.*$' } })).toBe(owner('acme'));
  expect(gitHub('^repo:ac.*$', { claimPatterns: { repository: '^acme' } })).toBe(owner('acme'));
});

test.each([[['github:1234']], [['1234']], [['github:1234', 'gitlab:acme']], [['acme']]])(
  'describes strangers by a name that is not the intended one, also if the owners are %j',
  (owners) => {
    const found = anybody({ issuer: GITHUB, subjectPattern: '^repo:acme.*/shop.*:ref:refs/heads/.*$' }, { owners });
    expect(found?.who).toBe(owner('acme'));
    expect(found?.token['sub']).toMatch(/^repo:acmea@/);
  },
);

test('a stranger has no declared name, and the shortest one of those that are listed', () => {
  const subject = (subjectPattern: string) =>
    anybody({ issuer: GITHUB, subjectPattern }, { owners: ['acme'] })?.token['sub'];
  const listed = '^repo:(globex@1/shop@7|initech@22/shop@7):pull_request$';
  expect(subject(listed)).toBe('repo:globex@1/shop@7:pull_request');
  const endless = '^repo:(globex@1|acme[0-9a-z]*@22222222)/shop@7:pull_request$';
  expect(subject(endless)).toMatch(/^repo:acme[0-9a-z]@22222222/);
});

test('an owner is a stranger if the owners of another platform are declared', () => {
  const match = { issuer: GITHUB, subjectPattern: '^repo:acme@1/.*$' };
  expect(anybody(match, { owners: ['gitlab:acme'] })?.token['sub']).toMatch(/^repo:acme@1/);
  expect(anybody(match)).toBeUndefined();
});

test('does not describe listed owners by their beginning, because nobody else can register a name', () => {
  const listed = gitHub('^repo:(acme-labs|acme-shop)/shop:ref:refs/heads/main$', {}, { owners: ['acme'] });
  expect(listed).toMatch(
    /^the repository owners acme-labs, acme-shop \(not declared in owners\) and anyone who claims one of /,
  );
});

test.each([
  [
    'https://gitlab.com',
    '^project_path:acme.*$',
    /^anyone who registers .* on gitlab\.com whose path begins with acme$/,
  ],
  ['https://agent.buildkite.com', '^organization:acme.*$', /Buildkite organization whose name begins with acme$/],
  ['https://app.terraform.io', '^organization:acme.*$', /HCP Terraform organization whose name begins with acme$/],
])('describes the owners of tokens of %s', (issuer, subjectPattern, who) => {
  expect(anybody({ issuer, subjectPattern })?.who).toMatch(who);
});

test('describes the workspaces of Bitbucket, which are in the issuer', () => {
  const issuerPattern = '^https://api\\.bitbucket\\.org/2\\.0/workspaces/acme.*/pipelines-config/identity/oidc$';
  expect(anybody({ issuerPattern })?.who).toBe(
    'anyone who registers a Bitbucket workspace whose name begins with acme',
  );
});

test('the general description contains no part of the match', () => {
  const found = anybody({ issuer: GITHUB, subjectPattern: '^repo:acme.*$' });
  expect(found?.whoInGeneral).toBe(ANY);
});

test('an owner on a server of your own is no outsider, and has the general description', () => {
  const found = anybody({
    issuer: 'https://github.example.com/_services/token',
    subjectPattern: '^repo:acme.*$',
  });
  expect(found).toMatchObject({ who: 'any workflow of any repository on the server', outsider: false });
});
