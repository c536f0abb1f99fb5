/** Tests that declarations come from the right synthesized stack. */
import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import {
  formatCodeQuality,
  formatMarkdown,
  formatSarif,
  formatText,
  PlanError,
  readPlan,
  readState,
  readSynthesized,
  reviewPlans,
} from '../../../../src/review';
import { readStacks } from '../../../../src/review/input/plan/synthesized';
import { corpusTexts } from '../../corpus';

const plansOf = (name: string) => corpusTexts(name).map((plan) => readPlan(plan.text, plan.name));

/** Returns the metadata of CDK for Terraform for the blocks of a plan, with a line for each. */
function stacksByPlan(name: string, plan: number, file = 'main.ts') {
  const blocks = [...(plansOf(name)[plan]?.configuration.blocks.keys() ?? [])];
  const document: Record<string, Record<string, Record<string, unknown>>> = { resource: {}, data: {} };
  blocks.forEach((address, index) => {
    const [type = '', block = '', ...rest] = address.replace(/^data\./, '').split('.');
    expect(rest).toEqual([]);
    const section = document[address.startsWith('data.') ? 'data' : 'resource'] ?? {};
    (section[type] ??= {})[block] = { '//': { metadata: { path: `org/${block}`, source: { file, line: index + 1 } } } };
  });
  return { text: JSON.stringify(document), lineOf: (address: string) => blocks.indexOf(address) + 1 };
}

test('findings, changes, access and trust policies contain construct and line', () => {
  const { text, lineOf } = stacksByPlan('owner-added', 0);
  const stacks = [readSynthesized(text, 'cdktf.out/stacks/org', (file) => `infra/${file}`)];
  const report = reviewPlans(plansOf('owner-added'), { stacks });
  const declared = {
    address: 'platform_role_binding.ci_owns',
    plan: 'main',
    construct: 'org/ci_owns',
    source: { file: 'infra/main.ts', line: lineOf('platform_role_binding.ci_owns') },
  };
  expect(report.plans[0]?.stack).toBe('cdktf.out/stacks/org');
  expect(report.findings[0]).toMatchObject(declared);
  expect(report.changes[0]).toMatchObject(declared);
  expect(report.access.lines.gained[0]).toMatchObject(declared);
  expect(report.access.gained[0]?.through[0]).toMatchObject({ ...declared, by: 'role_binding' });
  const line = `infra/main.ts:${declared.source.line}`;
  expect(formatText(report)).toContain(`\n          declared in ${line}\n`);
  const seen = (formatMarkdown(report).split('<details')[0] ?? '').split('\n');
  expect(seen.find((row) => row.includes('`owner-gained`'))).toContain(`Declared in \`${line}\`.`);
});

test('the line that calls a function of the program comes first in every format, and is no part of the digest', () => {
  const document = JSON.parse(stacksByPlan('owner-added', 0, 'lib/team.ts').text) as {
    resource: Record<string, Record<string, { '//': { metadata: { source: object } } }>>;
  };
  const plain = reviewPlans(plansOf('owner-added'), { stacks: [readSynthesized(JSON.stringify(document), 'org')] });
  const blocks = Object.values(document.resource).flatMap((all) => Object.values(all));
  for (const { '//': comment } of blocks)
    Object.assign(comment.metadata.source, { caller: { file: 'main.ts', line: 7 } });
  const stacks = [readSynthesized(JSON.stringify(document), 'org', (file) => `infra/${file}`)];
  const report = reviewPlans(plansOf('owner-added'), { stacks });
  const source = report.findings[0]?.source;
  expect(source).toMatchObject({ file: 'infra/lib/team.ts', caller: { file: 'infra/main.ts', line: 7 } });
  const both = `infra/main.ts:7 via infra/lib/team.ts:${source?.line ?? 0}`;
  expect(formatText(report)).toContain(`declared in ${both}\n`);
  expect(formatMarkdown(report)).toContain(`Declared in \`${both}\`.`);
  const { runs } = JSON.parse(formatSarif(report)) as { runs: { results: unknown[] }[] };
  const place = (file: string, line = 0) => ({
    physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } },
  });
  expect(runs[0]?.results[0]).toMatchObject({
    locations: [place('infra/main.ts', 7)],
    relatedLocations: [place('infra/lib/team.ts', source?.line)],
  });
  expect(JSON.parse(formatCodeQuality(report))).toMatchObject([
    { location: { path: 'infra/main.ts', lines: { begin: 7 } } },
  ]);
  expect(report.digest).toBe(plain.digest);
});

