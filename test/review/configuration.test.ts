/** Rules and suppressions of an organization's own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration, type Invariant, type ReviewConfiguration } from '../../src/review';
import { pathPattern } from '../../src/review/configuration/path-pattern';
import { configurationSchema } from '../../src/review/configuration/schema';
import { reviewOf } from './corpus';

const github = 'https://token.actions.githubusercontent.com';

const broken = (plan: string, configuration: ReviewConfiguration): readonly string[] =>
  reviewOf(plan, { configuration })
    .findings.filter(({ id }) => id === 'invariant-broken')
    .map(({ severity, subject, reason, witness = '' }) => `${severity} ${subject}: ${reason} ${witness}`.trim());

const rule = (more: Partial<Invariant>): ReviewConfiguration => ({
  invariants: [
    {
      name: 'grants',
      rule: 'never',
      can: ['role_bindings.create'],
      where: ['acme/payments/**'],
      reason: 'So it is.',
      ...more,
    } as Invariant,
  ],
});

test('the example of the README is a configuration', () => {
  const page = readFileSync(join(__dirname, '../../src/review/README.md'), 'utf8');
  const [, json = ''] = /```json\n([^]*?)```/.exec(page) ?? [];
  expect(configurationSchema.parse(JSON.parse(json))).toEqual(readConfiguration(json, 'README.md'));
  expect(readConfiguration(json, 'README.md').invariants).toHaveLength(1);
});

test.each([
  ['acme/**', 'acme', true],
  ['acme/**', 'acme/a/b', true],
  ['acme/**', 'acmes', false],
  ['acme/*', 'acme/a', true],
  ['acme/*', 'acme/a/b', false],
  ['**/prod', 'acme/x/prod', true],
  ['acme/team-*', 'acme/team-1', true],
  ['acme/a.b', 'acme/axb', false],
  ['**', 'anything/at all', true],
])('%s and %s: %s', (pattern, path, matches) => {
  expect(pathPattern(pattern)(path)).toBe(matches);
});

test('nobody who is not meant may hold it, and the witness says by what they do', () => {
  expect(broken('owner-added', rule({}))).toEqual([
    'high grants: "grants" is broken by acme/payments/ci. So it is. acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments',
  ]);
  expect(broken('nothing-to-do', rule({}))).toEqual([]);
  expect(broken('owner-added', rule({ where: ['acme/shop/**'] }))).toEqual([]);
  expect(broken('owner-added', rule({ who: { identities: ['acme/deployer'] } }))).toEqual([]);
  expect(broken('owner-added', rule({ severity: 'low', can: ['role_bindings.*'] }))[0]).toMatch(/^low grants/);
});

test('an owner holds also what is of a kind that is not known here', () => {
  expect(broken('owner-added', rule({ can: ['subscriptions.*'] }))[0]).toContain(
    'acme/payments/ci has subscriptions.*',
  );
});

describe('a rule that names what is not there', () => {
  const idle = (more: Partial<Invariant>): readonly string[] =>
    reviewOf('owner-added', { configuration: rule(more) })
      .findings.filter(({ id }) => id === 'invariant-idle')
      .map(({ severity, subject, reason }) => `${severity} ${subject}: ${reason}`);

  test.each([
    ['a group', { where: ['acme/paymets/**'] }, 'acme/paymets/**, and there is no such group. Is acme/payments meant?'],
    [
      'an identity',
      { who: { identities: ['acme/deploier'] } },
      'acme/deploier, and there is no such identity. Is acme/deployer meant?',
    ],
    [
      'a capability',
      { can: ['role_binding.create'] },
      'role_binding.create, and there is no such capability. Is role_bindings.create meant?',
    ],
    [
      'capabilities of a kind',
      { can: ['role_binding.*'] },
      'role_binding.*, and there is no such capability. Is role_bindings.* meant?',
    ],
  ] as const)('is told where the name of %s is close to another', (_, more, told) => {
    expect(idle(more)).toEqual([`low grants: "grants" names ${told}`]);
  });

  test.each([
    ['what is there', {}],
    ['a group that has nothing beneath', { where: ['acme/payments/*'] }],
    ['everything', { where: ['**'], can: ['*'] }],
    ['what may be in another plan', { where: ['acme/warehouse/**'], can: ['subscriptions.create'] }],
    ['a uid', { where: ['0123456789abcdef0123456789abcdef01234567'] }],
  ])('is not told of %s', (_, more) => {
    expect(idle(more)).toEqual([]);
  });
});

test('whoever accepts tokens of another issuer, or of a pattern of issuers, is not of an issuer alone', () => {
  expect(broken('owner-added', rule({ rule: 'only', who: { issuers: [github] } }))).toEqual([]);
  expect(broken('owner-added', rule({ rule: 'only', who: { issuers: ['https://gitlab.com'] } }))).toHaveLength(1);
  expect(broken('owner-added', rule({ rule: 'only', who: { people: true } }))).toHaveLength(1);
});

test('keys that are kept are no tokens of the issuer that is written beside them', () => {
  const where = { where: ['acme/shop/**'] };
  expect(broken('keys-of-a-platform', rule({ ...where, rule: 'only', who: { issuers: [github] } }))[0]).toContain(
    'is broken by acme/shop/cluster',
  );
  expect(broken('keys-of-a-platform', rule({ ...where, who: { issuers: [github] } }))).toHaveLength(1);
  expect(broken('keys-of-a-platform', rule({ ...where, who: { issuers: ['https://gitlab.com'] } }))).toEqual([]);
});

test('so many must hold it in each of the groups', () => {
  const two = { rule: 'atLeast', count: 2, where: ['acme'] } as Partial<Invariant>;
  expect(broken('owner-removed', rule(two))).toEqual([
    'high grants: "grants" is broken: fewer than 2 have role_bindings.create in acme. So it is.',
  ]);
  expect(broken('owner-removed', rule({ ...two, count: 1 }))).toEqual([]);
});

test('a rule about groups whose names nobody knows is not taken to hold', () => {
  expect(broken('root-by-uid-alone', rule({}))[0]).toContain('cannot be told');
  const names = { ['ac3e'.repeat(10)]: 'acme' };
  expect(broken('root-by-uid-alone', { ...rule({ where: ['acme/**'] }), names })).toEqual([]);
});

test('a suppression that has expired, or that suppresses nothing, is told', () => {
  const suppression = { id: 'owner-gained', subject: 'acme/payments/ci in acme/payments', reason: 'Agreed.' } as const;
  const suppressions = [
    { ...suppression, expires: '2026-11-22' },
    { ...suppression, subject: 'nobody' },
  ];
  const report = reviewOf('owner-added', { configuration: { suppressions } });
  expect(report.findings.map(({ id }) => id)).toEqual(['owner-gained']);
  expect(report.idleSuppressions.map(({ why }) => why)).toEqual(['expired', 'unused']);
});

test('who applies is warned of losing what the next plan needs', () => {
  const lockout = (configuration: ReviewConfiguration) =>
    reviewOf('owner-removed', { configuration }).findings.filter(({ id }) => id === 'self-lockout');
  expect(lockout({ appliesAs: 'acme/payments/ci' })).toEqual([]);
  expect(lockout({ appliesAs: 'acme/deployer' }).map(({ reason }) => reason)).toEqual([
    'acme/deployer, by which the plan is applied, loses role_bindings.delete, which this plan or the next one needs.',
  ]);
  const [gone] = reviewOf('destroy-all', { configuration: { appliesAs: 'acme/deployer' } }).findings;
  expect(gone).toMatchObject({ id: 'self-lockout', reason: 'The plan deletes acme/deployer, by which it is applied.' });
});
