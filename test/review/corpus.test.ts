/** What the report of each plan of the corpus says, exactly. */
import { corpusNames, corpusTexts, reviewOf, told } from './corpus';
import { formatJson, formatMarkdown, formatText, readPlan } from '../../src/review';
import { CLIENT_SECRET } from './corpus/cases';
import { unusualSays } from './corpus/unusual-cases';

const expected: Readonly<Record<string, readonly string[]>> = {
  ...unusualSays,
  invites: [
    'changed',
    'high owner-gained: acme/(whoever accepts an invite)#platform_group_invite.ada in acme',
    'medium invite-created: group invite ada@example.com in acme',
    'medium invite-created: group invite platform_group_invite.anybody in acme',
    'low secret-created: group invite ada@example.com in acme',
    'low secret-created: group invite platform_group_invite.anybody in acme',
    'gains acme/(whoever accepts an invite)#platform_group_invite.ada: owner in acme +3: 42, first account_associations.create (granted)',
    'gains acme/(whoever accepts an invite)#platform_group_invite.anybody: viewer in acme +3: 12, first account_associations.list (granted)',
    'added group invite group invite ada@example.com in acme',
    'added group invite group invite platform_group_invite.anybody in acme',
  ],
  'identity-provider': [
    'changed',
    'medium sign-in-opened: identity provider staff in acme',
    'gains acme/(whoever signs in through staff): editor in acme +3: 15, first repo.create (granted)',
    'added identity provider identity provider staff in acme',
  ],
  example: [
    'changed',
    'high owner-gained: acme/payments/ci in acme/payments',
    'high claim-widened: acme/payments/ci',
    'medium destroys: acme/payments/checkout',
    'gains acme/payments/ci: owner in acme/payments +0: 30, first account_associations.create (granted)',
    'loses acme/deployer: editor in acme/payments/checkout +0: 15, first repo.create (inherited in a group that goes)',
    'loses acme/payments/ci: viewer in acme/payments/checkout +0: 12, first account_associations.list (inherited in a group that goes)',
    'assume acme/payments/ci: wider',
    'removed group acme/payments/checkout',
    'changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
    'added role binding acme/payments/ci is owner in acme/payments',
  ],
  'protection-off': ['changed', 'medium protection-off: acme/payments'],
  'address-moved': ['unchanged'],
  'binding-moved': [
    'changed',
    'medium destroys: acme/payments/ci is viewer in acme/payments',
    'loses acme/payments/ci: viewer in acme/payments +1: 12, first account_associations.list (grant changed)',
    'replaced role binding acme/deployer is viewer in acme/payments from acme/payments/ci is viewer in acme/payments (identity_uid)',
  ],
  'check-failed': ['changed', 'medium check-failed: check.shop'],
  'claim-any-branch': [
    'changed',
    'medium claim-widened: acme/payments/ci',
    'assume acme/payments/ci: wider',
    'changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
  ],
  'claim-anybody': [
    'changed',
    'high outsider-can-assume: acme/payments/ci',
    'medium claim-widened: acme/payments/ci',
    'assume acme/payments/ci: wider',
    'changed identity acme/payments/ci (claim_match.subject_pattern)',
  ],
  'claim-exact-to-pattern': [
    'changed',
    'assume acme/payments/ci: equal',
    'changed identity acme/payments/ci (claim_match.subject, claim_match.subject_pattern)',
  ],
  'claim-rewritten': [
    'changed',
    'assume acme/payments/ci: equal',
    'changed identity acme/payments/ci (claim_match.subject_pattern)',
  ],
  'custom-roles': [
    'changed',
    'high owner-gained: acme/payments/ci in acme/payments',
    'gains acme/payments/ci: acme/payments/auditor in acme/payments +1: 1, first apk.create (granted)',
    'added role acme/helper',
    'added role acme/payments/auditor',
    'added role binding acme/payments/ci is acme/payments/auditor in acme/payments',
  ],
  'deferred-data': [
    'changed',
    'high unresolved: platform_role_binding.late_owns',
    'added role binding (not known yet) is owner in acme',
    'added group acme/payments',
    'added group acme/payments/checkout',
    'added group acme/shop',
    'unresolved platform_role_binding.late_owns identity_uid',
  ],
  'destroy-all': [
    'changed',
    'high mass-removal: groups of acme',
    'medium destroys: acme/deployer',
    'medium destroys: acme/payments',
    'medium destroys: acme/shop',
    'loses acme/deployer: editor in acme +3: 15, first repo.create (identity removed)',
    'loses acme/payments/ci: viewer in acme/payments +1: 12, first account_associations.list (identity removed)',
    'assume acme/deployer: removed',
    'assume acme/payments/ci: removed',
    'removed identity acme/deployer',
    'removed role binding acme/deployer is editor in acme',
    'removed group acme/payments',
    'removed group acme/payments/checkout',
    'removed identity acme/payments/ci',
    'removed role binding acme/payments/ci is viewer in acme/payments',
    'removed group acme/shop',
  ],
  'drift-gives-access': [
    'changed',
    'high drift: acme/payments/ci in acme',
    'low drift: acme/helper',
    'drift changed role acme/helper (capabilities)',
  ],
  drift: [
    'changed',
    'low drift: acme/payments',
    'changed group acme/payments (description)',
    'drift changed group acme/payments (description)',
  ],
  errored: [
    'unjudged',
    'problem main: planning failed, and the plan holds what was planned until then.',
    'medium check-failed: platform_group.broken',
  ],
  escalation: [
    'changed',
    'high owner-gained: acme/payments/ci in acme/shop',
    'high escalation-path: acme/payments/ci',
    'gains acme/payments/ci: acme/helper in acme/shop +0: 1, first identity.update (granted)',
    'added role binding acme/payments/ci is acme/helper in acme/shop',
  ],
  'group-moved': [
    'changed',
    'medium destroys: acme/payments/checkout',
    'gains acme/deployer: editor in acme/shop/checkout +0: 15, first repo.create (inherited in a new group)',
    'gains acme/payments/ci: editor in acme/shop/checkout +0: 15, first repo.create (group moved)',
    'loses acme/deployer: editor in acme/payments/checkout +0: 15, first repo.create (inherited in a group that goes)',
    'loses acme/payments/ci: viewer in acme/payments/checkout +0: 12, first account_associations.list (inherited in a group that goes)',
    'replaced group acme/shop/checkout from acme/payments/checkout (parent_uid)',
  ],
  'hostile-text': ['changed', 'changed group acme/payments (description)'],
  'identity-recreated': [
    'changed',
    'medium destroys: acme/payments/ci',
    'recreated identity acme/payments/ci',
    'recreated role binding acme/payments/ci is viewer in acme/payments',
  ],
  import: ['changed', 'imported group acme/shared (description)'],
  'inherited-already': [
    'changed',
    'changes nothing: acme/deployer is viewer in acme/payments/checkout',
    'added role binding acme/deployer is viewer in acme/payments/checkout',
  ],
  'mass-removal': [
    'changed',
    'high mass-removal: role bindings of acme',
    'medium destroys: acme/payments/ci is viewer in acme/t 10',
    'medium destroys: acme/payments/ci is viewer in acme/t 11',
    'medium destroys: acme/payments/ci is viewer in acme/t 7',
    'medium destroys: acme/payments/ci is viewer in acme/t 8',
    'medium destroys: acme/payments/ci is viewer in acme/t 9',
    'loses acme/payments/ci: viewer in acme/t 10 +0: 12, first account_associations.list (grant removed)',
    'loses acme/payments/ci: viewer in acme/t 11 +0: 12, first account_associations.list (grant removed)',
    'loses acme/payments/ci: viewer in acme/t 7 +0: 12, first account_associations.list (grant removed)',
    'loses acme/payments/ci: viewer in acme/t 8 +0: 12, first account_associations.list (grant removed)',
    'loses acme/payments/ci: viewer in acme/t 9 +0: 12, first account_associations.list (grant removed)',
    'removed role binding acme/payments/ci is viewer in acme/t 10',
    'removed role binding acme/payments/ci is viewer in acme/t 11',
    'removed role binding acme/payments/ci is viewer in acme/t 7',
    'removed role binding acme/payments/ci is viewer in acme/t 8',
    'removed role binding acme/payments/ci is viewer in acme/t 9',
  ],
  modules: [
    'changed',
    'high unresolved: platform_identity.ci["payments"]',
    'high unresolved: platform_identity.ci["shop"]',
    'high unresolved: platform_role_binding.views["payments"]',
    'high unresolved: platform_role_binding.views["shop"]',
    'assume (not known yet)/ci: added',
    'assume (not known yet)/ci: added',
    'added role binding (not known yet) is viewer in (not known yet)',
    'added role binding (not known yet) is viewer in (not known yet)',
    'added identity (not known yet)/ci',
    'added identity (not known yet)/ci',
    'added group ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/payments',
    'added group ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/shop',
    'unresolved platform_identity.ci["payments"] group_uid',
    'unresolved platform_identity.ci["shop"] group_uid',
    'unresolved platform_role_binding.views["payments"] group_uid',
    'unresolved platform_role_binding.views["shop"] group_uid',
  ],
  'nothing-to-do': ['unchanged'],
  'other-providers': ['unchanged', 'others 2 terraform_data'],
  'overlapping-removed': [
    'changed',
    'medium destroys: acme/deployer is viewer in acme/payments',
    'changes nothing: acme/deployer is viewer in acme/payments',
    'removed role binding acme/deployer is viewer in acme/payments',
  ],
  'owner-added': [
    'changed',
    'high owner-gained: acme/payments/ci in acme/payments',
    'gains acme/payments/ci: owner in acme/payments +1: 30, first account_associations.create (granted)',
    'added role binding acme/payments/ci is owner in acme/payments',
  ],
  'owner-removed': [
    'changed',
    'high last-owners: acme',
    'medium destroys: acme/deployer is owner in acme',
    'loses acme/deployer: owner in acme +3: 27, first account_associations.create (grant removed)',
    'removed role binding acme/deployer is owner in acme',
  ],
  'removed-block': [
    'changed',
    'medium no-longer-managed: acme/deployer is editor in acme',
    'forgotten role binding acme/deployer is editor in acme',
  ],
  renamed: [
    'changed',
    'changed group acme/billing from acme/payments (name)',
    'changed identity acme/billing/builder from acme/payments/ci (name)',
  ],
  'replacement-forgets (tofu)': [
    'changed',
    'high owner-gained: acme/deployer in acme/payments',
    'medium no-longer-managed: acme/payments/ci is viewer in acme/payments',
    'gains acme/deployer: owner in acme/payments +1: 27, first account_associations.create (granted)',
    'added role binding acme/deployer is owner in acme/payments',
    'forgotten role binding acme/payments/ci is viewer in acme/payments',
  ],
  'role-widened': [
    'changed',
    'high owner-gained: acme/deployer in acme/shop',
    'high owner-gained: acme/payments/ci in acme',
    'gains acme/deployer: acme/helper in acme/shop +0: 1, first role_bindings.create (role widened)',
    'gains acme/payments/ci: acme/helper in acme +3: 2, first role_bindings.create (role widened)',
    'changed role acme/helper (capabilities)',
  ],
  'root-by-uid-alone': [
    'changed',
    'gains ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci: editor in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team +0: 15, first repo.create (granted)',
    'assume ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci: added',
    'added group ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team',
    'added identity ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci',
    'added role binding ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team/ci is editor in ac3eac3eac3eac3eac3eac3eac3eac3eac3eac3e/team',
  ],
  'several-stacks': [
    'changed',
    'high destroyed-elsewhere: acme/payments/checkout',
    'medium destroys: acme/payments/checkout',
    'removed group acme/payments/checkout',
  ],
  'static-keys': ['changed', 'assume acme/shop/cluster: added', 'added identity acme/shop/cluster'],
  targeted: [
    'changed',
    'high owner-gained: acme/payments/ci in acme',
    'medium partial-plan: main',
    'gains acme/payments/ci: owner in acme +3: 42, first account_associations.create (granted)',
    'added role binding acme/payments/ci is owner in acme',
  ],
  'targeted (tofu)': [
    'changed',
    'high owner-gained: acme/payments/ci in acme',
    'medium partial-plan: main',
    'gains acme/payments/ci: owner in acme +3: 42, first account_associations.create (granted)',
    'added role binding acme/payments/ci is owner in acme',
  ],
  'two-organizations': [
    'changed',
    'high owner-gained: acme#07e407e407e407e407e407e407e407e407e407e4/guest in acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab',
    'gains acme#07e407e407e407e407e407e407e407e407e407e4/guest: owner in acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab +0: 42, first account_associations.create (granted)',
    'assume acme#07e407e407e407e407e407e407e407e407e407e4/guest: added',
    'added group acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab',
    'added identity acme#07e407e407e407e407e407e407e407e407e407e4/guest',
    'added role binding acme#07e407e407e407e407e407e407e407e407e407e4/guest is owner in acme#07e407e407e407e407e407e407e407e407e407e4/0123456789abcdef/lab',
  ],
};