test('instances of count and for_each have the declaration of their block', () => {
  const { text, lineOf } = stacksByPlan('modules', 0);
  const report = reviewPlans(plansOf('modules'), { stacks: [readSynthesized(text, 'org')] });
  expect(report.assume.map(({ address, source }) => [address, source?.line])).toEqual([
    ['platform_identity.ci["payments"]', lineOf('platform_identity.ci')],
    ['platform_identity.ci["shop"]', lineOf('platform_identity.ci')],
  ]);
  expect(report.unresolved[0]?.construct).toBe('org/ci');
});

test('objects in a module have the declaration of the module', () => {
  const { text: plan } = corpusTexts('owner-added')[0] ?? { text: '' };
  const inModule = plan.replaceAll(
    '"platform_role_binding.ci_owns"',
    '"module.access[\\"a\\"].platform_role_binding.ci_owns"',
  );
  const cdk = { module: { access: { '//': { metadata: { path: 'org/access', uniqueId: 'access' } } } } };
  const stacks = [readSynthesized(JSON.stringify(cdk), 'org')];
  const { changes } = reviewPlans([readPlan(inModule, 'plan.json')], { stacks });
  expect(changes[0]).toMatchObject({
    address: 'module.access["a"].platform_role_binding.ci_owns',
    construct: 'org/access',
  });
  expect(changes[0]).not.toHaveProperty('source');
});

test('each plan gets its stack in any order, and a stack without a plan is ignored', () => {
  const plans = plansOf('several-stacks');
  const read = (index: number) =>
    readSynthesized(stacksByPlan('several-stacks', index, `${index}.ts`).text, plans[index]?.name ?? '');
  const other = readSynthesized(stacksByPlan('owner-added', 0).text, 'another');
  for (const stacks of [
    [read(0), read(1), other],
    [other, read(1), read(0)],
  ]) {
    const report = reviewPlans(plans, { stacks });
    expect(report.plans.map(({ name, stack }) => [name, stack])).toEqual(plans.map(({ name }) => [name, name]));
    // A deleted object has no declaration.
    expect(report.changes).toEqual([expect.not.objectContaining({ construct: expect.anything() as unknown })]);
  }
});

test('stacks of the same shape are assigned in order', () => {
  const [one] = corpusTexts('owner-added');
  const plans = ['staging', 'production'].map((name) => readPlan(one?.text ?? '', name));
  const stacks = ['first', 'second'].map((name) => readSynthesized(stacksByPlan('owner-added', 0).text, name));
  expect([...readStacks(plans, stacks)].map(([plan, { name }]) => [plan, name])).toEqual([
    ['staging', 'first'],
    ['production', 'second'],
  ]);
});

test('a stack belongs to the plan with the fewest other blocks, in any order of the plans', () => {
  const [exact] = plansOf('owner-added');
  const { blocks } = exact!.configuration;
  const wider = { ...exact!, name: 'wider', configuration: { ...exact!.configuration, blocks: new Map(blocks) } };
  wider.configuration.blocks.set('platform_group.another', [...blocks.values()][0]!);
  const stack = readSynthesized(stacksByPlan('owner-added', 0).text, 'org');
  for (const plans of [
    [exact!, wider],
    [wider, exact!],
  ])
    expect([...readStacks(plans, [stack]).keys()]).toEqual([exact!.name]);
});

