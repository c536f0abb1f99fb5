/** A later plan may run and give what was approved, or less. */
import { CONTEXT_FINDINGS, FINDING_IDS } from '../../../src/access/rules';
import { executesBeyond, partsBeyond } from '../../../src/model/approval';
import type { ReportedEffect, ReportedExecution } from '../../../src/model/report';

const run = (one: Partial<ReportedExecution>): ReportedExecution => ({
  ...{ kind: 'resource', address: 'terraform_data.x', type: 'terraform_data', actions: ['create'], sha256: 'a' },
  ...one,
});
const provider = run({ kind: 'provider', address: 'provider.platform', type: 'platform', actions: [] });
const lock = run({
  kind: 'lock',
  address: 'platform',
  type: 'platform',
  actions: [],
  version: '1',
  hashes: ['x', 'y'],
});
const output = run({ kind: 'output', address: 'output.uid', type: 'output', configuration: 'd' });
const implied = run({
  kind: 'provider',
  address: 'provider["registry.terraform.io/platform-iac/platform"]',
  type: 'platform-iac/platform',
});
const approved = [
  provider,
  lock,
  run({ actions: ['delete', 'create'] }),
  run({ kind: 'provisioner', address: 'terraform_data.y' }),
  run({ kind: 'resource', address: 'null_resource.open', isOpen: true, configuration: 'c' }),
  output,
];
const required = [provider, lock];

test.each<[string, readonly ReportedExecution[]]>([
  ['the same', approved],
  ['less', required],
  ['the rest of a replacement', [...required, run({ actions: ['create'] })]],
  [
    'a value that has become known',
    [...required, run({ address: 'null_resource.open', sha256: 'b', configuration: 'c' })],
  ],
  ['an output whose expression is the same', [...required, { ...output, sha256: 'b' }]],
  ['code that the approved report does not show', [{ ...provider, code: 'k' }, lock]],
  ['another hash of the same version', [provider, { ...lock, sha256: 'b', hashes: ['y'] }]],
  ['objects of this provider without a block', [...required, implied]],
])('a plan that runs %s is approved', (_, planned) => {
  expect(executesBeyond(approved, planned)).toEqual([]);
});

const added = (what: string) => [`The approved report does not contain the ${what}.`];
const another = (what: string) => [`The approved report contains another ${what}.`];
const changed = run({ kind: 'provisioner', address: 'terraform_data.y', sha256: 'b' });
const foreign = { ...implied, address: 'provider["registry.terraform.io/a/b"]', type: 'a/b' };

test.each<[string, readonly ReportedExecution[], readonly string[]]>([
  [
    'another command',
    [...required, changed],
    another('provisioner terraform_data.y (terraform_data)').map((text) => text.replace(' (terraform_data)', '')),
  ],
  [
    'one more program',
    [...required, run({ kind: 'action', address: 'a.z', type: 'local_command' })],
    added('action a.z (local_command)'),
  ],
  [
    'one more program of a known kind',
    [...required, run({ kind: 'provisioner', address: 'a.z', type: 'local-exec' })],
    added('provisioner a.z (local-exec)'),
  ],
  [
    'the address of another kind',
    [...required, run({ kind: 'action', type: 'local' })],
    added('action terraform_data.x (local)'),
  ],
  ['another action', [...required, run({ actions: ['create', 'update'] })], another('resource terraform_data.x')],
  ['the address and type of another kind', [...required, run({ kind: 'action' })], added('action terraform_data.x')],
  ['a part that is no resource', [...required, run({ kind: 'part', address: 'a.b', type: 'part' })], added('part a.b')],
  ['another type', [...required, run({ type: 'null_resource' })], another('resource terraform_data.x')],
  ['another value', [...required, run({ sha256: 'b' })], another('resource terraform_data.x')],
  [
    'another value with a known expression',
    [...required, run({ sha256: 'b', configuration: 'c' })],
    another('resource terraform_data.x'),
  ],
  [
    'an open value of another expression',
    [...required, run({ address: 'null_resource.open', sha256: 'b', configuration: 'x' })],
    another('resource null_resource.open'),
  ],
  [
    'another provider block',
    [{ ...provider, sha256: 'b' }, lock],
    [...another('provider provider.platform'), 'The plan lacks the approved provider provider.platform.'],
  ],
  ['no provider block', [lock], ['The plan lacks the approved provider provider.platform.']],
  ['no lock entry', [provider], ['The plan lacks the approved lock platform.']],
  [
    'another version',
    [provider, { ...lock, version: '2' }],
    [...another('lock platform'), 'The plan lacks the approved lock platform.'],
  ],
  [
    'another file of the version',
    [provider, { ...lock, hashes: ['z'] }],
    [...another('lock platform'), 'The plan lacks the approved lock platform.'],
  ],
  [
    'a file without hashes',
    [provider, { ...lock, hashes: [] }],
    [...another('lock platform'), 'The plan lacks the approved lock platform.'],
  ],
  [
    'another expression of an output',
    [...required, { ...output, sha256: 'b', configuration: 'e' }],
    another('output output.uid'),
  ],
  ['another provider without a block', [...required, foreign], added('provider provider["registry.terraform.io/a/b"]')],
  [
    'a resource with the address of a provider',
    [...required, { ...implied, kind: 'resource' }],
    added(`resource ${implied.address}`),
  ],
  [
    'a block of this provider',
    [...required, { ...implied, address: 'provider.platform.second' }],
    added('provider provider.platform.second (platform-iac/platform)'),
  ],
])('a plan that runs %s is not approved', (_, planned, problems) => {
  expect(executesBeyond(approved, planned)).toEqual(problems);
});