/** Too many to list: what is in it is asked for below. */
const large = 'first-apply';

test('every plan of the corpus is held against what it must say', () => {
  expect(corpusNames.filter((name) => name !== large).sort()).toEqual(Object.keys(expected).sort());
});

test.each(Object.entries(expected))('%s', (name, lines) => {
  expect(told(reviewOf(name))).toEqual(lines);
});

test('the first apply of 300 objects is told whole, and nothing in it is unresolved', () => {
  const { verdict, unresolved, access, assume, changes, findings } = reviewOf(large);
  expect(verdict.counts).toMatchObject({ added: 300, changed: 0, removed: 0 });
  expect({ unresolved, findings }).toEqual({ unresolved: [], findings: [] });
  expect(access.lines.gained.filter(({ cause }) => cause === 'granted')).toHaveLength(120);
  expect(access.lines.gained.find(({ identity }) => identity === 'acme/team 0/ci 0')).toEqual({
    identity: 'acme/team 0/ci 0',
    group: 'acme/team 0',
    beneath: 9,
    capabilities: expect.arrayContaining(['repo.create', 'repo.list']) as unknown,
    fresh: 15,
    roles: ['editor'],
    cause: 'granted',
    address: 'platform_role_binding.grant_0',
    plan: 'main',
  });
  expect(assume.filter(({ relation }) => relation === 'added')).toHaveLength(120);
  expect(changes.filter(({ kind }) => kind === 'group')).toHaveLength(60);
});

