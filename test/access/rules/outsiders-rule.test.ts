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
  identities: [{ key: 'ci', name: 'ci', group: 'acme', assumption: 'claim_match' }],
});

const policy = (fields: ClaimMatchFields, more: Partial<IdentityTrustPolicy> = {}): IdentityTrustPolicy => ({
  ...{ by: 'claim_match', match: tokenMatch({ issuer: GITHUB, ...fields }, 'a'), rest: '', isSensitive: false },
  isUnknown: false,
  ...more,
});

const check = (trust: IdentityTrustPolicy | undefined, owners?: readonly string[]) => {
  const object = { key: 'ci', kind: 'Identity', path: 'acme/ci', name: 'ci', isDescribed: true, isGroup: false };
  const organization: RuledOrganization = {
    ...{ graph, unknownRoles: new Set(), issuers: new Map(), unresolved: [], trustPolicies: new Map([['ci', trust]]) },
    objects: [{ ...object, group: graph.group('acme') }],
    reachability: createTokenReachability({ owners }),
  };
  const result = checkOutsiders({ name: 'r', reason: 'So.', rule: 'noOutsiders' }, organization);
  return [...result.violations.map(({ text }) => text), ...result.inconclusive.map(({ text }) => `? ${text}`)];
};

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
