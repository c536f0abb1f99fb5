/** Each kind of value at each kind of place: the reason of a refusal, or nothing. */
import { checkDocuments, siblingPattern } from '../../../../src/model/approval/grammar';
import { everyProduction } from './stacks';

type Json = Record<string, unknown>;
const places = ['argument', 'anchor', 'output', 'literal'] as const;

/** Returns a stack with the value at one kind of place. */
function stackWith(place: (typeof places)[number], value: unknown): Json {
  const stack = structuredClone(everyProduction()) as Record<string, Record<string, Json>>;
  const resources = stack['resource'] as Record<string, Record<string, Json>>;
  resources['aws_s3_bucket'] = { logs: { bucket: 'logs' } };
  resources['platform_identity']!['ci']!['claim_match'] = { issuer: 'a', claims: { job: 'x' } };
  stack['data']!['aws_caller_identity'] = { current: {} };
  stack['data']!['other_thing'] = { x: {} };
  resources['other_thing'] = { x: {} };
  resources['terraform_remote_state'] = { 'cross-stack-reference-input-x': {} };
  stack['variable']!['short_lived'] = { ephemeral: true };
  if (place === 'argument') resources['platform_group']!['shop']!['description'] = value;
  else if (place === 'anchor') resources['terraform_data']!['rotation']!['input'] = value;
  else if (place === 'output') stack['output']!['value'] = { value };
  else resources['platform_group']!['shop']!['timeouts'] = undefined;
  if (place === 'literal') stack['variable']!['repository'] = { default: value };
  return stack;
}

/** Returns the refusals in the value. */
function refusals(place: (typeof places)[number], value: unknown): string[] {
  return checkDocuments([{ file: 'cdk.tf.json', json: stackWith(place, value) }], { allowedProviders: ['aws'] })
    .filter(
      ({ path }) =>
        !path.includes('other_thing') &&
        !path.includes('cross-stack-reference-input-x') &&
        !path.includes('short_lived') &&
        !path.includes('timeouts'),
    )
    .map(({ code }) => code);
}

const sibling = 'data.terraform_remote_state.cross-stack-reference-input-structure';
const everywhere = (code: string) => [code, code, code] as const;

test.each<[expression: string, argument: string, anchor: string, output: string]>([
  ['platform_group.shop.uid', '', '', ''],
  ['platform_group.teams[0].uid', '', '', ''],
  ['platform_group.teams["a"].uid', '', '', ''],
  ['platform_group.shop.uid.x', 'apply-value', 'apply-value', ''],
  ['platform_group.shop[0].x.uid', 'apply-value', 'apply-value', ''],
  ['platform_group.teams[0][1].uid', 'apply-value', 'apply-value', ''],
  ['platform_group.shop', 'apply-value', 'apply-value', ''],
  ['platform_group.shop.name', '', '', ''],
  ['platform_group.shop.create_time', 'apply-value', 'apply-value', ''],
  ['platform_group.shop.unknown', 'apply-value', 'apply-value', ''],
  ['platform_identity.ci.claim_match.claims["job"]', '', '', ''],
  ['platform_identity.ci.static_keys', 'apply-value', 'apply-value', ''],
  ['platform_identity.ci.static_keys.issuer', '', '', ''],
  ['platform_identity.ci.static_keys.expiration_time', 'apply-value', 'apply-value', ''],
  ['terraform_remote_state.cross-stack-reference-input-x.outputs.y', 'foreign-value', 'foreign-value', ''],
  ['platform_group.teams[*].uid', 'list-reference', 'list-reference', ''],
  ['platform_group.none.uid', ...everywhere('undeclared')],
  ['data.platform_role.none.uid', ...everywhere('undeclared')],
  ['data.platform_role.viewer.uid', '', '', ''],
  ['data.platform_groups.all.groups[0].name', '', '', ''],
  ['data.platform_groups.all.groups[*].name', 'list-reference', 'list-reference', ''],
  ['null_resource.settled.id', 'anchor-reference', '', ''],
  ['terraform_data.rotation.output', 'anchor-reference', '', ''],
  ['null_resource.none.id', ...everywhere('undeclared')],
  ['aws_s3_bucket.logs.arn', '', '', ''],
  ['data.aws_caller_identity.current.arn', '', '', ''],
  ['other_thing.x.id', 'foreign-value', 'foreign-value', ''],
  ['data.other_thing.x.id', 'foreign-value', 'foreign-value', ''],
  ['var.repository', '', '', ''],
  ['var.repository.name', '', '', ''],
  ['var.none', ...everywhere('no-variable')],
  // The engine rejects it in everything but write-only arguments.
  ['var.short_lived', '', '', ''],
  ['var.repository[*]', ...everywhere('no-variable')],
  ['data.var.repository', ...everywhere('undeclared')],
  [`${sibling}.outputs.shop`, '', '', ''],
  [`${sibling}.outputs`, ...everywhere('no-sibling-output')],
  [`${sibling}.outputs["shop"]`, ...everywhere('no-sibling-output')],
  [`${sibling}.outputs.shop.uid`, ...everywhere('no-sibling-output')],
  [`${sibling}.workspace.shop`, ...everywhere('no-sibling-output')],
  ['local.name', ...everywhere('planned')],
  ['each.value', ...everywhere('planned')],
  ['count.index', ...everywhere('planned')],
  ['module.other.name', ...everywhere('planned')],
  ['path.module', ...everywhere('planned')],
  ['terraform.workspace', ...everywhere('planned')],
  ['data.terraform.workspace', ...everywhere('undeclared')],
  ['self.uid', ...everywhere('undeclared')],
  ['timestamp()', ...everywhere('computed')],
  ['platform_group.shop.uid ', ...everywhere('computed')],
])('${%s} in an argument is "%s", in an anchor "%s", and in an output "%s"', (expression, argument, anchor, output) => {
  const value = `\${${expression}}`;
  const found = places.map((place) => refusals(place, value).join());
  expect(found).toEqual([argument, anchor, output, 'no-literal']);
  expect(places.map((place) => refusals(place, `a ${value} b`).join())).toEqual(found);
});

