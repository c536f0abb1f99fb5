/** Tests the context: names, roles, existing objects and contents of groups, read with a few lists. */
import { identity } from '../../../../src/client';
import {
  createReview,
  formatContext,
  formatText,
  parseContext,
  PlanError,
  readContext,
  readPlan,
  reviewPlans,
  type TerraformPlan,
  type PlanContext,
  type Report,
} from '../../../../src/review';
import { headline, summary } from '../../../../src/review/formats/sentences/headline';
import { plannedCreates } from '../../../../src/review/organization/context/existing';
import { corpusTexts } from '../../corpus';
import { ACME, ADA, kept, organizationOf, planOf, SHOP, TEAMS, type Json, type Organization } from './stage';

jest.setTimeout(60_000);

const AUDITOR = `${ACME}/3333333333333333`;
const CI = `${SHOP}/4444444444444444`;
const BINDING = `${SHOP}/5555555555555555`;
const claimMatch = { issuer: 'https://issuer.example', subject: 's' };

const seed = {
  identities: [{ uid: ADA, email: 'ada@acme.example' }],
  groups: [
    {
      ...{ uid: ACME, name: 'acme' },
      roles: [{ uid: AUDITOR, name: 'auditor', capabilities: ['groups.list', 'role_bindings.create'] }],
      groups: [
        {
          ...{ uid: TEAMS, name: 'teams' },
          groups: [
            {
              ...{ uid: SHOP, name: 'shop' },
              identities: [{ uid: CI, name: 'ci', claimMatch }],
              roleBindings: [{ uid: BINDING, identity: ADA, role: 'acme/auditor' }],
            },
          ],
        },
      ],
    },
  ],
};

let organization: Organization;
beforeEach(() => (organization = organizationOf(seed)));
afterEach(() => organization.emulator.close());

const shop = { uid: SHOP, name: 'shop', parent_uid: TEAMS };
const ci = { uid: CI, name: 'ci', group_uid: SHOP, claim_match: { issuer: 'https://issuer.example', subject: 's' } };
const binding = { uid: BINDING, group_uid: SHOP, identity_uid: ADA, role_uid: AUDITOR };
const create = (values: Json) => ({ after: values });

async function contextOf(...plans: TerraformPlan[]): Promise<PlanContext> {
  return contextWithin(undefined, ...plans);
}
async function contextWithin(maxRequests: number | undefined, ...plans: TerraformPlan[]): Promise<PlanContext> {
  const client = await organization.client();
  organization.requests();
  return readContext(client, plans, { maxRequests });
}
async function reportOf(plan: TerraformPlan): Promise<Report> {
  return reviewPlans([plan], { context: await contextOf(plan) });
}
const findings = ({ findings: all }: Report) => all.map(({ id, subject }) => `${id} ${subject}`);

test('groups above the managed ones, people and roles have names, and a role has its capabilities', async () => {
  const plan = planOf({
    'platform_group.shop': kept(shop),
    'platform_role_binding.ada': { before: binding },
  });
  const offline = reviewPlans([plan]);
  expect(offline.changes[0]?.path).toMatch(new RegExp(`^${ADA} is .* in ${TEAMS}/shop$`));
  const report = await reportOf(plan);
  expect(report.changes[0]?.path).toBe('ada@acme.example is acme/auditor in acme/teams/shop');
  expect(report.access.lines.lost).toMatchObject([
    { identity: 'ada@acme.example', group: 'acme/teams/shop', capabilities: ['role_bindings.create', 'groups.list'] },
  ]);
  expect(report.unread).toEqual([]);
});

test('a new binding of a person also shows the e-mail address', async () => {
  const other = { group_uid: TEAMS, identity_uid: ADA, role_uid: AUDITOR };
  const { changes } = await reportOf(planOf({ 'platform_role_binding.new': create(other) }));
  expect(changes[0]?.path).toBe('ada@acme.example is acme/auditor in acme/teams');
});

