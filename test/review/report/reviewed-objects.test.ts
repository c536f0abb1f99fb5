// @slow
/** Tests the list of all objects of the organization. */
import { answer, createReview, readPlan, type Review, type ReviewedObject } from '../../../src/review';
import { corpusNames, corpusTexts, reviewOf } from '../corpus';

const reviews = new Map<string, Review>();
const reviewOfCase = (name: string): Review => {
  const review =
    reviews.get(name) ??
    createReview(
      corpusTexts(name).map((plan) => readPlan(plan.text, plan.name)),
      { now: new Date('2026-11-22T12:00:00Z') },
    );
  reviews.set(name, review);
  return review;
};
const find = (name: string, test: (object: ReviewedObject) => boolean) => reviewOfCase(name).objects.find(test);

test.each(corpusNames)('%s: the report is the same, and every change belongs to an object', (name) => {
  const { report, objects } = reviewOfCase(name);
  expect(report).toEqual(reviewOf(name));
  const changed = objects.filter(({ status }) => status !== 'kept' && status !== 'removed');
  const told = (all: readonly { status: string; kind: string; path: string; address: string }[]) =>
    all.map(({ status, kind, path, address }) => [status, kind, path, address].join(' ')).sort();
  expect(told(changed)).toEqual(told(report.changes.filter(({ status }) => status !== 'removed')));
});

test.each(corpusNames)('%s: every group, identity, role and grant is an object', (name) => {
  const { before, after, objects } = reviewOfCase(name);
  for (const [side, { groups, identities, grants }] of [['before', before] as const, ['after', after] as const]) {
    const known = new Set(
      objects.flatMap((object) => (object.node === undefined ? [] : [`${object.node} ${object[side]?.key}`])),
    );
    const missing = [
      ...groups.filter(({ implied }) => !implied).map(({ key }) => `group ${key}`),
      ...identities
        .filter((identity) => !identity.implied && identity.grantedBy === undefined)
        .map(({ key }) => `identity ${key}`),
      ...grants.map(({ key }) => `grant ${key}`),
    ].filter((id) => !known.has(id));
    // A group that only the configuration names is not an object of the plans.
    expect(missing).toEqual([]);
  }
});

test('an object has both sides and its changed fields', () => {
  const found = find('claim-any-branch', ({ status }) => status === 'changed');
  expect(found).toMatchObject({ kind: 'identity', node: 'identity', isManaged: true });
  expect(found?.before?.assumed).toMatch(/^any workflow on branch main of /);
  expect(found?.after?.assumed).not.toBe(found?.before?.assumed);
  expect(found?.changes.length).toBeGreaterThan(0);
  expect(found?.after?.fields).toMatchObject({ name: found?.name });
});

test.each(corpusNames)('%s: objects and answers say who can assume an identity like the report', (name) => {
  const review = reviewOfCase(name);
  const rows = answer(review, { ask: 'who-can', capability: '*', path: '**' }).rows;
  for (const { identity, after, address, plan } of review.report.assume) {
    const object = review.objects.find((one) => one.address === address && one.plan === plan);
    if (after === undefined || object?.after === undefined || after === '(sensitive)') continue;
    expect(object.after.assumed).toBe(after);
    for (const row of rows.filter((one) => one.identity === identity)) expect(row.assumedBy).toBe(after);
  }
});

test('an object refers to its group by key', () => {
  const { after, objects } = reviewOfCase('owner-added');
  const placed = objects.filter(({ after: is }) => is?.group !== undefined);
  expect(placed.length).toBeGreaterThan(0);
  for (const object of placed) expect(after.group(object.after?.group ?? '').key).toBe(object.after?.group);
});
