/** Tests plans with the current organization: unmanaged objects count, and so do changes since the plans were created. */
import { createClient } from '../../../../src/client';
import { createEmulator, type Emulator, type SeedTree } from '../../../../src/emulator';
import {
  formatMarkdown,
  formatText,
  readLive,
  readPlan,
  reviewPlans,
  type Report,
  type ReviewConfiguration,
} from '../../../../src/review';
import { summary } from '../../../../src/review/formats/sentences/headline';

jest.setTimeout(60_000);

type Json = Readonly<Record<string, unknown>>;

const PROVIDER = 'platform-iac.internal/npm/platform';
const ACME = 'ac3e'.repeat(10);
const PROD = `${ACME}/1111111111111111`;
const CI = `${PROD}/2222222222222222`;
const VIEWS = `${PROD}/3333333333333333`;
const match = { issuer: 'https://issuer.example', subject: 'repo:acme/shop' };

const prodWith = (more: Json): SeedTree => ({
  groups: [
    {
      ...{ uid: ACME, name: 'acme' },
      groups: [
        {
          ...{ uid: PROD, name: 'prod', description: 'Takes the money.' },
          identities: [{ uid: CI, name: 'ci', claimMatch: match }],
          ...more,
        },
      ],
    },
  ],
});
const seed = prodWith({ roleBindings: [{ uid: VIEWS, identity: 'acme/prod/ci', role: 'viewer' }] });

let emulator: Emulator;
let viewer = '';
afterEach(() => emulator.close());

async function start(tree: SeedTree): Promise<void> {
  emulator = createEmulator({ seed: tree });
  const { roles } = (await call('GET', 'roles?uidp.in_root=true')) as { roles: { uid: string; name: string }[] };
  viewer = roles.find(({ name }) => name === 'viewer')?.uid ?? '';
}

