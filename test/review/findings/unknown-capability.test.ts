import { readPlan, reviewPlans, type Report } from '../../../src/review';
import { corpusTexts, reviewOf } from '../corpus';

const findings = ({ findings: all }: Report) =>
  all.map(({ id, severity, subject, reason }) => `${severity} ${id} ${subject}: ${reason}`);
const unknown = (report: Report) => findings(report).filter((text) => text.includes(' unknown-capability '));

/** Returns the report of `custom-roles` with further capabilities of the role. */
function holding(...more: readonly string[]): Report {
  const [plan] = corpusTexts('custom-roles');
  const added = more.map((name) => `,"${name}"`).join('');
  const text = plan!.text.replaceAll('"capabilities":["apk.create","groups.list"', `$&${added}`);
  return reviewPlans([readPlan(text, plan!.name)]);
}

test('a role that gains an unknown capability is a medium finding, and its access is not owner-level', () => {
  const report = reviewOf('role-unknown-capability');
  expect(unknown(report)).toEqual([
    'medium unknown-capability acme/helper: Role acme/helper contains vaults.open. This version does not know this capability. It counts as writing.',
  ]);
  expect(findings(report).filter((text) => text.startsWith('high'))).toEqual([]);
  expect(findings(report).join()).not.toMatch(/owner-level|becomes an owner/);
});

test('several unknown capabilities of a role are one finding', () => {
  const names = Array.from({ length: 30 }, (_, index) => `figs.eat${index}`);
  const [text = '', ...others] = unknown(holding(...names));
  expect(others).toEqual([]);
  expect(text).toContain('contains figs.eat0, figs.eat1, figs.eat2 and 27 more. This version does not know these');
});

test.each([['figs.list'], ['figs.dried.get'], ['CAP_FIGS_DRIED_LIST'], ['libraries.java.list'], ['terms.accept']])(
  '%s is none',
  (name) => {
    expect(unknown(holding(name))).toEqual([]);
  },
);

test.each([['figs.eat'], ['figs.dried.eat'], ['CAP_FIGS_DRIED_EAT'], ['CAP_GROUPS_CREATE'], ['figs.blacklist']])(
  '%s is one',
  (name) => {
    expect(unknown(holding(name))).toHaveLength(1);
  },
);

test('a role that stays is no finding', () => {
  expect(unknown(reviewOf('nothing-to-do'))).toEqual([]);
});
