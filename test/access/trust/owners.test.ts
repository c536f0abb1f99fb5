import { awsIdentityMatch, tokenMatch, type TokenMatch } from '../../../src/access/claims';
import { ISSUERS, obtainableTokens } from '../../../src/access/trust';
import { declaredOwnerValues, ownerProblem, scopedOwners } from '../../../src/access/trust/owners';
import { findOwners } from '../../../src/access/trust/required-owners';

const issuerOf = (id: string) => ISSUERS.find((issuer) => issuer.id === id)!;

test('every issuer has variables for the claims that show whose a token is', () => {
  for (const { whose = {}, variables, owner, ownerId, platform } of ISSUERS) {
    const names = [...Object.values(whose), ...[owner, ownerId].filter((name) => name !== undefined)];
    expect(names.filter((name) => !(name in variables))).toEqual([]);
    expect(names.length > 0).toBe(platform !== undefined);
  }
});

test.each([
  ['github-actions', 'github:acme', { owner: ['acme'] }],
  ['github-actions', 'acme', { owner: ['acme'] }],
  ['github-actions', 'github:1234', { ownerId: ['1234'] }],
  ['github-actions', 'github:repository_owner=1234', { owner: ['1234'] }],
  ['github-actions', 'github:repository_id=7', { repositoryId: ['7'] }],
  ['github-actions', 'gitlab:acme', {}],
  ['gitlab', 'gitlab:99', { namespaceId: ['99'] }],
  ['google', 'google:111260650121245072906', { account: ['111260650121245072906'] }],
  ['google', 'acme', {}],
])('%s: the entry %s is the value of a variable', (id, entry, expected) => {
  expect(ownerProblem(entry)).toBeUndefined();
  expect(Object.fromEntries(declaredOwnerValues(issuerOf(id), [entry]))).toEqual(expected);
});

test.each([
  ['githb:acme', 'unknown platform'],
  ['github:owner=acme', 'its claims are repository_owner, repository_owner_id, repository_id'],
  ['1234', 'an id belongs to one platform'],
])('the entry %s is an error', (entry, problem) => {
  expect(ownerProblem(entry)).toContain(problem);
});

test.each([
  ['github555', 'github:555'],
  ['github-555', 'github:555'],
  ['GITHUB:555', 'github:555'],
  ['aws123456789012', 'aws:123456789012'],
  ['github/acme', 'github:acme'],
  ['github acme', 'github:acme'],
  ['GitHub:acme', 'github:acme'],
  ['https://github.com/acme/shop', 'github:acme'],
])('the entry %s lacks its platform, and the error suggests %s', (entry, suggestion) => {
  expect(ownerProblem(entry)).toContain(`Did you mean ${JSON.stringify(suggestion)}?`);
});

test.each(['gitlab-org', 'aws-samples', 'google', 'githubber', 'circleci42x'])(
  'the name %s begins like a platform, and is the name of an owner',
  (entry) => {
    expect(ownerProblem(entry)).toBeUndefined();
  },
);

const invisible = ['\u2060', '\u200b', '\u00ad', '\ufeff', '\u202e', '\ufe0f', '\t'];

test('an entry with a space or an invisible character is an error on every platform, with the corrected entry', () => {
  const possible = ['acme', '1234', 'a'.repeat(21), '123456789012', `1${'0'.repeat(20)}`, `org-${'a'.repeat(16)}`]
    .concat('01234567-89ab-cdef-0123-456789abcdef', '{01234567-89ab-cdef-0123-456789abcdef}')
    .flatMap((value) => ['', ...new Set(ISSUERS.map(({ platform }) => platform))].map((key) => [key, value] as const))
    .filter(([key]) => key !== undefined)
    .map(([key, value]) => (key === '' ? value : `${key}:${value}`))
    .filter((entry) => ownerProblem(entry) === undefined);
  expect(new Set(possible.map((entry) => entry.split(':')[0])).size).toBeGreaterThan(8);
  for (const entry of possible) {
    const wrong = [
      `${entry} acme`,
      `${entry}\u00a0acme`,
      ` ${entry}`,
      entry.replace(':', ': '),
      ...invisible.map((sign) => entry.slice(0, -1) + sign + entry.slice(-1)),
    ];
    for (const text of wrong.filter((one) => one !== entry))
      expect([text, ownerProblem(text)]).toEqual([
        text,
        expect.stringContaining(`Did you mean ${JSON.stringify(entry)}?`),
      ]);
  }
});

test('a plain name counts where a trust policy names it, and a pattern for every owner names nobody', () => {
  const issuer = 'https://token.actions.githubusercontent.com';
  const named = tokenMatch({ issuer, subject: 'repo:acme/shop:ref:refs/heads/main' });
  const open = tokenMatch({ issuer: 'https://gitlab.com', subjectPattern: '^project_path:.*$' });
  expect(scopedOwners(['acme', 'gitlab:x'], [named, open], {})).toEqual(['github:acme', 'gitlab:x']);
  expect(scopedOwners(['acme', 'globex'], [open], {})).toEqual(['acme', 'globex']);
});

