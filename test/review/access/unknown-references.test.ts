/** Tests grants whose references are unknown until apply: each is reported, and none gives access. */
import { readPlan, reviewPlans } from '../../../src/review';

const ROOT = 'ac3e'.repeat(10);
const KNOWN = { group_uid: ROOT, identity_uid: `${ROOT}/${'1'.repeat(16)}`, role_uid: `${ROOT}/${'2'.repeat(16)}` };

function review(type: string, values: object, unknown: string) {
  const after = { ...values, [unknown]: undefined };
  const resource = { address: `${type}.one`, mode: 'managed', type, name: 'one' };
  const change = { actions: ['create'], before: null, after, after_unknown: { uid: true, [unknown]: true } };
  const instance = { ...resource, provider_name: 'platform-iac.internal/npm/platform', change };
  const plan = {
    ...{ format_version: '1.2', terraform_version: '1.11.4', applyable: true, complete: true },
    resource_changes: [instance],
  };
  return reviewPlans([readPlan(JSON.stringify(plan), 'org')]);
}

const INVITE = { group_uid: ROOT, role_uid: KNOWN.role_uid, email: 'a@b.example' };
const MAPPING = {
  ...{ identity_provider_uid: `${ROOT}/${'3'.repeat(16)}`, external_group_id: 'admins' },
  ...{ role_uid: KNOWN.role_uid, scope_uid: ROOT },
};

test.each<[string, string, object]>([
  ['role_binding', 'group_uid', KNOWN],
  ['role_binding', 'identity_uid', KNOWN],
  ['role_binding', 'role_uid', KNOWN],
  ['group_invite', 'group_uid', INVITE],
  ['group_invite', 'role_uid', INVITE],
  ['identity_provider', 'group_uid', { group_uid: ROOT, name: 'corp', default_role: KNOWN.role_uid }],
  ['identity_provider', 'default_role', { group_uid: ROOT, name: 'corp', default_role: KNOWN.role_uid }],
  ['external_group_role_mapping', 'role_uid', MAPPING],
  ['external_group_role_mapping', 'scope_uid', MAPPING],
])('a %s with an unknown %s gives no access', (type, unknown, values) => {
  const { access, findings } = review(`platform_${type}`, values, unknown);
  expect([access.gained, access.lines.gained, access.withoutEffect]).toEqual([[], [], []]);
  expect(findings.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining(`Cannot resolve ${unknown} of the `),
  );
});
