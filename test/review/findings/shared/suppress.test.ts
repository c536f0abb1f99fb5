import {
  readPlan,
  reviewPlans,
  type AffectedObject,
  type TerraformPlan,
  type ReportedFinding,
  type Suppression,
} from '../../../../src/review';
import { corpusTexts, reviewOf, suppressionsOf } from '../../corpus';

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
      reviewOf('role-widened', { configuration: { suppressions } })
        .findings.filter(({ severity }) => severity === 'high')
        .map(({ subject }) => subject);
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
    const ids = (plans: TerraformPlan[], suppressions: Suppression[]) =>
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
