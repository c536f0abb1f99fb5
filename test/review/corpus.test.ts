// @slow
/** Tests the complete report of each plan of the corpus. */
import { corpusNames, corpusTexts, toKey, reviewOf, told } from './corpus';
import { formatJson, formatMarkdown, formatText, leavesOpen, readPlan, reviewPlans } from '../../src/review';
import { corpus } from './corpus/cases';
import { CLIENT_SECRET } from './corpus/parts';

/** Too large for a list: a test below checks its contents. */
const large = 'first-apply';
const listed = corpus.flatMap(({ name, engine, says, configuration }) =>
  says === undefined ? [] : [{ plan: toKey(name, engine), says, configuration }],
);

test('every plan of the corpus has an expected report', () => {
  expect(corpusNames.filter((name) => name !== large).sort()).toEqual(listed.map(({ plan }) => plan).sort());
});

test.each(listed)('$plan', ({ plan, says, configuration }) => {
  expect(told(reviewOf(plan, { configuration }))).toEqual(says);
});

test('the corpus has at least 60 attacks, and the report of each is expected', () => {
  const attacks = corpus.filter(({ isAttack }) => isAttack);
  expect(attacks.filter(({ says }) => says === undefined)).toEqual([]);
  expect(new Set(attacks.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
});

test('the report of a first apply of 300 objects is complete, and nothing is unresolved', () => {
  const { verdict, unresolved, access, assume, changes, findings } = reviewOf(large);
  expect(verdict.counts).toMatchObject({ added: 300, changed: 0, removed: 0 });
  expect(unresolved).toEqual([]);
  // All repositories lack ids, which is one cause.
  expect(new Set(findings.map(({ id, severity }) => `${severity} ${id}`))).toEqual(
    new Set(['low access-gained', 'low nobody-can-assume']),
  );
  expect(access.lines.gained.filter(({ cause }) => cause === 'granted')).toHaveLength(120);
  expect(access.lines.gained.find(({ identity }) => identity === 'acme/team 0/ci 0')).toEqual({
    identity: 'acme/team 0/ci 0',
    group: 'acme/team 0',
    beneath: 9,
    capabilities: expect.arrayContaining(['repo.create', 'repo.list']) as unknown,
    fresh: 15,
    roles: ['editor'],
    cause: 'granted',
    address: 'platform_role_binding.grant_0',
    plan: 'main',
  });
  expect(assume.filter(({ relation }) => relation === 'added')).toHaveLength(120);
  expect(changes.filter(({ kind }) => kind === 'group')).toHaveLength(60);
});

const plansOf = (name: string) => corpusTexts(name).map((plan) => readPlan(plan.text, plan.name));
const isOpen = (name: string) => plansOf(name).slice(0, 1).some(leavesOpen);

test('a plan without unknown references has nothing unresolved', () => {
  const settled = corpusNames.filter((name) => !plansOf(name).some(leavesOpen));
  expect(settled.length).toBeGreaterThan(50);
  expect(settled.filter((name) => reviewOf(name).unresolved.length > 0)).toEqual([]);
});

test('a synthesized stack needs no review plans: its report is the same without them', () => {
  const [plan, ...reviews] = plansOf('pair-synthesized');
  expect(reviews).toHaveLength(2);
  expect(leavesOpen(plan!)).toBe(false);
  const paired = { ...reviewOf('pair-synthesized'), plans: [], checksum: '' };
  const alone = { ...reviewPlans([plan!], { now: new Date('2026-11-22T12:00:00Z') }), plans: [], checksum: '' };
  expect({ ...alone, access: withoutKeys(alone.access) }).toEqual({ ...paired, access: withoutKeys(paired.access) });
});

/** A grant is identified by its placeholder, or by its address. */
const withoutKeys = (access: object) =>
  JSON.parse(JSON.stringify(access, (name, value: unknown) => (name === 'grant' ? '' : value))) as unknown;

const matches = corpus
  .filter(({ isReviewed, isAttack }) => isReviewed && isAttack !== true)
  .map(({ name, engine }) => toKey(name, engine))
  .filter(isOpen);
test.each(matches)('%s: without its review plans, unknown values count as the worst case', (name) => {
  const [plan] = corpusTexts(name);
  const { unresolved, findings } = reviewPlans([readPlan(plan!.text, plan!.name)]);
  expect(findings).toContainEqual(expect.objectContaining({ id: 'unresolved', severity: 'high' }));
  expect(unresolved).not.toEqual([]);
  const pair = reviewOf(name);
  expect({ unresolved: pair.unresolved, problems: pair.verdict.problems }).toEqual({ unresolved: [], problems: [] });
  expect(pair.plans).toMatchObject([{ reviewPlans: ['review', 'review2'] }]);
});

test('no value of another provider is in a report', () => {
  const [text = ''] = corpusTexts('other-providers').map((plan) => plan.text);
  expect(text).toContain('a secret of somebody else');
  expect(JSON.stringify(reviewOf('other-providers'))).not.toContain('a secret of somebody else');
});

test('rows of access apply to the group and beneath it, and contain the grant', () => {
  const { gained } = reviewOf('owner-added').access;
  expect(gained).toHaveLength(1);
  expect(gained[0]).toMatchObject({
    identity: 'acme/payments/ci',
    group: 'acme/payments',
    except: [],
    through: [
      {
        grant: expect.any(String),
        by: 'role_binding',
        role: 'owner',
        group: 'acme/payments',
        address: 'platform_role_binding.ci_owns',
      },
    ],
  });
  expect(gained[0]?.capabilities).toContain('*');
});

test('every plan of the corpus can have a newer minor format and an unknown flag', () => {
  for (const name of corpusNames)
    for (const { text } of corpusTexts(name)) {
      const newer = { ...(JSON.parse(text) as object), format_version: '1.99', novelty: true };
      expect(readPlan(JSON.stringify(newer), name)).toEqual({
        ...readPlan(text, name),
        formatVersion: '1.99',
        unknown: [{ path: 'novelty', isOurs: false }],
      });
    }
});

test('no report contains a secret of the plan', () => {
  expect(corpusTexts('identity-provider').map(({ text }) => text.includes(CLIENT_SECRET))).toEqual([true]);
  const report = reviewOf('identity-provider');
  for (const shown of [formatJson(report), formatMarkdown(report), formatText(report)])
    expect(shown).not.toContain(CLIENT_SECRET);
});

test('sensitive capabilities are evaluated, and shown only as gained access', () => {
  const report = reviewOf('role-sensitive');
  expect(report.changes).toMatchObject([
    { fields: [{ field: 'capabilities', before: '(sensitive)', after: '(sensitive)' }] },
  ]);
});

test('a group that only references name exists before and after', () => {
  const { gained, lost } = reviewOf('outside-binding').access;
  expect({ gained: gained.length, lost }).toEqual({ gained: 1, lost: [] });
});