test.each([
  ['%{if true}a%{endif}', 'directive'],
  ['${platform_group.shop.uid', 'directive'],
])('%s is a directive', (value, code) => {
  expect(places.map((place) => refusals(place, value).join())).toEqual([code, code, code, 'no-literal']);
});

test.each([null, true, 0, 'a', '$${x} %%{y}', ['a', { b: [null] }], {}])(
  'the literal %j is data everywhere',
  (value) => {
    expect(places.map((place) => refusals(place, value))).toEqual([[], [], [], []]);
  },
);

test('each element and each member of a value is checked, at its own place', () => {
  const value = ['a', { b: '${timestamp()}', '${x}': 1, c: [1, '${var.none}'] }];
  const found = checkDocuments([{ file: 'cdk.tf.json', json: stackWith('output', value) }], {
    allowedProviders: ['aws'],
  }).filter(({ path }) => path[1] === 'value');
  expect(found.map(({ code, path, subject }) => [code, path.slice(3), subject])).toEqual([
    ['computed', [1, 'b'], '${timestamp()}'],
    ['no-literal', [1, '${x}'], '${x}'],
    ['no-variable', [1, 'c', 1], '${var.none}'],
  ]);
});

test('one text has one refusal, that of its first part that is not data', () => {
  expect(refusals('argument', '${platform_group.shop.uid}${timestamp()}${var.none}')).toEqual(['computed']);
});

test.each([
  ['cross-stack-reference-input-a', 'a'],
  ['cross-stack-reference-input-A_1-b', 'A_1-b'],
  ['xcross-stack-reference-input-a', undefined],
  ['cross-stack-reference-input-a.b', undefined],
  ['cross-stack-reference-input-', undefined],
])('the stack of the sibling state %s is %s', (name, stack) => {
  expect(siblingPattern.exec(name)?.[1]).toBe(stack);
});

test('a state with another name has no outputs of a sibling', () => {
  const stack = stackWith('argument', '${data.terraform_remote_state.other.outputs.shop}') as { data: Json };
  const state = { other: {}, 'xcross-stack-reference-input-a': {} };
  const json = { ...stack, data: { ...stack.data, terraform_remote_state: state } };
  const found = checkDocuments([{ file: 'cdk.tf.json', json }], { allowedProviders: ['aws'] });
  expect(found.filter(({ path }) => path.includes('description')).map(({ code }) => code)).toEqual([
    'no-sibling-output',
  ]);
});
