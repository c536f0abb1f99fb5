import fc from 'fast-check';
import { RE2JS } from 're2js';
import { createEmulator } from '../../src/emulator';
import {
  awsIdentityMatch,
  ISSUERS,
  obtainableTokens,
  type OutsiderOptions,
  type Token,
  type TokenMatch,
} from '../../src/claims';

jest.setTimeout(120_000);

const gitHub = { exact: 'https://token.actions.githubusercontent.com' };

/** As `reach subject`, outsiders with a mark. */
function reached(match: TokenMatch, options: OutsiderOptions = {}): string[] {
  const { obtainable, unknown } = obtainableTokens(match, { milliseconds: 60_000, ...options });
  expect(unknown).toEqual([]);
  return obtainable.map(({ reach, outsider, token }) => `${outsider ? '! ' : ''}${reach} ${token['sub']}`);
}

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
      'any-branch repo:acme/shop:environment:a',
      'any-tag repo:acme/shop:ref:refs/tags/a',
    ]);
  });

  it('any repository of the owner: those too', () => {
    expect(ofSubject({ pattern: '^repo:acme/.*:ref:refs/heads/main$' })).toEqual([
      'same-owner repo:acme/b:ref:refs/heads/main',
      '! recycled-name repo:acme/a:ref:refs/heads/main',
    ]);
  });

  it('a forgotten slash: anyone with a name of the same beginning', () => {
    expect(ofSubject({ pattern: '^repo:acme.*:ref:refs/heads/main$' })).toContain(
      '! anybody repo:acmea/a:ref:refs/heads/main',
    );
  });

  it('a pattern without ^: anyone with a name of the same end, or a branch of that name', () => {
    const pattern = 'acme/shop:ref:refs/heads/main';
    expect(ofSubject({ pattern })).toContain('! anybody repo:aacme/shop:ref:refs/heads/main');
    expect(ofSubject({ pattern }, { anchored: true })).toEqual([]);
    expect(ofSubject({ pattern: '/acme/shop' })).toEqual(
      expect.arrayContaining(['! anybody repo:b/a:ref:refs/heads/acme/shop']),
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
    ]);
    const { obtainable } = obtainableTokens({
      iss: gitHub,
      sub,
      repository: { pattern: '.*' },
      ref: { pattern: '.*' },
    });
    expect(obtainable[0]).toMatchObject({
      reach: 'anybody',
      token: { sub: 'repo:b/a:ref:refs/heads/main', repository: 'b/a', ref: 'refs/heads/main' },
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
    ]);
  });

  it('an environment says nothing of the branch', () => {
    expect(ofSubject({ exact: 'repo:acme/shop:environment:production' })).toEqual([
      '! recycled-name repo:acme/shop:environment:production',
      'any-branch repo:acme/shop:environment:production',
    ]);
  });

  it('a name that is too long for an owner is no way', () => {
    expect(ofSubject({ pattern: `^repo:acme[a-z]{40}/shop:ref:refs/heads/main$` })).toEqual([]);
  });
});

