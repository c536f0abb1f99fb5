/** Trust policies that are likely mistakes, compared with the tokens that platforms mint. */
import { tokenMatch } from '../../../src/access/claims';
import { findUnobtainable } from '../../../src/access/trust';
import { identity, TRUST_MISTAKES } from '../../../src/model/kinds';
import { checkFields, findLikelyMistakes } from '../../../src/model/schema';

const gitHub = 'https://token.actions.githubusercontent.com';
const gitLab = 'https://gitlab.com';
const google = 'https://accounts.google.com';
const cluster = 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF';
const WORKLOAD = 'repo:acme@12/shop@34:ref:refs/heads/main';

interface Trust {
  readonly issuer: string;
  readonly subject: string;
  readonly claims?: Readonly<Record<string, string>>;
}
const summaries = (trust: Trust) =>
  findLikelyMistakes(TRUST_MISTAKES, { ...trust }).map(({ mistake }) => mistake.summary);

test.each<[string, Trust]>([
  ['Subject contains a literal asterisk', { issuer: gitHub, subject: 'repo:acme@12/shop@34:ref:refs/heads/*' }],
  ['Subject lacks the prefix repo:', { issuer: gitHub, subject: 'acme/shop:ref:refs/heads/main' }],
  ['Subject names an incomplete ref', { issuer: gitHub, subject: 'repo:acme@12/shop@34:ref:main' }],
  ['Subject has the format of GitHub', { issuer: gitLab, subject: 'repo:acme/shop:ref:refs/heads/main' }],
  ['Subject is an e-mail address', { issuer: google, subject: 'ci@acme.iam.gserviceaccount.com' }],
  ['Subject is no service account', { issuer: cluster, subject: 'shop:deployer' }],
])('%s: the platform is proven to mint no such token', (summary, trust) => {
  expect(summaries(trust)).toEqual([summary]);
  expect(findUnobtainable(tokenMatch(trust))).toMatchObject({ isCertain: true });
});

test.each([
  ['Issuer contains a literal asterisk', 'https://*.acme.example'],
  ['Issuer ends in a slash', `${gitHub}/`],
  ['Issuer ends in a slash', `${gitHub}/acme/`],

  ['Issuer issues no tokens', 'https://github.com'],
  ['Issuer issues no tokens', 'https://github.com/'],
  ['Issuer issues no tokens', 'https://app.circleci.com'],
  ['Issuer is a page of a website', 'https://github.com/acme'],
  ['Issuer is a page of a website', 'https://gitlab.com/acme/shop'],
])('%s: %s', (summary, issuer) => {
  expect(summaries({ issuer, subject: WORKLOAD })).toEqual([summary]);
});

test('a project on GitLab may omit the type of its ref: a subject without it may be intended', () => {
  const mistakes = (subject: string) =>
    findLikelyMistakes(TRUST_MISTAKES, { issuer: gitLab, subject }).map(({ mistake }) => mistake);
  expect(mistakes('project_path:acme/shop:ref:main')).toMatchObject([
    { summary: 'Subject names no ref type', mayBeIntended: true },
  ]);
  expect(mistakes('project_path:acme/shop:ref:main:ref_type:branch')).toEqual([]);
});

test('a page of a website may hold the keys of an issuer: only its owner knows', () => {
  const certain = (issuer: string) =>
    findLikelyMistakes(TRUST_MISTAKES, { issuer }).map(({ mistake }) => mistake.mayBeIntended !== true);
  expect(certain('https://github.com/acme/shop/raw/main')).toEqual([false]);
  expect(certain('https://github.com')).toEqual([true]);
});

