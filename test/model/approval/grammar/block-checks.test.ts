/** The members of each block, and the forms of the values that are no arguments. */
import { checkDocuments, type GrammarOptions } from '../../../../src/model/approval/grammar';
import { dataArguments, resourceArguments } from '../../../../src/model/approval/grammar/known-types';
import { providerBlock } from '../../../../src/model/kinds';
import { everyProduction, uid } from './stacks';

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

/** The options of a stack, and of a configuration whose values a plan decides. */
const modes: Readonly<Record<'stack' | 'plan', GrammarOptions>> = {
  stack: { allowedProviders: ['aws'] },
  plan: { allowedProviders: ['aws'], isPlanned: true },
};
const both: readonly (keyof typeof modes)[] = ['stack', 'plan'];

/** Returns a stack with each block. */
function everyBlock(): Json {
  const { resource, data, terraform, ...stack } = everyProduction() as Record<string, Json>;
  return {
    ...stack,
    terraform: { ...terraform, cloud: { organization: 'acme' } },
    resource: {
      ...resource,
      aws_s3_bucket: { logs: { bucket: 'logs' } },
      platform_role_bindings_exclusive: { all: { group_uid: uid, declared: [] } },
    },
    data: { ...data, aws_caller_identity: { current: {} } },
    import: [{ to: 'platform_group.shop', id: `${uid}/0011223344556677` }],
  };
}

/** Returns a copy with another value at a path. */
function withValue(value: unknown, [key, ...rest]: Path, made: (value: unknown) => unknown): unknown {
  if (key === undefined) return made(value);
  const inner = withValue((value as Json)[key], rest, made);
  if (Array.isArray(value)) return value.length === 0 ? [inner] : value.with(Number(key), inner);
  return { ...(value as Json), [key]: inner };
}

const check = (json: unknown, options: GrammarOptions) => checkDocuments([{ file: 'cdk.tf.json', json }], options);
const checkAt = (path: Path, value: unknown, options: GrammarOptions) =>
  check(
    withValue(everyBlock(), path, () => value),
    options,
  );

test('a stack with each block is data', () => {
  expect(both.map((mode) => check(everyBlock(), modes[mode]))).toEqual([[], []]);
});

const meta = ['depends_on', 'provider', 'count', 'lifecycle'];
const ofData = ['depends_on', 'provider', 'count'];
const argumentsOf = (type: string): string[] => [...(resourceArguments(type)?.keys() ?? [])];
const state = ['data', 'terraform_remote_state', 'cross-stack-reference-input-structure'];

/** The members of each block in a stack, and the members that a plan decides in addition. */
const blocks = (
  [
    [
      [],
      ['terraform', 'provider', 'resource', 'data', 'output', 'variable', 'moved', 'removed', 'import'],
      ['locals', 'module'],
    ],
    [['terraform'], ['required_version', 'required_providers', 'backend', 'cloud']],
    [['terraform', 'required_providers', 'platform'], ['source', 'version'], ['configuration_aliases']],
    [['terraform', 'required_providers', 'null'], ['source', 'version'], ['configuration_aliases']],
    [
      ['provider', 'platform', 0],
      [...Object.keys(providerBlock), 'alias'],
    ],
    [['provider', 'null', 0], ['alias']],
    [['resource', 'platform_group', 'shop'], [...argumentsOf('platform_group'), ...meta, 'timeouts'], ['for_each']],
    [
      ['resource', 'platform_role_bindings_exclusive', 'all'],
      ['group_uid', 'declared', 'existing', 'remove', ...meta, 'timeouts'],
      ['for_each'],
    ],
    [['resource', 'null_resource', 'settled'], ['triggers', ...meta], ['for_each']],
    [['resource', 'terraform_data', 'rotation'], ['input', 'triggers_replace', ...meta], ['for_each']],
    [['data', 'platform_role', 'viewer'], [...dataArguments('platform_role')!.keys(), ...ofData], ['for_each']],
    [['data', 'platform_groups', 'all'], [...dataArguments('platform_groups')!.keys(), ...ofData], ['for_each']],
    [state, ['backend', 'config', 'workspace'], ['for_each', ...meta]],
    [
      ['resource', 'platform_group', 'shop', 'lifecycle'],
      ['create_before_destroy', 'prevent_destroy', 'ignore_changes', 'replace_triggered_by'],
    ],
    [
      ['resource', 'platform_group', 'shop', 'timeouts'],
      ['create', 'read', 'update', 'delete'],
    ],
    [
      ['output', 'created'],
      ['value', 'description', 'sensitive', 'depends_on'],
    ],
    [
      ['variable', 'repository'],
      ['type', 'default', 'description', 'sensitive', 'nullable', 'ephemeral'],
    ],
    [
      ['moved', 0],
      ['from', 'to'],
    ],
    [
      ['removed', 0],
      ['from', 'lifecycle'],
    ],
    [['removed', 0, 'lifecycle'], ['destroy']],
    [['import', 0], ['to', 'id', 'provider'], ['for_each']],
  ] satisfies readonly (readonly [path: Path, members: readonly string[], planned?: readonly string[]])[]
).map(([path, members, planned = []]): [Path, readonly string[], readonly string[]] => [path, members, planned]);
const names = [...new Set(blocks.flatMap(([, members, planned]) => [...members, ...planned]))];
const others = [
  'provisioner',
  'connection',
  'dynamic',
  '_',
  'unknown',
  'precondition',
  'postcondition',
  'action_trigger',
];

