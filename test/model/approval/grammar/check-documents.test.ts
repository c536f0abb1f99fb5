/** Everything that is in no production is refused, with its place. */
import fc from 'fast-check';
import { checkDocuments, type GrammarOptions } from '../../../../src/model/approval/grammar';
import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import { declarations } from '../../../../src/model/kinds';
import { typeName } from '../../../../src/model/schema';
import { everyProduction, generatedStack, uid } from './stacks';

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const check = (json: unknown, options?: GrammarOptions) => checkDocuments([{ file: 'cdk.tf.json', json }], options);
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
      // JSON has a member with the name of the prototype, which a literal of the language does not.
      const text = JSON.stringify(changed(stack, path, (object) => ({ ...(object as Json), ['mark']: {} })));
      const named = check(JSON.parse(text.replace('"mark"', JSON.stringify(key))));
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
  ['no flag', top({ variable: { repository: { ephemeral: 'true' } } }), 'variable.repository.ephemeral'],
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

test('two files are one stack, and a refusal names its file', () => {
  const { resource, ...settings } = everyProduction();
  const files = [
    { ...settings, locals: {} },
    { resource, check: {} },
  ].map((json, index) => ({
    file: `${index}.tf.json`,
    json,
  }));
  expect(checkDocuments(files).map(({ file, subject }) => [file, subject])).toEqual([
    ['0.tf.json', 'locals'],
    ['1.tf.json', 'check'],
  ]);
});

