import { snakeCase } from '../../../src/model/api';
import { UNKNOWN } from '../../../src/plugin';
import { configurationProblems } from '../../../src/provider/plan-checks/validate';
import {
  accountAssociation,
  declarations,
  group,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../../src/model/kinds';
import type { Declaration, Fields } from '../../../src/model/schema';

const uid = 'a'.repeat(40);
const problems = (declaration: unknown, config: Record<string, unknown>) =>
  configurationProblems(declaration as Declaration, config).map(({ path, detail }) => [path, detail]);

test('a valid configuration has no problem', () => {
  expect(problems(group, { name: 'engineering', parent_uid: uid, description: null })).toEqual([]);
});

test('an invalid name is reported on the name', () => {
  const detail =
    'name must match "^[a-z0-9 ._-]{1,}$" (it is "No Capitals"). Use lowercase letters, digits, spaces, dots, underscores and dashes.';
  expect(problems(group, { name: 'No Capitals' })).toEqual([[['name'], detail]]);
});

test('a description with too many characters is reported at its attribute, one with several lines is not', () => {
  expect(problems(group, { name: 'a', description: '🦊'.repeat(512) })).toEqual([]);
  expect(problems(group, { name: 'a', description: '🦊'.repeat(513) })).toEqual([
    [['description'], 'description must be at most 512 characters.'],
  ]);
  // Only a plan shows whether the object already has the text.
  expect(problems(group, { name: 'a', description: 'one\ntwo\n' })).toEqual([]);
});

test.each([
  [
    'a role',
    roleBinding,
    { group_uid: uid, identity_uid: `${uid}/1234567890abcdef`, role_uid: 'viewer' },
    'role_uid',
    'role',
  ],
  ['an identity', roleBinding, { group_uid: uid, identity_uid: 'ci', role_uid: uid }, 'identity_uid', 'identity'],
  ['a group', group, { name: 'a', parent_uid: 'acme' }, 'parent_uid', 'group'],
])('the name of %s instead of its uid names the data source', (_, declaration, config, attribute, kind) => {
  const [[path, detail] = []] = problems(declaration, config);
  expect(path).toEqual([attribute]);
  expect(detail).toMatch(
    `To refer to it by name, look it up: data.platform_${kind}.NAME.uid, of a data "platform_${kind}" "NAME".`,
  );
});

test.each([
  ['an empty secret belongs to an existing object', { client_secret: '' }, []],
  ['no secret and no PKCE is an error', { client_secret: null }, ['rule']],
])('%s', (_, secret, expected) => {
  const oidc = { issuer: 'https://a.example', client_id: 'a', ...secret };
  const config = { group_uid: uid, name: 'a', default_role: `${uid}/1234567890abcdef`, oidc };
  const found = problems(identityProvider, config).map(([path]) => path);
  expect(found).toEqual(expected.map(() => ['oidc']));
  const isNew = configurationProblems(identityProvider, config, true);
  expect(isNew.map(({ path }) => path)).toEqual([['oidc']]);
});

test('any service principal passes, and azure needs client_ids', () => {
  const principal = { name: 'a', group_uid: uid, service_principal: 'SERVICE_PRINCIPAL_NEWER' };
  expect(problems(identity, principal)).toEqual([]);
  const azure = { tenant_id: 't', client_ids: {} };
  expect(problems(accountAssociation, { name: 'a', group_uid: uid, azure })).toEqual([
    [['azure', 'client_ids'], 'client_ids is required.'],
  ]);
});

test('a private key among the keys of an identity is an error without a line, which Terraform would print', () => {
  const issuer_keys = '{"keys":[{"kty":"EC","d":"hunter2"}]}';
  const static_keys = { issuer: 'https://a.example', subject: 's', issuer_keys };
  const found = configurationProblems(identity, { name: 'a', group_uid: uid, static_keys });
  expect(found).toEqual([
    {
      severity: 'error',
      code: 'INVALID_VALUE',
      summary: 'Invalid identity',
      detail: expect.stringMatching(/^issuer_keys must contain public keys only, /),
      path: [],
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('hunter2');
});

test('an empty name is reported, a missing one is left to the plugin layer', () => {
  expect(problems(group, { name: '' })).toEqual([[['name'], 'name is required.']]);
  expect(problems(group, { name: null })).toEqual([]);
});

test.each(['../x', `${uid}"`, 'acme', `${uid}/../${uid}`, ''])('%j is not a uid of a parent', (parent) => {
  expect(problems(group, { name: 'a', parent_uid: parent })).toEqual([
    [['parent_uid'], expect.stringContaining('is not a uid')],
  ]);
});

test('an object of root groups is rejected under one', () => {
  const oidc = { issuer: 'https://a.example', client_id: 'a', pkce_enabled: true };
  const config = { name: 'staff', default_role: uid, oidc };
  expect(problems(identityProvider, { ...config, group_uid: uid })).toEqual([]);
  expect(problems(identityProvider, { ...config, group_uid: `${uid}/${'b'.repeat(16)}` })).toEqual([
    [['group_uid'], expect.stringMatching(`must be the uid of a root group, .* Use ${uid}`)],
  ]);
});

test('a role is rejected outside of its group, in every kind that grants one', () => {
  const [payments, shop] = [`${uid}/${'b'.repeat(16)}`, `${uid}/${'c'.repeat(16)}`];
  const role_uid = `${payments}/${'d'.repeat(16)}`;
  const detail =
    `role ${role_uid} cannot be used in group ${shop}: a role is valid only in its own group (${payments}) and under it. ` +
    `Use a role of ${shop}, one of a group above it, or a built-in role.`;
  const binding = { identity_uid: uid, role_uid };
  expect(problems(roleBinding, { ...binding, group_uid: shop })).toEqual([
    [['role_uid'], `Cannot use role_uid: ${detail}`],
  ]);
  expect(problems(groupInvite, { group_uid: shop, role_uid, ttl: '60s' })).toEqual([
    [['role_uid'], `Cannot use role_uid: ${detail}`],
  ]);
  const oidc = { issuer: 'https://a.example', client_id: 'a', pkce_enabled: true };
  expect(problems(identityProvider, { name: 'staff', oidc, group_uid: uid, default_role: role_uid })).toEqual([
    [['default_role'], expect.stringContaining(`cannot be used in group ${uid}`)],
  ]);
});

test('a role is valid in its group and under it, a built-in role everywhere, and an unknown uid is not compared', () => {
  const payments = `${uid}/${'b'.repeat(16)}`;
  const role_uid = `${payments}/${'d'.repeat(16)}`;
  const given = (config: object) => problems(roleBinding, { identity_uid: uid, ...config });
  expect(given({ group_uid: payments, role_uid })).toEqual([]);
  expect(given({ group_uid: `${payments}/${'e'.repeat(16)}`, role_uid })).toEqual([]);
  expect(given({ group_uid: payments, role_uid: 'f'.repeat(40) })).toEqual([]);
  expect(given({ group_uid: UNKNOWN, role_uid })).toEqual([]);
  expect(given({ group_uid: payments, role_uid: UNKNOWN })).toEqual([]);
});

test('references must be uids', () => {
  expect(problems(roleBinding, { group_uid: uid, identity_uid: '../x', role_uid: uid })).toEqual([
    [['identity_uid'], expect.stringContaining('identity_uid must be a uid')],
  ]);
});

test('an issuer that is not https is reported at its attribute', () => {
  const claim_match = { issuer: 'http://issuer.example', subject: 's' };
  expect(problems(identity, { name: 'ci', group_uid: uid, claim_match })).toEqual([
    [['claim_match', 'issuer'], expect.stringContaining('https://')],
  ]);
});

test('a rule uses the attribute names of Terraform', () => {
  expect(problems(identity, { name: 'ci', group_uid: uid })).toEqual([
    [[], 'exactly one of claim_match, static_keys, aws_identity, service_principal must be given, found none.'],
  ]);
  const claim_match = { issuer: 'https://a.example', issuer_pattern: '^a$', subject: 's' };
  expect(problems(identity, { name: 'ci', group_uid: uid, claim_match })).toEqual([
    [['claim_match', 'issuer_pattern'], expect.stringContaining('exactly one of issuer, issuer_pattern')],
  ]);
});

test('the problem of an incomplete object adds that Terraform ignores a misspelled name', () => {
  const claim_match = { issuer: 'https://a.example' };
  expect(problems(identity, { name: 'ci', group_uid: uid, claim_match })).toEqual([
    [
      ['claim_match'],
      'exactly one of subject, subject_pattern must be given, found none. Terraform ignores a misspelled name in this object without an error.',
    ],
  ]);
});

test('an invalid capability is reported at the set', () => {
  expect(problems(role, { name: 'r', group_uid: uid, capabilities: ['groups list'] })).toEqual([
    [['capabilities'], expect.stringContaining('"groups list"')],
  ]);
});

test('unknown capabilities are one warning at the set', () => {
  const capabilities = ['identities.list', 'groups.lits'];
  expect(configurationProblems(role as unknown as Declaration, { name: 'r', group_uid: uid, capabilities })).toEqual([
    {
      severity: 'warning',
      code: 'LIKELY_MISTAKE',
      summary: '2 unknown capabilities',
      detail: 'capabilities names 2 unknown capabilities: identities.list, groups.lits (did you mean groups.list?).',
      path: ['capabilities'],
    },
  ]);
});

test('unknown values are not checked', () => {
  expect(problems(group, { name: UNKNOWN, parent_uid: UNKNOWN, description: UNKNOWN })).toEqual([]);
  expect(
    problems(identity, { name: 'ci', group_uid: UNKNOWN, claim_match: { issuer: UNKNOWN, subject: 's' } }),
  ).toEqual([]);
  expect(problems(identity, { name: 'ci', group_uid: uid, claim_match: UNKNOWN })).toEqual([]);
});

describe.each(declarations.map((declaration) => [declaration.kind, declaration] as const))(
  'of a %s',
  (_, declaration) => {
    test('every problem uses the names of HCL', () => {
      const configs = [everywhere(declaration.fields, 42), everywhere(declaration.fields, '?'), {}];
      const problems = configs.flatMap((config) => configurationProblems(declaration, config));
      const names = problems.flatMap(({ summary, detail, path }) => [
        summary,
        detail ?? '',
        ...(path ?? []).map(String),
      ]);
      expect(names.flatMap((text) => text.match(/\b[a-z]+[A-Z]\w*/g) ?? [])).toEqual([]);
    });
  },
);

/** Sets the value in every attribute, at every depth, so that all rules are violated, too. */
function everywhere(fields: Fields, value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [
      snakeCase(name),
      type.is === 'message' ? everywhere(type.fields, value) : type.is === 'list' ? [value] : value,
    ]),
  );
}