test('names make no difference to the digest', async () => {
  const plan = planOf({
    'platform_group.shop': kept(shop),
    'platform_identity.new': create({
      name: 'new',
      group_uid: SHOP,
      claim_match: { issuer: 'https://a.example', subject: 'b' },
    }),
    'platform_role_binding.ada': { before: binding, after: { ...binding, role_uid: AUDITOR, group_uid: SHOP } },
  });
  const context = await contextOf(plan);
  expect(context.names.length).toBeGreaterThan(1);
  const digestWith = (used: PlanContext) => reviewPlans([plan], { context: used }).digest;
  const renamed = context.names.map(({ kind, values }) => ({
    kind,
    values: { ...values, name: 'renamed', email: 'other@acme.example' },
  }));
  const digest = digestWith(context);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digestWith({ ...context, names: renamed })).toBe(digest);
  expect(digestWith({ ...context, names: [] })).toBe(digest);
  expect(digestWith({ ...context, names: [], contents: [], keys: [], unread: ['nothing'] })).toBe(digest);
});

test('people with the same e-mail address have different digests', async () => {
  const BOB = 'b0b0'.repeat(10);
  const planFor = (person: string) =>
    planOf({ 'platform_role_binding.one': create({ group_uid: TEAMS, identity_uid: person, role_uid: AUDITOR }) });
  const context = await contextOf(planFor(ADA));
  const reviewed = [ADA, BOB].map((uid) => {
    const names = [{ kind: 'Identity', values: { uid, email: 'ada@acme.example' } }];
    return reviewPlans([planFor(uid)], { context: { ...context, names } });
  });
  expect(reviewed[0]?.changes[0]?.path).toBe(reviewed[1]?.changes[0]?.path);
  expect(reviewed[0]?.digest).not.toBe(reviewed[1]?.digest);
});

test('the digest contains the capabilities of a role that is given by uid', async () => {
  const plan = planOf({
    'platform_role_binding.ada': create({ group_uid: TEAMS, identity_uid: ADA, role_uid: AUDITOR }),
  });
  const context = await contextOf(plan);
  const roles = context.roles.map(({ kind, values }) => ({
    kind,
    values: { ...values, capabilities: ['groups.list'] },
  }));
  const other = reviewPlans([plan], { context: { ...context, roles } });
  expect(other.digest).not.toBe(reviewPlans([plan], { context }).digest);
});

describe('a planned create', () => {
  const newCi = create({ name: 'ci', group_uid: SHOP, claim_match: { issuer: 'https://a.example', subject: 'b' } });

  test('is reported if its natural key is taken, with the uid', async () => {
    const plan = planOf({ 'platform_group.shop': kept(shop), 'platform_identity.ci': newCi });
    const { keys } = await contextOf(plan);
    expect(keys).toMatchObject([
      { kind: 'Identity', parent: SHOP, key: { name: 'ci' }, found: [{ uid: CI, claim_match: claimMatch }] },
    ]);
    const report = await reportOf(plan);
    expect(findings(report)).toContain('exists-already acme/teams/shop/ci');
    expect(report.findings.find(({ id }) => id === 'exists-already')?.reason).toContain(`already exists (uid ${CI}).`);
  });

  test('is not reported if the plan deletes or renames the object with the key', async () => {
    for (const after of [undefined, { ...ci, name: 'old' }]) {
      const plan = planOf({
        'platform_identity.old': { before: ci, ...(after && { after }) },
        'platform_identity.ci': newCi,
      });
      expect(findings(await reportOf(plan)).filter((finding) => finding.startsWith('exists'))).toEqual([]);
    }
  });

  test('is reported with the resource that manages the object', async () => {
    const plan = planOf({ 'platform_identity.old': kept(ci), 'platform_identity.ci': newCi });
    const { findings: all } = await reportOf(plan);
    expect(all.find(({ id }) => id === 'exists-already')?.reason).toContain('platform_identity.old (plan) manages it.');
  });

  test('in a new group needs no request', async () => {
    const placeholder = `${TEAMS}/00000000aaaaaaaa`;
    const plan = planOf({
      'platform_identity.ci': create({
        name: 'ci',
        group_uid: placeholder,
        claim_match: { issuer: 'https://a.example', subject: 'b' },
      }),
    });
    expect((await contextOf(plan)).keys).toEqual([]);
    expect(organization.requests()).toEqual(['GET /iam/v2beta1/groups']);
  });

  test('is not part of the digest: someone can create the object in the meantime', async () => {
    const plan = planOf({ 'platform_group.shop': kept(shop), 'platform_identity.ci': newCi });
    const context = await contextOf(plan);
    expect(reviewPlans([plan], { context }).digest).toBe(
      reviewPlans([plan], { context: { ...context, keys: context.keys.map((key) => ({ ...key, found: [] })) } }).digest,
    );
  });
});

