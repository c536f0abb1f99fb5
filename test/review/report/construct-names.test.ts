/** Tests that every format shows the construct of an object without a name. */
import { createReview, formatHtml, formatMarkdown, formatText, readPlan, readSynthesized } from '../../../src/review';
import { dataIn } from '../page/page-data';
import { kept, planOf, SHOP, TEAMS } from '../organization/context/stage';
import { corpusTexts, reviewOf } from '../corpus';

const address = 'platform_group_invite.payments_auditors_1A2B3C4D';
const plan = {
  ...planOf({
    'platform_group.shop': kept({ uid: SHOP, parent_uid: TEAMS, name: 'shop' }),
    [address]: { after: { group_uid: SHOP, role_uid: `${'0'.repeat(39)}2`, ttl: '3600s' } },
  }),
  name: 'org',
};
const stack = readSynthesized(
  JSON.stringify({
    resource: {
      platform_group_invite: { payments_auditors_1A2B3C4D: { '//': { metadata: { path: 'org/payments/auditors' } } } },
    },
  }),
  'org',
);
const configured = {
  ...plan,
  configuration: { ...plan.configuration, blocks: new Map([[address, blockOfInvite()]]) },
};

/** Returns the block of the configuration that assigns the stack to the plan. */
function blockOfInvite() {
  const [block] = readPlan(corpusTexts('loose-invite')[0]!.text, 'main').configuration.blocks.values();
  return { ...block!, address };
}

const without = createReview([configured]);
const review = createReview([configured], { stacks: [stack] });
const { report } = review;

test('text, comment, picture and page show the construct as the name, not the address', () => {
  expect(report.changes[0]?.path).toMatch(/^group invite payments\/auditors in /);
  expect(without.report.changes[0]?.path).toContain(address);
  expect(formatText(report)).toContain('group invite payments/auditors');
  expect(formatMarkdown(report)).toContain('group invite payments/auditors');
  expect(dataIn(formatHtml(review)).objects.map(({ name }) => name)).toContain('payments/auditors');
});

test('the stack makes no difference to digest, subjects and fingerprints', () => {
  const facts = ({ digest, findings }: typeof report) => [
    digest,
    findings.map((finding) => [finding.subject, finding.fingerprint]),
  ];
  expect(facts(report)).toEqual(facts(without.report));
});

test('a role binding with unknown references also shows its address', () => {
  const unknown = reviewOf('deferred-data').changes.filter(({ path }) => path.includes('(unknown until apply)'));
  expect(unknown).not.toEqual([]);
  for (const change of unknown) expect(change.path).toContain(change.address);
});

test('a role binding begins with its role', () => {
  expect(formatText(reviewOf('owner-added'))).toMatch(/\+ +role binding owner ← ci\n/);
});