test.each<Trust>([
  { issuer: gitHub, subject: WORKLOAD },
  { issuer: gitHub, subject: 'repo:acme@12/shop@34:environment:production' },
  { issuer: gitHub, subject: 'repo:acme@12/shop@34:pull_request' },
  { issuer: gitHub, subject: 'repository_owner_id:12:environment:production' },
  { issuer: `${gitHub}/acme`, subject: WORKLOAD },
  { issuer: gitLab, subject: 'project_path:acme/shop:ref_type:branch:ref:main' },
  { issuer: google, subject: '111260650121245072906' },
  { issuer: cluster, subject: 'system:serviceaccount:shop:deployer' },
  { issuer: 'https://github.com/login/oauth', subject: 'ada' },
  { issuer: 'https://acme.eu.auth0.com/', subject: 'ada' },
])('$subject of $issuer is no mistake', (trust) => {
  expect(summaries(trust)).toEqual([]);
  expect(findUnobtainable(tokenMatch(trust))).toBeUndefined();
});

test('a subject without ids may be that of an older repository, and is none if the id is a claim', () => {
  const subject = 'repo:acme/shop:ref:refs/heads/main';
  expect(findLikelyMistakes(TRUST_MISTAKES, { issuer: gitHub, subject })).toMatchObject([
    { mistake: { summary: 'Repository is named without its ids', mayBeIntended: true } },
  ]);
  expect(summaries({ issuer: gitHub, subject, claims: { repository_id: '34' } })).toEqual([]);
  expect(findUnobtainable(tokenMatch({ issuer: gitHub, subject }))).toBeUndefined();
});

test.each([
  ['Issuer ends in a slash', 'issuerPattern', { issuerPattern: '^https://gitlab\\.com/$', subject: 'x' }],
  ['Issuer issues no tokens', 'issuerPattern', { issuerPattern: '^https://github\\.com$', subject: 'x' }],
  ['Pattern is written like a file name', 'issuerPattern', { issuerPattern: 'https://*.acme.example', subject: 'x' }],
  ['Pattern is written like a file name', 'subjectPattern', { issuer: gitHub, subjectPattern: 'repo:acme@1/shop@2:*' }],
  [
    'Subject names an incomplete ref',
    'subjectPattern',
    { issuer: gitHub, subjectPattern: '^repo:acme@1/shop@2:ref:main$' },
  ],
  ['Repository is named without its ids', 'subjectPattern', { issuer: gitHub, subjectPattern: '^repo:acme/shop:.*$' }],
  [
    'Repository is named without its ids',
    'subjectPattern',
    { issuer: gitHub, subjectPattern: '^repo:acme/a\\.b:ref:.*$' },
  ],
  ['Owner is named without its id', 'subjectPattern', { issuer: gitHub, subjectPattern: 'repo:acme/shop.*' }],
  ['Owner is named without its id', 'subjectPattern', { issuer: gitHub, subjectPattern: '^repo:acme/.*$' }],
])('%s: also as %s', (summary, field, trust) => {
  expect(findLikelyMistakes(TRUST_MISTAKES, trust).map((mistake) => [mistake.mistake.summary, mistake.field])).toEqual([
    [summary, field],
  ]);
});

test.each([
  { issuer: gitHub, subjectPattern: '^repo:acme@1/shop@2:.*$' },
  { issuer: gitHub, subjectPattern: '^repo:acme(@1)?/shop(@2)?:.*$' },
  { issuer: gitHub, subjectPattern: '^repo:acme/.*$', claims: { repository_owner_id: '12' } },
  { issuer: gitHub, subjectPattern: '^repo:acme/shop:.*$', claims: { repository_id: '34' } },
  { issuerPattern: '^https://[^/]*\\.acme\\.example$', subject: 'x' },
])('the pattern of %j may be intended', (trust) => {
  expect(findLikelyMistakes(TRUST_MISTAKES, trust)).toEqual([]);
});

test('an identity with such a trust policy is valid, with a warning', () => {
  const values = { name: 'ci', claimMatch: { issuer: `${gitHub}/`, subject: WORKLOAD } };
  expect(checkFields(identity.fields, identity.rules ?? [], values)).toMatchObject([
    { severity: 'warning', path: ['claimMatch', 'issuer'], summary: 'Issuer ends in a slash' },
  ]);
});

test('every summary has at most eight words', () => {
  for (const { summary } of TRUST_MISTAKES) expect(summary.split(' ').length).toBeLessThanOrEqual(8);
});
