import { BUILT_IN_ROLES } from '../../../src/model/api';
import { identityProvider } from '../../../src/model/kinds';
import { toAttribute } from '../../../src/model/schema';
import { readPlan, reviewPlans, type Report, type ReviewConfiguration } from '../../../src/review';
import { editedPlan, reviewEdit, type EditedObjects } from '../edited-plan';
import { CONTEXT_VERSION } from '../../../src/review/organization/context/plan-context';
import { corpusTexts, reviewOf } from '../corpus';
import { reasonsOf } from './reasons';

test('a changed sign-in shows the changed attributes', () => {
  expect(reasonsOf('default-role-changed', 'sign-in-opened')[0]).toMatch(/\. This plan changes default_role\.$/);
});

test('a mapping shows the identity provider that decides who is in the external group', () => {
  const [reason] = reasonsOf('external-group-of-two-providers', 'sign-in-opened');
  expect(reason).toContain('Anyone in the external group "admins" has the role owner in acme.');
  expect(reason).toContain('The identity provider "staff" decides who is in the group.');
  expect(reviewOf('external-group-of-two-providers').mentioned).toEqual(expect.arrayContaining(['admins', 'staff']));
});

test('an accepted mapping is not accepted at another identity provider', () => {
  const { name, text } = corpusTexts('external-group-of-another-provider')[0]!;
  const [accepted, opened] = [text, text.replaceAll('partners', 'sellers')].map((plan) =>
    reviewPlans([readPlan(plan, name)]).findings.find(({ id }) => id === 'sign-in-opened'),
  );
  expect(opened!.subject).toBe(accepted!.subject);
  expect(opened!.fingerprint).not.toBe(accepted!.fingerprint);
});

const OIDC = { issuer: 'https://login.example', client_id: 'platform', groups_claim: 'groups', pkce_enabled: true };

/** An organization whose people sign in, and whose administrators are an external group. */
const organization = (oidc: object = OIDC, more: EditedObjects = {}): EditedObjects => ({
  acme: { type: 'group' },
  look: { type: 'role', in: 'acme', values: { capabilities: ['groups.list'] } },
  admin: { type: 'role', in: 'acme', values: { capabilities: ['groups.list', 'role_bindings.create'] } },
  staff: { type: 'identity_provider', in: 'acme', values: { default_role: '$look', oidc } },
  mapping: mapping('admins', 'admin'),
  ...more,
});
const mapping = (external_group_id: string, role: string): EditedObjects[string] => ({
  type: 'external_group_role_mapping',
  in: 'staff',
  values: { external_group_id, role_uid: `$${role}`, scope_uid: '$acme' },
});

const everyone = 'acme/(anyone who signs in through staff)';
const admins = 'acme/(anyone in the external group admins)';
const former = ' before this change';

function rowsOf({ access }: Report) {
  const texts = (rows: typeof access.gained) =>
    rows.map(({ identity, capabilities }) => `${identity}: ${capabilities.join()}`);
  return { gained: texts(access.gained), lost: texts(access.lost) };
}

/** Another value of each field of the sign-in, and whose grants it changes. A new field fails until it is listed. */
const fields: Readonly<Record<string, { readonly to: unknown; readonly changes: 'everyone' | 'groups' | 'nobody' }>> = {
  issuer: { to: 'https://login.evil', changes: 'everyone' },
  clientId: { to: 'another', changes: 'everyone' },
  groupsClaim: { to: 'nickname', changes: 'groups' },
  additionalScopes: { to: ['groups'], changes: 'groups' },
  clientSecret: { to: 'hunter2', changes: 'nobody' },
  pkceEnabled: { to: false, changes: 'nobody' },
};
const { type } = identityProvider.fields.oidc;
const declared = type.is === 'message' ? Object.entries(type.fields) : [];

test.each(declared)('another %s of an identity provider changes who has each grant of it', (name, field) => {
  const { to, changes } = fields[name]!;
  const after = organization({ ...OIDC, [toAttribute(name, field)]: to });
  const report = reviewEdit(organization(), after, { configuration: { noNewAccess: [{ can: ['role_bindings.*'] }] } });
  const [both, own] = ['groups.list,role_bindings.create', 'role_bindings.create'];
  expect(rowsOf(report)).toEqual(
    {
      everyone: {
        gained: [`${admins}: ${both}`, `${everyone}: groups.list`],
        lost: [`${admins}${former}: ${both}`, `${everyone}${former}: groups.list`],
      },
      groups: { gained: [`${admins}: ${own}`], lost: [`${admins}${former}: ${own}`] },
      nobody: { gained: [], lost: [] },
    }[changes],
  );
  const broken = report.findings.filter(({ id, severity }) => id === 'access-gained' && severity === 'high');
  const owners = report.findings.filter(({ id, severity }) => id === 'owner-gained' && severity === 'high');
  expect(broken.length + owners.length > 0).toBe(changes !== 'nobody');
});

