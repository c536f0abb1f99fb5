/** Everything that is in no production is refused, with its place. */
import fc from 'fast-check';
import { checkStack } from '../../../src/approval/grammar';
import { everyProduction, generatedStack, uid } from './stacks';

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const checkText = (text: string) => checkStack([{ name: 'cdk.tf.json', text }]).notData;
const check = (stack: unknown) => checkText(JSON.stringify(stack));
const places = (stack: unknown) => check(stack).map(({ path }) => path.join('.'));

/** Returns every path in a value, except inside comments. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (path.at(-1) === '//') return [];
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}

const at = (value: unknown, path: Path): unknown => path.reduce((inner, key) => (inner as Json)[key], value);

/** Returns a copy with another value at a path. */
function changed(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const inner = changed((value as Json)[key], rest, change);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as Json), [key]: inner };
}

/** A refusal is at the place, inside it, or at the block around it. */
function isNear(place: Path, path: Path): boolean {
  const length = Math.min(place.length, path.length);
  return place.slice(0, length).join('\n') === path.slice(0, length).join('\n');
}

const expressions = [
  '${timestamp()}',
  '${plantimestamp()}',
  '${file("/proc/self/environ")}',
  '${true ? "a" : "b"}',
  '%{if true}a%{endif}',
  '${startswith(platform_group.shop.create_time, "20") ? "a" : "b"}',
  '${provider::platform::uid_parent(platform_group.shop.uid)}',
  '${ platform_group.shop.uid }',
  '${platform_group.shop.uid',
  '${local.x}',
  '${path.module}',
  '${each.value}',
  '${self.uid}',
  '${terraform.applying}',
  '${module.x.y}',
  '${ephemeral.platform_token.x.token}',
];

test('a stack with every production is data', () => {
  expect(check(everyProduction())).toEqual([]);
});

test('generated stacks are data', () => {
  fc.assert(fc.property(generatedStack, (stack) => expect(check(stack)).toEqual([])));
});

test.each(expressions)('%s is refused at every place but a comment', (expression) => {
  const stack = everyProduction();
  for (const path of pathsIn(stack).filter(({ length }) => length > 0)) {
    const found = check(changed(stack, path, () => expression));
    expect({ path, isRefused: found.some((place) => isNear(place.path, path)) }).toEqual({ path, isRefused: true });
  }
});

test.each(['${timestamp()}', '%{if true}'])('%s is refused as a key of every object', (key) => {
  const stack = everyProduction();
  for (const path of objectsIn(stack)) {
    const found = check(changed(stack, path, (object) => ({ ...(object as Json), [key]: {} })));
    expect({ path, isRefused: found.some((place) => isNear(place.path, [...path, key])) }).toEqual({
      path,
      isRefused: true,
    });
  }
});

/** The keys of other objects are names of people: of blocks, and of maps. */
const blockPattern =
  /^$|^terraform$|^(resource|data)\.\w+\.[\w-]+$|^(output|variable)\.\w+$|^(provider\.\w+|import|moved|removed)\.\d+$|\.(lifecycle|timeouts)$|^terraform\.required_providers(\.\w+)?$/;

test.each(['provisioner', 'connection', 'for_each', 'dynamic', '_', 'unknown', '__proto__', 'constructor'])(
  'the member %s is refused in every block',
  (key) => {
    const stack = everyProduction();
    const blocks = objectsIn(stack).filter((path) => blockPattern.test(path.join('.')));
    expect(blocks.length).toBeGreaterThan(25);
    for (const path of blocks) {
      const found = check(changed(stack, path, (object) => ({ ...(object as Json), ['mark']: {} })));
      expect(found.map((place) => place.path)).toContainEqual([...path, 'mark']);
      const text = JSON.stringify(changed(stack, path, (object) => ({ ...(object as Json), ['mark']: {} })));
      const named = checkText(text.replace('"mark"', JSON.stringify(key)));
      expect(named.map((place) => place.path)).toContainEqual([...path, key]);
    }
  },
);

function objectsIn(stack: unknown): Path[] {
  return pathsIn(stack).filter((path) => {
    const value = at(stack, path);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  });
}

test('every key that occurs twice is refused', () => {
  fc.assert(
    fc.property(generatedStack, fc.nat(), (stack, index) => {
      const objects = objectsIn(stack).filter((path) => Object.keys(at(stack, path) as object).length > 0);
      const path = objects[index % objects.length]!;
      const [key = ''] = Object.keys(at(stack, path) as object);
      const mark = 'occurs-twice';
      const text = JSON.stringify(changed(stack, path, (object) => ({ ...(object as Json), [mark]: 1 })));
      const twice = text.replace(JSON.stringify(mark), JSON.stringify(key));
      expect(checkText(twice).map((place) => place.path)).toContainEqual([...path, key]);
    }),
  );
});