test.each(blocks)('the members of %j, in a stack and with a plan', (path, members, planned) => {
  for (const mode of both) {
    const allowed = mode === 'plan' ? [...members, ...planned] : members;
    const accepted = [...names, ...others].filter((name) => {
      const found = check(
        withValue(everyBlock(), path, (block) => ({ ...(block as Json), [name]: {} })),
        modes[mode],
      );
      const own = found.filter((place) => place.path.join() === [...path, name].join());
      if (own.some(({ code }) => code === 'member')) expect(own).toMatchObject([{ subject: name }]);
      return own.every(({ code }) => code !== 'member');
    });
    expect({ mode, accepted: accepted.sort() }).toEqual({ mode, accepted: [...new Set(allowed)].sort() });
  }
});

test.each(blocks.filter(([path]) => path[1] !== 'required_providers'))('%j is a block', (path) => {
  for (const mode of both)
    for (const value of ['text', 7, null, true])
      expect(checkAt(path, value, modes[mode])).toContainEqual(
        expect.objectContaining({ path, code: 'no-block', subject: value }),
      );
});

const group: Path = ['resource', 'platform_group', 'shop'];
const lifecycle: Path = [...group, 'lifecycle'];
const expression = '${platform_group.shop.uid}';
const addresses = [
  'platform_group.shop',
  'platform_group.teams[0]',
  'platform_group.teams["a b"]',
  'data.platform_role.viewer',
];
const noAddresses = [
  ['platform_group.shop'],
  'platform_group',
  'platform_group.shop.uid',
  '${platform_group.shop}',
  'x platform_group.shop',
  'platform_group.shop[*]',
  7,
  null,
  {},
];
const flags = [true, false];
const noFlags = ['true', 0, null, expression, []];

