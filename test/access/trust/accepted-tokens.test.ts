import type { Issuer } from '../../../src/access/trust';
import { textAutomaton, type Automaton } from '../../../src/access/claims/languages/automaton';
import { createBudget, UndecidedError } from '../../../src/access/claims/languages/budget';

import { createMinting } from '../../../src/access/trust/accepted-tokens';
import { patternAutomaton, UNLIMITED } from '../claims/unlimited';

const issuer: Issuer = {
  id: 'forge',
  name: 'Forge',
  documentation: ['https://forge.example'],
  variables: {
    owner: { is: '[a-z]+', ignoresCase: true, longest: 5 },
    repository: { is: '[a-z.]+', not: '^\\.', notEither: 'bad' },
    stage: { is: 'test|production' },
    branch: { is: '[a-z]+' },
  },
  shapes: {},
  reaches: [],
};
const shape = {
  iss: 'https://forge.example',
  sub: 'repo:{owner}/{repository}',
  owner: '{owner}',
  stage: '{stage}',
  ref: 'refs/heads/{branch}',
};
const rule = (pattern: string) => patternAutomaton(pattern, true);
const limits = UNLIMITED;
const minting = (rules: Readonly<Record<string, Automaton>>, refused?: Readonly<Record<string, Automaton>>) =>
  createMinting(
    issuer,
    shape,
    new Map(Object.entries(rules)),
    limits,
    new Map(Object.entries(refused ?? {}).map(([claim, automaton]) => [claim, [automaton]])),
  );
const createToken = (of: ReturnType<typeof minting>, excluded?: ReadonlyMap<string, readonly string[]>) => {
  const values = of.find(excluded);
  return values && of.createToken(values)?.token;
};

it('mints the shortest token, with all claims from the same values', () => {
  expect(createToken(minting({ sub: rule('repo:.*'), owner: rule('acme|shop') }))).toEqual({
    iss: 'https://forge.example',
    sub: 'repo:acme/a',
    owner: 'acme',
  });
});

it('contains only the issuer, the subject and claims with a rule', () => {
  expect(Object.keys(createToken(minting({ stage: rule('production') })) ?? {})).toEqual(['iss', 'sub', 'stage']);
});

it('finds no token if claims contradict each other', () => {
  expect(minting({ sub: textAutomaton('repo:acme/x'), owner: textAutomaton('other') }).find()).toBeUndefined();
  expect(minting({ stage: rule('staging') }).find()).toBeUndefined();
});

it('finds no value that the variable excludes, however it excludes it', () => {
  const isMinted = (sub: string) => minting({ sub: rule(sub) }).find() !== undefined;
  expect(isMinted('repo:acme/x')).toBe(true);
  expect(isMinted('repo:abcdef/x')).toBe(false);
  expect(isMinted('repo:acme/\\.x')).toBe(false);
  expect(isMinted('repo:acme/xbadx')).toBe(false);
  expect(isMinted('repo:acme/.*bad.*')).toBe(false);
  expect(createToken(minting({ sub: rule('repo:acme/.*(bad|good)') }))?.['sub']).toMatch(/good$/);
});

it('finds other values than the excluded ones, in every case of letters', () => {
  const of = minting({ sub: rule('(?i)repo:(acme|shop)/x') });
  expect(createToken(of, new Map([['owner', ['ACME']]]))?.['sub']).toBe('repo:shop/x');
  expect(createToken(of, new Map([['owner', ['acme', 'shop']]]))).toBeUndefined();
  expect(createToken(minting({ sub: textAutomaton('repo:acme/x') }), new Map([['owner', ['acme']]]))).toBeUndefined();
});

it('mints no token with a refused claim', () => {
  const rules = { sub: rule('repo:(acme|shop)/x') };
  expect(createToken(minting(rules, { owner: textAutomaton('acme') }))?.['sub']).toBe('repo:shop/x');
  expect(createToken(minting(rules, { sub: rule('.*') }))).toBeUndefined();
});

it('knows which variables can have any number of values', () => {
  const endless = (ref: string) => [...(minting({ ref: rule(ref) }).find()?.endless ?? [])];
  expect(endless('refs/heads/(main|release)')).not.toContain('branch');
  expect(endless('refs/heads/[a-z]+')).toContain('branch');
});

it.each([
  ['a part that its language rarely excludes', 'repo:[a-z]{2}/x[a-z]*', []],
  ['values that follow every rule of its language', 'repo:[a-z]{2}/(bad|goods[a-z]*)', ['repository']],
  ['a limited length', 'repo:[a-z]+/x', []],
])('of a variable with %s, the endless ones are known', (_, sub, endless) => {
  expect([...(minting({ sub: rule(sub) }).find()?.endless ?? [])]).toEqual(endless);
});

it('knows which variables are in a claim with a rule', () => {
  const of = minting({ sub: rule('repo:.*') });
  expect(['owner', 'repository', 'stage'].filter((name) => of.isRuled(name))).toEqual(['owner', 'repository']);
});

it('assumes a claim that the shape does not have, and names it', () => {
  const of = minting({ team: rule('pay+ments') });
  expect(of.createToken(of.find()!)).toMatchObject({ token: { team: 'payments' }, assumed: ['team'] });
  const impossible = minting({ team: rule('a^b') });
  expect(impossible.createToken(impossible.find()!)).toBeUndefined();
});

it('assumes no claim if the issuer mints anything', () => {
  const anything: Issuer = { ...issuer, mintsAnything: true };
  const of = createMinting(anything, shape, new Map([['team', textAutomaton('payments')]]), limits);
  expect(of.createToken(of.find()!)).toMatchObject({ token: { team: 'payments' }, assumed: [] });
});

it('reports a search that exceeds its limits', () => {
  const rules = new Map([['sub', rule('repo:[a-c]*a[a-c]{9}/.*')]]);
  const others = { ...issuer, variables: { ...issuer.variables, owner: { is: '[a-z]+' } } };
  const budget = createBudget({ steps: 5_000 });
  expect(() => createMinting(others, shape, rules, budget).find()).toThrow(
    new UndecidedError('it takes more than 5000 steps'),
  );
});
