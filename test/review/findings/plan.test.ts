import { leavesOpen, readPlan } from '../../../src/review';
import { analyze } from '../../../src/review/access/analysis';
import { driftFound } from '../../../src/review/findings/plan';
import { corpusNames, corpusTexts, reviewOf } from '../corpus';
import { reasonsOf } from './reasons';

test('an unknown value is reported with the next step if the plan has no review plans', () => {
  // test/review/corpus.test.ts proves that nothing is unresolved in the other plans.
  const open = corpusNames.filter((name) =>
    corpusTexts(name).some((plan) => leavesOpen(readPlan(plan.text, plan.name))),
  );
  const ways = open.flatMap((plan) => {
    const { plans } = reviewOf(plan);
    const isPaired = plans.every(({ reviewPlans = [] }) => reviewPlans.length > 0);
    return reasonsOf(plan, 'unresolved')
      .filter((reason) => reason.includes('Cannot resolve'))
      .map((reason) => [plan, isPaired, reason.includes('Create the plan with "platform-iac plan"')] as const);
  });
  expect(ways.length).toBeGreaterThan(0);
  for (const [plan, isPaired, hasWay] of ways) expect({ plan, hasWay }).toEqual({ plan, hasWay: !isPaired });
});

test('drift of a trust policy is not low if it is unknown whether outsiders can obtain its tokens', () => {
  const plans = corpusTexts('drift-opens').map(({ text, name }) => readPlan(text, name));
  const analysis = analyze(plans, { configuration: {}, now: new Date('2026-11-22T12:00:00Z'), runBy: undefined });
  const severities = (outsidersUnknown: readonly string[]) => {
    const assume = analysis.drift.trustPolicyChanges.map((change) => ({
      ...change,
      ...{ relation: 'narrower' as const, outsiders: [], outsidersUnknown },
    }));
    return driftFound({ ...analysis, drift: { ...analysis.drift, trustPolicyChanges: assume } }).map(
      ({ severity }) => severity,
    );
  };
  expect(severities([])).toEqual(['low']);
  expect(severities(['it takes too many steps'])).toEqual(['high']);
});

test('drift of a trust policy has the sentence of the drift command: who can assume the identity, and its roles', () => {
  const [reason] = reasonsOf('drift-opens', 'drift').filter((text) => text.includes('Current trust policy'));
  expect(reason).toMatch(/ can (?:be assumed by|assume) .*\. It (?:is|has) .*\. Last applied trust policy: /);
});
