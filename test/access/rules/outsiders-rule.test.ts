import { createAccessGraph } from '../../../src/access/graph';
import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { checkOutsiders } from '../../../src/access/rules/outsiders-rule';
import {
  createTokenReachability,
  GITHUB,
  type RuledOrganization,
  type IdentityTrustPolicy,
} from '../../../src/access/rules';

const graph = createAccessGraph({
  groups: [{ key: 'acme', name: 'acme' }],
  identities: ['ci', 'sync', 'live', 'test'].map((name) => ({
    key: name,
    name,
    group: 'acme',
    assumption: 'claim_match',
  })),
  roles: [{ key: 'editor', name: 'editor', group: 'acme', capabilities: ['repo.create'] }],
  grants: [{ key: 'g', identity: 'sync', group: 'acme', role: 'editor' }],
});

const policy = (fields: ClaimMatchFields, more: Partial<IdentityTrustPolicy> = {}): IdentityTrustPolicy => ({
  ...{ by: 'claim_match', match: tokenMatch({ issuer: GITHUB, ...fields }, 'a'), rest: '', isSensitive: false },
  isUnknown: false,
  ...more,
});

const checkAll = (policies: Readonly<Record<string, IdentityTrustPolicy | undefined>>, owners?: readonly string[]) => {
  const kinds = { kind: 'Identity', isDescribed: true, isGroup: false, group: graph.group('acme') };
  const organization: RuledOrganization = {
    ...{ graph, unknownRoles: new Set(), issuers: new Map(), unresolved: [], owners },
    trustPolicies: new Map(Object.entries(policies)),
    objects: Object.keys(policies).map((key) => ({ ...kinds, key, path: `acme/${key}`, name: key })),
    reachability: createTokenReachability({ owners }),
  };
  const result = checkOutsiders({ name: 'r', reason: 'So.', rule: 'noOutsiders' }, organization);
  return [...result.violations.map(({ text }) => text), ...result.inconclusive.map(({ text }) => `? ${text}`)];
};

const check = (trust: IdentityTrustPolicy | undefined, owners?: readonly string[]) => checkAll({ ci: trust }, owners);

const everyone = { subjectPattern: '^repo:.*$' };
const main = { subject: 'repo:acme@1/shop@2:ref:refs/heads/main' };

test.each<[string, IdentityTrustPolicy | undefined, readonly (string | RegExp)[]]>([
  ['one workload', policy(main), []],
  ['everyone', policy(everyone), [/^acme\/ci accepts outsiders: any workflow .* with the token sub=repo:/]],
  ['a sensitive policy', policy(everyone, { isSensitive: true }), [/someone outside .* the token \(sensitive\)$/]],
  [
    'unknown parts',
    policy(everyone, { isUnknown: true }),
    ['? acme/ci: only Terraform knows a part of its trust policy'],
  ],
  ['nothing known', policy({}, { match: undefined, isUnknown: true }), ['? acme/ci: its trust policy is unknown']],
  ['an invalid pattern', policy({ subjectPattern: '(' }), ['? acme/ci: a pattern is not valid RE2']],
  ['static keys', policy(everyone, { by: 'static_keys' }), []],
  ['a person', undefined, []],
])('a trust policy of %s', (_, trust, expected) => {
  const texts = check(trust);
  expect(texts).toHaveLength(expected.length);
  for (const [index, text] of expected.entries())
    if (typeof text === 'string') expect(texts[index]).toBe(text);
    else expect(texts[index]).toMatch(text);
});

test('a token of another owner is one of an outsider', () => {
  expect(check(policy(main), ['acme'])).toEqual([]);
  expect(check(policy(main), ['globex'])).toEqual([expect.stringContaining('accepts outsiders')]);
});

const foreign = { subject: 'repo:evil-corp@6/app@7:ref:refs/heads/main' };

test('without owners, several owners on one platform are inconclusive, the rarest first', () => {
  const own = { ci: policy(main), live: policy(main), test: policy(main) };
  expect(checkAll(own)).toEqual([]);
  expect(checkAll({ ...own, sync: policy(foreign) })).toEqual([
    '? review.config.json declares no owners, and trust policies on GitHub Actions name "github:6" evil-corp (acme/sync), "github:1" acme (acme/ci, acme/live, acme/test). Declare your owners, and remove the access of all others',
  ]);
  expect(checkAll({ ...own, sync: policy(foreign) }, ['github:1', 'github:6'])).toEqual([]);
  // Nobody may read the owner of a sensitive trust policy.
  const hidden = '? acme/sync: review.config.json declares no owners, and its trust policy shows no single owner';
  expect(checkAll({ ...own, sync: policy(foreign, { isSensitive: true }) })).toEqual([hidden]);
});

test('without owners, a name that others can claim is inconclusive', () => {
  const byName = policy({ subject: 'repo:acme/shop:ref:refs/heads/main' });
  expect(check(byName)).toEqual([expect.stringContaining('"github:acme" by name (acme/ci)')]);
  expect(check(byName, ['github:acme'])).toEqual([]);
});

test('a trust policy that no token satisfies has no hidden owner', () => {
  expect(check(policy({ subjectPattern: '^repo:acme@1/app@5:ref:main$' }))).toEqual([]);
  const hidden = '? acme/ci: review.config.json declares no owners, and its trust policy shows no single owner';
  expect(check(policy({ issuer: 'https://app.terraform.io', subject: 'novel' }))).toEqual([hidden]);
});

test('a violation names the roles of the identity', () => {
  expect(checkAll({ sync: policy(foreign) }, ['github:1'])).toEqual([
    expect.stringMatching(/^acme\/sync, which is editor in acme, accepts outsiders: /),
  ]);
});