test('an output or an open value without an expression is compared by its value', () => {
  const { configuration: _, ...bare } = output;
  expect(executesBeyond([bare], [{ ...bare, sha256: 'b' }])).toEqual(another('output output.uid'));
  const closed = run({ configuration: 'c' });
  expect(executesBeyond([closed], [{ ...closed, sha256: 'b' }])).toEqual(another('resource terraform_data.x'));
  const open = run({ isOpen: true });
  expect(executesBeyond([open], [{ ...open, sha256: 'b' }])).toEqual(another('resource terraform_data.x'));
});

test('a lock entry of the report without hashes approves no file', () => {
  const { hashes: _, ...bare } = lock;
  expect(executesBeyond([bare], [lock])).toHaveLength(2);
});

test('a provider without a block is not missing in a plan without objects of it', () => {
  expect(executesBeyond([foreign], [])).toEqual([]);
});

const root = 'c0ffee'.repeat(7).slice(0, 40);
const ci = `${root}/1111111111111111`;
const effect: ReportedEffect = {
  gained: [{ capabilities: ['groups.list', 'roles.list'], places: [[ci, root]] }],
  lost: [{ capabilities: ['groups.list'], places: [[ci, root]] }],
  access: 'a',
  trust: [{ address: 'platform_identity.ci', relation: 'wider', outsiders: ['anyone: x'] }],
  escalations: [{ identity: ci, steps: ['assume'], gains: [{ group: root, capabilities: ['roles.create'] }] }],
  findings: [{ id: 'destroys', severity: 'high', fingerprint: 'f', at: 'platform_role_binding.ci' }],
  unresolved: [{ address: 'platform_role.r', attribute: 'capabilities', expression: 'e' }],
  state: [{ action: 'forget', address: 'platform_group.x', uid: root }],
};
const none: ReportedEffect = {
  ...{ gained: [], lost: [], access: 'b', trust: [], escalations: [], findings: [], unresolved: [], state: [] },
};
const naming = { named: <T>(value: T) => value, toPath: (uid: string) => uid, isCreated: () => false };
const beyond = (planned: Partial<ReportedEffect>) =>
  partsBeyond({ executes: [], effect }, { executes: [], effect: { ...none, ...planned } }, naming);

test.each<[string, Partial<ReportedEffect>]>([
  ['the same', effect],
  ['none', none],
  ['less access', { gained: [{ capabilities: ['roles.list'], places: [[ci, root]] }] }],
  ['a narrower trust policy', { trust: [{ address: 'platform_identity.other', relation: 'narrower', outsiders: [] }] }],
  ['fewer outsiders', { trust: [{ address: 'platform_identity.ci', relation: 'added', outsiders: [] }] }],
  [
    'a path to less, further down',
    { escalations: [{ identity: ci, steps: [], gains: [{ group: ci, capabilities: ['roles.create'] }] }] },
  ],
  [
    'a finding with fewer facts and a lower severity',
    { findings: [{ id: 'destroys', severity: 'low', fingerprint: 'g', at: 'platform_role_binding.ci' }] },
  ],
])('a plan with %s of the effect is approved', (_, planned) => {
  expect(beyond(planned)).toEqual([]);
});