async function call(method: string, path: string, body?: Json): Promise<Json> {
  const headers = {
    authorization: `Bearer ${await emulator.administratorToken()}`,
    'content-type': 'application/json',
  };
  const request = new Request(`http://localhost/iam/v2beta1/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await emulator.handle(request);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return (text === '' ? {} : JSON.parse(text)) as Json;
}

const managed = (): Readonly<Record<string, Json>> => ({
  'platform_group.prod': { uid: PROD, name: 'prod', parent_uid: ACME, description: 'Takes the money.' },
  'platform_identity.ci': {
    uid: CI,
    name: 'ci',
    group_uid: PROD,
    description: null,
    claim_match: { ...match, claims: {} },
  },
  'platform_role_binding.views': { uid: VIEWS, group_uid: PROD, identity_uid: CI, role_uid: viewer },
});

/** Returns a plan of the managed objects with these changes: another value, or `null` for a deletion. */
function planOf(changes: Readonly<Record<string, Json | null>> = {}) {
  const instance = (address: string) => ({
    ...{ address, mode: 'managed', type: address.split('.')[0], provider_name: PROVIDER },
  });
  const plan = {
    ...{ format_version: '1.2', complete: true, applyable: true, errored: false },
    prior_state: {
      values: {
        root_module: {
          resources: Object.entries(managed()).map(([address, values]) => ({ ...instance(address), values })),
        },
      },
    },
    resource_changes: Object.entries(managed()).map(([address, before]) => {
      const change = changes[address];
      const actions = change === undefined ? ['no-op'] : change === null ? ['delete'] : ['update'];
      const after = change === undefined ? before : change === null ? null : { ...before, ...change };
      return { ...instance(address), change: { actions, before, after, after_unknown: {} } };
    }),
  };
  return readPlan(JSON.stringify(plan), 'plan');
}

async function review(plan = planOf(), configuration: ReviewConfiguration = {}): Promise<Report> {
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const live = await readLive(client, { roots: [ACME] });
  return reviewPlans([plan], { live, configuration: { minimumOwners: 1, ...configuration } });
}

const told = ({ findings }: Report) => findings.map(({ severity, id, subject }) => `${severity} ${id}: ${subject}`);

test('an organization that equals the plan is unchanged', async () => {
  await start(seed);
  const report = await review();
  expect(report.verdict).toMatchObject({ result: 'unchanged', problems: [] });
  expect(told(report)).toEqual([]);
});

test('changes since the plan was created are reported, and current values count', async () => {
  await start(seed);
  const plan = planOf({ 'platform_group.prod': { description: 'New.' } });
  await call('PATCH', `identities/${CI}?updateMask=claim_match`, { claimMatch: { ...match, subject: 'repo:other' } });
  await call('PATCH', `groups/${PROD}?updateMask=name`, { name: 'production' });
  const report = await review(plan);
  expect(told(report)).toEqual([
    'high drift: acme/production/ci',
    'medium outdated-plan: acme/production',
    'medium outdated-plan: acme/production/ci',
    'low drift: acme/production',
  ]);
  expect(report.changes).toEqual([
    expect.objectContaining({
      path: 'acme/production',
      fields: [{ field: 'description', before: 'Takes the money.', after: 'New.' }],
    }),
  ]);
});

test('an object that was deleted since the plan was created is reported, and gives no access', async () => {
  await start(seed);
  const plan = planOf();
  await call('DELETE', `roleBindings/${VIEWS}`);
  const report = await review(plan);
  expect(told(report)).toEqual([
    expect.stringMatching(/^medium outdated-plan: /),
    'low drift: acme/prod/ci is viewer in acme/prod',
  ]);
  expect(report.access.lost).toEqual([]);
});

test('a role that no data source reads is named by its uid, and by --live', async () => {
  await start(seed);
  const { roles } = (await call('GET', 'roles?uidp.in_root=true')) as { roles: { uid: string; name: string }[] };
  const plan = planOf({
    'platform_role_binding.views': { role_uid: roles.find(({ name }) => name === 'editor')!.uid },
  });
  const getFields = ({ changes }: Report) =>
    changes.flatMap(({ fields }) => fields).filter(({ field }) => field === 'role_uid');
  const words = (name: string) =>
    `a role that no plan describes (uid ${roles.find((role) => role.name === name)!.uid}; --live names it)`;
  expect(getFields(reviewPlans([plan]))).toEqual([
    { field: 'role_uid', before: words('viewer'), after: words('editor') },
  ]);
  expect(getFields(await review(plan))).toEqual([{ field: 'role_uid', before: 'viewer', after: 'editor' }]);
});

test('an unmanaged grant keeps its access, and is a finding in an exclusive group', async () => {
  await start(
    prodWith({
      roleBindings: [
        { uid: VIEWS, identity: 'acme/prod/ci', role: 'viewer' },
        { identity: 'acme/prod/ci', role: 'editor' },
      ],
    }),
  );
  const plan = planOf({ 'platform_role_binding.views': null });
  const report = await review(plan, { exclusive: ['acme/prod/**', 'acme/prdo'] });
  expect(report.access.lost).toEqual([]);
  expect(report.access.withoutEffect).toEqual(['acme/prod/ci is viewer in acme/prod']);
  expect(told(report)).toEqual([
    'medium unmanaged-grants: acme/prdo',
    'medium unmanaged-grants: acme/prod/ci is editor in acme/prod',
    'medium destroys: acme/prod/ci is viewer in acme/prod',
  ]);
});

test('a mapping of an external group that no plan manages is reported', async () => {
  await start(seed);
  const oidc = { issuer: 'https://login.example', clientId: 'x', pkceEnabled: true, groupsClaim: 'groups' };
  const { uid } = await call('POST', `identityProviders/${ACME}`, { name: 'staff', defaultRole: viewer, oidc });
  expect(told(await review(planOf(), { exclusive: ['acme/prod'] }))).toEqual([]);
  const mapping = { externalGroupId: 'admins', roleUid: viewer, scope: PROD };
  await call('POST', `externalGroupRoleMappings/${String(uid)}`, mapping);
  const { findings } = await review(planOf(), { exclusive: ['acme/prod'] });
  expect(findings).toMatchObject([{ id: 'unmanaged-grants', severity: 'medium' }]);
  expect(findings[0]?.reason).toContain('anyone in the external group admins');
});

test('the deletion of a group with unmanaged contents is a high finding', async () => {
  await start(
    prodWith({
      roleBindings: [{ uid: VIEWS, identity: 'acme/prod/ci', role: 'viewer' }],
      accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
      groups: [{ name: 'beneath', groups: [1, 2, 3, 4].map((index) => ({ name: `bot-${index}` })) }],
    }),
  );
  const all = { 'platform_group.prod': null, 'platform_identity.ci': null, 'platform_role_binding.views': null };
  const report = await review(planOf(all));
  const [finding] = report.findings.filter(({ id }) => id === 'destroys');
  expect(finding).toMatchObject({ severity: 'high', subject: 'acme/prod' });
  expect(finding?.reason).toBe(
    'The group "acme/prod" stays: it contains 6 unmanaged objects (5 groups, 1 account association), and the API refuses the deletion. The apply deletes 2 other objects. Delete the unmanaged objects first (`platform-iac drift` prints the commands), or import them with `platform-iac adopt --unmanaged`.',
  );
  expect(finding?.unmanaged?.count).toBe(6);
  expect(finding?.unmanaged?.objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'group acme/prod/beneath',
    ...[1, 2, 3, 4].map((index) => `group acme/prod/beneath/bot-${index}`),
    'account association clouds in acme/prod',
  ]);
  expect(report.changes.filter(({ stays }) => stays).map(({ path }) => path)).toEqual(['acme/prod']);
  expect(summary(report)).toContain('2 deleted, 1 deletion refused.');
  const lines = formatText(report, { isWhole: true }).split('\n');
  expect(lines).toContain('          - group acme/prod/beneath/bot-1');
  expect(lines).toContain('          - account association "clouds in acme/prod"');
  expect(lines).toContain('  -   prod/  (stays: unmanaged objects need it)');
  const comment = formatMarkdown(report);
  expect(comment).toContain('<br>– group `acme/prod/beneath`<br>– group');
  for (const { uid } of finding?.unmanaged?.objects ?? [])
    expect(comment).toContain(`| \`…${uid.split('/').at(-1)}\` |`);
});

