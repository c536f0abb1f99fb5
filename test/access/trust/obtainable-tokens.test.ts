// @slow
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { createEmulator } from '../../../src/emulator';
import type { Token, TokenMatch } from '../../../src/access/claims';
import { assumesProtection, ISSUERS, obtainableTokens } from '../../../src/access/trust';
import { search } from '../../support/search';

jest.setTimeout(120_000);

const gitHub = { exact: 'https://token.actions.githubusercontent.com' };

it('what trusts an issuer that nobody knows is said to', () => {
  const { obtainable, issuers } = obtainableTokens({
    iss: { exact: 'https://idp.acme.example/x' },
    sub: { exact: 'ci' },
  });
  expect(obtainable).toEqual([]);
  expect(issuers).toEqual(['an issuer of their own', 'an issuer of an unknown platform']);
  expect(obtainableTokens({ iss: gitHub }).issuers).toContain('GitHub Actions');
});

describe('the protection of an exact branch, tag or environment', () => {
  const [gitLab, hcp] = [{ exact: 'https://gitlab.com' }, { exact: 'https://app.terraform.io' }];
  const onGitLab = { exact: 'project_path:acme/shop:ref_type:branch:ref:main' };
  it.each<[is: boolean, what: string, match: TokenMatch]>([
    [true, 'a branch', { iss: gitHub, sub: { exact: 'repo:acme/shop:ref:refs/heads/main' } }],
    [true, 'a branch with ids', { iss: gitHub, sub: { exact: 'repo:acme@1/shop@7:ref:refs/heads/main' } }],
    [true, 'one of two branches', { iss: gitHub, sub: { pattern: '^repo:acme/shop:ref:refs/heads/(main|next)$' } }],
    [true, 'a tag', { iss: gitHub, sub: { exact: 'repo:acme/shop:ref:refs/tags/v1' } }],
    [true, 'an environment', { iss: gitHub, sub: { exact: 'repo:acme/shop:environment:production' } }],
    [true, 'a branch of GitLab', { iss: gitLab, sub: onGitLab }],
    [false, 'any branch', { iss: gitHub, sub: { pattern: '^repo:acme/shop:ref:refs/heads/.*$' } }],
    [false, 'a pull request', { iss: gitHub, sub: { exact: 'repo:acme/shop:pull_request' } }],
    [false, 'a protected branch of GitLab', { iss: gitLab, sub: onGitLab, ref_protected: { exact: 'true' } }],
    [
      ...([false, 'an apply of HCP Terraform'] as const),
      { iss: hcp, sub: { exact: 'organization:acme:project:a:workspace:b:run_phase:apply' } },
    ],
    [false, 'a service account', { iss: { exact: 'https://accounts.google.com' }, sub: { exact: '1234567890' } }],
    [false, 'a person', { iss: { exact: 'https://acme.eu.auth0.com/' }, sub: { exact: 'auth0|ada' } }],
  ])('is assumed (%s) by a trust policy for %s', (is, _, match) => {
    expect(assumesProtection(match, obtainableTokens(match))).toBe(is);
  });
});

describe('with the owners of an organization', () => {
  const outsiders = (pattern: string, owners?: readonly string[]) =>
    obtainableTokens({ iss: gitHub, sub: { pattern } }, { ...(owners && { owners }), anchored: true })
      .obtainable.filter(({ outsider, reach }) => outsider && reach === 'anybody')
      .map(({ token }) => token['sub']);

  it.each([
    ['repo:(acme@1|globex@2)/.*', 'repo:globex@2/'],
    ['repo:(acme|globex)@[0-9]+/shop@[0-9]+:ref:refs/heads/main', 'repo:globex@'],
    ['repo:globex@2/shop@7:ref:refs/heads/main', 'repo:globex@2/shop@7:'],
    ['repo:(acme@1/shop@7|globex@2/shop@8):.*', 'repo:globex@2/shop@8:'],
    ['repo:(acme@[0-9]+|globex@2)/.*', 'repo:globex@2/'],
    ['repo:(acme|globex)/.*', 'repo:globex/'],
  ])('another owner that %s lists is an outsider', (pattern, begin) => {
    const [found, ...others] = outsiders(pattern, ['acme']);
    expect([found?.startsWith(begin), others]).toEqual([true, []]);
    expect(outsiders(pattern, ['ACME', 'globex'])).toEqual([]);
  });

  it.each([
    ['any name for the id of an owner', 'repo:[a-z-]+@1/.*', 'github:1'],
    ['any owner for the id of a repository', 'repo:[a-z-]+@[0-9]+/shop@7:.*', 'github:repository_id=7'],
  ])('%s is an outsider, unless the id is declared', (_, pattern, entry) => {
    expect(outsiders(pattern, ['acme'])).toHaveLength(1);
    expect(outsiders(pattern, [entry])).toEqual([]);
  });

  it('only the owner is none', () => {
    expect(outsiders('repo:acme@1/.*', ['acme'])).toEqual([]);
  });

  it('a declared id decides instead of the name, which others can take over', () => {
    expect(outsiders('repo:acme@1/.*', ['github:acme', 'github:1'])).toEqual([]);
    expect(outsiders('repo:acme@2/.*', ['github:acme', 'github:1'])[0]).toMatch(/^repo:acme@2/);
  });

  it('without owners, all owners that the match lists are its own', () => {
    expect(outsiders('repo:(acme@1|globex@2)/.*')).toEqual([]);
  });
});