/** The forms of values: accepted ones, refused ones, the reason, and true if a plan decides the value. */
const forms = (
  [
    [[...group, 'count'], [0, 1, 300], [-1, 1.5, '1', null, true, expression, 2 ** 53], 'no-count', true],
    [
      [...group, 'provider'],
      ['platform', 'platform.other', 'null', 'null.x-1'],
      ['aws', 'platform.', 'platform.a.b', '${x}', 'xplatform', 'platformx', 'null.1', 7, null],
      'other-provider',
    ],
    [[...group, 'depends_on'], [[], addresses], ['platform_group.shop', {}, null], 'no-list', true],
    [
      [...group, 'depends_on', 0],
      addresses,
      [...noAddresses, 'platform_group.none', 'data.platform_group.shop'],
      'undeclared-address',
      true,
    ],
    [
      [...lifecycle, 'replace_triggered_by', 0],
      addresses,
      [...noAddresses, 'platform_group.none'],
      'undeclared-address',
      true,
    ],
    [[...lifecycle, 'replace_triggered_by'], [[]], ['all', {}], 'no-list', true],
    [[...lifecycle, 'create_before_destroy'], flags, noFlags, 'no-flag'],
    [[...lifecycle, 'prevent_destroy'], flags, noFlags, 'no-flag'],
    [[...lifecycle, 'ignore_changes'], ['all', [], ['name', 'claim_match.claims']], ['name', {}, null], 'no-list'],
    [
      [...lifecycle, 'ignore_changes', 0],
      ['name', 'a.b'],
      ['all ', 'a.', '.a', 'a..b', 'A', 'a[0]', expression, 7],
      'no-argument',
    ],
    ...['create', 'read', 'update', 'delete'].map(
      (name) =>
        [
          [...group, 'timeouts', name],
          ['1m', '60s', '1h'],
          ['59s', ['60s'], '59.9s', '', '1', 60, null, '60s ', expression],
          'short-timeout',
        ] as const,
    ),
    [['output', 'created', 'sensitive'], flags, noFlags, 'no-flag'],
    [['output', 'created', 'depends_on', 0], addresses, noAddresses, 'undeclared-address', true],
    [['variable', 'repository', 'sensitive'], flags, noFlags, 'no-flag'],
    [['variable', 'repository', 'nullable'], flags, noFlags, 'no-flag'],
    [['variable', 'repository', 'ephemeral'], flags, noFlags, 'no-flag'],
    [
      ['variable', 'repository', 'type'],
      ['string', 'list(string)', 'object({ a = string, b = optional(number) })', 'map(any)'],
      ['', '1', '${x}', 'a.b', 'a;b', '"a"', 7, null],
      'no-type',
      true,
    ],
    [['moved', 0, 'from'], [...addresses, 'platform_group.gone'], noAddresses, 'no-address'],
    [['moved', 0, 'to'], [...addresses, 'platform_group.gone'], noAddresses, 'no-address'],
    [['removed', 0, 'from'], [...addresses, 'platform_group.gone'], noAddresses, 'no-address'],
    [['removed', 0, 'lifecycle', 'destroy'], flags, noFlags, 'no-flag'],
    [['import', 0, 'to'], addresses, [...noAddresses, 'platform_group.none'], 'undeclared-address', true],
    [['import', 0, 'id'], ['', 'name', `${uid}/0011223344556677`], [7, null, [], {}], 'no-id', true],
    [['import', 0, 'id'], ['a'], [expression], 'no-literal', true],
    [['import', 0, 'provider'], ['platform', 'null.x'], ['aws', 7], 'other-provider'],
    [['terraform', 'required_version'], ['>= 1.8'], [expression, '%{if true}'], 'no-literal'],
    [['terraform', 'backend', 'http'], [{}, { address: 'x' }, []], [expression], 'no-literal'],
    [['terraform', 'cloud'], [{}, []], [expression], 'no-literal'],
    [['terraform', 'required_providers', 'platform', 'version'], ['1.0'], [expression], 'no-literal'],
    [['terraform', 'required_providers', 'null', 'version'], ['1.0'], [expression], 'no-literal'],
    [['provider', 'platform', 0, 'base_url'], ['https://a', null], [expression], 'no-literal'],
    [['provider', 'null', 0, 'alias'], ['a'], [expression], 'no-literal'],
    [['provider', 'platform', 0, 'alias'], ['a'], [expression], 'no-literal'],
    [['variable', 'repository', 'default'], ['a', [], {}, null], [expression], 'no-literal'],
    [['variable', 'repository', 'description'], ['a'], [expression], 'no-literal'],
    [['output', 'created', 'description'], ['a'], [expression], 'no-literal'],
    [[...state, 'backend'], ['http'], [expression], 'no-literal', true],
    [[...state, 'config'], [{ address: 'a' }], [expression], 'no-literal', true],
    [[...state, 'workspace'], ['a', '${terraform.workspace}'], [expression], 'no-literal', true],
    [[...group, 'name'], ['a', expression], ['${timestamp()}'], 'computed', true],
    [
      ['resource', 'null_resource', 'settled', 'triggers'],
      [{ a: expression }, '${null_resource.settled.id}'],
      ['${timestamp()}'],
      'computed',
      true,
    ],
    [
      ['resource', 'terraform_data', 'rotation', 'input'],
      ['${null_resource.settled.id}'],
      ['${timestamp()}'],
      'computed',
      true,
    ],
    [
      ['resource', 'terraform_data', 'rotation', 'triggers_replace'],
      ['${null_resource.settled.id}'],
      ['${timestamp()}'],
      'computed',
      true,
    ],
    [['output', 'created', 'value'], ['${platform_group.shop.create_time}'], ['${timestamp()}'], 'computed', true],
    [['resource', 'aws_s3_bucket', 'logs', 'bucket'], ['a', expression], ['${timestamp()}'], 'computed', true],
    [['data', 'aws_caller_identity', 'current', 'x'], ['a', expression], ['${timestamp()}'], 'computed', true],
    [['data', 'platform_role', 'viewer', 'name'], ['a', expression], ['${timestamp()}'], 'computed', true],
  ] satisfies readonly (readonly [
    path: Path,
    accepted: readonly unknown[],
    refused: readonly unknown[],
    code: string,
    isPlanned?: boolean,
  ])[]
).map(
  ([path, accepted, refused, code, isPlanned = false]): [
    Path,
    readonly unknown[],
    readonly unknown[],
    string,
    boolean,
  ] => [path, accepted, refused, code, isPlanned],
);

