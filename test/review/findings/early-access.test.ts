/** Tests access that exists only if the apply stops early. */
import {
  formatMarkdown,
  formatText,
  readPlan,
  reviewPlans,
  type Report,
  type ReviewOptions,
} from '../../../src/review';
import { editedPlan, type EditedObjects, trusts } from '../edited-plan';

const roles = (capabilities: readonly string[]) =>
  ({ type: 'role', in: 'acme', values: { capabilities: [...capabilities] } }) as const;
const binding = (more: object = {}) =>
  ({ type: 'role_binding', in: 'acme', identity: 'ci', role: 'deployer', ...more }) as const;
const organization: EditedObjects = {
  acme: { type: 'group' },
  ci: { type: 'identity', in: 'acme', values: trusts('shop') },
};
const wide = { ...organization, deployer: roles(['groups.list', 'repo.create']) };
const narrow = { ...organization, deployer: roles(['groups.list']) };
const bound = <T extends object>(objects: T) => ({ ...objects, grants: binding() });

type Blocks = Readonly<Record<string, { readonly expressions?: object; readonly depends_on?: readonly string[] }>>;

interface Module {
  readonly blocks?: Blocks;
  readonly calls?: Readonly<Record<string, object>>;
}

function configurationOf({ blocks = {}, calls = {} }: Module): object {
  const resources = Object.entries(blocks).map(([address, block]) => {
    const [type = '', name = ''] = address.split('.');
    return { address, mode: 'managed', type, name, provider_config_key: 'platform', ...block };
  });
  return { root_module: { resources, module_calls: calls } };
}

function review(before: EditedObjects, after: EditedObjects, module: Module = {}, options: ReviewOptions = {}): Report {
  const plan = { ...(JSON.parse(editedPlan(before, after)) as object), configuration: configurationOf(module) };
  return reviewPlans([{ ...readPlan(JSON.stringify(plan), 'org'), reviews: [] }], options);
}

const rowsOf = ({ access }: Report) =>
  (access.early?.rows ?? []).map(
    ({ identity, holders, group, capabilities }) => `${identity} ${holders} ${capabilities.join()} in ${group}`,
  );
const findingsOf = ({ findings }: Report, id = 'early-access') =>
  findings.flatMap((finding) =>
    (finding.affected ?? [finding]).flatMap((object) =>
      finding.id === id ? [`${object.severity}: ${object.reason}`] : [],
    ),
  );
const references = (...names: readonly string[]): Module => ({
  blocks: {
    'platform_role.deployer': {},
    'platform_identity.ci': {},
    'platform_role_binding.grants': { expressions: { role_uid: { references: [...names] } } },
  },
});

test('a new grant of a role that loses a capability gives it until the role is updated', () => {
  const report = review(wide, bound(narrow));
  expect(report.access.gained.map(({ capabilities }) => capabilities)).toEqual([['groups.list']]);
  expect(rowsOf(report)).toEqual(['acme/ci all repo.create in acme']);
  expect(findingsOf(report)).toEqual([
    'low: If the apply stops early, acme/ci has repo.create in acme. It has this access after the create of platform_role_binding.grants and before the update of platform_role.deployer. Refer to the role by its resource, so that Terraform changes the role first.',
  ]);
  const uid = report.approvedWrites.find(({ kind }) => kind === 'Role')?.uid;
  expect(report.approvedWrites.map(({ kind, after }) => [kind, after])).toEqual([
    ['RoleBinding', [uid]],
    ['Role', undefined],
  ]);
  expect(report.effect.early).toMatchObject([{ capabilities: ['groups.list', 'repo.create'] }]);
});

test.each([
  ['a reference', references('platform_role.deployer.uid', 'platform_role.deployer')],
  [
    'depends_on',
    { blocks: { ...references().blocks, 'platform_role_binding.grants': { depends_on: ['platform_role.deployer'] } } },
  ],
  [
    'another resource',
    {
      blocks: {
        ...references('platform_identity.ci.uid').blocks,
        'platform_identity.ci': { expressions: { description: { references: ['platform_role.deployer.uid'] } } },
      },
    },
  ],
  [
    'the output of a module that gets the role',
    {
      blocks: references('module.team.role', 'module.team').blocks,
      calls: {
        team: {
          expressions: { role: { references: ['platform_role.deployer.uid'] } },
          module: { outputs: { role: { expression: { references: ['var.role'] } } } },
        },
      },
    },
  ],
])('with %s to the role, Terraform updates the role first', (_, module) => {
  expect(rowsOf(review(wide, bound(narrow), module))).toEqual([]);
});

