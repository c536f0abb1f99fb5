// @slow
/** Trust policies that no token satisfies. */
import fc from 'fast-check';
import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { ISSUERS, obtainableTokens, findUnobtainable } from '../../../src/access/trust';

const gitHub = 'https://token.actions.githubusercontent.com';
const gitLab = 'https://gitlab.com';
const google = 'https://accounts.google.com';
const cluster = 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF';
const unobtainable = (fields: ClaimMatchFields) => findUnobtainable(tokenMatch(fields))?.reason;

test.each<[string, string]>([
  [gitHub, 'repo:acme/*:ref:refs/heads/main'],
  [gitHub, 'repo:acme/shop:ref:refs/heads/*'],
  [gitHub, 'repo:acme/shop:ref:main'],
  [gitHub, 'acme/shop'],
  [gitLab, 'project_path:acme/shop:ref:refs/heads/main:ref_path:x'],
  [gitLab, 'repo:acme/shop:ref:refs/heads/main'],
  [google, 'ci@acme.iam.gserviceaccount.com'],
  [cluster, 'shop:deployer'],
])('%s mints no token with the subject %s', (issuer, subject) => {
  expect(unobtainable({ issuer, subject })).toMatch(/issues no token with a subject/);
});

test.each<[string, string]>([
  [gitHub, 'repo:acme/shop:ref:refs/heads/main'],
  [gitHub, 'repo:acme@12/shop@34:environment:production'],
  [gitHub, 'repo:acme/shop'],
  [gitHub, 'environment:production:repository:acme/shop'],
  [gitHub, 'actor:ada:repo:acme/shop:ref:refs/heads/main'],
  [gitHub, 'actor:ada:repo:acme/shop:environment:production'],
  [gitLab, 'project_path:acme/shop:ref_type:branch:ref:main'],
  // A project chooses which claims follow its path.
  [gitLab, 'project_path:acme/shop:ref:main:ref_type:branch'],
  [gitLab, 'project_path:acme/shop:ref:main'],
  [gitLab, 'project_path:acme/shop:ref_type:tag'],
  [gitLab, 'project_path:acme/shop'],
  [google, '111260650121245072906'],
  [cluster, 'system:serviceaccount:shop:deployer'],
  // Any server may mint any subject.
  ['https://gitlab.acme.example', 'repo:acme/*'],
  ['https://github.acme.example/_services/token', '*'],
])('%s may mint a token with the subject %s', (issuer, subject) => {
  expect(unobtainable({ issuer, subject })).toBeUndefined();
});

/** A claim in a subject, a value that the platform issues, and values that it never issues. */
const values: readonly (readonly [issuer: string, claim: string, issued: string, ...never: string[]])[] = [
  [gitHub, 'repository_owner', 'acme', 'acme/shop', 'acme@1', 'acme/', '-acme', 'acme.example'],
  [gitHub, 'repository_owner_id', '1', 'acme', '0', '1/2'],
  [
    gitHub,
    'repository',
    'acme/shop',
    'acme',
    'acme@1/shop@2',
    'acme/shop/x',
    'acme/shop/.github/workflows/a.yml@refs/heads/any-ref',
  ],
  [gitHub, 'repository_id', '7', 'acme/shop', 'x'],
  [gitHub, 'repo', 'acme/shop', 'acme', 'acme/shop/x', 'acme@1/shop', 'acme/shop@2'],
  [gitHub, 'repo', 'acme@1/shop@2', 'acme@x/shop@y', 'acme@1'],
  [
    gitHub,
    'workflow_ref',
    'acme/shop/.github/workflows/a.yml@refs/heads/main',
    'acme',
    'acme/shop',
    'acme@1/shop@2',
    'acme/shop/a.yml',
  ],
  [gitLab, 'project_path', 'acme/shop', 'acme', 'acme//shop', 'acme/shop/', '-acme/shop', 'acme@1/shop'],
];

const exactly = (text: string) => text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&');

/** Patterns of subjects with a claim at any place; GitLab has it in front. */
const around: Readonly<Record<string, readonly ((claim: string) => string)[]>> = {
  [gitHub]: [
    (claim) => `^${claim}:.+$`,
    (claim) => `^${claim}:pull_request:.+$`,
    (claim) => `^actor:.+:${claim}$`,
    (claim) => `^pull_request:${claim}$`,
    (claim) => `^actor:ada:${claim}:(ref:refs/heads/main|environment:production)$`,
  ],
  [gitLab]: [(claim) => `^${claim}:.+$`, (claim) => `^${claim}:ref_type:branch:ref:main$`],
};

const rows = values.flatMap(([issuer, claim, issued, ...never]) =>
  [issued, ...never].map((value) => [issuer, `${claim}:${value}`, value === issued] as const),
);

test.each(rows)('%s issues a subject with %s: %s', (issuer, claim, isIssued) => {
  for (const toPattern of around[issuer] ?? []) {
    const match = tokenMatch({ issuer, subjectPattern: toPattern(exactly(claim)) });
    const found = findUnobtainable(match) === undefined;
    const { obtainable, unknown } = obtainableTokens(match);
    expect([toPattern('CLAIM'), found, unknown]).toEqual([toPattern('CLAIM'), isIssued, []]);
    if (!isIssued) expect(obtainable).toEqual([]);
  }
});

test('patterns are decided like texts, and an issuer pattern by all issuers that it accepts', () => {
  expect(unobtainable({ issuer: gitHub, subjectPattern: '^repo:acme/shop:ref:main$' })).toMatch(
    /^GitHub Actions issues no token/,
  );
  expect(unobtainable({ issuer: gitHub, subjectPattern: '^repo:acme/.*$' })).toBeUndefined();
  const both = '^https://(gitlab\\.com|accounts\\.google\\.com)$';
  expect(unobtainable({ issuerPattern: both, subject: 'acme' })).toMatch(/^GitLab CI and Google accounts issues no/);
  expect(unobtainable({ issuerPattern: both, subject: '111260650121245072906' })).toBeUndefined();
  expect(unobtainable({ issuerPattern: '^https://gitlab\\.(com|net)$', subject: 'acme' })).toBeUndefined();
});

test('nobody is proven to have no token of a match if somebody can obtain one', () => {
  const subjects = fc.array(
    fc.constantFrom(
      'repo:',
      'acme',
      '/',
      'shop',
      ':',
      'ref:',
      'refs/heads/',
      'main',
      '*',
      'environment:',
      'actor:',
      '@1',
    ),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(fc.constantFrom(gitHub, gitLab), subjects, (issuer, parts) => {
      const match = tokenMatch({ issuer, subject: parts.join('') });
      fc.pre(findUnobtainable(match) !== undefined);
      expect(
        obtainableTokens(match, { issuers: ISSUERS.filter(({ hasAllSubjects }) => hasAllSubjects) }).obtainable,
      ).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
