/** Tests assertions by example before and after a change. */
import {
  createReview,
  formatMarkdown,
  formatSarif,
  formatText,
  readConfiguration,
  readPlan,
  type Assertion,
  type ReviewConfiguration,
} from '../../../../src/review';
import { corpusTexts, reviewOf } from '../../corpus';

const token = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme/shop:ref:refs/heads/main',
};
const where = ['acme/payments'];

const checked = (plan: string, assertion: Assertion, more: ReviewConfiguration = {}) => {
  const plans = corpusTexts(plan).map(({ text, name }) => readPlan(text, name));
  const configuration = { ...more, assertions: [assertion] };
  const [found] = createReview(plans, { configuration, now: new Date('2026-11-22T12:00:00Z') }).assertions;
  return found;
};
const result = (...of: Parameters<typeof checked>) => checked(...of)?.result;

test.each<[string, Assertion, string]>([
  ['a token has the access of its identity', { token, can: ['role_bindings.create'], where }, 'pass'],
  ['a token has inherited access', { token, can: ['tag.*'], where: ['acme/payments/**'] }, 'pass'],
  ['can requires every capability', { token, can: ['repo.list', 'role_bindings.create'], where: ['acme'] }, 'fail'],
  ['cannot rejects any capability', { token, cannot: ['role_bindings.*'], where: ['acme/**'] }, 'fail'],
  ['cannot passes in another group', { token, cannot: ['role_bindings.*'], where: ['acme/shop'] }, 'pass'],
  ['owners also hold unknown capabilities', { token, cannot: ['*'], where }, 'fail'],
  [
    'another subject',
    { token: { ...token, subject: 'repo:acme/shop:pull_request' }, can: ['repo.list'], where },
    'fail',
  ],
  ['another issuer', { token: { ...token, issuer: 'https://gitlab.com' }, cannot: ['*'], where: ['**'] }, 'pass'],
  ['a person that the plans do not show', { person: 'ada@acme.example', can: ['repo.list'], where }, 'fail'],
  ['a group that does not exist', { token, cannot: ['*'], where: ['acme/paymnts'] }, 'fail'],
  ['a capability that does not exist', { token, cannot: ['role_binding.create'], where }, 'fail'],
])('%s', (_, assertion, expected) => {
  expect(result('owner-added', assertion)).toBe(expected);
});

test.each([
  ['nobody', 'nobody@acme.example'],
  ['an account', { issuer: 'https://other.example.com', subject: 'nobody' }],
])('%s may be in an external group, so that "cannot" is inconclusive where the group has a role', (_, person) => {
  const found = checked('external-group-mapped', { person, cannot: ['role_bindings.create'], where });
  expect(found).toMatchObject({
    result: 'inconclusive',
    identity: 'acme/(anyone in the external group admins)',
    reason: expect.stringContaining('The reason: this person may be in that external group.'),
  });
  expect(result('external-group-mapped', { person, can: ['role_bindings.create'], where })).toBe('inconclusive');
  expect(result('external-group-refused', { person, cannot: ['role_bindings.create'], where })).toBe('pass');
});

test('a failure contains the reason, the chain and the declaration of the grant', () => {
  expect(
    checked('owner-added', { token, cannot: ['role_bindings.create'], where: ['acme/payments/checkout'] }),
  ).toEqual({
    name: 'repo:acme/shop:ref:refs/heads/main cannot role_bindings.create in acme/payments/checkout',
    result: 'fail',
    reason: 'The token can act as acme/payments/ci, which has role_bindings.create in acme/payments/checkout.',
    chain: 'owner in acme/payments, inherited: acme/payments → acme/payments/checkout',
    grant: expect.any(String),
    ...{ identity: 'acme/payments/ci', group: 'acme/payments/checkout', capability: 'role_bindings.create' },
    address: 'platform_role_binding.ci_owns',
    plan: 'main',
  });
  expect(checked('owner-added', { token, can: ['roles.create'], where: ['acme/shop'] })?.reason).toMatch(
    /^The token acts as acme\/payments\/ci.*, which does not have roles\.create in acme\/shop\.$/,
  );
  const feature = { ...token, subject: 'repo:acme/shop:ref:refs/heads/feature' };
  expect(checked('owner-added', { token: feature, can: ['repo.list'], where })?.reason).toContain(
    'No identity is found for the token. acme/deployer rejects the claim "sub"; acme/payments/ci rejects the claim "sub".',
  );
});