const group = (more: object) => {
  const stack = everyProduction() as { resource: { platform_group: { shop: object } } };
  stack.resource.platform_group.shop = { ...stack.resource.platform_group.shop, ...more };
  return stack;
};
const top = (more: object) => ({ ...everyProduction(), ...more });
const shop = 'resource.platform_group.shop';

test.each<[what: string, stack: unknown, place: string]>([
  ['a time in a description', group({ description: '${platform_group.shop.create_time}' }), `${shop}.description`],
  [
    'a service default',
    group({ description: '${platform_identity.ci.static_keys.expiration_time}' }),
    `${shop}.description`,
  ],
  ['an id of an anchor in a name', group({ name: '${null_resource.settled.id}' }), `${shop}.name`],
  ['a list of a data source', group({ name: '${data.platform_groups.all.groups[*].name}' }), `${shop}.name`],
  ['a reference to an undeclared resource', group({ name: '${platform_group.none.name}' }), `${shop}.name`],
  ['an undeclared variable', group({ name: '${var.none}' }), `${shop}.name`],
  ['a short time limit', group({ timeouts: { update: '1ms' } }), `${shop}.timeouts.update`],
  ['a time limit of 59 seconds', group({ timeouts: { create: '59s' } }), `${shop}.timeouts.create`],
  [
    'a precondition',
    group({ lifecycle: { precondition: [{ condition: true, error_message: 'x' }] } }),
    `${shop}.lifecycle.precondition`,
  ],
  ['a postcondition', group({ lifecycle: { postcondition: {} } }), `${shop}.lifecycle.postcondition`],
  ['an action', group({ lifecycle: { action_trigger: {} } }), `${shop}.lifecycle.action_trigger`],
  ['a provisioner', group({ provisioner: { 'local-exec': { command: 'env' } } }), `${shop}.provisioner`],
  ['a connection', group({ connection: {} }), `${shop}.connection`],
  ['another provider for our type', group({ provider: 'other' }), `${shop}.provider`],
  ['a list of blocks', top({ resource: [{ platform_group: {} }] }), 'resource'],
  ['locals', top({ locals: { a: 1 } }), 'locals'],
  ['a module', top({ module: { x: { source: './x' } } }), 'module'],
  ['a check', top({ check: {} }), 'check'],
  ['an ephemeral resource', top({ ephemeral: { platform_token: { x: {} } } }), 'ephemeral'],
  ['an action block', top({ action: {} }), 'action'],
  ['an ephemeral variable', top({ variable: { repository: { ephemeral: true } } }), 'variable.repository.ephemeral'],
  ['a validation', top({ variable: { repository: { validation: {} } } }), 'variable.repository.validation'],
  [
    'an expression in a provider block',
    top({ provider: { platform: { base_url: '${var.repository}' } } }),
    'provider.platform.base_url',
  ],
  ['another provider', top({ provider: { aws: {} } }), 'provider.aws'],
  [
    'another source',
    top({ terraform: { required_providers: { platform: { source: 'attacker.example/x/platform' } } } }),
    'terraform.required_providers.platform',
  ],
  ['no source', top({ terraform: {} }), 'terraform.required_providers'],
  [
    'another source of null',
    top({
      terraform: {
        required_providers: { platform: { source: 'platform-iac/platform' }, null: { source: 'attacker/null' } },
      },
    }),
    'terraform.required_providers.null',
  ],
  [
    'an experiment',
    top({ terraform: { ...(everyProduction()['terraform'] as object), experiments: [] } }),
    'terraform.experiments',
  ],
  [
    'metadata of a provider',
    top({ terraform: { ...(everyProduction()['terraform'] as object), provider_meta: {} } }),
    'terraform.provider_meta',
  ],
  ['another type', top({ resource: { aws_iam_role: { x: {} } } }), 'resource.aws_iam_role.x'],
  ['an external program', top({ data: { external: { x: { program: ['sh'] } } } }), 'data.external.x'],
  ['a state of others', top({ data: { terraform_remote_state: { x: {} } } }), 'data.terraform_remote_state.x'],
  [
    'a sibling that waits',
    top({
      data: { terraform_remote_state: { 'cross-stack-reference-input-x': { depends_on: ['platform_group.shop'] } } },
    }),
    'data.terraform_remote_state.cross-stack-reference-input-x.depends_on',
  ],
  [
    'defaults of a sibling',
    top({ data: { terraform_remote_state: { 'cross-stack-reference-input-x': { defaults: {} } } } }),
    'data.terraform_remote_state.cross-stack-reference-input-x.defaults',
  ],
  [
    'a program of an anchor',
    top({ resource: { null_resource: { x: { provisioner: [] } } } }),
    'resource.null_resource.x.provisioner',
  ],
  [
    'a program of a removal',
    top({ removed: [{ from: 'platform_group.x', provisioner: [] }] }),
    'removed.0.provisioner',
  ],
  [
    'an id that is computed',
    top({ import: [{ to: 'platform_group.shop', id: '${platform_group.shop.uid}' }] }),
    'import.0.id',
  ],
  ['several imports', top({ import: [{ to: 'platform_group.shop', id: uid, for_each: {} }] }), 'import.0.for_each'],
  [
    'the uid of an object that the same stack imports',
    { ...group({ parent_uid: uid }), import: [{ to: 'platform_group.other', id: uid }] },
    `${shop}.parent_uid`,
  ],
  ['a precondition of an output', top({ output: { x: { value: 1, precondition: {} } } }), 'output.x.precondition'],
  ['an ephemeral output', top({ output: { x: { value: 1, ephemeral: true } } }), 'output.x.ephemeral'],
  ['a dependency on nothing', group({ depends_on: ['platform_group.none'] }), `${shop}.depends_on.0`],
  ['a whole module as a dependency', group({ depends_on: ['module.x'] }), `${shop}.depends_on.0`],
  ['a name with a space', top({ resource: { platform_group: { 'a b': {} } } }), 'resource.platform_group.a b'],
  ['a stack that is a list', [everyProduction()], ''],
])('%s is refused', (_what, stack, place) => {
  expect(places(stack)).toContain(place);
});