test('a natural key with a proven reference to a new object is free', () => {
  const [{ text } = { text: '' }] = corpusTexts('pair-synthesized');
  const plan = readPlan(text, 'plan');
  const creates = plannedCreates([plan], undefined).map(({ change, existing }) => [change.address, existing]);
  expect(Object.fromEntries(creates)).toEqual({
    'platform_group.checkout': 'unknown',
    'platform_identity.ci': [],
    'platform_role.helper': [],
    'platform_role_binding.helps': [],
    'platform_role_binding.views': [],
  });
});

test('unmanaged objects in a deleted group are counted by kind, and keep the digest', async () => {
  const plan = planOf({ 'platform_group.shop': { before: shop }, 'platform_identity.ci': { before: ci } });
  const context = await contextOf(plan);
  const grant = { role: 'auditor', identity: expect.objectContaining({ email: 'ada@acme.example' }) as object };
  expect(context.contents).toEqual([
    { group: SHOP, kind: 'RoleBinding', count: 1, objects: [{ uid: BINDING, grant }] },
  ]);
  const report = reviewPlans([plan], { context });
  const [finding] = report.findings.filter(({ id }) => id === 'destroys');
  expect(finding).toMatchObject({ severity: 'high', subject: 'acme/teams/shop' });
  expect(finding?.reason).toContain('it contains 1 unmanaged object (1 role binding)');
  expect(report.digest).toBe(reviewPlans([plan], { context: { ...context, contents: [] } }).digest);
  const contents = [
    { group: SHOP, kind: 'Group', count: 1, objects: [{ uid: `${SHOP}/${'b'.repeat(16)}`, name: 'archive' }] },
    {
      group: SHOP,
      kind: 'Identity',
      count: 7,
      objects: [{ uid: `${SHOP}/${'b'.repeat(16)}/${'c'.repeat(16)}`, name: 'bot' }],
    },
  ];
  const [named] = reviewPlans([plan], { context: { ...context, contents } }).findings.filter(
    ({ id }) => id === 'destroys',
  );
  expect(named?.reason).toContain(
    '(1 group, 7 identities), and the API refuses the deletion. The apply deletes 1 other object. Delete',
  );
  expect(named?.unmanaged).toMatchObject({
    count: 8,
    objects: [{ name: 'acme/teams/shop/archive' }, { name: 'acme/teams/shop/archive/bot' }],
  });
  const bot = `${SHOP}/${'c'.repeat(16)}`;
  const grants = [
    {
      ...{ group: SHOP, kind: 'Identity', count: 1 },
      objects: [{ uid: bot, name: 'bot', values: { uid: bot, claim_match: claimMatch } }],
    },
    {
      ...{ group: SHOP, kind: 'RoleBinding', count: 3 },
      objects: [
        {
          uid: `${SHOP}/${'1'.repeat(16)}`,
          grant: { identity: { uid: ADA, email: 'ada@acme.example' }, role: 'viewer' },
        },
        {
          uid: `${SHOP}/${'2'.repeat(16)}`,
          grant: { identity: { uid: bot, name: 'bot' }, role: 'owner', isOwner: true },
        },
        {
          uid: `${SHOP}/${'3'.repeat(16)}`,
          grant: {
            identity: { uid: `${ACME}/${'9'.repeat(16)}`, name: 'far', issuer: 'https://far.example', subject: 'x' },
            role: 'editor',
          },
        },
      ],
    },
  ] as const;
  const granting = reviewPlans([plan], { context: { ...context, contents: grants } });
  const [granted] = granting.findings.filter(({ id }) => id === 'destroys');
  const [owner] = granting.findings.filter(({ id }) => id === 'unmanaged-grants');
  expect(owner).toMatchObject({ severity: 'high', subject: 'acme/teams/shop/bot is owner in acme/teams/shop' });
  expect(owner?.reason).toMatch(
    / in acme\/teams\/shop, and no stack manages this grant\. It can be assumed by .*\. Find out who created it before you import or delete it\.$/,
  );
  expect(headline(granting)).toContain(
    'acme/teams/shop/bot is owner in acme/teams/shop, and no stack manages this grant.',
  );
  expect(headline(granting)).not.toContain('is deleted');
  expect(summary(granting)).toContain('1 deleted, 1 deletion refused.');
  const declared = { context: { ...context, contents: grants }, configuration: { owners: ['github:1'] } };
  const [outside] = reviewPlans([plan], declared).findings.filter(({ id }) => id === 'unmanaged-grants');
  expect(outside?.reason).toContain('this grant. Outsiders can assume it: ');
  expect(granted?.reason).toContain('(1 identity, 3 role bindings), and the API refuses the deletion.');
  expect(granted?.unmanaged?.objects).toMatchObject([
    { name: 'acme/teams/shop/bot is owner in acme/teams/shop' },
    { kind: 'identity', name: 'acme/teams/shop/bot' },
    { name: 'acme/far is editor in acme/teams/shop', users: 'tokens like those of x at far.example' },
    { name: 'ada@acme.example is viewer in acme/teams/shop', users: 'a person' },
  ]);
  const [unread] = reviewPlans([plan]).findings.filter(({ id }) => id === 'destroys');
  expect(unread).toMatchObject({ severity: 'medium' });
  expect(unread?.reason).toContain('Its unmanaged contents were not read');
  const both = planOf({ 'platform_role_binding.ada': { before: binding } }, 'other');
  const [joint] = reviewPlans([plan, both], { context }).findings.filter(({ id }) => id === 'destroys');
  expect(joint?.reason).not.toContain('unmanaged');
});

