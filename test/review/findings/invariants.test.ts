import type { Invariant, ReviewConfiguration } from '../../../src/review';
import { reviewOf } from '../corpus';
import { reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';
import { rule } from './rule';

const github = 'https://token.actions.githubusercontent.com';

const claims = (branch: string) => ({
  claim_match: { issuer: github, subject: `repo:acme@1/shop@2:ref:refs/heads/${branch}` },
});

const broken = (plan: string, configuration: ReviewConfiguration): readonly string[] =>
  reviewOf(plan, { configuration })
    .findings.filter(({ id }) => id === 'invariant-broken')
    .map(({ severity, subject, reason, witness = '' }) => `${severity} ${subject}: ${reason} ${witness}`.trim());

test('an identity outside of the rule violates it, and the witness shows its grant', () => {
  expect(broken('owner-added', rule({}))).toEqual([
    'high grants: acme/payments/ci violates "grants". So it is. acme/payments/ci has role_bindings.create in acme/payments, by owner in acme/payments',
  ]);
  expect(broken('nothing-to-do', rule({}))).toEqual([]);
  expect(broken('owner-added', rule({ where: ['acme/shop/**'] }))).toEqual([]);
  expect(broken('owner-added', rule({ who: { identities: ['acme/deployer'] } }))).toEqual([]);
  expect(broken('owner-added', rule({ severity: 'low', can: ['role_bindings.*'] }))[0]).toMatch(/^low grants/);
});

test('an owner also holds capabilities of unknown kinds', () => {
  expect(broken('owner-added', rule({ can: ['figs.*'] }))[0]).toContain('acme/payments/ci has figs.*');
});

test('an identity that also accepts another issuer does not match a rule for one issuer', () => {
  expect(broken('owner-added', rule({ rule: 'only', who: { issuers: [github] } }))).toEqual([]);
  expect(broken('owner-added', rule({ rule: 'only', who: { issuers: ['https://gitlab.com'] } }))).toHaveLength(1);
  expect(broken('owner-added', rule({ rule: 'only', who: { people: true } }))).toHaveLength(1);
});

test.each(['invite-of-an-owner', 'binding-of-a-stranger', 'loose-invite'])(
  'in %s, a person whose issuer is unknown is named as such',
  (name) => {
    const only = rule({ rule: 'only', who: { issuers: ['https://login.acme.example'] }, can: ['*'], where: ['**'] });
    const [found = ''] = broken(name, only);
    expect(found).toContain(' (whose issuer is unknown)');
    expect(found).toContain('acme/deployer');
    expect(found).not.toContain('acme/deployer (whose');
  },
);

test('static keys do not count as tokens of the issuer next to them', () => {
  const where = { where: ['acme/shop/**'] };
  expect(broken('keys-of-a-platform', rule({ ...where, rule: 'only', who: { issuers: [github] } }))[0]).toContain(
    'acme/shop/cluster violates',
  );
  expect(broken('keys-of-a-platform', rule({ ...where, who: { issuers: [github] } }))).toHaveLength(1);
  expect(broken('keys-of-a-platform', rule({ ...where, who: { issuers: ['https://gitlab.com'] } }))).toEqual([]);
});

test('atLeast requires the number of identities in each of the groups', () => {
  const two = { rule: 'atLeast', count: 2, where: ['acme'] } as Partial<Invariant>;
  expect(broken('owner-removed', rule(two))).toEqual([
    'high grants: "grants" does not hold: fewer than 2 have role_bindings.create in acme. So it is.',
  ]);
  expect(broken('owner-removed', rule({ ...two, count: 1 }))).toEqual([]);
});

test('a rule about groups with unknown names is inconclusive', () => {
  expect(broken('root-by-uid-alone', rule({}))[0]).toContain('is inconclusive');
  const names = { ['ac3e'.repeat(10)]: 'acme' };
  expect(broken('root-by-uid-alone', { ...rule({ where: ['acme/**'] }), names })).toEqual([]);
});

const structure = (more: object): ReviewConfiguration => ({
  invariants: [{ name: 'structure', reason: 'So it is.', ...more } as Invariant],
});

test.each<[object, string]>([
  [{ rule: 'naming', pattern: '[a-z]{1,6}', kinds: ['Group'] }, 'acme/payments has the name "payments", which'],
  [{ rule: 'naming', pattern: '[a-z]{1,6}', where: ['acme/shop/**'] }, ''],
  [{ rule: 'naming', pattern: '[a-z]{1,8}', except: ['acme/deployer'] }, ''],
  [{ rule: 'maxDepth', levels: 2 }, 'acme/payments/checkout is at level 3, and the maximum is 2'],
  [{ rule: 'maxDepth', levels: 3 }, ''],
  [{ rule: 'described', kinds: ['Identity'] }, 'acme/deployer has no description'],
  [{ rule: 'uniqueNames' }, ''],
  [
    { rule: 'noOutsiders' },
    'acme/payments/ci, which is viewer in acme/payments, accepts outsiders: anyone who registers a GitHub owner whose name begins with acme can assume it with the token sub=repo:',
  ],
  [
    { rule: 'noOutsiders', except: ['acme/payments/*'] },
    '"structure" is inconclusive: review.config.json declares no owners',
  ],
  [{ rule: 'never', who: { people: false }, can: ['owner'], where: ['acme/**'], except: ['acme/deployer'] }, ''],
])('the review evaluates the rule of the constructs %j', (more, text) => {
  const [found = '', ...others] = broken('claim-anybody', structure(more));
  expect(others).toEqual([]);
  if (text === '') expect(found).toBe('');
  else expect(found).toContain(text);
});

test('a violation of the rule about outsiders by a changed trust policy has its cause, and no second next step', () => {
  const { findings } = reviewOf('claim-anybody', { configuration: structure({ rule: 'noOutsiders' }) });
  const of = (id: string) => findings.find((finding) => finding.id === id);
  expect(of('invariant-broken')?.reason).toBe('acme/payments/ci violates "structure". So it is.');
  expect(of('outsider-can-assume')?.reason).toContain('Narrow the trust policy.');
  expect(of('invariant-broken')?.cause).toEqual(of('outsider-can-assume')?.cause);
});

test('a report names the entry of an undeclared owner once, also if an unchanged identity violates the rule', () => {
  const ci = (group: string, owner: string): EditedObject => ({
    ...{ type: 'identity', in: group },
    values: { name: 'ci', claim_match: { issuer: github, subject: `repo:${owner}/shop@8:ref:refs/heads/main` } },
  });
  const acme: EditedObjects = { acme: { type: 'group', values: { name: 'acme' } } };
  const configuration = { owners: ['github:1'], ...structure({ rule: 'noOutsiders' }) };
  const remedies = (before: EditedObjects, after: EditedObjects) =>
    reviewEdit(before, after, { configuration }).findings.flatMap(
      ({ reason }) =>
        reason.match(
          /If this owner is yours, add "[^"]+"|Add only the owners that are yours to "owners" in review.config.json: [^.]*\./g,
        ) ?? [],
    );
  const shop: EditedObjects = { ...acme, shop: { type: 'group', in: 'acme', values: { name: 'shop' } } };
  const added = { ...shop, ci: ci('acme', 'evil@7') };
  expect(remedies(shop, added)).toEqual(['If this owner is yours, add "github:7"']);
  const known = { ...shop, old: ci('shop', 'evil@7') };
  expect(remedies(known, { ...known, ci: ci('acme', 'evil@7') })).toEqual(['If this owner is yours, add "github:7"']);
  const other = { ...shop, old: ci('shop', 'other@9') };
  expect(remedies(other, { ...other, ci: ci('acme', 'evil@7') })).toEqual([
    'If this owner is yours, add "github:7"',
    'Add only the owners that are yours to "owners" in review.config.json: "github:7" (acme/ci), "github:9" (acme/shop/ci).',
  ]);
});