test.each(forms)('the value of %j has its forms, and no other', (path, accepted, refused, code, isPlanned) => {
  const base = withValue(everyBlock(), path.slice(0, -1), (around) => around ?? []) as Json;
  const found = (value: unknown, mode: keyof typeof modes) =>
    check(
      withValue(base, path, () => value),
      modes[mode],
    ).map((place) => [place.path.slice(0, path.length), place.code, place.subject]);
  for (const value of accepted)
    expect({ value, found: both.map((mode) => found(value, mode)) }).toEqual({ value, found: [[], []] });
  for (const value of refused) {
    expect({ value, found: found(value, 'stack') }).toEqual({ value, found: [[path, code, value]] });
    expect({ value, found: found(value, 'plan') }).toEqual({ value, found: isPlanned ? [] : [[path, code, value]] });
  }
});

test('a block of a resource or a data source has the name of its kind of argument', () => {
  for (const [path, name] of [
    [['resource'], 'platform group'],
    [['resource', 'platform_group'], 'a b'],
    [['data'], '1'],
    [['data', 'platform_role'], 'é'],
    [['output'], 'a.b'],
    [['variable'], '${x}'],
    [['provider'], 'a b'],
    [['terraform', 'required_providers'], ''],
    [['terraform', 'backend'], 'a b'],
  ] as const)
    expect(
      check(
        withValue(everyBlock(), path, (block) => ({ ...(block as Json), [name]: {} })),
        modes.stack,
      ),
    ).toEqual([{ code: 'no-name', subject: name, file: 'cdk.tf.json', path: [...path, name], decides: false }]);
});

test('a comment can be in every block', () => {
  for (const [path] of blocks)
    expect(
      check(
        withValue(everyBlock(), path, (block) => ({ ...(block as Json), '//': '${timestamp()}' })),
        modes.stack,
      ),
    ).toEqual([]);
});

test.each(['terraform', 'moved', 'removed', 'import'])('%s is a block or a list of blocks', (name) => {
  const [first] = [everyBlock()[name]].flat();
  for (const value of [first, [first], [first, first], []])
    if (name !== 'terraform' || value !== undefined)
      expect(
        check({ ...everyBlock(), [name]: value }, modes.stack).filter(({ code }) => code !== 'foreign-source'),
      ).toEqual([]);
  expect(check({ ...everyBlock(), [name]: [first, 'text'] }, modes.stack)).toContainEqual(
    expect.objectContaining({ code: 'no-block', path: [name, 1] }),
  );
});
