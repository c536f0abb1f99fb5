/** The digest of a report: the same for whatever comes to the same, and another one for whatever does not. */
import {
  examinePlans,
  formatHtml,
  formatJson,
  formatMarkdown,
  formatSarif,
  formatSvg,
  formatText,
  readPlan,
  reviewPlans,
  withReviews,
  type Plan,
} from '../../src/review';
import { corpusNames, corpusTexts, reviewOf } from './corpus';

interface Row {
  readonly address: string;
  change: { readonly actions: string[]; after: Record<string, unknown>; after_unknown: Record<string, unknown> };
}
interface Document {
  terraform_version: string;
  resource_changes: Row[];
}

const document = (name: string) => JSON.parse(corpusTexts(name)[0]?.text ?? '') as Document;
const read = (plan: Document, name = 'plan'): Plan => readPlan(JSON.stringify(plan), name);
const digest = (...plans: Plan[]) => reviewPlans(plans, { now: new Date('2026-11-22T12:00:00Z') }).digest;

test('every plan of the corpus has one of its own, and the same each time', () => {
  const changing = corpusNames.filter((name) => reviewOf(name).verdict.result === 'changed' && !name.includes('('));
  const digests = changing.map((name) => reviewOf(name).digest);
  expect(new Set(digests).size).toBe(changing.length);
  expect(digests).toEqual(changing.map((name) => reviewOf(name).digest));
  for (const one of digests) expect(one).toMatch(/^[0-9a-f]{64}$/);
});

test('what cannot be judged has none, in no format: nobody may approve it', () => {
  const unjudged = corpusNames.filter((name) => reviewOf(name).verdict.result === 'unjudged');
  expect(unjudged).toContain('errored');
  for (const name of unjudged) {
    const report = reviewOf(name);
    expect(report).not.toHaveProperty('digest');
    for (const format of [formatMarkdown, formatText, formatJson, formatSarif, formatSvg])
      expect(format(report)).not.toMatch(/digest/i);
    const examination = examinePlans(corpusTexts(name).map((plan) => readPlan(plan.text, plan.name)));
    expect(formatHtml(examination)).not.toContain('"digest"');
  }
});

test.each(['owner-added', 'targeted', 'group-moved', 'invites', 'first-apply'])(
  'file, engine, time and order make no difference to that of %s',
  (name) => {
    const plan = document(name);
    const other = { ...plan, terraform_version: '9.9.9', resource_changes: plan.resource_changes.toReversed() };
    const later = reviewPlans([read(other, 'elsewhere.json')], { now: new Date('2027-03-04T05:06:07Z') });
    expect(later.digest).toBe(digest(read(plan)));
  },
);

/** The plan of the corpus as the provider makes it for a review, with placeholders of the seed. */
function forReview(plan: Document, seed: string): Plan {
  const root = 'ac3e'.repeat(10);
  let text = JSON.stringify(plan);
  const rows = plan.resource_changes.map(({ address }, index) => [
    address,
    `${root}/00000000${seed}${index}${index}${index}`,
  ]);
  const changed = JSON.parse(text) as Document;
  for (const row of changed.resource_changes) {
    const uid = new Map(rows as [string, string][]).get(row.address);
    const key = /\["(\w+)"\]/.exec(row.address)?.[1] ?? '';
    const of = (address: string) => new Map(rows as [string, string][]).get(`${address}["${key}"]`);
    Object.assign(row.change.after, { uid });
    if (row.address.startsWith('platform_group.')) continue;
    Object.assign(row.change.after, {
      uid: `${of('platform_group.team')}/${uid?.slice(-16)}`,
      group_uid: of('platform_group.team'),
    });
    if (row.address.startsWith('platform_role_binding.'))
      Object.assign(row.change.after, {
        identity_uid: `${of('platform_group.team')}/${of('platform_identity.ci')?.slice(-16)}`,
      });
  }
  for (const row of changed.resource_changes) row.change.after_unknown = { create_time: true };
  text = JSON.stringify(changed);
  return readPlan(text, `review ${seed}`);
}

test('placeholders make no difference', () => {
  const plan = document('modules');
  const [one, other] = ['aaaaa', 'bbbbb'].map((seed) =>
    reviewPlans([withReviews(read(plan), [forReview(plan, seed)])]),
  );
  expect(one?.access.gained.length).toBeGreaterThan(0);
  expect(one?.unresolved).toEqual([]);
  expect(one?.digest).toBe(other?.digest);
  expect(digest(read(plan))).not.toBe(one?.digest);
});

test.each<[string, (after: Record<string, unknown>) => void]>([
  ['another role', (after) => (after['role_uid'] = `${'ac3e'.repeat(10)}/0123456789abcdef`)],
  ['another group', (after) => (after['group_uid'] = `${'ac3e'.repeat(10)}/0123456789abcdef`)],
])('%s makes another one', (_, change) => {
  const plan = document('owner-added');
  const before = digest(read(plan));
  for (const row of plan.resource_changes) if (row.change.actions.includes('create')) change(row.change.after);
  expect(digest(read(plan))).not.toBe(before);
});

test('what is accepted, and what is no longer, makes another one', () => {
  const plan = read(document('owner-added'));
  const { digest: before, findings } = reviewPlans([plan]);
  const [{ id, subject }] = findings as [(typeof findings)[number]];
  const suppressions = [{ id, subject, reason: 'Agreed.' }];
  expect(reviewPlans([plan], { configuration: { suppressions } }).digest).not.toBe(before);
});
