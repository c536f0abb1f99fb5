// @slow
/** Tests the digest of a report: equal for the same effect, different for another effect. */
import { decompressed } from '../../page/page-data';
import {
  createReview,
  formatHtml,
  formatJson,
  formatMarkdown,
  formatSarif,
  formatText,
  readPlan,
  reviewPlans,
  withReviews,
  type TerraformPlan,
} from '../../../../src/review';
import { corpusNames, corpusTexts, reviewOf } from '../../corpus';

interface Row {
  readonly address: string;
  change: { readonly actions: string[]; after: Record<string, unknown>; after_unknown: Record<string, unknown> };
}
interface Document {
  terraform_version: string;
  resource_changes: Row[];
}

const document = (name: string) => JSON.parse(corpusTexts(name)[0]?.text ?? '') as Document;
const read = (plan: Document, name = 'plan'): TerraformPlan => readPlan(JSON.stringify(plan), name);
const digest = (...plans: TerraformPlan[]) => reviewPlans(plans, { now: new Date('2026-11-22T12:00:00Z') }).digest;

test('every plan of the corpus has its own digest, which is always the same', () => {
  const changing = corpusNames.filter((name) => reviewOf(name).verdict.result === 'changed' && !name.includes('('));
  const digests = changing.map((name) => reviewOf(name).digest);
  expect(new Set(digests).size).toBe(changing.length);
  expect(digests).toEqual(changing.map((name) => reviewOf(name).digest));
  for (const one of digests) expect(one).toMatch(/^[0-9a-f]{64}$/);
});

test('an inconclusive report has no digest in any format', () => {
  const unjudged = corpusNames.filter((name) => reviewOf(name).verdict.result === 'unjudged');
  expect(unjudged).toContain('errored');
  for (const name of unjudged) {
    const report = reviewOf(name);
    expect(report).not.toHaveProperty('digest');
    for (const format of [formatMarkdown, formatText, formatJson, formatSarif])
      expect(format(report)).not.toMatch(/digest/i);
    const review = createReview(corpusTexts(name).map((plan) => readPlan(plan.text, plan.name)));
    expect(decompressed(formatHtml(review))).not.toContain('"digest"');
  }
});

test.each(['owner-added', 'targeted', 'group-moved', 'invites', 'first-apply'])(
  'file, engine, time and order make no difference to the digest of %s',
  (name) => {
    const plan = document(name);
    const other = { ...plan, terraform_version: '9.9.9', resource_changes: plan.resource_changes.toReversed() };
    const later = reviewPlans([read(other, 'elsewhere.json')], { now: new Date('2027-03-04T05:06:07Z') });
    expect(later.digest).toBe(digest(read(plan)));
  },
);

/** Returns the plan of the corpus as a review plan, with placeholders of the seed. */
function forReview(plan: Document, seed: string): TerraformPlan {
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
])('%s changes the digest', (_, change) => {
  const plan = document('owner-added');
  const before = digest(read(plan));
  for (const row of plan.resource_changes) if (row.change.actions.includes('create')) change(row.change.after);
  expect(digest(read(plan))).not.toBe(before);
});

test('a grant to another identity with the same name changes the digest', () => {
  const of = (name: string) => {
    const [plan, ...reviews] = corpusTexts(name).map((text) => readPlan(text.text, text.name));
    return digest(withReviews(plan!, reviews));
  };
  expect(of('pair-second-of-a-name')).not.toBe(of('pair-third-of-a-name'));
});

test('added and removed suppressions change the digest', () => {
  const plan = read(document('owner-added'));
  const { digest: before, findings } = reviewPlans([plan]);
  const [{ id, subject, fingerprint }] = findings as [(typeof findings)[number]];
  const suppressions = [{ id, subject, fingerprint, reason: 'Agreed.', expires: '2999-01-01' }];
  expect(reviewPlans([plan], { configuration: { suppressions } }).digest).not.toBe(before);
});

interface Whole extends Document {
  readonly configuration: {
    provider_config: Record<string, { expressions?: Record<string, object> }>;
    readonly root_module: { readonly resources: { address: string; provisioners?: object[]; expressions: object }[] };
  };
  output_changes?: Record<string, object>;
}

