/** Tokens whose values a stranger chooses: a match that lists the values of a variable leaves no choice. */
import { ISSUERS, obtainableTokens, type Issuer } from '../../../src/access/trust';

const word = { is: '[a-z][0-9a-z]*' };
/** Mints `BRANCH/STAGE:ACCOUNT`. */
const forge = (chooses: readonly string[], requires: Readonly<Record<string, string>> = {}): Issuer => ({
  id: 'forge',
  name: 'Forge',
  documentation: ['https://forge.example'],
  variables: { branch: word, stage: word, account: word },
  shapes: { job: { iss: 'https://forge.example', sub: '{branch}/{stage}:{account}' } },
  reaches: [{ id: 'any-branch', who: 'anyone', outsider: false, shapes: ['job'], chooses, requires }],
});
const obtain = (pattern: string | undefined, chooses: readonly string[], requires?: Readonly<Record<string, string>>) =>
  obtainableTokens(
    { iss: { exact: 'https://forge.example' }, ...(pattern !== undefined && { sub: { pattern } }) },
    { anchored: true, issuers: [forge(chooses, requires)] },
  ).obtainable.map(({ token }) => token['sub']);
const count = (number: number, text = 'b') => Array.from({ length: number }, (_, index) => `${text}${index + 1}`);
const list = (number: number, text?: string) => `(${count(number, text).join('|')})`;

describe('a stranger', () => {
  it.each(count(8).map((_, index) => index + 1))('chooses none of %d listed values', (number) => {
    expect(obtain(`${list(number)}/test:ci`, ['branch'])).toEqual([]);
    // Each value has its own stage, so that none has a choice while the stage is constant.
    expect(
      obtain(
        `(${count(number)
          .map((name) => `${name}/${name}`)
          .join('|')}):ci`,
        ['branch'],
      ),
    ).toEqual([]);
  });

  it.each([9, 10, 20])('chooses another of %d values than the intended one', (number) => {
    expect(obtain(`${list(number)}/test:ci`, ['branch'])).toEqual(['b2/test:ci']);
  });

  it.each([
    ['any text', 'b.*/test:ci', ['branch'], 'ba/test:ci'],
    ['a variable without a choice', 'b1/test:ci', [], 'b1/test:ci'],
    ['a variable without a rule', undefined, ['branch'], 'a/a:a'],
    ['two variables', 'b.*/t.*:ci', ['branch', 'stage'], 'ba/ta:ci'],
    ['a variable next to a list', 'b.*/(t|u):ci', ['branch'], 'ba/t:ci'],
  ] as const)('chooses %s', (_, pattern, chooses, token) => {
    expect(obtain(pattern, chooses)).toEqual([token]);
  });

  it.each([
    ['one of the variables is listed', 'b.*/(t|u):ci', ['branch', 'stage']],
    ['one of them is listed, in the other order', 'b.*/(t|u):ci', ['stage', 'branch']],
    [
      'values of the second are listed next to another first',
      `b/${list(9, 't')}:ci|b[0-9]+/t1:ci`,
      ['branch', 'stage'],
    ],
    ['a variable has one value', 'b1/test:ci', ['branch']],
  ])('has no token if %s', (_, pattern, chooses) => {
    expect(obtain(pattern, chooses)).toEqual([]);
  });

  it.each([
    ['the choice', `b1/test:no|${list(9)}/test:yes`, []],
    ['the token', `[a-c]/test:yes|b[0-9]*/test:no`, ['b0/test:no']],
    ['a token without a choice', `b1/test:yes`, []],
  ])('has the required values in %s', (_, pattern, tokens) => {
    expect(obtain(pattern, ['branch'], { account: 'no' })).toEqual(tokens);
  });
});