test('a violation of structure has the address of the object, and its facts decide its fingerprint', () => {
  const findingOf = (pattern: string) =>
    reviewOf('claim-anybody', {
      configuration: structure({ rule: 'naming', pattern, kinds: ['Group'] }),
    }).findings.find(({ id }) => id === 'invariant-broken');
  expect(findingOf('[a-z]{1,6}')).toMatchObject({ address: 'platform_group.payments', severity: 'low' });
  expect(findingOf('[a-z]{1,6}')?.fingerprint).toBe(findingOf('[a-z]{1,6}')?.fingerprint);
  expect(findingOf('[a-z]{1,6}')?.fingerprint).not.toBe(findingOf('[a-z]{1,4}')?.fingerprint);
});

test('an object that moves into an exception is a finding', () => {
  const noDepth = structure({ rule: 'maxDepth', levels: 9, except: ['acme/shop/*'] });
  expect(broken('group-moved-out-of-a-rule', noDepth)[0]).toContain(
    '"structure" no longer matches acme/payments (now acme/shop/payments)',
  );
  expect(broken('group-moved-out-of-a-rule', structure({ rule: 'maxDepth', levels: 9 }))).toEqual([]);
});

const granting = ['role_bindings.create', 'role_bindings.delete'];
/** An organization that breaks the rule of this file: `ci` can grant roles. */
const brokenBefore: EditedObjects = {
  acme: { type: 'group', values: { name: 'acme' } },
  payments: { type: 'group', in: 'acme', values: { name: 'payments' } },
  ci: { type: 'identity', in: 'acme', values: { name: 'ci', ...claims('main') } },
  other: { type: 'identity', in: 'acme', values: { name: 'other', ...claims('other') } },
  admin: { type: 'role', in: 'acme', values: { name: 'admin', capabilities: granting } },
  reader: { type: 'role', in: 'acme', values: { name: 'reader', capabilities: ['groups.list'] } },
  bound: { type: 'role_binding', in: 'payments', identity: 'ci', role: 'admin' },
};
const withRole = (capabilities: readonly string[]): EditedObjects => ({
  admin: { type: 'role', in: 'acme', values: { name: 'admin', capabilities } },
});
const cards: EditedObject = { type: 'group', in: 'payments', values: { name: 'cards' } };