test('no value of another provider is in a report', () => {
  const [text = ''] = corpusTexts('other-providers').map((plan) => plan.text);
  expect(text).toContain('a secret of somebody else');
  expect(JSON.stringify(reviewOf('other-providers'))).not.toContain('a secret of somebody else');
});

test('who can come to what by a chain of three is shown step by step', () => {
  const [finding] = reviewOf('escalation').findings.filter(({ id }) => id === 'escalation-path');
  expect(finding?.witness).toBe(
    'acme/payments/ci changes who can assume acme/shop/relay (identity.update in acme/shop) → ' +
      'acme/shop/relay changes who can assume acme/deployer (identity.update in acme) → ' +
      'acme/deployer binds acme/payments/ci (role_bindings.create in acme)',
  );
});

test('the witness of a wider claim is a token that its issuer mints', () => {
  const [outsider] = reviewOf('claim-anybody').findings;
  expect(outsider).toMatchObject({
    reason: 'Outsiders can assume acme/payments/ci: any workflow of any repository on GitHub.',
    witness: 'sub=repo:acmea/a:ref:refs/heads/a, iss=https://token.actions.githubusercontent.com',
    address: 'platform_identity.ci',
  });
});

test('rows of access hold in the group and beneath it, and name the grant', () => {
  const { gained } = reviewOf('owner-added').access;
  expect(gained).toHaveLength(1);
  expect(gained[0]).toMatchObject({
    identity: 'acme/payments/ci',
    group: 'acme/payments',
    except: [],
    through: [
      {
        grant: 'platform_role_binding.ci_owns',
        by: 'role_binding',
        role: 'owner',
        group: 'acme/payments',
        address: 'platform_role_binding.ci_owns',
      },
    ],
  });
  expect(gained[0]?.capabilities).toContain('*');
});

