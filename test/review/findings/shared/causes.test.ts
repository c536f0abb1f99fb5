/** Tests that findings with the same id and cause are one entry. */
import { countCauses, mergeByCause } from '../../../../src/review/findings/shared/causes';
import type { Finding } from '../../../../src/review/findings/shared/finding';
import { formatSarif, reviewPlans } from '../../../../src/review';
import { headline } from '../../../../src/review/formats/sentences/headline';
import { kept, planOf, SHOP, TEAMS } from '../../organization/context/stage';
import { reviewOf } from '../../corpus';

const cause = { key: 'role acme/deployer', text: 'Role acme/deployer gains role_bindings.create' };
const finding = (subject: string, more: Partial<Finding> = {}): Finding => ({
  id: 'owner-gained',
  severity: 'high',
  subject,
  reason: `${subject} gains something.`,
  evidence: [],
  ...more,
});

test('one widened role is one finding for 14 identities in 10 groups', () => {
  const { findings, verdict } = reviewOf('one-cause', { configuration: { owners: ['github:acme'] } });
  const high = findings.filter(({ severity }) => severity === 'high');
  expect(high.map(({ id, reason, affected }) => [id, reason, affected?.length])).toEqual([
    [
      'owner-gained',
      'Role acme/deployer gains role_bindings.create: 14 identities in 10 groups gain administrative access.',
      14,
    ],
  ]);
  expect(findings[0]).toMatchObject({ address: 'platform_role.deployer', cause });
  expect(verdict).toMatchObject({ findings: { high: 1 }, causes: { high: 1, medium: 0, low: 0 } });
});

test('new access and the escalation path that it opens have one cause', () => {
  const { findings, verdict } = reviewOf('escalation');
  const one = { key: 'platform_role_binding.ci_helps acme/helper' };
  expect(findings).toMatchObject([
    { id: 'owner-gained', cause: one },
    { id: 'escalation-path', cause: one },
  ]);
  expect(verdict.causes.high).toBe(1);
});

test('a finding without a cause, and one whose cause affects nothing else, stay unchanged', () => {
  const all = [finding('a', { cause }), finding('b'), finding('c'), finding('d', { id: 'escalation-path', cause })];
  expect(mergeByCause(all)).toEqual(all);
  expect(countCauses(all)).toEqual({ high: 3, medium: 0, low: 0 });
});

test('an entry has the worst severity of its findings, and so has a cause', () => {
  const all = [finding('a', { cause, severity: 'low' }), finding('b', { cause, severity: 'medium' })];
  expect(mergeByCause(all)).toMatchObject([
    { severity: 'medium', subject: cause.key, reason: `${cause.text}: 2 objects.`, affected: all },
  ]);
  expect(countCauses([...all, finding('c', { cause })])).toEqual({ high: 1, medium: 0, low: 0 });
});

test('an entry has the predicates of its findings, the two most frequent first', () => {
  const trust = (subject: string, name: string) =>
    finding(subject, { cause, identity: subject, predicate: `trust issuer ${name}` });
  const all = [trust('a', 'x'), trust('b', 'y'), trust('c', 'y'), trust('d', 'z'), trust('e', 'w')];
  expect(mergeByCause(all)[0]?.reason).toBe(
    `${cause.text}: 2 identities trust issuer y; 1 identity trusts issuer x; 2 identities for other reasons.`,
  );
});

test('a suppression accepts a single subject of a cause', () => {
  const { findings } = reviewOf('one-cause', { configuration: { owners: ['github:acme'] } });
  const [{ id, affected = [] }] = findings as [(typeof findings)[number]];
  const { subject, fingerprint } = affected[0]!;
  const suppression = { id, subject, fingerprint, reason: 'Agreed.', expires: '2027-01-31' };
  const report = reviewOf('one-cause', { configuration: { suppressions: [suppression] } });
  expect(report.findings[0]?.affected).toHaveLength(affected.length - 1);
  expect(report.suppressed).toMatchObject([{ id, subject }]);
});

test('SARIF has one result for a cause, which names each affected object', () => {
  const { runs } = JSON.parse(formatSarif(reviewOf('one-cause', { configuration: { owners: ['github:acme'] } }))) as {
    runs: [{ results: { level: string; message: { text: string }; relatedLocations?: unknown[] }[] }];
  };
  const results = runs[0].results.filter(({ level }) => level === 'error');
  expect(results).toHaveLength(1);
  expect(results[0]?.relatedLocations).toHaveLength(14);
  expect(results[0]?.message.text).toContain(
    '\n- "acme/team 3/ci 13" gains role_bindings.create (administrative access) in ',
  );
});

describe('an identity that an unreviewed pull request can assume', () => {
  test('has one cause with the other findings about its trust policy, and one sentence in the headline', () => {
    const report = reviewOf('example');
    const causes = report.findings.map(({ id, cause }) => [id, cause?.key]);
    const key = 'trust policy of acme/payments/ci';
    expect(causes).toContainEqual(['pull-request-can-write', key]);
    expect(causes).toContainEqual(['claim-widened', key]);
    expect(report.verdict).toMatchObject({ findings: { high: 3 }, causes: { high: 2 } });
    expect(headline(report)).toBe(
      'Unreviewed code can assume acme/payments/ci, which is owner in acme/payments. acme/payments/ci becomes an owner of acme/payments. The group acme/payments/checkout is deleted.',
    );
  });

  test('has the cause of the grant if only its access is new', () => {
    const ci = {
      ...{ uid: `${SHOP}/c1c1c1c1c1c1c1c1`, group_uid: SHOP, name: 'ci' },
      claim_match: { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/shop:pull_request' },
    };
    const role = { uid: `${SHOP}/a01ea01ea01ea01e`, group_uid: SHOP, name: 'pusher', capabilities: ['repo.create'] };
    const plan = planOf({
      'platform_group.shop': kept({ uid: SHOP, parent_uid: TEAMS, name: 'shop' }),
      'platform_identity.ci': kept(ci),
      'platform_role.pusher': kept(role),
      'platform_role_binding.ci': { after: { group_uid: SHOP, identity_uid: ci.uid, role_uid: role.uid } },
    });
    const { findings, verdict } = reviewPlans([plan], { configuration: { owners: ['acme'] } });
    const key = findings.find(({ id }) => id === 'access-gained')?.cause?.key;
    expect(key).toMatch(/^platform_role_binding\.ci /);
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'pull-request-can-write', cause: expect.objectContaining({ key }) as unknown }),
    );
    expect(verdict.causes).toEqual({ high: 1, medium: 0, low: 0 });
  });
});
