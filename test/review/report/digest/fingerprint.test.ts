// @slow
/** Tests that a fingerprint depends on each fact of a finding, and not on its sentence. */
import { BUILT_IN_ROLES } from '../../../../src/model/api';
import { parseContext, readPlan, reviewPlans, type ReviewOptions } from '../../../../src/review';
import { analyze } from '../../../../src/review/access/analysis';
import { FINDING_IDS } from '../../../../src/access/rules/configuration/finding-kinds';
import type { Finding } from '../../../../src/review/findings/shared/finding';
import { createFindings } from '../../../../src/review/findings';
import { createCurrentFindings } from '../../../../src/review/current/findings';
import { createLivePlan } from '../../../../src/review/organization/context/live';
import { group, groupInvite, identity, role, roleBinding } from '../../../../src/model/kinds';
import { fingerprint } from '../../../../src/review/report/digest/fingerprint';
import { combineReviewPlans } from '../../../../src/review/input/plan/review-plans';
import type { TerraformPlan } from '../../../../src/review/input/plan/plan';
import { ACME, planOf, SHOP, type Change } from '../../organization/context/stage';
import { editedPlan } from '../../edited-plan';
import { corpus } from '../../corpus/cases';
import { corpusNames, corpusTexts, toKey } from '../../corpus';

const now = new Date('2026-11-22T12:00:00Z');

function findingsIn(
  plans: readonly TerraformPlan[],
  { configuration = {}, live, context }: ReviewOptions = {},
): Finding[] {
  const combined = combineReviewPlans(plans).map(({ plan }) => plan);
  return createFindings(analyze(combined, { configuration, now, runBy: undefined, live, context }));
}

/** Returns the findings of an organization without a change. */
function currentFindings(): Finding[] {
  const createTime = '2025-01-01T00:00:00Z';
  const ci = { uid: `${ACME}/c1c1c1c1c1c1c1c1`, name: 'ci', createTime, lastSeenTime: createTime };
  const owner = { uid: 'b0'.repeat(20), name: 'owner' };
  const plan = createLivePlan([
    [group, [{ uid: ACME, name: 'acme' }]],
    [identity, [{ ...ci, staticKeys: { issuer: 'https://a.example', subject: 'b', issuerKeys: 'x' } }]],
    [role, [{ ...owner, capabilities: BUILT_IN_ROLES.find(({ name }) => name === 'owner')?.capabilities }]],
    [roleBinding, [{ uid: `${ACME}/d1d1d1d1d1d1d1d1`, identityUid: ci.uid, roleUid: owner.uid }]],
    [groupInvite, [{ uid: `${ACME}/e1e1e1e1e1e1e1e1`, roleUid: owner.uid }]],
  ]);
  const options = { configuration: {}, now, runBy: undefined };
  const live = { plan, roots: [ACME], problems: [], readBy: undefined };
  return createCurrentFindings(analyze([], { ...options, live }), analyze([], { ...options, live, fromNothing: true }));
}

const configurations = new Map(
  corpus.map(({ name, engine, configuration = {} }) => [toKey(name, engine), configuration]),
);
const plansOf = (name: string) => corpusTexts(name).map((plan) => readPlan(plan.text, plan.name));
const token = { issuer: 'https://a.example', subject: 'b' };
const rules = {
  exclusive: ['acme/**', 'acme/nowhere'],
  assertions: [{ token, can: ['groups.list'], where: ['acme'] }],
  invariants: [
    { name: 'few', reason: 'So.', rule: 'never', can: ['role_bindings.*'], where: ['acme/**'] },
    { name: 'idle', reason: 'So.', rule: 'never', can: ['role_binding.create'], where: ['acme'] },
  ],
} as const;
const team = { acme: { type: 'group' }, ci: { type: 'identity', in: 'acme' } } as const;
const deployer = (...capabilities: readonly string[]) =>
  ({ type: 'role', in: 'acme', values: { capabilities } }) as const;
const narrowed = editedPlan(
  { ...team, deployer: deployer('groups.list', 'repo.create') },
  {
    ...{ ...team, deployer: deployer('groups.list') },
    grants: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'deployer' },
  },
);
const created = (after: object): Change => ({ after: after as Change['after'] & object });
const acme: Change = { before: { uid: ACME, name: 'acme' }, after: { uid: ACME, name: 'acme' } };
const other = planOf({ 'platform_identity.ci': created({ name: 'ci', group_uid: ACME }), 'platform_group.acme': acme });
const keys = planOf({
  'platform_group.acme': acme,
  'platform_identity.keys': created({
    ...{ name: 'keys', group_uid: ACME },
    static_keys: { ...token, issuer_keys: 'x', expiration_time: '2026-12-01T00:00:00Z' },
  }),
});
const workload = planOf({
  'platform_group.acme': acme,
  'platform_identity.ci': created({
    ...{ name: 'ci', group_uid: ACME },
    claim_match: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'repo:acme/shop:ref:refs/heads/main',
      audience: 'sts.amazonaws.com',
    },
  }),
});
const context = parseContext(
  JSON.stringify({
    ...{ version: 1, names: [], roles: [], contents: [], unread: [] },
    keys: [
      { kind: 'Identity', parent: ACME, key: { name: 'ci' }, found: [{ uid: `${ACME}/c1c1c1c1c1c1c1c1`, name: 'ci' }] },
    ],
  }),
  'context.json',
);
const live = (prior: readonly Change['after'][]) => ({
  plan: readPlan(
    JSON.stringify({
      format_version: '1.2',
      prior_state: {
        values: {
          root_module: {
            resources: prior.map((values, index) => ({
              ...{ address: `platform_group.live${index}`, mode: 'managed', type: 'platform_group', values },
              provider_name: 'platform-iac.internal/npm/platform',
            })),
          },
        },
      },
      resource_changes: [],
    }),
    'live',
  ),
  ...{ roots: [ACME], problems: [], readBy: undefined },
});