test('an identity with an unmanaged grant cannot be deleted', async () => {
  await start(
    prodWith({
      roleBindings: [
        { uid: VIEWS, identity: 'acme/prod/ci', role: 'viewer' },
        { identity: 'acme/prod/ci', role: 'editor' },
      ],
    }),
  );
  const report = await review(planOf({ 'platform_identity.ci': null, 'platform_role_binding.views': null }));
  const [finding] = report.findings.filter(({ id }) => id === 'destroys');
  expect(finding?.reason).toContain(
    'stays: unmanaged objects still use it (1 role binding), and the API refuses the deletion. The apply deletes 1 other object. Delete',
  );
  expect(finding?.unmanaged?.objects).toMatchObject([
    {
      ...{ kind: 'role binding', name: 'acme/prod/ci is editor in acme/prod' },
      users: 'issuer https://issuer.example, subject repo:acme/shop',
    },
  ]);
});

test('a group stays if an unmanaged grant outside of it uses its identity', async () => {
  const [{ groups = [], ...acme }] = seed.groups as [{ readonly groups?: SeedTree['groups'] }];
  const outside = [{ identity: 'acme/prod/ci', role: 'editor' }];
  await start({ groups: [{ ...acme, groups, roleBindings: outside }] });
  const all = { 'platform_group.prod': null, 'platform_identity.ci': null, 'platform_role_binding.views': null };
  const report = await review(planOf(all));
  expect(report.changes.filter(({ stays }) => stays).map(({ path }) => path)).toEqual(['acme/prod', 'acme/prod/ci']);
  expect(report.findings.find(({ id }) => id === 'destroys')?.reason).toMatch(
    /^The group "acme\/prod" stays: unmanaged objects still use its contents \(1 role binding\), and the API refuses the deletion\. The apply deletes 1 other object\. /,
  );
});

test('too few owners are a finding, even if this change does not cause it', async () => {
  await start(seed);
  const [finding] = (await review(planOf(), { minimumOwners: 2 })).findings;
  expect(finding).toMatchObject({
    ...{ severity: 'high', id: 'last-owners', subject: 'acme' },
    reason: 'acme has one owner: administrator. The minimum is 2.',
  });
});

test('an expired invite gives no access', async () => {
  await start(seed);
  await call('POST', `groupInvites/${ACME}`, { roleUid: viewer, ttl: '60s' });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const live = await readLive(client, { roots: [ACME] });
  const configuration = {
    invariants: [
      {
        name: 'nobody comes',
        rule: 'never',
        can: ['groups.list'],
        where: ['acme'],
        who: { people: true },
        reason: 'x',
      },
    ],
    minimumOwners: 1,
  } as const;
  const witness = (now: Date) => reviewPlans([], { live, configuration, now }).findings[0]?.reason;
  expect(witness(new Date())).toContain('anyone who accepts an invite');
  expect(witness(new Date(Date.now() + 3_600_000))).not.toContain('anyone who accepts an invite');
});

test('a rule for a group that the whole organization lacks is reported, without a similar name', async () => {
  await start(seed);
  const rule = { name: 'nobody', rule: 'never', can: ['repo.delete'], reason: 'So it is.' } as const;
  const idle = async (where: string) =>
    (await review(planOf(), { invariants: [{ ...rule, where: [where] }] })).findings.filter(
      ({ id }) => id === 'invariant-idle',
    );
  expect(await idle('acme/warehouse/**')).toMatchObject([
    { severity: 'medium', reason: '"nobody" names the group acme/warehouse/**, which does not exist.' },
  ]);
  expect(await idle('acme/prod/**')).toEqual([]);
  expect(await idle('another/prod')).toEqual([]);
});