test.each<[string, 'low' | 'high', EditedObjects]>([
  ['nothing', 'low', {}],
  ['another grant', 'low', { more: { type: 'role_binding', in: 'payments', identity: 'ci', role: 'reader' } }],
  [
    'a description',
    'low',
    { ci: { ...brokenBefore['ci']!, values: { ...brokenBefore['ci']!.values, description: 'CI.' } } },
  ],
  ['a smaller role', 'low', withRole(granting.slice(0, 1))],
  ['a role with another capability', 'low', withRole([...granting, 'groups.list'])],
  ['a role with a further capability of the rule', 'high', withRole([...granting, 'role_bindings.update'])],
  ['another identity', 'high', { more: { type: 'role_binding', in: 'payments', identity: 'other', role: 'admin' } }],
  ['another group', 'high', { more: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'admin' } }],
  ['a new group beneath', 'high', { cards }],
  ['another trust policy', 'high', { ci: { ...brokenBefore['ci']!, values: { name: 'ci', ...claims('develop') } } }],
  ['a recreated identity', 'high', { ci: { ...brokenBefore['ci']!, isReplaced: true } }],
  ['a moved grant', 'high', { bound: { type: 'role_binding', in: 'payments', identity: 'other', role: 'admin' } }],
])('a rule that was broken before, and %s: severity %s', (_, severity, more) => {
  const configuration = rule({ can: ['role_bindings.*'], where: ['acme/**'] });
  const { findings } = reviewEdit(
    brokenBefore,
    { ...brokenBefore, note: { type: 'group', in: 'acme', values: { name: 'note' } }, ...more },
    { configuration },
  );
  const [found] = findings.filter(({ id }) => id === 'invariant-broken');
  expect(found?.severity).toBe(severity);
  expect(found?.reason.includes('already broken before this change')).toBe(severity === 'low');
});

const undecidable = (subject: string) => ({ claim_match: { issuer: github, subject_pattern: `(?=${subject})` } });