describe('two changes that look the same in the list of changes have different digests', () => {
  const two = (name: string, change: (plan: Whole, which: string) => void) => {
    const made = ['one', 'other'].map((which) => {
      const plan = document(name) as Whole;
      change(plan, which);
      return reviewPlans([read(plan)], { now: new Date('2026-11-22T12:00:00Z') });
    });
    for (const report of made) expect(report.digest).toBeDefined();
    expect(made[0]?.digest).not.toBe(made[1]?.digest);
    return made;
  };
  const rowOf = (plan: Document, type: string) =>
    plan.resource_changes.find(({ address, change }) => address.includes(type) && !change.actions.includes('no-op'))!;

  test('the person', () => {
    const person = { one: 'a'.repeat(40), other: 'b'.repeat(40) };
    two('owner-added', (plan, which) =>
      Object.assign(rowOf(plan, 'platform_role_binding').change.after, { identity_uid: person[which as 'one'] }),
    );
  });

  test('a sensitive subject, which no report shows', () => {
    for (const report of two('claim-exact-to-pattern', (plan, which) => {
      const { change } = rowOf(plan, 'platform_identity');
      change.after['claim_match'] = { issuer: 'https://issuer.example', subject: `hidden-${which}` };
      Object.assign(change, { after_sensitive: { claim_match: { subject: true } } });
    }))
      expect(formatJson(report)).not.toContain('hidden-');
  });

  test('keys of an identity', () => {
    two('keys-swapped', (plan, which) => {
      const { change } = rowOf(plan, 'platform_identity');
      (change.after['static_keys'] as Record<string, unknown>)['issuer_keys'] = `{"keys":["${which}"]}`;
      Object.assign(change, { after_sensitive: { static_keys: { issuer_keys: true } } });
    });
  });

  test('a long pattern, after the shown part', () => {
    two('claim-exact-to-pattern', (plan, which) => {
      const subject = { subject_pattern: `^${'x'.repeat(200)}${which}$` };
      rowOf(plan, 'platform_identity').change.after['claim_match'] = { issuer: 'https://issuer.example', ...subject };
    });
  });

  test('the command of a provisioner', () => {
    two('provisioner', (plan, which) => {
      for (const block of plan.configuration.root_module.resources)
        if (block.provisioners !== undefined)
          block.provisioners = [{ type: 'local-exec', expressions: { command: { constant_value: which } } }];
    });
  });

  test('a value of the resource in the command of a provisioner', () => {
    two('provisioner-elsewhere', (plan, which) =>
      Object.assign(rowOf(plan, 'terraform_data').change.after, { triggers_replace: which }),
    );
  });

  test('the provider block', () => {
    two('owner-added', (plan, which) => {
      const [block] = Object.values(plan.configuration.provider_config);
      block!.expressions = { base_url: { constant_value: `https://${which}.example` } };
    });
  });

  test('an output', () => {
    const [first] = two('owner-added', (plan, which) => {
      const change = { actions: ['create'], before: null, after: `value-${which}`, after_unknown: false };
      plan.output_changes = { out: { ...change, before_sensitive: true, after_sensitive: true } };
    });
    expect(formatJson(first!)).not.toContain('value-one');
  });

  test('the expression of an issuer that is unknown until the apply', () => {
    two('claim-exact-to-pattern', (plan, which) => {
      const row = rowOf(plan, 'platform_identity');
      row.change.after['claim_match'] = { subject: 'x' };
      row.change.after_unknown = { claim_match: { issuer: true } };
      for (const block of plan.configuration.root_module.resources)
        if (block.address === row.address)
          block.expressions = { claim_match: { references: [`terraform_data.${which}`] } };
    });
  });
});

test('a renewed credential makes no difference, another source of it does', () => {
  const withToken = (expression: object, value: string) => {
    const plan = document('owner-added') as Whole & { variables?: object };
    Object.values(plan.configuration.provider_config)[0]!.expressions = { token: expression };
    plan.variables = { token: { value } };
    return digest(read(plan));
  };
  const fromVariable = { references: ['var.token'] };
  expect(withToken(fromVariable, 'one')).toBe(withToken(fromVariable, 'other'));
  expect(withToken(fromVariable, 'one')).not.toBe(withToken({ references: ['terraform.applying'] }, 'one'));
});

test.each(corpusNames.filter((name) => corpusTexts(name).length === 3 && corpusTexts(name)[1]?.name === 'review'))(
  'the placeholders of the review plans, and their order, make no difference to the digest of %s',
  (name) => {
    const [plan, ...reviews] = corpusTexts(name).map((text) => readPlan(text.text, text.name));
    const all = [reviews.slice(0, 1), reviews.slice(1), reviews, reviews.toReversed()];
    expect(new Set(all.map((some) => digest(withReviews(plan!, some)))).size).toBe(1);
  },
);

test.each(['__proto__', 'constructor', 'toString'])(
  'a setting of the provider with the name %s has a digest',
  (name) => {
    const plan = document('owner-added') as Whole;
    const [block] = Object.values(plan.configuration.provider_config);
    block!.expressions = Object.fromEntries([[name, { constant_value: 'x' }]]);
    expect(digest(read(plan))).toMatch(/^[0-9a-f]{64}$/);
  },
);
