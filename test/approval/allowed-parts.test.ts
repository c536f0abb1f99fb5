/** A later plan may run and give what was approved, or less. */
import { executesBeyond, partsBeyond, type ReportedEffect, type ReportedExecution } from '../../src/approval';

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
const approved = [
  provider,
  lock,
  run({ actions: ['delete', 'create'] }),
  run({ kind: 'provisioner', address: 'terraform_data.y' }),
  run({ kind: 'resource', address: 'null_resource.open', isOpen: true, configuration: 'c' }),
  run({ kind: 'output', address: 'output.uid', type: 'output', configuration: 'd' }),
];

test.each<[string, readonly ReportedExecution[]]>([
  ['the same', approved],
  ['less', [provider, lock]],
  ['the rest of a replacement', [provider, lock, run({ actions: ['create'] })]],
  [
    'a value that has become known',
    [provider, lock, run({ address: 'null_resource.open', sha256: 'b', configuration: 'c' })],
  ],
  [
    'an output whose expression is the same',
    [provider, lock, run({ kind: 'output', address: 'output.uid', type: 'output', sha256: 'b', configuration: 'd' })],
  ],
  ['another hash of the same version', [provider, { ...lock, sha256: 'b', hashes: ['y'] }]],
])('a plan that runs %s is approved', (_, planned) => {
  expect(executesBeyond(approved, planned)).toEqual([]);
});

test.each<[string, readonly ReportedExecution[], string]>([
  [
    'another command',
    [provider, lock, run({ kind: 'provisioner', address: 'terraform_data.y', sha256: 'b' })],
    'another provisioner',
  ],
  [
    'one more program',
    [provider, lock, run({ kind: 'action', address: 'action.z' })],
    'does not contain the action action.z',
  ],
  ['another action', [provider, lock, run({ actions: ['update'] })], 'contains another resource'],
  ['another provider block', [{ ...provider, sha256: 'b' }, lock], 'contains another provider provider.platform'],
  ['no provider block', [lock], 'The plan lacks the approved provider provider.platform'],
  ['another version', [provider, { ...lock, version: '2' }], 'contains another lock platform'],
  ['another file of the version', [provider, { ...lock, hashes: ['z'] }], 'contains another lock platform'],
  [
    'another expression of an output',
    [provider, lock, run({ kind: 'output', address: 'output.uid', type: 'output', sha256: 'b', configuration: 'e' })],
    'contains another output output.uid',
  ],
])('a plan that runs %s is not approved', (_, planned, message) => {
  expect(executesBeyond(approved, planned).join('\n')).toContain(message);
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
const naming = { named: <T>(value: T) => value, pathOf: (uid: string) => uid, isCreated: () => false };
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