test.each<[title: string, teams: number, maxRequests: number | undefined, found: number | undefined, requests: number]>(
  [
    ['each of them is read', 12, undefined, 12, 200],
    ['they share lists if they are too many', 60, undefined, 60, 50],
    ['the limit can be raised', 60, 1000, 60, 1000],
    ['a limit that is too low is reported', 12, 3, undefined, 3],
  ],
)('of many deleted groups, %s (%i, limit %p)', async (_, teams, maxRequests, found, requests) => {
  const getUid = (index: number) => `${ACME}/${String(index).padStart(16, 'b')}`;
  const indexes = Array.from({ length: teams }, (_none, index) => index);
  organization.emulator.close();
  organization = organizationOf({
    groups: [
      {
        ...{ uid: ACME, name: 'acme' },
        groups: indexes.map((index) => ({
          ...{ uid: getUid(index), name: `team-${index}` },
          identities: [{ name: 'unmanaged', claimMatch }],
        })),
      },
    ],
  });
  const groups = indexes.map((index) => ({ uid: getUid(index), name: `team-${index}`, parent_uid: ACME }));
  const deleted = groups.map((before, index) => [`platform_group.team_${index}`, { before }] as const);
  const { contents, unread } = await contextWithin(maxRequests, planOf(Object.fromEntries(deleted)));
  const counted = contents.filter(({ kind, count }) => kind === 'Identity' && count === 1);
  if (found !== undefined) expect(counted).toHaveLength(found);
  // The names of the groups above need further requests.
  expect(organization.requests().length).toBeLessThanOrEqual(requests + 10);
  const sentences = unread.filter((text) => text.startsWith('Cannot check if the deleted groups contain'));
  expect(sentences.length > 0).toBe(found === undefined);
  for (const text of sentences) expect(text).toMatch(/To check it, pass --max-requests \d+\.$/);
});

test('1,000 kept, created or deleted resources need at most ten requests', async () => {
  const identities = Array.from({ length: 999 }, (_, index) => ({ name: `i${index}`, claimMatch }));
  organization.emulator.close();
  organization = organizationOf({
    groups: [{ uid: ACME, name: 'acme', groups: [{ uid: TEAMS, name: 'teams', identities }] }],
  });
  const client = await organization.client();
  const managed: Json[] = [];
  for await (const { uid, name } of client.list(identity, { childrenOf: TEAMS }))
    managed.push({ uid, name, group_uid: TEAMS, claim_match: claimMatch });
  const teams = { uid: TEAMS, name: 'teams', parent_uid: ACME };
  const changes = (of: (values: Json) => object) =>
    Object.fromEntries(managed.map((values, index) => [`platform_identity.i${index}`, of(values)]));
  const { length } = managed;
  expect(length).toBe(999);
  const keptAll = planOf({ 'platform_group.teams': kept(teams), ...changes(kept) });
  const created = planOf({
    'platform_group.teams': kept(teams),
    ...changes(({ name, group_uid, claim_match }) => create({ name, group_uid, claim_match })),
  });
  const deleted = planOf({ 'platform_group.teams': { before: teams }, ...changes((before) => ({ before })) });
  for (const [plan, most] of [
    [keptAll, 1],
    [created, 10],
    [deleted, 10],
  ] as const) {
    const context = await contextOf(plan);
    expect(context.unread).toEqual([]);
    const sent = organization.requests();
    expect(sent.length).toBeLessThanOrEqual(most);
    expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
  }
});

