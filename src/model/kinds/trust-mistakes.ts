/**
 * Trust policies that nobody can satisfy, with the likely intent of their authors. Issuers and subjects are those that
 * the platforms document. A test compares each entry with the tokens in `src/access/claims`.
 */
import type { LikelyMistake } from '../schema';

const GITHUB = 'https://token.actions.githubusercontent.com';
const GITLAB = 'https://gitlab.com';
const GOOGLE = 'https://accounts.google.com';

const exactly = (text: string) => `^${text.replaceAll('.', '\\.')}$`;

/** Addresses of issuers that end without a slash, as regular expressions. */
const ISSUERS = [
  'token\\.actions\\.githubusercontent\\.com(/[0-9a-z-]+)?',
  'gitlab\\.com',
  'agent\\.buildkite\\.com',
  'app\\.terraform\\.io',
  'accounts\\.google\\.com',
  'api\\.bitbucket\\.org/2\\.0/workspaces/[^/]+/pipelines-config/identity/oidc',
  'oidc\\.circleci\\.com/org/[^/]+',
  'oidc\\.eks\\.[^/]+\\.amazonaws\\.com/id/[^/]+',
  'container\\.googleapis\\.com/v1/projects/[^/]+/locations/[^/]+/clusters/[^/]+',
  'login\\.microsoftonline\\.com/[^/]+/v2\\.0',
  'cognito-idp\\.[^/]+\\.amazonaws\\.com/[^/]+',
  'oauth2\\.sigstore\\.dev/auth',
  '[^/]+\\.tokens\\.sts\\.global\\.api\\.aws',
  '[^/]+/_services/token',
];

/** Addresses of issuers that end in a slash, without it. */
const SLASHED = [
  'sts\\.windows\\.net/[^/]+',
  '[^/]+\\.oic\\.prod-aks\\.azure\\.com/[^/]+/[^/]+',
  '[^/]+\\.auth0\\.com',
];

/** Hosts of websites, which issue no tokens, and the issuer of each. */
const WEBSITES: readonly (readonly [host: string, platform: string, issuer: string])[] = [
  ['(www\\.|api\\.)?github\\.com', 'GitHub Actions', GITHUB],
  ['www\\.gitlab\\.com', 'GitLab CI', GITLAB],
  ['((www|app)\\.)?circleci\\.com', 'CircleCI', 'https://oidc.circleci.com/org/ORGANIZATION_ID'],
  ['(www\\.)?buildkite\\.com', 'Buildkite', 'https://agent.buildkite.com'],
  [
    '(www\\.)?bitbucket\\.org',
    'Bitbucket Pipelines',
    'https://api.bitbucket.org/2.0/workspaces/WORKSPACE/pipelines-config/identity/oidc',
  ],
  ['(www\\.)?google\\.com', 'Google', GOOGLE],
];

/** Anyone who owns a page of such a site can serve the keys of an issuer there: that is unlikely, and possible. */
const PAGES: typeof WEBSITES = [...WEBSITES, ['gitlab\\.com', 'GitLab CI', GITLAB]];

/** GitHub writes the ids into the subjects of repositories that were created, renamed or transferred since. */
const UNNUMBERED =
  'names a repository without its ids. For a repository that was created, renamed or transferred after 2026-07-15, ' +
  'GitHub Actions writes `repo:OWNER@OWNER_ID/REPOSITORY@REPOSITORY_ID:…`: nobody can assume the identity. ' +
  'For an older repository, add the claim `repository_id` to {claims}, so that nobody can take over its name';

const OWNER_UNNUMBERED =
  'names an owner without its id. For a repository that was created, renamed or transferred after 2026-07-15, ' +
  'GitHub Actions writes `repo:OWNER@OWNER_ID/…`: it cannot assume the identity. ' +
  'For older repositories, add the claim `repository_owner_id` to {claims}, so that nobody can take over the name of the owner';

/** One letter of a repository's name in a pattern. */
const NAME = '(?:[0-9A-Za-z_-]|\\\\[._-]|\\.(?![*+?{]))';

const WILDCARD = 'contains `*`, which is compared literally';