/** All capabilities of an owner, so that the external group owns the organization. */
const owner = BUILT_IN_ROLES.find(({ name }) => name === 'owner')!;
const owned = (oidc: object): EditedObjects =>
  organization(oidc, {
    shop: { type: 'group', in: 'acme' },
    boss: { type: 'role', in: 'acme', values: { capabilities: owner.capabilities } },
    mapping: mapping('admins', 'boss'),
    builders: { type: 'role', in: 'shop', values: { capabilities: ['repo.create'] } },
    builder: {
      ...mapping('builders', 'builders'),
      values: { ...mapping('builders', 'builders').values, scope_uid: '$shop' },
    },
  });

const ANA = { issuer: OIDC.issuer, subject: 'ana' };
const rule = {
  name: 'rule',
  reason: 'A test.',
  severity: 'high',
  where: ['acme'],
  can: ['role_bindings.create'],
} as const;
const ALWAYS = { everyone: true, groups: true, nobody: true };
const IF_OTHERS = { everyone: true, groups: true, nobody: false };

/** The findings of each check of a configuration, by the people whose grants a field changes. */
const checks: readonly (readonly [
  name: string,
  configuration: ReviewConfiguration,
  finding: string,
  isReported: Readonly<Record<'everyone' | 'groups' | 'nobody', boolean>>,
])[] = [
  ['a limit', { noNewAccess: [{ can: ['role_bindings.*'] }] }, 'access-gained high', IF_OTHERS],
  ['a limit in a group', { noNewAccess: [{ can: ['repo.*'], where: ['acme/shop'] }] }, 'access-gained high', IF_OTHERS],
  [
    'a limit on the default role',
    { noNewAccess: [{ can: ['groups.list'] }] },
    'access-gained high',
    { ...ALWAYS, groups: false, nobody: false },
  ],
  [
    '"cannot" of a person who may be in the group',
    { assertions: [{ person: ANA, cannot: ['role_bindings.create'], where: ['acme'] }] },
    'assertion-failed high',
    ALWAYS,
  ],
  [
    '"cannot" of a person of another issuer',
    { assertions: [{ person: 'bob at login.evil', cannot: ['role_bindings.create'], where: ['acme'] }] },
    'assertion-failed high',
    ALWAYS,
  ],
  [
    '"can" of a person who may be in the group',
    { assertions: [{ person: ANA, can: ['role_bindings.create'], where: ['acme'] }] },
    'assertion-failed high',
    ALWAYS,
  ],
  ['the minimum of owners', {}, 'last-owners high', IF_OTHERS],
  [
    '"only" with names',
    { invariants: [{ ...rule, rule: 'only', who: { identities: [ANA] } }] },
    'invariant-broken high',
    ALWAYS,
  ],
  [
    '"only" with people',
    { invariants: [{ ...rule, rule: 'only', who: { people: true } }] },
    'invariant-broken high',
    { everyone: false, groups: false, nobody: false },
  ],
  [
    '"never" with people',
    { invariants: [{ ...rule, rule: 'never', who: { people: true } }] },
    'invariant-broken high',
    ALWAYS,
  ],
  [
    '"atLeast" with people',
    { invariants: [{ ...rule, rule: 'atLeast', count: 1, who: { people: true } }] },
    'invariant-broken high',
    ALWAYS,
  ],
];

describe.each(declared)('another %s of an identity provider', (name, field) => {
  const { to, changes } = fields[name]!;
  const reported = (configuration: ReviewConfiguration) =>
    reviewEdit(owned(OIDC), owned({ ...OIDC, [toAttribute(name, field)]: to }), { configuration }).findings.map(
      ({ id, severity }) => `${id} ${severity}`,
    );

  test.each(checks)('with %s', (_, configuration, finding, isReported) => {
    expect(reported(configuration).includes(finding)).toBe(isReported[changes]);
  });

  test('breaks a rule about issuers only if the issuer is another one', () => {
    const who = { issuers: [OIDC.issuer] };
    const broken = reported({ invariants: [{ ...rule, rule: 'only', who }] }).includes('invariant-broken high');
    expect(broken).toBe(name === 'issuer');
  });
});

