import { severalText } from '../../../src/review/formats/sentences/several-findings';
import { readPlan, reviewPlans, type ReviewConfiguration } from '../../../src/review';
import { type EditedObjects, reviewEdit } from '../edited-plan';
import { corpusTexts, reviewOf } from '../corpus';
import { reasonsOf } from './reasons';
import { findingsOfTrust } from './trust-plans';

test('a wider trust policy is shown before and after', () => {
  expect(reasonsOf('claim-any-branch', 'claim-widened')).toEqual([
    'More workloads can assume acme/payments/ci, which is viewer in acme/payments, and can only read. Before: any workflow on branch main of acme/shop. After: anyone who can push a matching branch to the repository: GitHub Actions, subject like ^repo:acme/shop:ref:refs/heads/.+$. Unreviewed code can assume it. If you do not intend this, restore the previous trust policy.',
  ]);
  expect(reasonsOf('issuer-swapped', 'claim-widened')[0]).toMatch(
    /^Other workloads than before can assume acme\/deployer, which (?:is .+, and can .+|has no role)\. Before: .+\. After: /,
  );
  expect(reasonsOf('example', 'claim-widened')[0]).toMatch(
    /^More workloads can assume acme\/payments\/ci, which is \S+ in [^.]+, and can change access\. Before/,
  );
});

test('different keys have different texts', () => {
  const [reason = ''] = reasonsOf('keys-swapped', 'claim-widened');
  const [before, after] = [...reason.matchAll(/\(static keys, SHA-256 ([0-9a-f]{8})…\)/g)].map(([, hash]) => hash);
  expect(before).toBeDefined();
  expect(after).not.toBe(before);
  const same = reasonsOf('keys-longer', 'claim-widened')[0]?.match(/SHA-256 [0-9a-f]{8}/g);
  expect(new Set(same).size).toBe(1);
});

test('the witness of a wider trust policy is a token that its issuer mints', () => {
  const [outsider] = reviewOf('claim-anybody').findings;
  expect(outsider).toMatchObject({
    reason:
      'Outsiders can assume acme/payments/ci, which is viewer in acme/payments: anyone who registers a GitHub owner whose name begins with acme. Narrow the trust policy.',
    witness: 'sub=repo:acmea@2/a@2:ref:refs/heads/a, iss=https://token.actions.githubusercontent.com',
    address: 'platform_identity.ci',
  });
});

