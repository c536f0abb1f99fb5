/** Tests that a probable rename does not hide another trust policy. */
import { createReview, readPlan, type Report } from '../../../../src/review';
import { moveBlocks } from '../../../../src/review/formats/move-blocks';
import { headline, summary } from '../../../../src/review/formats/sentences/headline';
import { editedPlan, reviewEdit, trusts, type EditedObjects } from '../../edited-plan';

const acme: EditedObjects = {
  acme: { type: 'group' },
  editor: { type: 'role', in: 'acme', values: { capabilities: ['repo.update'] } },
  admin: { type: 'role', in: 'acme', values: { capabilities: ['role_bindings.create'] } },
  mona: { type: 'identity', in: 'acme', values: trusts('mona') },
};

const review = (repository: string, role = 'editor', more: EditedObjects = {}) => {
  const team = (name: string, trusted: string): EditedObjects => ({
    ...acme,
    [name]: { type: 'group', in: 'acme' },
    [`${name}_prod`]: { type: 'group', in: name, values: { name: 'prod' } },
    [`${name}_ci`]: { type: 'identity', in: name, values: { ...trusts(trusted), name: 'ci' } },
    [`${name}_mona`]: { type: 'role_binding', in: name, identity: 'mona', role },
    [`${name}_binding`]: { type: 'role_binding', in: name, identity: `${name}_ci`, role },
  });
  const plan = editedPlan(team('data', 'data'), { ...team('dat', repository), ...more });
  return createReview([{ ...readPlan(plan, 'org'), reviews: [] }], { configuration: { owners: ['acme'] } });
};

test('the first sentences name the tokens of a renamed identity that differ', () => {
  const text = headline(review('sandbox').report);
  expect(text).toMatch(/acme\/dat\/ci accepts other tokens than acme\/data\/ci: .*sandbox.*\. Before: .*data.*\./);
});

test('a rename precedes the trust policies that follow it: several are one sentence', () => {
  expect(headline(review('sandbox').report)).toMatch(/^acme\/data is probably renamed to acme\/dat, .* accepts other/);
  const team = (name: string): EditedObjects => ({
    ...acme,
    [name]: { type: 'group', in: 'acme' },
    ...Object.fromEntries(
      ['ci', 'runner', 'bot'].flatMap((id): [string, EditedObjects[string]][] => [
        [`${name}_${id}`, { type: 'identity', in: name, values: { ...trusts(`${name}-${id}`), name: id } }],
        [`${name}_${id}_editor`, { type: 'role_binding', in: name, identity: `${name}_${id}`, role: 'editor' }],
      ]),
    ),
  });
  const plan = editedPlan(team('billing'), team('invoices'));
  const { report } = createReview([{ ...readPlan(plan, 'org'), reviews: [] }], { configuration: { owners: ['acme'] } });
  expect(headline(report)).toBe(
    'acme/billing is probably renamed to acme/invoices, but this plan deletes and recreates it, with 6 objects. To keep them, paste the blocks of this report. 3 renamed identities trust other workloads than before.',
  );
});

test('a renamed identity with another environment is a probable rename, and the first sentences have the environment', () => {
  const release = (name: string, environment: string): EditedObjects => ({
    ...acme,
    [name]: {
      type: 'identity',
      in: 'acme',
      values: { claim_match: { ...trusts('').claim_match, subject: `repo:acme/shop:environment:${environment}` } },
    },
    [`${name}_editor`]: { type: 'role_binding', in: 'acme', identity: name, role: 'editor' },
  });
  const report = reviewEdit(release('release', 'production'), release('releaser', 'live'));
  expect(headline(report)).toMatch(
    /^acme\/release is probably renamed to acme\/releaser, .* in environment live of acme\/shop/,
  );
  expect(report.findings.find(({ id }) => id === 'destroys')?.reason).toContain('Recreated objects get other uids');
});

test('a block that two of three pasted blocks leave is shown once', () => {
  const blocks = [{ plan: 'org', block: 'moved {}' }];
  const entry = { plan: 'org', address: 'a', blocks } as unknown;
  const { report } = review('data');
  const entries = { moves: [entry], roleChanges: [entry], lookalikes: [entry] } as Partial<Report>;
  expect(moveBlocks({ ...report, ...entries })).toEqual([{ plan: 'org', blocks: ['moved {}'] }]);
});

test('an identity with the same trust policy is only renamed', () => {
  const { report } = review('data');
  expect(headline(report)).not.toContain('accepts other tokens');
  expect(report.findings.map(({ id }) => id)).not.toContain('claim-widened');
});

test.each([
  ['editor', 'medium'],
  ['admin', 'high'],
])('a renamed %s that accepts other tokens is a finding of severity %s, as if it kept its name', (role, severity) => {
  const { report } = review('sandbox', role);
  const found = report.findings.filter(({ id }) => id === 'claim-widened');
  expect(found.map((finding) => [finding.severity, finding.identity])).toEqual([[severity, 'acme/dat/ci']]);
  expect(found[0]?.reason).toMatch(
    /^Other workloads than before can assume acme\/dat\/ci, which is acme\/\w+ in acme\/dat/,
  );
  expect(found[0]?.reason).toMatch(
    / Before: .*data.*\. After: .*sandbox.* This is probably a rename: .* acme\/data\/ci\.$/,
  );
  expect(headline(report).match(/other tokens|Other workloads/g)).toHaveLength(1);
});

test('access that a probable rename moves counts as kept, and new access is counted alone', () => {
  expect(summary(review('data').report)).toMatch(/^2 identities keep their access after a probable rename\. 5 deleted/);
  const { report } = review('data', 'editor', {
    dat_bot: { type: 'identity', in: 'dat', values: { ...trusts('bot'), name: 'bot' } },
    dat_bot_binding: { type: 'role_binding', in: 'dat', identity: 'dat_bot', role: 'editor' },
  });
  expect(summary(report)).toMatch(
    /^1 identity gains access\. 2 identities keep their access after a probable rename\. /,
  );
});
