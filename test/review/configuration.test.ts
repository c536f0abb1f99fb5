/** Tests the rules and suppressions of an organization. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readConfiguration,
  readPlan,
  reviewPlans,
  type Invariant,
  type AffectedObject,
  type Plan,
  type ReportedFinding,
  type ReviewConfiguration,
  type Suppression,
} from '../../src/review';
import { pathPattern } from '../../src/review/input/configuration/path-pattern';
import { configurationSchema } from '../../src/review/input/configuration/schema';
import { corpusTexts, reviewOf, suppressionsOf } from './corpus';

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

test('the example of docs/review.md is a valid configuration', () => {
  const page = readFileSync(join(__dirname, '../../docs/review.md'), 'utf8');
  const [, json = ''] = /## Configuration\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(configurationSchema.parse(JSON.parse(json))).toEqual(readConfiguration(json, 'review.md'));
  expect(readConfiguration(json, 'review.md').invariants).toHaveLength(1);
});

test('the example of assertions is a valid configuration', () => {
  const page = readFileSync(join(__dirname, '../../docs/review.md'), 'utf8');
  const [, json = ''] = /## Assertions\n[^]*?```json\n([^]*?)```/.exec(page) ?? [];
  expect(readConfiguration(json, 'review.md').assertions).toHaveLength(3);
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

test('an identity outside of the rule violates it, and the witness shows its grant', () => {
  expect(broken('owner-added', rule({}))).toEqual([
    'high grants: acme/payments/ci violates "grants". So it is. acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments',
  ]);
  expect(broken('nothing-to-do', rule({}))).toEqual([]);
  expect(broken('owner-added', rule({ where: ['acme/shop/**'] }))).toEqual([]);
  expect(broken('owner-added', rule({ who: { identities: ['acme/deployer'] } }))).toEqual([]);
  expect(broken('owner-added', rule({ severity: 'low', can: ['role_bindings.*'] }))[0]).toMatch(/^low grants/);
});

test('an owner also holds capabilities of unknown kinds', () => {
  expect(broken('owner-added', rule({ can: ['subscriptions.*'] }))[0]).toContain(
    'acme/payments/ci has subscriptions.*',
  );
});

describe('a rule that names a missing object', () => {
  const idle = (more: Partial<Invariant>): readonly string[] =>
    reviewOf('owner-added', { configuration: rule(more) })
      .findings.filter(({ id }) => id === 'invariant-idle')
      .map(({ severity, subject, reason }) => `${severity} ${subject}: ${reason}`);

  test.each([
    [
      'a group',
      { where: ['acme/paymets/**'] },
      'the group acme/paymets/**, which does not exist. Did you mean acme/payments?',
    ],
    [
      'an identity',
      { who: { identities: ['acme/deploier'] } },
      'the identity acme/deploier, which does not exist. Did you mean acme/deployer?',
    ],
    [
      'a capability',
      { can: ['role_binding.create'] },
      'the capability role_binding.create, which does not exist. Did you mean role_bindings.create?',
    ],
    [
      'capabilities of a kind',
      { can: ['role_binding.*'] },
      'the capability role_binding.*, which does not exist. Did you mean role_bindings.*?',
    ],
  ] as const)('is reported if the name of %s is similar to another one', (_, more, expected) => {
    expect(idle(more)).toEqual([`low grants: "grants" names ${expected}`]);
  });

  test.each([
    ['existing objects', {}],
    ['a group without children', { where: ['acme/payments/*'] }],
    ['everything', { where: ['**'], can: ['*'] }],
    ['objects that another plan may contain', { where: ['acme/warehouse/**'], can: ['subscriptions.create'] }],
    ['a uid', { where: ['0123456789abcdef0123456789abcdef01234567'] }],
  ])('is not reported for %s', (_, more) => {
    expect(idle(more)).toEqual([]);
  });
});

test('an identity that also accepts another issuer does not match a rule for one issuer', () => {
  expect(broken('owner-added', rule({ rule: 'only', who: { issuers: [github] } }))).toEqual([]);
  expect(broken('owner-added', rule({ rule: 'only', who: { issuers: ['https://gitlab.com'] } }))).toHaveLength(1);
  expect(broken('owner-added', rule({ rule: 'only', who: { people: true } }))).toHaveLength(1);
});

test('static keys do not count as tokens of the issuer next to them', () => {
  const where = { where: ['acme/shop/**'] };
  expect(broken('keys-of-a-platform', rule({ ...where, rule: 'only', who: { issuers: [github] } }))[0]).toContain(
    'acme/shop/cluster violates',
  );
  expect(broken('keys-of-a-platform', rule({ ...where, who: { issuers: [github] } }))).toHaveLength(1);
  expect(broken('keys-of-a-platform', rule({ ...where, who: { issuers: ['https://gitlab.com'] } }))).toEqual([]);
});

test('atLeast requires the number of identities in each of the groups', () => {
  const two = { rule: 'atLeast', count: 2, where: ['acme'] } as Partial<Invariant>;
  expect(broken('owner-removed', rule(two))).toEqual([
    'high grants: "grants" does not hold: fewer than 2 have role_bindings.create in acme. So it is.',
  ]);
  expect(broken('owner-removed', rule({ ...two, count: 1 }))).toEqual([]);
});

test('a rule about groups with unknown names is inconclusive', () => {
  expect(broken('root-by-uid-alone', rule({}))[0]).toContain('is inconclusive');
  const names = { ['ac3e'.repeat(10)]: 'acme' };
  expect(broken('root-by-uid-alone', { ...rule({ where: ['acme/**'] }), names })).toEqual([]);
});

describe('a suppression', () => {
  const [suppression] = suppressionsOf(reviewOf('owner-added'), 'owner-gained') as [Suppression];
  const reported = (...suppressions: readonly Suppression[]) => {
    const { findings, suppressed, idleSuppressions } = reviewOf('owner-added', { configuration: { suppressions } });
    return {
      findings: findings.map(({ id }) => id),
      suppressed: suppressed.map(({ fingerprint }) => fingerprint),
      idle: idleSuppressions.map(({ why }) => why),
    };
  };
  const refused = (why: string) => ({ findings: ['owner-gained'], suppressed: [], idle: [why] });

  test('accepts the finding with exactly its facts', () => {
    expect(reported(suppression)).toEqual({ findings: [], suppressed: [suppression.fingerprint], idle: [] });
  });

  test.each<[string, Partial<Suppression>, string]>([
    ['has expired', { expires: '2026-11-22' }, 'expired'],
    ['never expires', { expires: undefined }, 'incomplete'],
    ['has no fingerprint', { fingerprint: undefined }, 'incomplete'],
    ['is about other facts', { fingerprint: '0123456789abcdef' }, 'changed'],
    ['is about another subject', { subject: 'nobody' }, 'unused'],
  ])('that %s accepts nothing, and the report gives the reason', (_, change, why) => {
    expect(reported({ ...suppression, ...change })).toEqual(refused(why));
  });

  test('of a cause accepts all findings with this cause, and one of a single finding accepts this one', () => {
    const report = reviewOf('role-widened');
    const [merged] = report.findings as [ReportedFinding];
    expect(merged.affected).toHaveLength(2);
    const left = (suppressions: readonly Suppression[]) =>
      reviewOf('role-widened', { configuration: { suppressions } }).findings.map(({ subject }) => subject);
    expect(left(suppressionsOf(report, 'owner-gained'))).toEqual([]);
    const [one, other] = merged.affected as [AffectedObject, AffectedObject];
    const expires = '2027-01-31';
    expect(left([{ ...one, id: merged.id, expires }])).toEqual([other.subject]);
  });

  test('still accepts if another suppression is outdated', () => {
    expect(reported({ ...suppression, fingerprint: '0123456789abcdef' }, suppression)).toMatchObject({
      findings: [],
      idle: ['changed'],
    });
  });

  test('does not accept a wider change of the same identity in the same group', () => {
    const roleWith = (...capabilities: string[]) => {
      const [{ text } = { text: '' }] = corpusTexts('role-widened');
      const plan = JSON.parse(text) as {
        resource_changes: { type: string; change: { actions: string[]; after: { capabilities: string[] } } }[];
      };
      for (const { type, change } of plan.resource_changes)
        if (type === 'platform_role' && change.actions[0] === 'update') change.after.capabilities.push(...capabilities);
      return [readPlan(JSON.stringify(plan), 'plan')];
    };
    const ids = (plans: Plan[], suppressions: Suppression[]) =>
      reviewPlans(plans, { configuration: { suppressions }, now }).findings.flatMap(({ id }) =>
        id === 'owner-gained' ? [id] : [],
      );
    const now = new Date('2026-11-22T12:00:00Z');
    const accepted = suppressionsOf(reviewPlans(roleWith(), { now }), 'owner-gained');
    expect(accepted).toHaveLength(1);
    expect(ids(roleWith(), accepted)).toEqual([]);
    expect(ids(roleWith('group_invites.create'), accepted)).toEqual(accepted.map(({ id }) => id));
  });
});

describe('new access', () => {
  const gained = (plan: string, noNewAccess: ReviewConfiguration['noNewAccess']) =>
    reviewOf(plan, { configuration: { noNewAccess } })
      .findings.filter(({ id }) => id === 'access-gained')
      .map(({ severity, subject }) => `${severity} ${subject}`);

  test('is a low finding, unless another finding reports the same access', () => {
    expect(gained('open-identity-gains', undefined)).toEqual(['low acme/payments/ci in acme/shop']);
    expect(gained('owner-added', undefined)).toEqual([]);
    expect(gained('nothing-to-do', true)).toEqual([]);
  });

  test.each<[string, ReviewConfiguration['noNewAccess'], string[]]>([
    ['owner-added', true, ['high acme/payments/ci in acme/payments']],
    [
      'owner-added',
      [{ can: ['role_bindings.*'], where: ['acme/payments/**'] }],
      ['high acme/payments/ci in acme/payments'],
    ],
    // The group is beneath the group of the grant.
    ['owner-added', [{ where: ['acme/payments/checkout'] }], ['high acme/payments/ci in acme/payments']],
    // An owner also holds the capabilities that this package does not know.
    ['owner-added', [{ can: ['subscriptions.*'] }], ['high acme/payments/ci in acme/payments']],
    ['owner-added', [{ can: ['role_bindings.*'], where: ['acme/shop/**'] }], []],
    ['owner-removed', true, []],
  ])('in %s with %j', (plan, limits, expected) => {
    expect(gained(plan, limits)).toEqual(expected);
  });

  test('includes a wider trust policy of an identity with access there', () => {
    expect(gained('claim-any-branch', true)).toEqual(['high acme/payments/ci']);
    expect(gained('claim-any-branch', [{ where: ['acme/nowhere'] }])).toEqual([]);
  });

  test('counts a group whose path is unknown', () => {
    expect(gained('root-by-uid-alone', [{ where: ['acme/prod/**'] }])[0]).toMatch(/^high /);
  });

  test('a limit that names no group is reported', () => {
    const configuration = { noNewAccess: [{ where: ['acme/paymets/**'], can: ['role_binding.create'] }] };
    expect(
      reviewOf('owner-added', { configuration }).findings.filter(({ id }) => id === 'invariant-idle'),
    ).toHaveLength(2);
  });
});

test('an applying identity that loses access for the next plan is reported', () => {
  const lockout = (configuration: ReviewConfiguration) =>
    reviewOf('owner-removed', { configuration }).findings.filter(({ id }) => id === 'self-lockout');
  expect(lockout({ appliesAs: 'acme/payments/ci' })).toEqual([]);
  expect(lockout({ appliesAs: 'acme/deployer' }).map(({ reason }) => reason)).toEqual([
    'acme/deployer, the applying identity, loses role_bindings.delete. This plan or the next one needs it.',
  ]);
  const [gone] = reviewOf('destroy-all', { configuration: { appliesAs: 'acme/deployer' } }).findings;
  expect(gone).toMatchObject({ id: 'self-lockout', reason: 'The plan deletes acme/deployer, the applying identity.' });
});
