/** The sentences about a trust policy name the platform of its issuer, and no other one. */
import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { TRUST_MISTAKES } from '../../../src/model/kinds';
import { findLikelyMistakes } from '../../../src/model/schema';
import { findUnobtainable, ISSUERS, obtainableTokens } from '../../../src/access/trust';
import { one, readTables } from '../platforms/platform-table';

/** The words of each platform, and addresses of its issuers. */
const platforms: readonly (readonly [words: RegExp, ...issuers: string[]])[] = [
  ...readTables().flatMap(([, { sentences }]) => sentences),
  [
    /nothing/,
    'https://acme.auth.eu-west-1.amazoncognito.com',
    'https://acme.okta.com',
    'https://acme.okta.com/oauth2/default',
    'https://keycloak.acme.example/realms/acme',
    'https://auth.acme.example',
    'https://spire.acme.example',
  ],
];

const policies = (issuer: string): ClaimMatchFields[] => [
  { issuer, subjectPattern: '^.*$' },
  { issuer, subjectPattern: '.+' },
  { issuer, subjectPattern: '^a.*$' },
  { issuer, subject: 'ada' },
  { issuer },
  { issuer, claims: { team: 'deploy' } },
  { issuer, subject: one },
];

function sentencesOf(fields: ClaimMatchFields): string[] {
  const match = tokenMatch(fields);
  const { obtainable } = obtainableTokens(match);
  return [
    ...obtainable.flatMap(({ who, review = '', issuer, token }) => [who, review, issuer, String(token['sub'])]),
    findUnobtainable(match)?.reason ?? '',
    ...findLikelyMistakes(TRUST_MISTAKES, { ...fields }).map(({ message }) => message),
  ];
}

test.each(platforms.flatMap(([words, ...issuers]) => issuers.map((issuer) => [issuer, words] as const)))(
  '%s gets only sentences with %s',
  (issuer, own) => {
    for (const fields of policies(issuer)) {
      const sentences = sentencesOf(fields).filter((text) => !/A claim of/.test(text));
      for (const [words] of platforms)
        if (words !== own) expect(sentences.filter((text) => words.test(text))).toEqual([]);
    }
  },
);

test('every platform is in the table', () => {
  const addresses = platforms.flatMap(([, ...issuers]) => issuers);
  const unshown = ISSUERS.map(({ shownBy: _shown, ...issuer }) => issuer);
  const isIn = (id: string) =>
    addresses.some(
      (iss) =>
        obtainableTokens({ iss: { exact: iss } }, { issuers: unshown.filter((issuer) => issuer.id === id) }).issuers
          .length > 0,
    );
  expect(ISSUERS.map(({ id }) => id).filter((id) => !isIn(id))).toEqual(['microsoft-consumers', 'aws-caller']);
});

test('every subject of an issuer of an unknown platform is unreviewed, in words of no platform', () => {
  const [found, ...others] = obtainableTokens(
    tokenMatch({ issuer: 'https://acme.auth.eu-west-1.amazoncognito.com', subjectPattern: '^.*$' }),
  ).obtainable;
  expect(others).toEqual([]);
  expect(found).toMatchObject({ reach: 'any-subject', who: 'anyone who can obtain a token of the issuer' });
});

test.each(['email', 'team'])(
  'a trust policy that names the claim %s accepts the accounts that have it alone',
  (claim) => {
    const match = tokenMatch({
      issuer: 'https://idp.acme.example',
      subjectPattern: '^.*$',
      claims: { [claim]: 'ada' },
    });
    expect(obtainableTokens(match).obtainable).toEqual([]);
  },
);

test('a pattern that accepts a known platform means no unknown one', () => {
  const match = tokenMatch({ issuerPattern: '^https://token\\.actions\\.githubusercontent\\.com', subject: 'x' });
  const { issuers } = obtainableTokens(match);
  expect(issuers).toContain('GitHub Actions');
  expect(issuers).not.toContain('an issuer of an unknown platform');
});

test('a question that takes too long names no issuer and no token, and the reason', () => {
  const match = tokenMatch({ issuerPattern: '^https://idp', subjectPattern: '^.*$' });
  const unknown = ['who can obtain its tokens: it takes more than 3 steps'];
  expect(obtainableTokens(match, { steps: 3 })).toEqual({ obtainable: [], issuers: [], unknown });
});

test('a subject or a claim of GitLab shows a server of GitLab', () => {
  const issuer = 'https://gitlab.acme.example';
  const byProject = tokenMatch({ issuer, subjectPattern: '^project_path:acme/shop:.*$' });
  const byClaim = tokenMatch({ issuer, subjectPattern: '^.*$', claims: { project_id: '7' } });
  for (const match of [byProject, byClaim])
    expect(obtainableTokens(match).issuers).toContain('GitLab CI on a server of your own');
});

test.each(['https://github.acme.example/_services/token', 'https://token.actions.githubusercontent.com/acme'])(
  'a claim that GitLab has, too, shows no server of GitLab at %s',
  (issuer) => {
    for (const [claim, text] of [
      ['ref', 'refs/heads/main'],
      ['ref_protected', 'true'],
    ] as const) {
      const { issuers } = obtainableTokens(tokenMatch({ issuer, claims: { [claim]: text } }));
      expect(issuers.filter((name) => !/GitHub|of their own/.test(name))).toEqual([]);
    }
  },
);

test.each(['^https://.*$', '.*', '^https?://[^/]+(/.*)?$'])(
  'everybody meets a match of every issuer: %s',
  (pattern) => {
    for (const sub of [{ pattern: '^.*$' }, { exact: 'ci' }]) {
      const { obtainable, unknown } = obtainableTokens({ iss: { pattern }, sub });
      expect(obtainable.map(({ reach, outsider }) => [reach, outsider])).toEqual([['any-issuer', true]]);
      expect(unknown).toEqual([]);
    }
  },
);

test('one reason for many kinds of people is one clause', () => {
  const { unknown } = obtainableTokens({ sub: { pattern: 'x' } }, { steps: 100_000 });
  const reasons = unknown.map((clause) => clause.replace(/.*: /, ''));
  expect(reasons).toEqual([...new Set(reasons)]);
});