const github = 'https://token.actions.githubusercontent.com';
const account = '111260650121245072906';

test.each<[string, TokenMatch, string[]]>([
  [
    'the id in a subject',
    tokenMatch({ issuer: github, subject: 'repo:acme@1/shop@2:ref:refs/heads/main' }),
    ['github:1'],
  ],
  [
    'a name without an id',
    tokenMatch({ issuer: github, subject: 'repo:acme/shop:ref:refs/heads/main' }),
    ['github:acme'],
  ],
  [
    'the id in a claim',
    tokenMatch({ issuer: github, subject: 'repo:acme/shop:pull_request', claims: { repository_owner_id: '1' } }),
    ['github:1'],
  ],
  [
    'several names',
    tokenMatch({ issuer: github, subjectPattern: '^repo:(acme|globex)/shop:.*$' }),
    ['github:acme', 'github:globex'],
  ],
  [
    'a name of digits',
    tokenMatch({ issuer: github, subject: 'repo:1234/shop:pull_request' }),
    ['github:repository_owner=1234'],
  ],
  ['a pattern for every owner', tokenMatch({ issuer: github, subjectPattern: '^repo:.*$' }), []],
  [
    'an account of Google',
    tokenMatch({ issuer: 'https://accounts.google.com', subject: account }),
    [`google:${account}`],
  ],
  ['an account of AWS', awsIdentityMatch({ awsAccount: '012345678901', arnPattern: '.*' }), ['aws:012345678901']],
  ['an issuer of no platform', tokenMatch({ issuer: 'https://login.acme.example', subject: 'ada' }), []],
  ['an invalid pattern', tokenMatch({ issuer: github, subjectPattern: '(' }), []],
])('the owners that a match requires: %s', (_, match, expected) => {
  const found = [...new Set(findOwners(match, { anchored: true }).map(({ entry }) => entry))];
  expect([...found].sort()).toEqual(expected);
  expect(found.flatMap((entry) => ownerProblem(entry) ?? [])).toEqual([]);
  if (expected.length === 0) return;
  const { obtainable } = obtainableTokens(match, { anchored: true, owners: found });
  expect(obtainable.filter(({ reach }) => reach === 'anybody')).toEqual([]);
  const others = obtainableTokens(match, { anchored: true, owners: expected.map((entry) => `${entry}9`) }).obtainable;
  expect(others.map(({ reach }) => reach)).toContain('anybody');
});

test.each<[string, string, { entry: string; name: string | undefined }[]]>([
  ['the name in a subject with an id', 'repo:acme@1/shop@2:ref:refs/heads/main', [{ entry: 'github:1', name: 'acme' }]],
  [
    'no name: the entry has it already',
    'repo:acme/shop:ref:refs/heads/main',
    [{ entry: 'github:acme', name: undefined }],
  ],
])('a required owner has %s', (_, subject, expected) => {
  const found = findOwners(tokenMatch({ issuer: github, subject }), { anchored: true });
  expect(found).toEqual(expect.arrayContaining(expected.map((owner) => expect.objectContaining(owner))));
  expect(new Set(found.map(({ entry }) => entry)).size).toBe(1);
});

test.each([
  'repo:acme/shop:ref:refs/heads/main',
  'repo:acme/shop:ref:refs/tags/v1',
  'repo:acme/shop:environment:production',
  'repo:acme@1/shop@2:ref:refs/heads/main',
  'repo:acme@1/shop@2:environment:production',
  'repo:1234/shop:ref:refs/heads/main',
  'repo:acme@1/shop:ref:refs/heads/main',
  'repo:acme/shop@2:ref:refs/heads/main',
  'repo:acme@01/shop@2:ref:refs/heads/main',
])('the text of a subject shows the owner that a search finds: %s', (subject) => {
  const match = tokenMatch({ issuer: github, subject });
  // Another claim requires the search.
  const searched = findOwners({ ...match, repository: { pattern: '.*' } });
  expect(findOwners(match).slice(0, 1)).toEqual(searched.slice(0, 1));
});

test('a workspace in the address of the issuer identifies the owner of several repositories', () => {
  const issuer = 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc';
  const identities = ['1', '2'].flatMap((digit) =>
    findOwners(tokenMatch({ issuer, subjectPattern: `^\\{${digit}2345678-1234-1234-1234-123456789012\\}:.*$` })),
  );
  expect(new Set(identities.map(({ entry }) => entry)).size).toBe(2);
  expect(new Set(identities.map(({ identity }) => identity))).toEqual(new Set(['bitbucket:acme']));
});
