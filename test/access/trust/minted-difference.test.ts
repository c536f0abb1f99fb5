// @slow
/** A witness is a token that its issuer mints: parsed here by expressions made of the issuers' data, without automata. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import type { Token, TokenMatch } from '../../../src/access/claims';
import { ISSUERS, mintedDifference, type Issuer } from '../../../src/access/trust';
import { search } from '../../support/search';

jest.setTimeout(240_000 * search);

const GITHUB = { exact: 'https://token.actions.githubusercontent.com' };

/** Returns true if a shape of the issuer can be the token: one value for each variable, in all claims. */
function isMinted(token: Token): boolean {
  const claims = Object.entries(token).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'aud',
  );
  return ISSUERS.some((issuer) =>
    Object.values(issuer.shapes).some((shape) => {
      const known = claims.filter(([claim]) => claim in shape);
      if (known.length < claims.length && issuer.mintsAnything !== true) return false;
      const seen = new Set<string>();
      const source = known.map(([claim]) =>
        (shape[claim] ?? '')
          .split(/\{(\w+)\}/)
          .map((part, index) => {
            if (index % 2 === 0) return part.replace(/[\\^$.*+?()|[\]{}]/g, '\\$&');
            if (seen.has(part)) return `\\k<${part}>`;
            seen.add(part);
            return `(?<${part}>${issuer.variables[part]?.is ?? ''})`;
          })
          .join(''),
      );
      const found = new RegExp(`^${source.join('\\n')}$`, 'u').exec(known.map(([, value]) => value).join('\n'));
      return (
        found !== null && Object.entries(found.groups ?? {}).every(([name, value]) => isAllowed(issuer, name, value))
      );
    }),
  );
}

function isAllowed({ variables }: Issuer, name: string, value: string): boolean {
  const { not, notEither, longest = Infinity } = variables[name] ?? { is: '' };
  return (
    value.length <= longest &&
    [not, notEither].every((one) => one === undefined || !RE2JS.compile(one).matcher(value).find())
  );
}

function isAccepted(match: TokenMatch, token: Token): boolean {
  return Object.entries(match).every(([claim, rule]) => {
    const value = token[claim];
    if (value === undefined || 'both' in rule) return false;
    return 'exact' in rule ? rule.exact === value : RE2JS.compile(rule.pattern).matcher(value).find();
  });
}

const exact = (...values: string[]) => fc.constantFrom(...values.map((value) => ({ exact: value })));
const pattern = (...values: string[]) => fc.constantFrom(...values.map((value) => ({ pattern: value })));
const matches: fc.Arbitrary<TokenMatch> = fc
  .record(
    {
      iss: fc.oneof(
        exact(GITHUB.exact, 'https://gitlab.com', 'https://login.example.com', 'https://accounts.google.com'),
        pattern('^https://token', '.*', '^https://(gitlab\\.com|token\\.actions\\.githubusercontent\\.com)$'),
      ),
      sub: fc.oneof(
        exact('repo:acme/shop:ref:refs/heads/main', 'project_path:acme/shop:ref_type:branch:ref:main', 'service'),
        pattern(
          '^repo:acme/.*$',
          'acme',
          '^repo:acme.*main$',
          '.*',
          '^project_path:acme/',
          '^[a-z]+$',
          ':pull_request$',
        ),
      ),
      repository: fc.oneof(exact('acme/shop'), pattern('^acme/', 'shop')),
      repository_visibility: exact('private'),
      aud: exact('platform', 'other'),
    },
    { requiredKeys: ['iss', 'sub'] },
  )
  .map((match) => match as TokenMatch);

test('a witness is accepted after, refused before, and minted by its issuer', () => {
  let found = 0;
  fc.assert(
    fc.property(matches, matches, (before, after) => {
      const token = mintedDifference(before, after);
      if (token === undefined) return;
      found++;
      expect({ token, isMinted: isMinted(token) }).toEqual({ token, isMinted: true });
      expect(isAccepted(after, { ...token })).toBe(true);
      expect(isAccepted(before, token)).toBe(false);
    }),
    { numRuns: 50 * search },
  );
  expect(found).toBeGreaterThan(8);
});

test('the text of a usual subject decides as the search does', () => {
  const { usual } = ISSUERS.find(({ id }) => id === 'github-actions') ?? {};
  const part = fc.oneof(fc.stringMatching(/^[0-9A-Za-z_./-]{1,6}$/), fc.stringMatching(/^[0-9A-Za-z_]{1,4}$/));
  const owner = fc.oneof(part, fc.constantFrom('acme', 'a-b', 'a--b', '-a', 'a'.repeat(39), 'a'.repeat(40)));
  const repository = fc.oneof(part, fc.constantFrom('a'.repeat(100), 'a'.repeat(101), 'x.git'));
  const job = fc.oneof(
    fc.tuple(fc.constantFrom('ref:refs/heads', 'ref:refs/tags'), part).map((parts) => parts.join('/')),
    part.map((name) => `environment:${name}`),
  );
  const subjects = fc.tuple(owner, repository, job).map(([who, name, rest]) => `repo:${who}/${name}:${rest}`);
  const counts = { usual: 0, others: 0 };
  fc.assert(
    fc.property(subjects, fc.constantFrom('aud', 'sub'), (sub, others) => {
      if (usual?.sub.test(sub) !== true) {
        counts.others++;
        return;
      }
      counts.usual++;
      const after = {
        iss: { exact: usual.iss },
        sub: { exact: sub },
        ...(others === 'aud' && { aud: { exact: 'a' } }),
      };
      const token = { iss: usual.iss, sub, ...(others === 'aud' && { aud: 'a' }) };
      expect(mintedDifference({ ...after, sub: { pattern: '^x$' } }, after)).toEqual(token);
      expect(mintedDifference({ ...after, sub: { exact: 'x' } }, after)).toEqual(token);
      expect(mintedDifference(after, after)).toBeUndefined();
    }),
    { numRuns: 300 * search },
  );
  expect(counts.usual).toBeGreaterThan(20);
  expect(counts.others).toBeGreaterThan(10);
});

test.each<[string, TokenMatch, TokenMatch, Token | undefined]>([
  [
    'a subject of the issuer, not the shortest text of the pattern',
    { iss: GITHUB, sub: { exact: 'repo:acme/shop:ref:refs/heads/main' } },
    { iss: GITHUB, sub: { pattern: '^repo:acme.*$' } },
    { iss: GITHUB.exact, sub: 'repo:acme/a:ref:refs/heads/a' },
  ],
  [
    'none, where the issuer mints nothing of what the pattern adds',
    { iss: GITHUB, sub: { exact: 'repo:acme/shop:ref:refs/heads/main' } },
    { iss: GITHUB, sub: { pattern: '^repo:acme/shop:ref:refs/heads/main( |$)' } },
    undefined,
  ],
])('the witness is %s', (_, before, after, token) => {
  expect(mintedDifference(before, after)).toEqual(token);
});