describe('patterns of trust policies', () => {
  const other = { ...token, subject: 'xrepo:acme/shop:ref:refs/heads/main' };

  test('are conclusive if both interpretations agree, or if "anchored" decides', () => {
    const inner: Assertion = { token: { ...token, subject: 'repo:acme/x' }, can: ['groups.list'], where };
    expect(result('claim-anybody', inner, { anchored: true })).toBe('pass');
    expect(result('claim-anybody', inner)).toBe('pass');
    const outside: Assertion = { token: other, cannot: ['groups.list'], where };
    expect(result('claim-anybody', outside)).toBe('pass');
  });
});

test('an object in an unknown group makes an assertion inconclusive', () => {
  expect(checked('deferred-data', { token, cannot: ['role_bindings.create'], where: ['acme'] })).toMatchObject({
    result: 'inconclusive',
    reason: expect.stringMatching(/^\w+ of \S+ is unknown until apply and can change the result\.$/),
    unknown: expect.stringMatching(/^platform_\w+\.\w+\.\w+$/),
  });
  expect(checked('deferred-data', { token, can: ['role_bindings.create'], where: ['acme'] })).toMatchObject({
    ...{ result: 'inconclusive', group: 'acme', capability: 'role_bindings.create' },
    reason: expect.stringMatching(/\. \w+ of \S+ is unknown until apply and can change the result\.$/),
  });
});

test('a group beneath a root without a name is inconclusive', () => {
  expect(result('root-by-uid-alone', { token, cannot: ['*'], where: ['acme/prod'] })).toBe('inconclusive');
});

describe('in a review', () => {
  const findings = (plan: string, ...assertions: Assertion[]) =>
    reviewOf(plan, { configuration: { assertions } })
      .findings.filter(({ id }) => id === 'assertion-failed')
      .map(({ severity, subject, reason, witness }) => ({ severity, subject, reason, witness }));
  const cannot: Assertion = { name: 'payments', token, cannot: ['role_bindings.create'], where };

  test('an assertion that the change breaks is a high finding', () => {
    expect(findings('owner-added', cannot)).toEqual([
      {
        severity: 'high',
        subject: 'payments',
        reason:
          'The assertion fails: The token can act as acme/payments/ci, which has role_bindings.create in acme/payments. It passed before this change.',
        witness: 'owner in acme/payments',
      },
    ]);
  });

  test('a finding carries the line of its assertion in every format', () => {
    const text = JSON.stringify({ owners: ['acme'], assertions: [cannot] }, undefined, 1);
    const line = text.split('\n').findIndex((one) => one.includes('"assertions"')) + 2;
    const configuration = readConfiguration(text, 'review.config.json');
    const report = reviewOf('owner-added', {
      ...{ configuration, configurationFile: { name: 'review.config.json', text } },
    });
    const [finding] = report.findings.filter(({ id }) => id === 'assertion-failed');
    expect(finding?.rule).toEqual({ file: 'review.config.json', line });
    const at = `review.config.json:${line}`;
    expect(formatText(report)).toContain(`rule in ${at}`);
    expect(formatMarkdown(report)).toContain(`Rule in \`${at}\`.`);
    const { runs } = JSON.parse(formatSarif(report)) as {
      runs: [{ results: { ruleId: string; locations: [{ physicalLocation: object }] }[] }];
    };
    const result = runs[0].results.find(({ ruleId }) => ruleId === 'assertion-failed');
    expect(result?.locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: 'review.config.json' },
      region: { startLine: line },
    });
  });

  test('an assertion that failed before is marked, and a passed one is no finding', () => {
    expect(findings('nothing-to-do', { ...cannot, cannot: ['groups.list'], where: ['acme'] })).toEqual([]);
    const can: Assertion = { token, can: ['roles.create'], where: ['acme'] };
    expect(findings('owner-added', can)[0]?.reason).toMatch(/It already failed before this change\.$/);
    expect(findings('owner-added', { ...cannot, where: ['acme/shop'] })).toEqual([]);
  });
});