describe('with owners of the workload and of its code', () => {
  const text = { is: '[a-z]+' };
  /** Mints `OWNER@ID/BRANCH` for a job with the code of an owner. */
  const host = (reach: Pick<Issuer['reaches'][number], 'id' | 'chooses'>): Issuer => ({
    ...{ id: 'host', name: 'Host', documentation: ['https://host.example'], platform: 'host' },
    ...{ owner: 'owner', ownerId: 'ownerId', codeOwner: 'codeOwner' },
    variables: { owner: text, ownerId: { is: '[1-9]' }, branch: text, codeOwner: text },
    whose: { owner: 'owner', owner_id: 'ownerId' },
    shapes: { job: { iss: 'https://host.example', sub: '{owner}@{ownerId}/{branch}', code: '{codeOwner}/build' } },
    reaches: [{ who: 'anyone', outsider: false, shapes: ['job'], ...reach }],
  });
  const find = (
    reach: Parameters<typeof host>[0],
    { sub, code }: { readonly sub: string; readonly code?: string },
    owners?: readonly string[],
  ) =>
    obtainableTokens(
      {
        iss: { exact: 'https://host.example' },
        sub: { pattern: sub },
        ...(code !== undefined && { code: { pattern: code } }),
      },
      { anchored: true, issuers: [host(reach)], ...(owners && { owners }) },
    ).obtainable.map(({ token }) => [token['sub'], token['code']].filter((value) => value !== undefined).join(' '));

  const ofOtherCode = { id: 'same-owner', chooses: ['codeOwner'] } as const;
  it.each<[what: string, code: string | undefined, owners: readonly string[] | undefined, tokens: string[]]>([
    ['no rule for the code', undefined, undefined, []],
    ['the code of the owner', 'acme/build', undefined, []],
    ['the code of two owners', '(acme|beta)/build', undefined, ['acme@1/main beta/build']],
    ['the code of anyone', '.*', undefined, ['acme@1/main a/build']],
    ['the code of another declared owner', '(acme|beta)/build', ['acme', 'beta'], []],
    ['the code of a declared owner and a stranger', '(acme|beta|xy)/build', ['acme', 'beta'], ['acme@1/main xy/build']],
  ])('another owner has the code of a job with %s', (_, code, owners, tokens) => {
    expect(find(ofOtherCode, { sub: 'acme@1/main', ...(code !== undefined && { code }) }, owners)).toEqual(tokens);
  });

  it.each([
    ['a listed branch', 'acme@1/main', []],
    ['any branch', 'acme@1/.*', ['acme@1/b']],
  ])('declared owners change nothing for %s', (_, sub, tokens) => {
    const reach = { id: 'any-branch', chooses: ['branch'] } as const;
    expect(find(reach, { sub }, ['globex'])).toEqual(tokens);
    expect(find(reach, { sub })).toEqual(tokens);
  });

  it.each([
    ['of two ids', '[a-z]+@(1|2)/main', ['host:1'], ['a@2/main']],
    ['of two declared ids', '[a-z]+@(1|2)/main', ['host:1', 'host:2'], []],
    ['of two ids without a declared one', '[a-z]+@(1|2)/main', ['globex'], []],
  ])('on a platform without names of owners, a stranger has the other one %s', (_, sub, owners, tokens) => {
    const { owner, ...issuer } = host({ id: 'anybody', chooses: ['ownerId'] });
    const match = { iss: { exact: 'https://host.example' }, sub: { pattern: sub } };
    const { obtainable } = obtainableTokens(match, { anchored: true, issuers: [issuer], owners });
    expect([owner, ...obtainable.map(({ token }) => token['sub'])]).toEqual(['owner', ...tokens]);
  });

  it.each([
    ['no other name', 'x@2/main', 'x@2/main'],
    ['other names with the declared id only', '(x@2|[a-z]+@1)/main', 'x@2/main'],
    ['other names with another id', '(x@2|[a-z]+@[13])/main', 'a@3/main'],
  ])('a stranger never has the declared id: %s', (_, sub, token) => {
    expect(find({ id: 'anybody', chooses: ['owner'] }, { sub }, ['host:1'])).toEqual([token]);
  });
});

const fixed = ISSUERS.flatMap((issuer) => {
  const claims = Object.values(issuer.shapes).flatMap((shape) => Object.keys(shape));
  const any = Object.fromEntries(claims.map((claim) => [claim, { pattern: '.*' }]));
  const { obtainable } = obtainableTokens(any, { issuers: [issuer], steps: 1e9 });
  const open = obtainable.find(({ reach }) => reach === 'anybody')?.token;
  if (open === undefined) return [];
  const match = Object.entries(open).flatMap(([claim, exact]) =>
    exact === undefined ? [] : [[claim, { exact }] as const],
  );
  return [[issuer.name, issuer, Object.fromEntries(match)] as const];
});

test.each(fixed)('%s: anybody has a token with fixed claims only if an owner can be declared', (_, issuer, match) => {
  const reaches = (owners?: readonly string[]) =>
    obtainableTokens(match, { issuers: [issuer], ...(owners && { owners }) }).obtainable.flatMap(({ reach }) =>
      reach === 'anybody' ? [reach] : [],
    );
  expect({ without: reaches(), none: reaches([]), other: reaches(['declared']) }).toEqual({
    without: issuer.isPublic === true ? ['anybody'] : [],
    none: issuer.isPublic === true || issuer.owner !== undefined ? ['anybody'] : [],
    other: issuer.isPublic === true || issuer.owner !== undefined ? ['anybody'] : [],
  });
});