test.each<[string, Partial<ReportedEffect>, string]>([
  ['one more capability', { gained: [{ capabilities: ['roles.create'], places: [[ci, root]] }] }, 'does not give'],
  [
    'access of another identity',
    { gained: [{ capabilities: ['roles.list'], places: [[root, root]] }] },
    'does not give',
  ],
  ['access in another group', { gained: [{ capabilities: ['roles.list'], places: [[ci, ci]] }] }, 'does not give'],
  [
    'another trust policy',
    { trust: [{ address: 'platform_identity.other', relation: 'wider', outsiders: [] }] },
    'does not change the trust policy',
  ],
  [
    'one more outsider',
    { trust: [{ address: 'platform_identity.ci', relation: 'wider', outsiders: ['anyone: y'] }] },
    'does not admit to platform_identity.ci: anyone: y',
  ],
  [
    'a path to more',
    { escalations: [{ identity: ci, steps: [], gains: [{ group: root, capabilities: ['roles.delete'] }] }] },
    'reach',
  ],
  [
    'another finding',
    { findings: [{ id: 'self-lockout', severity: 'low', fingerprint: 'g', at: 'platform_role_binding.ci' }] },
    'the finding self-lockout (low)',
  ],
  [
    'another unknown value',
    { unresolved: [{ address: 'platform_role.r', attribute: 'name', expression: 'e' }] },
    'It is unknown now',
  ],
  ['another object', { state: [{ action: 'import', address: 'platform_group.x', uid: root }] }, 'does not import'],
])('a plan with %s is not approved', (_, planned, message) => {
  expect(beyond(planned).join('\n')).toContain(message);
});

test('the access of an apply that stops early is compared with that of the approved report', () => {
  const early = [{ capabilities: ['roles.create'], places: [[ci, root]] }];
  const compare = (approved: object, planned: object) =>
    partsBeyond(
      { executes: [], effect: { ...none, ...approved } },
      { executes: [], effect: { ...none, ...planned } },
      naming,
    );
  const refused = [`The approved report does not give ${ci} in ${root} if the apply stops early: roles.create.`];
  expect(compare({}, { early })).toEqual(refused);
  expect(compare({ gained: early }, { early })).toEqual(refused);
  expect([compare({ early }, { early }), compare({ early }, {})]).toEqual([[], []]);
});

test('what a plan runs is compared together with its effect', () => {
  expect(partsBeyond({ executes: [], effect }, { executes: [provider], effect: none }, naming)).toEqual(
    added('provider provider.platform'),
  );
});

test.each([
  'access-gained',
  'owner-gained',
  'escalation-path',
  'outsider-can-assume',
  'pull-request-can-write',
  'claim-widened',
  'early-access',
])('the finding %s repeats facts of other parts, and is not compared', (id) => {
  expect(beyond({ findings: [{ id, severity: 'high', fingerprint: 'x', at: 'x' }] })).toEqual([]);
});

test('a finding is approved with its facts, unless another part of the report binds them', () => {
  const isAllowed = (id: string) => {
    const known = { id, severity: 'high' as const, fingerprint: 'f', at: 'x' };
    const before = { executes: [], effect: { ...effect, findings: [known] } };
    const findings = [{ ...known, fingerprint: 'g' }];
    return partsBeyond(before, { executes: [], effect: { ...none, findings } }, naming).length === 0;
  };
  const exact = FINDING_IDS.filter((id) => !CONTEXT_FINDINGS.has(id) && !isAllowed(id));
  expect(exact).toEqual(['unknown-plan-part', 'provider-not-constant', 'plan-arguments']);
  expect(isAllowed('of a newer version')).toBe(false);
});

test.each<[approved: 'low' | 'medium' | 'high', covered: readonly string[]]>([
  ['low', ['low']],
  ['medium', ['low', 'medium']],
  ['high', ['low', 'medium', 'high']],
])('a finding of severity %s covers others of its kind at its place up to this severity', (severity, covered) => {
  const known = { ...effect.findings[0]!, severity };
  for (const planned of ['low', 'medium', 'high'] as const) {
    const isCovered = (more: object) => {
      const findings = [{ ...known, severity: planned, fingerprint: 'g', ...more }];
      const other = { id: 'other', severity: 'high' as const, fingerprint: 'h', at: known.at };
      const before = { executes: [], effect: { ...effect, findings: [other, known] } };
      return partsBeyond(before, { executes: [], effect: { ...none, findings } }, naming).length === 0;
    };
    expect([planned, isCovered({})]).toEqual([planned, covered.includes(planned)]);
    expect([isCovered({ at: 'elsewhere' }), isCovered({ id: 'destroys-more' })]).toEqual([false, false]);
    expect(isCovered({ at: 'elsewhere', fingerprint: 'f' })).toBe(true);
  }
});