describe('a state', () => {
  /** Returns a state of groups; `module.NAME` is a group in a module. */
  const getState = (name: string, blocks: readonly string[]) => {
    const resources = blocks.map((block) => ({
      ...{ mode: 'managed', type: 'platform_group', provider: `provider["${PROVIDER_ADDRESS}"]` },
      ...(block.startsWith('module.') ? { module: block, name: 'inner' } : { name: block }),
      instances: [{ attributes: { uid: `${'ac3e'.repeat(10)}/${'1'.repeat(16)}`, name: block } }],
    }));
    return readState(JSON.stringify({ version: 4, resources }), name);
  };
  const synthesized = (name: string, blocks: readonly string[]) => {
    const metadata = { '//': { metadata: { path: 'org/x' } } };
    const named = (isModule: boolean) =>
      blocks
        .filter((block) => block.startsWith('module.') === isModule)
        .map((block) => [block.replace('module.', ''), metadata]);
    const [module, platform_group] = [Object.fromEntries(named(true)), Object.fromEntries(named(false))];
    return readSynthesized(JSON.stringify({ module, resource: { platform_group } }), name);
  };

  test.each<[string, Record<string, string[]>, Record<string, string[]>, Record<string, string>]>([
    ['equal', { A: ['x', 'y'] }, { a: ['x', 'y'] }, { A: 'a' }],
    ['with a removed object that is not deleted yet', { A: ['x', 'y', 'z'] }, { a: ['x', 'y'] }, { A: 'a' }],
    ['without an object that is not created yet', { A: ['x'] }, { a: ['x', 'y', 'z'] }, { A: 'a' }],
    ['with one of both', { A: ['x', 'gone'] }, { a: ['x', 'new'] }, { A: 'a' }],
    ['with more objects of another stack', { A: ['x', 'p', 'q'] }, { a: ['x', 'y'] }, {}],
    ['of another stack', { A: ['p', 'q'] }, { a: ['x', 'y'] }, {}],
    ['without objects', { A: [] }, { a: ['x'] }, {}],
    ['of a module', { A: ['module.m', 'gone'] }, { a: ['module.m'] }, { A: 'a' }],
    ['of another module', { A: ['module.m'] }, { a: ['module.n', 'x'] }, {}],
    [
      'of two, each with a removed object',
      { A: ['x', 'y', 'z', 'gone'], B: ['x', 'y', 'old'] },
      { b: ['x', 'y'], a: ['x', 'y', 'z'] },
      { A: 'a', B: 'b' },
    ],
    [
      'that the stack declares completely, next to a larger one',
      { A: ['x', 'y', 'z'], B: ['x', 'y'] },
      { b: ['x', 'y'] },
      { B: 'b' },
    ],
  ])('%s', (_, states, stacks, expected) => {
    const read = Object.entries(states).map(([name, blocks]) => getState(name, blocks));
    const all = Object.entries(stacks).map(([name, blocks]) => synthesized(name, blocks));
    for (const plans of [read, read.toReversed()]) {
      const found = [...readStacks(plans, all)].map(([plan, { name }]) => [plan, name]);
      expect(Object.fromEntries(found)).toEqual(expected);
    }
  });

  test('does not take the stack of a plan', () => {
    const [plan] = plansOf('owner-added');
    const stack = readSynthesized(stacksByPlan('owner-added', 0).text, 'org');
    const [block = ''] = [...stack.origins.keys()].filter((key) => key.startsWith('platform_group.'));
    const state = getState('state', [block.replace('platform_group.', '')]);
    expect([...readStacks(plan === undefined ? [] : [state, plan], [stack]).keys()]).toEqual(['main']);
  });
});

test.each([
  ['{"resource": ', 'Cannot read cdk.tf.json in org: it is not complete JSON.'],
  ['[]', 'Cannot read cdk.tf.json in org: it is not an object.'],
])('%s is rejected', (text, message) => {
  expect(() => readSynthesized(text, 'org')).toThrow(PlanError);
  expect(() => readSynthesized(text, 'org')).toThrow(message);
});

test('other metadata of a resource is ignored', () => {
  const beside = [null, 1, [], {}, { metadata: 3 }, { metadata: { path: 7 } }];
  const source = [
    null,
    'main.ts:1',
    { file: '', line: 1 },
    { file: 'a', line: 0 },
    { file: 'a', line: 1.5 },
    { line: 1 },
  ];
  const bodies = [...beside, ...source.map((one) => ({ metadata: { path: 'org/x', source: one } }))];
  const resource = { platform_group: Object.fromEntries(bodies.map((body, index) => [`g${index}`, { '//': body }])) };
  const { origins } = readSynthesized(JSON.stringify({ resource }), 'org');
  expect([...origins.values()]).toEqual([
    ...beside.map(() => undefined),
    ...source.map(() => ({ construct: 'org/x' })),
  ]);
});