test('a group that no list contains can be deleted', async () => {
  const gone = { ...binding, group_uid: `${ACME}/${'9'.repeat(16)}` };
  const { unread } = await contextOf(planOf({ 'platform_role_binding.ada': kept(gone) }));
  expect(unread).toEqual([
    'Cannot read 1 group that this plan refers to by uid: it was deleted, or the token lacks groups.list there.',
  ]);
});

test('unread parts are reported, and nothing fails', async () => {
  const plan = planOf({ 'platform_group.shop': kept(shop), 'platform_role_binding.ada': kept(binding) });
  organization.emulator.faults.add({ effect: 'error', code: 'PERMISSION_DENIED', path: '/iam/v2beta1/groups' });
  const { unread } = await contextOf(plan);
  expect(unread).toEqual([expect.stringMatching(/^Cannot read 2 groups that this plan refers to by uid: .*\.$/)]);
  const blind = await organization.client(CI, []);
  const context = await readContext(blind, [plan]);
  expect(context.names).toEqual([]);
  const report = reviewPlans([plan], { context });
  expect(report.verdict.result).toBe('unchanged');
  const changed = planOf({ 'platform_group.shop': { before: shop, after: { ...shop, description: 'x' } } });
  expect(formatText(reviewPlans([changed], { context }))).toContain('Cannot read');
});

describe('a stored context', () => {
  test('is unchanged after reading it', async () => {
    const plan = planOf({
      'platform_group.shop': { before: shop },
      'platform_role_binding.ada': kept(binding),
      'platform_identity.ci': create({ name: 'ci', group_uid: TEAMS }),
    });
    const context = await contextOf(plan);
    expect(parseContext(formatContext(context), 'context.json')).toEqual(context);
  });

  test.each([
    ['no JSON', 'x', 'is not complete JSON'],
    ['another version', '{"version":2}', 'its version is not 1'],
    ['no list', '{"version":1,"names":{}}', 'names must be a list'],
    [
      'a role among the names',
      `{"version":1,"names":[{"kind":"Role","values":{"uid":"${ACME}"}}]}`,
      'Group or Identity',
    ],
    [
      'a kind that does not exist',
      `{"version":1,"roles":[{"kind":"x","values":{"uid":"${ACME}"}}]}`,
      'a kind of object',
    ],
    ['an invalid uid', '{"version":1,"names":[{"kind":"Group","values":{"uid":"../x"}}]}', 'must be a uid'],
    ['a negative count', `{"version":1,"contents":[{"group":"${ACME}","kind":"Group","count":-1}]}`, 'a count'],
  ])('is rejected if it has %s', (_, text, message) => {
    expect(() => parseContext(text, 'context.json')).toThrow(PlanError);
    expect(() => parseContext(text, 'context.json')).toThrow(message);
  });

  test('uses only the names of named objects', () => {
    const values = { uid: CI, name: 'ci', claim_match: claimMatch, capabilities: ['*'] };
    const { names } = parseContext(
      JSON.stringify({ version: 1, names: [{ kind: 'Identity', values }] }),
      'context.json',
    );
    expect(names).toEqual([{ kind: 'Identity', values: { uid: CI, name: 'ci' } }]);
  });
});

test('the graphs of a review also have the names', async () => {
  const plan = planOf({ 'platform_group.shop': kept(shop) });
  const { after } = createReview([plan], { context: await contextOf(plan) });
  expect(after.group(SHOP).path).toBe('acme/teams/shop');
});