test.each<[string, Partial<ReportedEffect>, string]>([
  [
    'gained',
    { gained: [{ capabilities: ['roles.create', 'roles.list', 'roles.update'], places: [[ci, root]] }] },
    `The approved report does not give (${ci}) in (${root}): roles.create, roles.update.`,
  ],
  [
    'escalations',
    { escalations: [{ identity: ci, steps: [], gains: [{ group: root, capabilities: ['roles.create', 'x', 'y'] }] }] },
    `The approved report does not let (${ci}) reach in (${root}): x, y.`,
  ],
  [
    'a finding of an object',
    { findings: [{ id: 'plan-arguments', severity: 'low', fingerprint: 'g', at: 'platform_group.x' }] },
    'The approved report does not contain the finding plan-arguments (low) of platform_group.x, or contains it with other facts.',
  ],
  [
    'a finding of the plan',
    { findings: [{ id: 'plan-arguments', severity: 'low', fingerprint: 'g', at: '' }] },
    'The approved report does not contain the finding plan-arguments (low), or contains it with other facts.',
  ],
  [
    'unresolved',
    { unresolved: [{ address: 'platform_role.other', attribute: 'capabilities', expression: 'e' }] },
    'The approved report knows capabilities of platform_role.other. It is unknown now.',
  ],
  [
    'an unknown value of another expression',
    { unresolved: [{ address: 'platform_role.r', attribute: 'capabilities', expression: 'other' }] },
    'The approved report contains another expression of capabilities of platform_role.r.',
  ],
  [
    'state',
    { state: [{ action: 'forget', address: 'platform_group.y', uid: root }] },
    'The approved report does not forget platform_group.y.',
  ],
  [
    'state of another object',
    { state: [{ action: 'forget', address: 'platform_group.x', uid: ci }] },
    'The approved report does not forget platform_group.x.',
  ],
])('the sentence about %s names the objects', (_, planned, sentence) => {
  const before = {
    ...effect,
    unresolved: [...effect.unresolved, { address: 'a', attribute: 'b', expression: '' }],
    state: [...effect.state, { action: 'import' as const, address: 'a', uid: ci }],
  };
  const own = { ...naming, toPath: (uid: string) => `(${uid})` };
  expect(partsBeyond({ executes: [], effect: before }, { executes: [], effect: { ...none, ...planned } }, own)).toEqual(
    [sentence],
  );
  expect(partsBeyond({ executes: [], effect: before }, { executes: [], effect: before }, own)).toEqual([]);
});

test.each(['equal', 'narrower', 'removed'])('a trust policy that is %s needs no approval', (relation) => {
  expect(beyond({ trust: [{ address: 'platform_identity.new', relation, outsiders: ['anyone: z'] }] })).toEqual([]);
});

test('an identity that the report creates was compared with its predecessor', () => {
  const escalations = [{ identity: root, steps: [], gains: [{ group: root, capabilities: ['x'] }] }];
  const created = { ...naming, isCreated: (uid: string) => uid === root };
  expect(partsBeyond({ executes: [], effect }, { executes: [], effect: { ...none, escalations } }, created)).toEqual(
    [],
  );
  expect(beyond({ escalations })).toHaveLength(1);
});

test('a path of another identity, or to a sibling group, approves nothing', () => {
  const gains = (group: string) => [{ group, capabilities: ['roles.create'] }];
  const beyondOf = (identity: string, group: string) => {
    const before = { ...effect, escalations: [{ identity: ci, steps: [], gains: gains(`${root}/${'2'.repeat(16)}`) }] };
    const planned = { ...none, escalations: [{ identity, steps: [], gains: gains(group) }] };
    return partsBeyond({ executes: [], effect: before }, { executes: [], effect: planned }, naming).length;
  };
  expect([
    beyondOf(ci, `${root}/${'2'.repeat(16)}`),
    beyondOf(ci, root),
    beyondOf(root, `${root}/${'2'.repeat(16)}`),
  ]).toEqual([0, 1, 1]);
});

test('a place that was proved stays proved', () => {
  const of = (...places: readonly string[]) => ({
    executes: [],
    effect,
    proof: { places: places.map((place) => ({ place })) },
  });
  expect(partsBeyond(of('a', 'b'), of('a'), naming)).toEqual([]);
  expect(partsBeyond(of('a'), of('a', 'b'), naming)).toEqual(['The approved report proves b. It is not proved now.']);
  expect(partsBeyond(of(), { executes: [], effect }, naming).join()).toContain('This plan has no configuration');
});

test('code that a report shows is compared: for a program always, for a value while it is unknown', () => {
  const program = run({ kind: 'provisioner', address: 'terraform_data.y', code: 'k' });
  const output = run({ kind: 'output', address: 'output.uid', type: 'output', configuration: 'd', code: 'k' });
  const open = { ...output, isOpen: true as const };
  const refused = (one: ReportedExecution, other: ReportedExecution) => executesBeyond([one], [other]).length === 1;
  expect(refused(program, program)).toBe(false);
  expect(refused(program, { ...program, code: 'other' })).toBe(true);
  const { code: _, ...hidden } = program;
  expect(refused(program, hidden)).toBe(true);
  expect(refused(output, { ...output, code: 'other' })).toBe(false);
  expect(refused(output, { ...output, sha256: 'b', code: 'other' })).toBe(true);
  expect(refused(open, { ...open, code: 'other' })).toBe(true);
  const resource = { ...output, kind: 'resource' };
  expect(refused(resource, { ...resource, code: 'other' })).toBe(false);
  expect(refused(resource, { ...resource, isOpen: true, code: 'other' })).toBe(true);
});