let all: readonly Finding[] = [];
beforeAll(() => {
  all = [
    ...corpusNames.flatMap((name) =>
      findingsIn(plansOf(name), { configuration: { ...rules, ...configurations.get(name) } }),
    ),
    ...findingsIn(
      [
        {
          ...other,
          arguments: ['-refresh=false'],
          unknown: [{ path: 'novelty', sha256: 'x', isOurs: false }],
        },
      ],
      { context },
    ),
    ...findingsIn([keys]),
    ...findingsIn([planOf({ 'platform_group.second': created({ name: 'second', parent_uid: null }) })]),
    ...currentFindings(),
    ...findingsIn([workload], { configuration: { owners: ['acme'] } }),
    ...findingsIn([{ ...readPlan(narrowed, 'narrowed'), reviews: [] }]),
    ...findingsIn([{ ...other, saved: [{ module: '', dir: '.', files: [{ name: 'a.tf', text: 'check "a" {}' }] }] }]),
    ...findingsIn([other], { live: live([{ uid: ACME, name: 'renamed' }]), configuration: rules }),
  ];
}, 180_000);

test('the findings below include every kind', () => {
  const ids = new Set(all.map(({ id }) => id));
  expect(FINDING_IDS.filter((id) => !ids.has(id))).toEqual([]);
});

test('another sentence or witness does not change it', () => {
  for (const finding of all)
    expect(fingerprint({ ...finding, reason: 'Another sentence.', witness: 'another' } as Finding)).toBe(
      fingerprint(finding),
    );
});

test('every finding has a fact, and another fact changes the fingerprint', () => {
  for (const finding of all) {
    const { evidence } = finding;
    expect({ id: finding.id, isEmpty: withoutNothing(evidence).length === 0 }).toEqual({
      id: finding.id,
      isEmpty: mayBeEmpty.has(finding.id) && withoutNothing(evidence).length === 0,
    });
    evidence.forEach((_, index) => {
      const changed = evidence.with(index, 'another fact');
      expect(fingerprint({ ...finding, evidence: changed })).not.toBe(fingerprint(finding));
    });
  }
});

/** A partial plan may not contain the arguments of Terraform. */
const mayBeEmpty = new Set<Finding['id']>(['partial-plan']);

function withoutNothing(evidence: readonly unknown[]): unknown[] {
  return evidence.filter((one) => one !== undefined && one !== null);
}

test('facts contain names and values, but no part of a sentence', () => {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  const isProse = (text: string) => text.split(' ').length > 5 && !/[/:=^]/.test(text);
  const found = all.flatMap(({ id, reason, evidence }) =>
    texts(evidence).flatMap((text) => (isProse(text) && reason.includes(text) ? [`${id}: ${text}`] : [])),
  );
  // The author of a check writes its message.
  expect(found.filter((one) => !one.startsWith('check-failed'))).toEqual([]);
});

describe('a change of the facts alone is reported again', () => {
  const group: Change = {
    before: { uid: SHOP, name: 'shop', parent_uid: ACME },
    after: { uid: SHOP, name: 'shop', parent_uid: ACME },
  };
  const invite = (more: object): TerraformPlan =>
    planOf({
      'platform_group.shop': group,
      'platform_group_invite.a': created({ group_uid: SHOP, role_uid: `${'0'.repeat(39)}2`, ...more }),
    });
  const association = (account: string): TerraformPlan =>
    planOf({
      'platform_group.shop': group,
      'platform_account_association.a': created({ group_uid: SHOP, amazon: { account } }),
    });
  const provider = (clientId: string): TerraformPlan =>
    planOf({
      'platform_group.acme': acme,
      'platform_identity_provider.a': created({
        ...{ name: 'okta', group_uid: ACME, default_role: `${'0'.repeat(39)}2` },
        oidc: { issuer: 'https://acme.okta.com', client_id: clientId },
      }),
    });
  const claim = (pattern: string): TerraformPlan =>
    planOf({
      'platform_group.shop': group,
      'platform_identity.a': created({
        ...{ group_uid: SHOP, name: 'ci' },
        claim_match: { issuer: 'https://token.actions.githubusercontent.com', subject: pattern },
      }),
    });

  test.each<[Finding['id'], TerraformPlan, TerraformPlan]>([
    ['invite-created', invite({ ttl: '86400s', single_use: true }), invite({ ttl: '172800s', single_use: true })],
    ['invite-created', invite({ ttl: '3600s' }), invite({ ttl: '3600s', email: 'ada@acme.example' })],
    ['account-associated', association('111122223333'), association('444455556666')],
    ['sign-in-opened', provider('one'), provider('two')],
    ['nobody-can-assume', claim('repo:acme/*'), claim('repo:evil/*')],
  ])('%s', (id, one, two) => {
    const print = (plan: TerraformPlan) =>
      reviewPlans([plan], { now }).findings.find((finding) => finding.id === id)?.fingerprint;
    expect(print(one)).toMatch(/^[0-9a-f]{16}$/);
    expect(print(two)).toMatch(/^[0-9a-f]{16}$/);
    expect(print(two)).not.toBe(print(one));
  });
});