describe('other issuers', () => {
  const uuid = '01234567-89ab-cdef-0123-456789abcdef';

  it.each<[string, TokenMatch, string[]]>([
    [
      'GitLab: without the type, a tag of the name of a branch',
      {
        iss: { exact: 'https://gitlab.com' },
        sub: { pattern: '^project_path:acme/shop:ref_type:.*:ref:main$' },
        project_id: { exact: '1' },
      },
      ['any-tag project_path:acme/shop:ref_type:tag:ref:main'],
    ],
    [
      'GitLab: any branch, unless only protected ones count',
      {
        iss: { exact: 'https://gitlab.com' },
        sub: { pattern: '^project_path:acme/shop:ref_type:branch:ref:.*$' },
        project_id: { exact: '1' },
        ref_protected: { exact: 'true' },
      },
      [],
    ],
    [
      'GitLab: a subject without the branch',
      {
        iss: { exact: 'https://gitlab.com' },
        sub: { exact: 'project_path:acme/shop:environment:prod' },
        project_id: { exact: '1' },
      },
      ['any-branch project_path:acme/shop:environment:prod'],
    ],
    [
      'GitLab on a server of your own: forks, if it is old',
      { iss: { exact: 'https://git.acme.example' }, sub: { exact: 'project_path:acme/shop:ref_type:branch:ref:main' } },
      ['! fork-pull-request project_path:acme/shop:ref_type:branch:ref:main'],
    ],
    [
      'Buildkite: forks, by their branch of that name',
      {
        iss: { exact: 'https://agent.buildkite.com' },
        sub: { pattern: '^organization:acme:pipeline:shop:ref:refs/heads/main:commit:[0-9a-f]+:step:deploy$' },
        pipeline_id: { exact: uuid },
      },
      [`! fork-pull-request organization:acme:pipeline:shop:ref:refs/heads/main:commit:${'a'.repeat(40)}:step:deploy`],
    ],
    [
      'CircleCI: the first format names no origin',
      {
        iss: { exact: `https://oidc.circleci.com/org/${uuid}` },
        sub: { exact: `org/${uuid}/project/${uuid}/user/${uuid}` },
      },
      [
        `! fork-pull-request org/${uuid}/project/${uuid}/user/${uuid}`,
        `any-branch org/${uuid}/project/${uuid}/user/${uuid}`,
      ],
    ],
    [
      'HCP Terraform: a plan runs what a pull request says',
      {
        iss: { exact: 'https://app.terraform.io' },
        sub: { pattern: '^organization:acme:project:p:workspace:w:run_phase:.*$' },
        terraform_workspace_id: { exact: 'ws-0123456789abcdef' },
      },
      ['pull-request organization:acme:project:p:workspace:w:run_phase:plan'],
    ],
    [
      'Google: one number',
      { iss: { exact: 'https://accounts.google.com' }, sub: { exact: '111260650121245072906' } },
      [],
    ],
    [
      'Google: a pattern',
      { iss: { exact: 'https://accounts.google.com' }, sub: { pattern: '^11' } },
      ['! anybody 110000000000000000001'],
    ],
    [
      'EKS: any account of the namespace',
      {
        iss: { exact: 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF' },
        sub: { pattern: '^system:serviceaccount:shop:.*$' },
      },
      ['same-owner system:serviceaccount:shop:b', 'same-owner system:serviceaccount:shop:default'],
    ],
    [
      'AWS: a role is known by its name only',
      {
        iss: { exact: `https://${uuid}.tokens.sts.global.api.aws` },
        sub: { exact: 'arn:aws:iam::123456789012:role/deploy' },
      },
      ['recycled-name arn:aws:iam::123456789012:role/deploy'],
    ],
  ])('%s', (_, match, expected) => {
    expect(reached(match)).toEqual(expected);
  });

  it('AWS, by a signed request: a name says nothing of the role that has it, an id does', () => {
    const arnPattern = '^arn:aws:sts::123456789012:assumed-role/deploy/.*$';
    const tokens = (userIdPattern: string) => {
      const match = awsIdentityMatch({ awsAccount: '123456789012', arnPattern, userIdPattern });
      return obtainableTokens(match).obtainable.map(({ reach, token }) => [reach, token['arn'], token['userId']]);
    };
    const [arn, id] = ['arn:aws:sts::123456789012:assumed-role/deploy/aa', `AROA${'a'.repeat(17).toUpperCase()}`];
    expect(tokens('.*')).toEqual([['recycled-name', arn, expect.stringMatching(/^AROA\w{17}:aa$/)]]);
    expect(tokens(`^${id}:.*$`)).toEqual([]);
    expect(obtainableTokens(awsIdentityMatch({ awsAccount: '123456789012' })).issuers).toEqual([
      'AWS, by a signed request',
    ]);
  });

  it('a pattern of issuers: anyone with such a domain, but nobody without one', () => {
    const sub = { exact: 'ci' };
    const [first] = obtainableTokens({ iss: { pattern: '^https://issuer.acme.com' }, sub }).obtainable;
    expect(first).toMatchObject({ reach: 'any-issuer', outsider: true, token: { sub: 'ci' } });
    expect(first!.token['iss']).toMatch(/^https:\/\/issuer.acme.com/);
    expect(first!.token['iss']).not.toMatch(/^https:\/\/issuer\.acme\.com(\/|$)/);
    expect(reached({ iss: { pattern: '^https://[a-z]+\\.acme\\.com$' }, sub })).toEqual([]);
  });

  it('what trusts an issuer that nobody knows is said to', () => {
    const { obtainable, issuers } = obtainableTokens({
      iss: { exact: 'https://idp.acme.example/x' },
      sub: { exact: 'ci' },
    });
    expect(obtainable).toEqual([]);
    expect(issuers).toEqual(['an issuer of their own']);
    expect(obtainableTokens({ iss: gitHub }).issuers).toContain('GitHub Actions');
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
        const { obtainable, unknown } = obtainableTokens(match, { anchored, issuers: [issuer], milliseconds: 60_000 });
        expect(unknown).toEqual([]);
        const compiled = RE2JS.compile(pattern);
        for (const { token, reach } of obtainable) {
          told++;
          expect(anchored ? compiled.testExact(token['sub']!) : compiled.test(token['sub']!)).toBe(true);
          const shapes = issuer.reaches.filter(({ id }) => id === reach).flatMap((one) => one.shapes);
          expect(shapes.some((shape) => isMinted(token, issuer.id, shape))).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
    expect(told).toBeGreaterThan(30);
  });

  it('takes its time, and says what it could not tell', () => {
    let now = 0;
    const clock = () => (now += 1);
    const { unknown } = obtainableTokens({ sub: { pattern: 'x' } }, { clock, milliseconds: 200 });
    expect(unknown.join('\n')).toMatch(/whether it accepts tokens of .*: it takes more than \d+ ms/);
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

describe('the embedded API', () => {
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