test('another identity provider of the same name admits other people', () => {
  const issuer = 'https://login.evil';
  const before = organization();
  const { staff, mapping: own, ...rest } = before;
  const again = { ...staff!, values: { ...staff!.values, name: 'staff', oidc: { ...OIDC, issuer } } };
  const moved = { ...rest, other: again, mapping: { ...own!, in: 'other' } };
  expect(rowsOf(reviewEdit(before, moved)).gained).toEqual([
    `${admins}: groups.list,role_bindings.create`,
    `${everyone}: groups.list`,
  ]);
});

test('another default role changes the access of external groups by what they lack', () => {
  const before = organization();
  const after = organization(OIDC, { staff: { ...before['staff']!, values: { default_role: '$admin', oidc: OIDC } } });
  expect(rowsOf(reviewEdit(before, after))).toEqual({ gained: [`${everyone}: role_bindings.create`], lost: [] });
});

test('two mappings of one external group are grants of the same people', () => {
  const second = { second: mapping('admins', 'look'), third: mapping('admins', 'lister') };
  const lister: EditedObjects = { lister: { type: 'role', in: 'acme', values: { capabilities: ['roles.list'] } } };
  const report = reviewEdit(organization(OIDC, lister), organization(OIDC, { ...lister, ...second }));
  expect(rowsOf(report)).toEqual({ gained: [`${admins}: roles.list`], lost: [] });
});

test('a deleted mapping takes access that signing in does not give', () => {
  const { mapping: gone, ...after } = organization();
  expect(rowsOf(reviewEdit(organization(), after))).toEqual({ gained: [], lost: [`${admins}: role_bindings.create`] });
  expect(gone).toBeDefined();
});

test.each([
  ['medium', 'look'],
  ['high', 'builders'],
])('other people in the external group of an existing mapping are %s for the role %s', (severity, role) => {
  const builders: EditedObjects[string] = { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } };
  const mapped = (oidc: object) => organization(oidc, { builders, mapping: mapping('admins', role) });
  for (const changed of [{ client_id: 'another' }, { groups_claim: 'nickname' }]) {
    const [was, is] = [mapped(OIDC), mapped({ ...OIDC, ...changed })];
    const uid = /"platform_identity_provider\.staff".*?"uid":"([0-9a-f/]+)"/s.exec(editedPlan(was, is))![1]!;
    const context = {
      version: CONTEXT_VERSION,
      ...{ names: [], roles: [], keys: [], contents: [], unread: [] },
      // A complete list: no other mapping can give a role.
      grants: [{ kind: 'IdentityProvider', uid, grants: [] }],
    } as const;
    const { findings } = reviewEdit(was, is, { context });
    const [opened] = findings.filter(({ id }) => id === 'sign-in-opened');
    expect(opened).toMatchObject({ severity, reason: expect.stringContaining(`group admins (acme/${role} in acme)`) });
  }
});

const signInAt = (issuer: string): EditedObjects['staff'] => ({
  type: 'identity_provider',
  in: 'acme',
  values: { default_role: '$look', oidc: { ...OIDC, issuer } },
});
const { staff: _staff, mapping: _mapping, ...withoutSignIn } = organization();
const bot: EditedObjects = {
  bot: { type: 'identity', in: 'acme', values: { claim_match: { issuer: 'https://ci.example', subject: 'bot' } } },
};
const evil = 'https://login.evil.example';

test.each<[string, EditedObjects, EditedObjects, ReviewConfiguration, string[]]>([
  ['of a first plan', {}, organization(), {}, ['medium']],
  ['of an issuer that nothing declares', { ...withoutSignIn, ...bot }, { partner: signInAt(evil) }, {}, ['high']],
  [
    'of a declared issuer',
    { ...withoutSignIn, ...bot },
    { partner: signInAt(evil) },
    { trustedIssuers: [evil] },
    ['medium'],
  ],
  ['of a second issuer', organization(), { partner: signInAt(evil) }, {}, ['high']],
  ['of the issuer of an existing one', organization(), { partner: signInAt(OIDC.issuer) }, {}, ['medium']],
  ['whose issuer changes', organization(), { staff: signInAt(evil) }, {}, ['high']],
])('the sign-in of an identity provider %s', (_, before, added, configuration, severities) => {
  const found = reviewEdit(before, { ...before, ...added }, { configuration }).findings.filter(
    ({ id, reason }) => id === 'sign-in-opened' && reason.startsWith('Everyone'),
  );
  expect(found.map(({ severity }) => severity)).toEqual(severities);
  expect(found.some(({ reason }) => reason.includes(`Only if it is yours, add "${evil}" to "trustedIssuers".`))).toBe(
    severities.includes('high'),
  );
});