test('a refusal contains the value, and if it decides access', () => {
  const [found] = check(group({ name: '${timestamp()}' }));
  expect(found).toMatchObject({ file: 'cdk.tf.json', decides: true, code: 'computed', subject: '${timestamp()}' });
  expect(check(group({ description: '${timestamp()}' }))[0]).toMatchObject({ decides: false });
});

test('two files are one stack', () => {
  const { resource, ...settings } = everyProduction();
  const files = [settings, { resource }].map((json, index) => ({
    name: `${index}.tf.json`,
    text: JSON.stringify(json),
  }));
  expect(checkStack(files).notData).toEqual([]);
});

describe('the types of a provider that the main branch requires', () => {
  const ours = everyProduction() as { readonly resource: Json; readonly data: Json };
  const checkWith = (more: object) =>
    checkStack([{ name: 'cdk.tf.json', text: JSON.stringify({ ...ours, ...more }) }], {
      allowedProviders: ['aws'],
    }).notData.map(({ path }) => path.join('.'));
  const bucket = (body: Json) => ({ resource: { ...ours.resource, aws_s3_bucket: { logs: body } } });
  const account = (body: Json) => ({ data: { ...ours.data, aws_caller_identity: { current: body } } });

  test('are accepted with values', () => {
    expect(checkWith(bucket({ bucket: 'logs-${platform_group.shop.uid}' }))).toEqual([]);
    expect(checkWith(account({ depends_on: ['platform_group.shop'] }))).toEqual([]);
  });

  test.each(['provisioner', 'connection', 'for_each', '_'])('are refused with %s', (member) => {
    expect(checkWith(bucket({ [member]: 'a' }))).toEqual([`resource.aws_s3_bucket.logs.${member}`]);
    expect(checkWith(account({ [member]: 'a' }))).toEqual([`data.aws_caller_identity.current.${member}`]);
  });

  test('are refused with an expression, and without their provider', () => {
    expect(checkWith(bucket({ bucket: '${timestamp()}' }))).toEqual(['resource.aws_s3_bucket.logs.bucket']);
    expect(places({ ...ours, ...bucket({}) })).toEqual(['resource.aws_s3_bucket.logs']);
    expect(places({ ...ours, ...account({}) })).toEqual(['data.aws_caller_identity.current']);
  });
});

test.each([
  'data.terraform_remote_state.other.outputs.shop',
  'data.terraform_remote_state.cross-stack-reference-input-structure.workspace',
  'data.terraform_remote_state.cross-stack-reference-input-structure.outputs',
  'data.terraform_remote_state.cross-stack-reference-input-structure.outputs.shop.uid',
  'data.terraform_remote_state.cross-stack-reference-input-structure.outputs[0]',
])('%s is no output of a sibling stack', (reference) => {
  expect(places(group({ parent_uid: `\${${reference}}` }))).toContain(`${shop}.parent_uid`);
});

test('a text that is no JSON is refused', () => {
  expect(checkText('{')).toMatchObject([{ code: 'unreadable', path: [] }]);
});