describe('the report', () => {
  const pieces = fc.constantFrom(
    ...[
      'repo:',
      'acme',
      '/',
      'shop',
      ':',
      'ref:refs/heads/',
      'main',
      '.*',
      '[^:]+',
      '(a|b)',
      '\\w+',
      'environment:',
      'pull_request',
    ],
    ...['organization:', 'pipeline:', 'system:serviceaccount:', '@1', '.', '-', '[a-z]?'],
  );
  const patterns = fc
    .tuple(
      fc.constantFrom('', '^', '^repo:', '^repo:acme/', '^project_path:acme/'),
      fc.array(pieces, { maxLength: 5 }),
      fc.constantFrom('', '$', '.*$'),
    )
    .map(([begin, middle, end]) => begin + middle.join('') + end);

  it('is accepted by the match, and minted by the issuer: all claims from the same values', () => {
    let told = 0;
    fc.assert(
      fc.property(patterns, fc.boolean(), fc.constantFrom(...ISSUERS), (pattern, anchored, issuer) => {
        const claims = [...new Set(Object.values(issuer.shapes).flatMap((shape) => Object.keys(shape)))].slice(0, 6);
        const match: TokenMatch = {
          ...Object.fromEntries(claims.map((claim) => [claim, { pattern: '.*' }])),
          sub: { pattern },
        };
        // Six claims of any value can take more steps than the default limit, which has its own test below.
        const { obtainable, unknown } = obtainableTokens(match, { anchored, issuers: [issuer], steps: 1e9 });
        expect(unknown).toEqual([]);
        const compiled = RE2JS.compile(pattern);
        for (const { token, reach } of obtainable) {
          told++;
          expect(anchored ? compiled.testExact(token['sub']!) : compiled.test(token['sub']!)).toBe(true);
          const shapes = issuer.reaches.filter(({ id }) => id === reach).flatMap((one) => one.shapes);
          expect(shapes.some((shape) => isMinted(token, issuer.id, shape))).toBe(true);
        }
      }),
      { numRuns: 40 * search },
    );
    expect(told).toBeGreaterThan(5);
  });

  it('takes a limited number of steps, and reports what is inconclusive', () => {
    const { unknown } = obtainableTokens({ sub: { pattern: 'x' } }, { steps: 100_000 });
    expect(unknown.join('\n')).toMatch(/whether it accepts tokens of .*: it takes more than 100000 steps/);
    expect(obtainableTokens({ sub: { pattern: 'x' } }, { steps: 10 }).unknown).toEqual([
      'who can obtain its tokens: it takes more than 10 steps',
    ]);
  });
});

/** By matching each claim with its text, and comparing what the variables have matched. */
function isMinted(token: Token, id: string, shapeName: string): boolean {
  const { variables, shapes } = ISSUERS.find((issuer) => issuer.id === id)!;
  const values = new Map<string, string>();
  return Object.entries(token).every(([claim, value]) => {
    const text = shapes[shapeName]?.[claim];
    if (text === undefined) return true;
    const names: string[] = [];
    const parts = text.split(/\{(\w+)\}/).map((part, index) => {
      if (index % 2 === 0) return RE2JS.quote(part);
      names.push(part);
      return `(?P<${part}>${variables[part]!.is})`;
    });
    const matcher = RE2JS.compile(`^${parts.join('')}$`).matcher(value!);
    if (!matcher.matches()) return false;
    return names.every((name) => {
      const found = matcher.group(name)!;
      const { not, longest = Infinity } = variables[name]!;
      const known = values.get(name) ?? found;
      values.set(name, known);
      return known === found && found.length <= longest && !(not !== undefined && RE2JS.compile(not).test(found));
    });
  });
}

describe('the emulator', () => {
  it.each([
    '^repo:acme/.*:ref:refs/heads/main$',
    '^repo:acme[^:]*:ref:refs/heads/main$',
    '^repo:.*:environment:production$',
    '^repo:acme/shop:(pull_request|ref:.*)$',
  ])('exchanges the reported tokens of %j', async (subjectPattern) => {
    const { obtainable } = obtainableTokens({ iss: gitHub, sub: { pattern: subjectPattern } }, { anchored: true });
    expect(obtainable.length).toBeGreaterThan(1);
    const issuer = 'http://localhost';
    const emulator = createEmulator({
      seed: {
        groups: [
          {
            name: 'acme',
            uid: 'c0ffee'.repeat(7).slice(0, 40),
            identities: [{ name: 'ci', claimMatch: { issuerPattern: '.*', subjectPattern } }],
          },
        ],
      },
    });
    const administrator = await emulator.administratorToken();
    const headers = { authorization: `Bearer ${administrator}` };
    const list = await emulator.handle(new Request(`${issuer}/iam/v2beta1/identities?name=ci`, { headers }));
    const { identities } = (await list.json()) as { identities: { uid: string }[] };
    const exchange = async (subject: string) => {
      const token = await emulator.oidcToken({ subject });
      const query = new URLSearchParams({ aud: issuer, identity: identities[0]!.uid });
      const asBearer = { authorization: `Bearer ${token}` };
      return (await emulator.handle(new Request(`${issuer}/sts/exchange?${query.toString()}`, { headers: asBearer })))
        .status;
    };
    for (const { token } of obtainable)
      expect([token['sub'], await exchange(token['sub']!)]).toEqual([token['sub'], 200]);
    expect(await exchange('repo:other')).toBe(403);
    emulator.close();
  });
});