test('every plan of the corpus is read with a newer minor format and with attributes that nobody knows', () => {
  for (const name of corpusNames)
    for (const { text } of corpusTexts(name)) {
      const newer = { ...(JSON.parse(text) as object), format_version: '1.99', novelty: [{ any: 'thing' }] };
      expect(readPlan(JSON.stringify(newer), name)).toEqual({ ...readPlan(text, name), formatVersion: '1.99' });
    }
});

test('the secret of an invite is said to be where it is kept', () => {
  const reasons = reviewOf('invites').findings.flatMap(({ id, reason }) => (id === 'secret-created' ? [reason] : []));
  expect(reasons).toEqual([
    'The new group invite has a secret (code), which the state will hold, encrypted for the key in recipient_jwk.',
    'The new group invite has a secret (code), which nobody will know, since recipient_jwk is not set.',
  ]);
});

test('a secret that stands in the plan is in no report', () => {
  expect(corpusTexts('identity-provider').map(({ text }) => text.includes(CLIENT_SECRET))).toEqual([true]);
  const report = reviewOf('identity-provider');
  for (const shown of [formatJson(report), formatMarkdown(report), formatText(report)])
    expect(shown).not.toContain(CLIENT_SECRET);
});

test('capabilities that are sensitive are judged, and shown only as what somebody gains', () => {
  const report = reviewOf('role-sensitive');
  expect(report.changes).toMatchObject([
    { fields: [{ field: 'capabilities', before: '(sensitive)', after: '(sensitive)' }] },
  ]);
});

test('a group that is only mentioned is there before and afterwards', () => {
  const { gained, lost } = reviewOf('outside-binding').access;
  expect({ gained: gained.length, lost }).toEqual({ gained: 1, lost: [] });
});