test.each<[string, 'low' | 'high', EditedObjects]>([
  ['an unchanged trust policy', 'low', {}],
  [
    'a changed trust policy',
    'high',
    { odd: { type: 'identity', in: 'acme', values: { name: 'odd', ...undecidable('b') } } },
  ],
  ['a new identity', 'high', { odd2: { type: 'identity', in: 'acme', values: { name: 'odd2', ...undecidable('a') } } }],
  ['a new grant', 'high', { more: { type: 'role_binding', in: 'payments', identity: 'odd', role: 'admin' } }],
])('outsiders were accepted before, and it is unknown for %s: severity %s', (_, severity, more) => {
  const before: EditedObjects = {
    ...brokenBefore,
    open: {
      type: 'identity',
      in: 'acme',
      values: { name: 'open', claim_match: { issuer_pattern: '.*', subject: 'x' } },
    },
    odd: { type: 'identity', in: 'acme', values: { name: 'odd', ...undecidable('a') } },
  };
  const note: EditedObject = { type: 'group', in: 'acme', values: { name: 'note' } };
  const configuration = { owners: ['github:1'], ...structure({ rule: 'noOutsiders' }) };
  const { findings } = reviewEdit(before, { ...before, note, ...more }, { configuration });
  const [found] = findings.filter(({ id }) => id === 'invariant-broken');
  expect(found?.severity).toBe(severity);
  expect(found?.reason.includes('already broken before this change')).toBe(severity === 'low');
});

test('a rule does not miss an object that is deleted', () => {
  const note: EditedObject = { type: 'group', in: 'acme', values: { name: 'note' } };
  const writer: EditedObject = { type: 'identity', in: 'acme', values: { name: 'writer', ...claims('note') } };
  const configuration = rule({
    who: { identities: ['acme/**'] },
    can: ['role_bindings.*'],
    where: ['acme/**'],
    except: ['acme/writer'],
  });
  const { findings } = reviewEdit({ ...brokenBefore, note, writer }, brokenBefore, { configuration });
  const [found, ...others] = findings.filter(({ id }) => id === 'invariant-broken');
  expect(found?.reason).toContain('already broken before this change');
  expect(others).toEqual([]);
});

test.each<[string, 'low' | 'high', object, EditedObjects]>([
  ['the same name', 'low', { rule: 'naming', pattern: 'acme|payments', kinds: ['Group'] }, {}],
  ['another name', 'high', { rule: 'naming', pattern: 'acme', kinds: ['Group'] }, { cards }],
  [
    'the same holders',
    'low',
    { rule: 'atLeast', count: 2, can: ['role_bindings.create'], where: ['acme/payments'] },
    {},
  ],
  [
    'fewer holders',
    'high',
    { rule: 'atLeast', count: 2, can: ['role_bindings.create'], where: ['acme/payments'] },
    { bound: { type: 'role_binding', in: 'payments', identity: 'ci', role: 'reader' } },
  ],
])('a rule about structure or numbers that was broken before, and %s: severity %s', (_, severity, more, edit) => {
  const odd: EditedObject = { type: 'group', in: 'acme', values: { name: 'odd' } };
  const before: EditedObjects = { ...brokenBefore, odd };
  const after = {
    ...before,
    note: { type: 'identity', in: 'acme', values: { name: 'note', ...claims('note') } },
    ...edit,
  };
  const { findings } = reviewEdit(before, after, { configuration: structure(more) });
  expect(findings.filter(({ id }) => id === 'invariant-broken').map((finding) => finding.severity)).toEqual([severity]);
});

test('a rule that differs from the configuration before the change counts as new', () => {
  const configuration = rule({ can: ['role_bindings.*'], where: ['acme/**'] });
  const severityAfter = (configurationBefore: ReviewConfiguration | undefined) =>
    reviewEdit(
      brokenBefore,
      { ...brokenBefore, note: { ...cards, in: 'acme' } },
      { configuration, configurationBefore },
    ).findings.find(({ id }) => id === 'invariant-broken')?.severity;
  const known = rule({ can: ['role_bindings.*'], where: ['acme/payments', 'acme/**'] });
  expect(severityAfter(undefined)).toBe('low');
  expect(severityAfter(configuration)).toBe('low');
  for (const before of [known, rule({ can: ['role_bindings.*'], where: ['acme/**'], severity: 'low' }), {}])
    expect(severityAfter(before)).toBe('high');
});