describe('the types of a provider that the main branch requires', () => {
  const ours = everyProduction() as { readonly resource: Json; readonly data: Json };
  const checkWith = (more: object) =>
    check({ ...ours, ...more }, { allowedProviders: ['aws'] }).map(({ code, path }) => `${code} ${path.join('.')}`);
  const bucket = (body: Json) => ({ resource: { ...ours.resource, aws_s3_bucket: { logs: body } } });
  const account = (body: Json) => ({ data: { ...ours.data, aws_caller_identity: { current: body } } });

  test('are accepted with values', () => {
    expect(checkWith(bucket({ bucket: 'logs-${platform_group.shop.uid}' }))).toEqual([]);
    expect(checkWith(account({ depends_on: ['platform_group.shop'] }))).toEqual([]);
  });

  test.each(['provisioner', 'connection', 'for_each', '_'])('are refused with %s', (member) => {
    expect(checkWith(bucket({ [member]: 'a' }))).toEqual([`member resource.aws_s3_bucket.logs.${member}`]);
    expect(checkWith(account({ [member]: 'a' }))).toEqual([`member data.aws_caller_identity.current.${member}`]);
  });

  test('are refused with an expression, and without their provider', () => {
    expect(checkWith(bucket({ bucket: '${timestamp()}' }))).toEqual(['computed resource.aws_s3_bucket.logs.bucket']);
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

describe('the providers of a stack', () => {
  const required = (providers: unknown, options?: GrammarOptions) =>
    check(top({ terraform: { required_providers: providers } }), options).map(({ code, path, subject }) => [
      code,
      path.join('.'),
      subject,
    ]);
  const own = { source: PROVIDER_ADDRESS };
  const at = (name: string) => `terraform.required_providers.${name}`;

  test.each([
    [{ platform: own, null: { source: 'null' } }],
    [{ platform: own, null: { source: 'hashicorp/null' } }],
    [{ platform: own, null: { source: 'registry.terraform.io/hashicorp/null' } }],
    [{ platform: { source: 'platform-iac/platform', version: '1' } }],
  ])('%j are accepted', (providers) => {
    expect(required(providers)).toEqual([]);
  });

  test.each([
    ['foreign-source', 'platform', { source: 'null' }, 'null'],
    ['foreign-source', 'platform', {}, undefined],
    ['foreign-source', 'platform', 'platform-iac/platform', undefined],
    ['foreign-source', 'null', { source: 'a/null' }, 'a/null'],
    ['foreign-source', 'null', { source: PROVIDER_ADDRESS }, PROVIDER_ADDRESS],
    ['foreign-source', 'null', {}, undefined],
    ['other-source', 'aws', { source: 'hashicorp/aws' }, 'hashicorp/aws'],
    ['other-source', 'other', { source: PROVIDER_ADDRESS }, PROVIDER_ADDRESS],
  ])('%s: %s from %j is refused', (code, name, requirement, source) => {
    expect(required({ platform: own, [name]: requirement })).toEqual([[code, at(name), { name, source }]]);
  });

  test('of the main branch are accepted from every source, and only those', () => {
    const options = { allowedProviders: ['aws'] };
    expect(required({ platform: own, aws: { source: 'a/b', version: '1' } }, options)).toEqual([]);
    expect(required({ platform: own, aws: 'text' }, options)).toEqual([['no-block', at('aws'), 'text']]);
    expect(check(top({ provider: { aws: { region: 'a', nested: { a: [] } } } }), options)).toEqual([]);
    expect(check(top({ provider: { aws: { region: '${x}' } } }), options)).toMatchObject([
      { code: 'no-literal', path: ['provider', 'aws', 'region'], subject: '${x}' },
    ]);
    expect(check(top({ provider: { aws: [{}], other: [{}] } }), options)).toMatchObject([
      { code: 'foreign-type', path: ['provider', 'other', 0], subject: 'other' },
    ]);
  });

  test.each<[terraform: unknown]>([
    [{}],
    ['text'],
    [undefined],
    [{ required_providers: { null: { source: 'null' } } }],
  ])('must contain this one for its types: %j', (terraform) => {
    const missing = { code: 'foreign-source', subject: { name: 'platform' }, file: 'cdk.tf.json' };
    const path = ['terraform', 'required_providers'];
    expect(check(top({ terraform }))).toContainEqual({ ...missing, path, decides: false });
    expect(check({ terraform: terraform ?? {}, output: {} })).not.toContainEqual(expect.objectContaining(missing));
    expect(check(top({ terraform }), { isConfiguredElsewhere: true })).not.toContainEqual(
      expect.objectContaining(missing),
    );
  });

  test('can be required by another file than that of the blocks', () => {
    const { terraform, ...blocks } = everyProduction();
    const files = (...documents: unknown[]) => documents.map((json, index) => ({ file: `${index}`, json }));
    expect(checkDocuments(files(blocks, { terraform }))).toEqual([]);
    expect(checkDocuments(files({ output: {} }, blocks, blocks)).map(({ code, file }) => [code, file])).toEqual([
      ['foreign-source', '1'],
    ]);
  });

  test('are configured by the stack, or by another file', () => {
    const configured = (provider: Json) =>
      check(top({ provider }), { isConfiguredElsewhere: true, allowedProviders: ['aws'] }).map(
        ({ code, path, subject }) => [code, path.join('.'), subject],
      );
    expect(configured({ platform: {}, null: [{}, { '//': {} }], aws: {} })).toEqual([]);
    expect(configured({ platform: { base_url: 'a' }, aws: [{}, { a: 1 }], null: 'text' })).toEqual([
      ['configured-provider', 'provider.platform', 'platform'],
      ['configured-provider', 'provider.aws.1', 'aws'],
      ['configured-provider', 'provider.null', 'null'],
    ]);
  });
});

describe('the uid of an object that the same stack imports', () => {
  const other = `${uid}/0011223344556677`;
  const stack = (body: Json, to: string): Json => ({
    ...everyProduction(),
    resource: {
      platform_role_binding: { a: body },
      platform_group: { a: {} },
      platform_external_group_role_mapping: { a: {} },
    },
    ...{ data: {}, output: {}, moved: [], removed: [], import: [{ to, id: other }] },
  });
  const codes = (body: Json, to = 'platform_group.a') =>
    check(stack(body, to)).map(({ code, subject, decides }) => [code, subject, decides]);

  test('is refused where it decides', () => {
    expect(codes({ group_uid: other })).toEqual([['managed-uid', 'platform_group.a', true]]);
    expect(codes({ group_uid: uid })).toEqual([]);
    expect(codes({ group_uid: [other] })).toEqual([]);
  });

  test('is a value of an argument that decides nothing, and of a kind that has the uid of its parent', () => {
    const described = stack({}, 'platform_group.a');
    described['resource'] = { platform_group: { a: { name: 'a', description: other } } };
    expect(check(described)).toEqual([]);
    expect(declarations.filter(({ uidScheme }) => uidScheme === 'parentUid').map(typeName)).toContain(
      'platform_account_association',
    );
    const association = stack({ group_uid: other }, 'platform_account_association.a');
    association['resource'] = { ...(association['resource'] as Json), platform_account_association: { a: {} } };
    expect(check(association)).toEqual([]);
  });
});

describe('a configuration whose values a plan decides', () => {
  const planned = { isPlanned: true };
  const path = 'cross-stack-reference-input-structure';

  test('can consist of expressions, local values and modules', () => {
    const computed = {
      locals: { a: '${timestamp()}' },
      module: { a: { source: './a', for_each: '${x}' } },
      data: { terraform_remote_state: { any: { backend: '${x}', config: '${x}', workspace: '${x}', count: '${x}' } } },
      import: [{ to: '${x}', id: '${x}', for_each: '${x}' }],
      output: { a: { value: '${timestamp()}', depends_on: '${x}' } },
      variable: { a: { type: '${list(string)}' } },
    };
    expect(
      check(group({ name: '${timestamp()}', count: '${x}', for_each: '${x}', depends_on: '${x}' }), planned),
    ).toEqual([]);
    expect(check(group({ lifecycle: { replace_triggered_by: '${x}' } }), planned)).toEqual([]);
    expect(check(top(computed), planned)).toEqual([]);
    expect(check(top(computed)).length).toBeGreaterThan(8);
  });

  test('contains no other block, member, provider or setting', () => {
    const refused = (stack: unknown) => check(stack, planned).map((place) => `${place.code} ${place.path.join('.')}`);
    expect(refused(top({ check: {} }))).toEqual(['member check']);
    expect(refused(group({ provisioner: {} }))).toEqual([`member ${shop}.provisioner`]);
    expect(refused(group({ provider: '${x}' }))).toEqual([`other-provider ${shop}.provider`]);
    expect(refused(group({ timeouts: { create: '1s' } }))).toEqual([`short-timeout ${shop}.timeouts.create`]);
    expect(refused(top({ provider: { platform: { base_url: '${x}' } } }))).toEqual([
      'no-literal provider.platform.base_url',
    ]);
    expect(refused(top({ data: { terraform_remote_state: { any: { defaults: {} } } } }))).toEqual([
      'member data.terraform_remote_state.any.defaults',
    ]);
    expect(refused(top({ resource: { aws_s3_bucket: { a: {} } } }))).toEqual(['foreign-type resource.aws_s3_bucket.a']);
  });

  test('is more than a stack: only there a sibling has its name', () => {
    const state = (name: string) => top({ data: { terraform_remote_state: { [name]: {} } } });
    const codes = (name: string) =>
      check(state(name)).filter(({ path: place }) => place[2] === name && place.length === 3);
    expect(codes('any')).toMatchObject([{ code: 'no-sibling', subject: 'any', decides: false }]);
    expect(codes(path)).toEqual([]);
    expect(check(state('any'), planned)).toEqual([]);
  });
});

test('a place decides if its argument does, and not the next one', () => {
  const stack = group({ name: '${timestamp()}', description: '${timestamp()}', provider: 'aws' });
  expect(check(stack).map(({ path: place, decides }) => [place.at(-1), decides])).toEqual([
    ['name', true],
    ['description', false],
    ['provider', false],
  ]);
});

test('a type without declaration is refused with its name', () => {
  expect(
    check({ resource: { aws_s3_bucket: { a: {} }, constructor: { a: {} } }, data: { aws_role: { a: {} } } }),
  ).toMatchObject([
    { code: 'foreign-type', subject: 'aws_s3_bucket', path: ['resource', 'aws_s3_bucket', 'a'] },
    { code: 'foreign-type', subject: 'constructor', path: ['resource', 'constructor', 'a'] },
    { code: 'foreign-type', subject: 'aws_role', path: ['data', 'aws_role', 'a'] },
  ]);
});