test('the report gives the reason for an outsider, and a token only if its issuer can mint it', () => {
  const reasons = new Map(
    reviewOf('strangers').findings.map(({ subject, reason, witness }) => [subject, { reason, witness }]),
  );
  const { reason, witness } = reasons.get('acme/unknown') ?? {};
  const [whom, why] = reason?.split(': ') ?? [];
  expect(whom).toBe('Outsiders may be able to assume acme/unknown, which is editor in acme');
  expect(why).toMatch(
    /^it is unknown who can obtain its tokens \(issuer https:\/\/tokens\.example\.net is not a known platform and/,
  );
  expect(witness).toBeUndefined();
  expect(reasons.get('acme/sigstore')?.witness).toBe('sub=ada@acme.example, iss=https://oauth2.sigstore.dev/auth');
});

test('a pattern that also matches inside of a longer text is named', () => {
  const getReason = (pattern: string, configuration: ReviewConfiguration = {}) => {
    const issuer = 'https://token.actions.githubusercontent.com';
    const ci = {
      type: 'identity',
      in: 'acme',
      values: { name: 'ci', claim_match: { issuer, subject_pattern: pattern } },
    };
    const acme = { type: 'group', values: { name: 'acme' } };
    const { findings } = reviewEdit(
      { acme },
      { acme, ci },
      { configuration: { owners: ['github:1'], ...configuration } },
    );
    return findings.find(({ id }) => id === 'outsider-can-assume')?.reason;
  };
  const who = 'Outsiders can assume acme/ci, which has no role: any workflow of any repository on GitHub.';
  const next = 'Narrow the trust policy.';
  expect(getReason('repo:globex/.*')).toBe(
    `${who} The pattern of sub has no ^: it also matches inside of a longer text. ${next}`,
  );
  expect(getReason('repo:')).toBe(
    `${who} The pattern of sub has no ^ and $: it also matches inside of a longer text. ${next}`,
  );
  expect(getReason('^repo:.*')).toBe(`${who} ${next}`);
  expect(getReason('repo:.*', { anchored: true })).toBe(`${who} ${next}`);
});

test.each([
  ['viewer', 'owner'],
  ['owner', 'viewer'],
])('the most dangerous role comes first: of %s and %s', (...roles) => {
  const issuer = 'https://token.actions.githubusercontent.com';
  const objects: EditedObjects = {
    acme: { type: 'group', values: { name: 'acme' } },
    viewer: { type: 'role', in: 'acme', values: { name: 'viewer', capabilities: ['groups.list'] } },
    owner: { type: 'role', in: 'acme', values: { name: 'owner', capabilities: ['role_bindings.create'] } },
    ci: { type: 'identity', in: 'acme', values: { name: 'ci', claim_match: { issuer, subject_pattern: '^repo:.*' } } },
    one: { type: 'role_binding', in: 'acme', identity: 'ci', role: roles[0] },
    other: { type: 'role_binding', in: 'acme', identity: 'ci', role: roles[1] },
  };
  const { findings } = reviewEdit({ acme: objects['acme']! }, objects);
  const found = findings.find(({ id }) => id === 'outsider-can-assume');
  expect(found?.reason).toContain('acme/ci, which is acme/owner in acme, acme/viewer in acme: ');
});

type Change = Readonly<Record<string, unknown>>;

const isUnchanged = (change: Change): Change => ({ ...change, after: change['before'] });
const isRecreated = (change: Change): Change => ({
  ...change,
  after: { ...(change['before'] as Change), uid: undefined },
  after_unknown: { uid: true },
  actions: ['delete', 'create'],
});

interface PlannedResource {
  readonly type: string;
  readonly change: Record<string, unknown>;
}

/** Returns the identities whose trust policy is reported as hidden, with the masks of a plan that changes only the first. */
function hiddenWith(masks: Readonly<Record<string, unknown>>, edit = (change: Change) => change): string[] {
  const [{ text } = { text: '' }] = corpusTexts('claim-any-branch');
  const plan = JSON.parse(text) as { readonly resource_changes: readonly PlannedResource[] };
  for (const { type, change } of plan.resource_changes)
    if (type === 'platform_identity') Object.assign(change, edit({ ...change, ...masks }));
  const { findings } = reviewPlans([readPlan(JSON.stringify(plan), 'main')], { now: new Date('2026-11-22T12:00:00Z') });
  return findings.filter(({ id }) => id === 'assume-hidden').map(({ subject }) => subject);
}

test('a sensitive trust policy is reported if it changes, and not while it stays the same', () => {
  const mask = { claim_match: true };
  expect(hiddenWith({})).toEqual([]);
  expect(hiddenWith({ before_sensitive: mask })).toEqual(['acme/payments/ci']);
  expect(hiddenWith({ before_sensitive: mask, after_sensitive: mask })).toEqual(['acme/payments/ci']);
  expect(hiddenWith({ after_sensitive: mask })).toEqual(['acme/payments/ci']);
  // The same policy of a new object was not approved earlier.
  expect(hiddenWith({ before_sensitive: mask, after_sensitive: mask }, isUnchanged)).toEqual([]);
  expect(hiddenWith({ before_sensitive: mask, after_sensitive: mask }, isRecreated)).toEqual([
    'acme/deployer',
    'acme/payments/ci',
  ]);
});

test.each([
  ['claim-any-branch', '2 workloads accept more tokens.'],
  ['claim-unknown', '2 workloads may accept more tokens.'],
])('several findings of %s say "may" only if the comparison is undecided', (plan, text) => {
  const found = reviewOf(plan).findings.find(({ id }) => id === 'claim-widened')!;
  expect(severalText('claim-widened', [found, { ...found, identity: 'acme/other/ci' }])).toBe(text);
});

test('a read-only identity that accepts pull requests is reported with its roles, and that they are unreviewed', () => {
  const subject = (text: string) => ({
    ...{ issuer: 'https://token.actions.githubusercontent.com', audience: 'https://platform.example.com' },
    ...{ subject: `repo:acme/shop:${text}`, name: 'ci' },
  });
  const objects = (text: string): EditedObjects => ({
    acme: { type: 'group' },
    reader: { type: 'role', in: 'acme', values: { capabilities: ['repo.list'] } },
    ci: { type: 'identity', in: 'acme', values: { claim_match: subject(text), name: 'ci' } },
    grant: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'reader' },
  });
  const { findings } = reviewEdit(objects('ref:refs/heads/main'), objects('pull_request'), {
    configuration: { owners: ['github:acme'] },
  });
  expect(findings.map(({ id }) => id)).not.toContain('pull-request-can-write');
  const finding = findings.find(({ id }) => id === 'claim-widened');
  expect(finding).toMatchObject({ severity: 'medium', holds: 'acme/reader in acme' });
  expect(finding?.reason).toMatch(
    /^Other workloads than before can assume acme\/ci, which is acme\/reader in acme, and can only read\. Before: .+\. An unreviewed pull request can assume it\./,
  );
});

const GITHUB = 'https://token.actions.githubusercontent.com';
const GITLAB = 'https://gitlab.com';
const OPEN = 'Any branch can use an environment that has no protection rules.';
const onBranch = { issuer: GITHUB, subject: 'repo:acme@1/shop@2:ref:refs/heads/main' };

test.each([
  [
    'an environment of GitHub',
    { issuer: GITHUB, subject: 'repo:acme@1/shop@2:environment:production' },
    [OPEN, 'In the settings of the repository, check "Deployment branches and tags" of this environment.'],
  ],
  [
    'an environment of another issuer',
    {
      issuer: GITLAB,
      subject: 'project_path:acme/shop:ref_type:branch:ref:main',
      claims: { environment: 'production' },
    },
    [OPEN, 'Check the settings of this environment.'],
  ],
  ['another branch', { issuer: GITHUB, subject: 'repo:acme@1/shop@2:ref:refs/heads/next' }, []],
  ['any environment', { issuer: GITHUB, subject_pattern: '^repo:acme@1/shop@2:environment:.*$' }, []],
])(
  'a trust policy that moves from a branch to %s names who loses access, and the setting to check',
  (_, after, expected) => {
    const [finding] = findingsOfTrust('claim-widened', after, { before: onBranch });
    const [, texts = ''] =
      /Before: .* After: .*\. (The former workloads can no longer assume it\. .*)$/.exec(finding!.reason) ?? [];
    expect(texts).toBe(
      [
        'The former workloads can no longer assume it.',
        ...expected,
        'If you do not intend this, restore the previous trust policy.',
      ].join(' '),
    );
  },
);

test('another environment can lack protection rules, too', () => {
  const before = { ...onBranch, subject: 'repo:acme@1/shop@2:environment:production' };
  const after = { ...onBranch, subject: 'repo:acme@1/shop@2:environment:next' };
  expect(findingsOfTrust('claim-widened', after, { before })[0]!.reason).toContain(OPEN);
});