test.each([
  ['another role', references('platform_role.other.uid', 'platform_role.other')],
  ['a local value', references('local.role')],
  [
    'another instance',
    references('platform_role.deployer["a"].uid', 'platform_role.deployer["a"]', 'platform_role.deployer'),
  ],
  [
    'a text that looks like a reference',
    {
      blocks: {
        ...references().blocks,
        'platform_role_binding.grants': {
          expressions: { role_uid: { constant_value: '${"platform_role.deployer.uid"}' } },
        },
      },
    },
  ],
])('a reference to %s proves no order', (_, module) => {
  expect(rowsOf(review(wide, bound(narrow), module))).toEqual(['acme/ci all repo.create in acme']);
});

test('the deletion of a grant and the update of its role have no order, even with references to the role', () => {
  const report = review(bound(narrow), wide, references('platform_role.deployer.uid', 'platform_role.deployer'));
  expect(rowsOf(report)).toEqual(['acme/ci all repo.create in acme']);
  expect(findingsOf(report)).toEqual([expect.stringContaining('Split the change')]);
});

test('a role that loses one capability and gets another shows nothing: its update is one write', () => {
  expect(rowsOf(review(bound(wide), bound({ ...organization, deployer: roles(['roles.create']) })))).toEqual([]);
});

test('administrative access is as severe as its gain', () => {
  const report = review({ ...organization, deployer: roles(['groups.list', 'role_bindings.create']) }, bound(narrow));
  expect(findingsOf(report)).toEqual([expect.stringMatching(/^high: /)]);
});

test('a limit and a rule of the organization hold in every part of the apply', () => {
  const configuration = {
    noNewAccess: [{ can: ['repo.*'], where: ['acme/**'] }],
    invariants: [
      { name: 'No repositories', reason: 'So.', rule: 'never' as const, can: ['repo.create'], where: ['acme'] },
    ],
  };
  const report = review(wide, bound(narrow), {}, { configuration });
  expect(findingsOf(report)).toEqual([expect.stringMatching(/^high: .*"noNewAccess" forbids this: /)]);
  expect(findingsOf(report, 'invariant-broken')).toEqual([expect.stringMatching(/^high: If the apply stops early: /)]);
});

const administrator = roles(['role_bindings.create']);
const trusting = (objects: EditedObjects, repository: string): EditedObjects => ({
  ...objects,
  ci: { type: 'identity', in: 'acme', values: trusts(repository) },
});

test('a token of the new trust policy has the previous access until the role is narrowed', () => {
  const before = bound({ ...organization, deployer: administrator });
  const report = review(before, trusting(bound(narrow), 'docs'));
  expect(rowsOf(report)).toContain('acme/ci after role_bindings.create in acme');
  expect(findingsOf(report)).toContainEqual(
    expect.stringMatching(
      /^high: If the apply stops early, acme\/ci \(only with the new trust policy\) has role_bindings\.create in acme\./,
    ),
  );
});

test('a token of the previous trust policy has the new access until the identity is updated', () => {
  const report = review(bound(narrow), trusting(bound({ ...organization, deployer: administrator }), 'docs'));
  expect(rowsOf(report)).toEqual(['acme/ci after groups.list in acme', 'acme/ci before role_bindings.create in acme']);
});

test('access of everyone in one group is access of the previous trust policy also where all others keep it', () => {
  const objects = { ...organization, team: { type: 'group', in: 'acme' }, other: roles(['roles.create']) };
  const before = bound({ ...objects, deployer: roles(['groups.list']) });
  const after = {
    ...trusting({ ...objects, deployer: roles(['roles.create']) }, 'docs'),
    next: { type: 'role_binding', in: 'team', identity: 'ci', role: 'other' },
  };
  expect(rowsOf(review(before, after))).toEqual([
    'acme/ci all roles.create in acme',
    'acme/ci after groups.list in acme',
    'acme/ci before roles.create in acme',
  ]);
});

test('an identity that moves and its predecessor have the other version of the role', () => {
  const before = bound({ ...organization, deployer: administrator });
  const after = {
    ...trusting(bound(narrow), 'docs'),
    ci: { type: 'identity' as const, in: 'team', values: trusts('docs') },
    team: { type: 'group' as const, in: 'acme' },
  };
  expect(rowsOf(review(before, after))).toEqual([
    'acme/ci all groups.list in acme',
    'acme/team/ci all role_bindings.create in acme',
  ]);
});

test('every format shows the access and the next step', () => {
  const report = review(wide, bound(narrow));
  expect(formatText(report)).toMatch(
    /If the apply stops early\n {2}! acme\/ci {2}acme\/deployer in acme: repo\.create/,
  );
  expect(formatMarkdown(report)).toContain('If the apply stops early');
});

test('one change of one object shows nothing', () => {
  for (const report of [
    review(wide, narrow),
    review(wide, bound(wide)),
    review(bound(wide), trusting(bound(wide), 'docs')),
  ])
    expect([report.access.early, report.effect.early]).toEqual([undefined, undefined]);
});