export const TRUST_MISTAKES: readonly LikelyMistake[] = [
  {
    summary: 'Issuer contains a literal asterisk',
    field: 'issuer',
    when: { issuer: '\\*' },
    message: `${WILDCARD}: no issuer has this address. Use {issuerPattern} for several issuers`,
  },
  {
    summary: 'Issuer ends in a slash',
    field: 'issuer',
    when: { issuer: `^https://(${ISSUERS.join('|')})/+$` },
    message: 'ends in a slash, but the tokens of this issuer do not: nobody can assume the identity. Remove the slash',
  },
  {
    summary: 'Issuer lacks its last slash',
    field: 'issuer',
    when: { issuer: `^https://(${SLASHED.join('|')})$` },
    message:
      'lacks the slash at its end, which the tokens of this issuer have: nobody can assume the identity. Add the slash',
  },
  {
    summary: 'Issuer ends in several slashes',
    field: 'issuer',
    when: { issuer: '^https://.*//+$' },
    message: 'ends in several slashes, and no issuer does: nobody can assume the identity. Remove the slashes',
  },
  ...WEBSITES.map(([host, platform, issuer]): LikelyMistake => ({
    summary: 'Issuer issues no tokens',
    field: 'issuer',
    when: { issuer: `^https://${host}/?$` },
    message: `is a website, and issues no tokens: nobody can assume the identity. The issuer of ${platform} is ${issuer}`,
  })),
  ...PAGES.map(([host, platform, issuer]): LikelyMistake => ({
    summary: 'Issuer is a page of a website',
    field: 'issuer',
    when: { issuer: `^https://${host}/(?!login/oauth$)[^/]` },
    message: `is a page of a website. The issuer of ${platform} is ${issuer}`,
    mayBeIntended: true,
  })),
  {
    summary: 'Subject contains a literal asterisk',
    field: 'subject',
    when: { subject: '\\*' },
    message: `${WILDCARD}: nobody can assume the identity unless a token has exactly this text. Use {subjectPattern}, where \`.*\` matches any text`,
  },
  {
    summary: 'Subject lacks the prefix repo:',
    field: 'subject',
    when: { issuer: exactly(GITHUB), subject: '^[0-9A-Za-z-]+/[0-9A-Za-z._-]+(:|$)' },
    message: 'has no prefix `repo:`, but the tokens of GitHub Actions do: nobody can assume the identity',
  },
  {
    summary: 'Subject names an incomplete ref',
    field: 'subject',
    when: { issuer: exactly(GITHUB), subject: '^repo:[^:]+:ref:(?!refs/(heads|tags)/.)' },
    message:
      'names an incomplete ref: nobody can assume the identity. GitHub Actions writes `ref:refs/heads/BRANCH` or `ref:refs/tags/TAG`',
  },
  {
    summary: 'Repository is named without its ids',
    field: 'subject',
    when: { issuer: exactly(GITHUB), subject: '^repo:[^/:@]+/[^/:@]+(:|$)' },
    unlessKey: { map: 'claims', key: 'repository_id' },
    message: UNNUMBERED,
    mayBeIntended: true,
  },
  {
    summary: 'Repository is named without its ids',
    field: 'subjectPattern',
    when: { issuer: exactly(GITHUB), subjectPattern: `^\\^?repo:${NAME}+/${NAME}+:` },
    unlessKey: { map: 'claims', key: 'repository_id' },
    message: UNNUMBERED,
    mayBeIntended: true,
  },
  {
    summary: 'Owner is named without its id',
    field: 'subjectPattern',
    when: { issuer: exactly(GITHUB), subjectPattern: `^\\^?repo:${NAME}+/${NAME}*\\.[*+]` },
    unlessKey: { map: 'claims', key: 'repository_owner_id' },
    message: OWNER_UNNUMBERED,
    mayBeIntended: true,
  },
  ...['issuerPattern', 'subjectPattern'].map((field): LikelyMistake => ({
    summary: 'Pattern is written like a file name',
    field,
    when: { [field]: '[/:]\\*' },
    message:
      'contains `*` after `/` or `:`, as in patterns for file names. In a regular expression, `*` repeats the character before it. ' +
      'Use `.*`, which matches any text',
    mayBeIntended: true,
  })),
  {
    summary: 'Subject names no ref type',
    field: 'subject',
    when: { issuer: exactly(GITLAB), subject: '^project_path:[^:]+:ref:[^:]+$' },
    message:
      'names no `ref_type`. By default, GitLab CI writes `project_path:GROUP/PROJECT:ref_type:branch:ref:BRANCH`, and nobody can assume the ' +
      'identity. If the project omits the type, a tag with the name of the branch can, too',
    mayBeIntended: true,
  },
  {
    summary: 'Subject has the format of GitHub',
    field: 'subject',
    when: { issuer: exactly(GITLAB), subject: '^repo:' },
    message:
      'has the format of GitHub: nobody can assume the identity. GitLab CI writes `project_path:GROUP/PROJECT:ref_type:branch:ref:BRANCH`',
  },
  {
    summary: 'Subject is an e-mail address',
    field: 'subject',
    when: { issuer: exactly(GOOGLE), subject: '@' },
    message:
      'is an e-mail address, but the subject of Google is a number: nobody can assume the identity. Use the unique id of the service account',
  },
  {
    summary: 'Subject is no service account',
    field: 'subject',
    when: {
      issuer:
        '^https://([^/]+\\.oic\\.prod-aks\\.azure\\.com|oidc\\.eks\\.[^/]+\\.amazonaws\\.com/id|container\\.googleapis\\.com/v1/projects)/',
      subject: '^(?!system:serviceaccount:[^:]+:[^:]+$)',
    },
    message:
      'is not a service account: nobody can assume the identity. Clusters write `system:serviceaccount:NAMESPACE:NAME`',
  },
];
