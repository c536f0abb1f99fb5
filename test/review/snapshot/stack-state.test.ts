/** The state of a stack in a snapshot: declared attributes without secrets, and what it omits. */
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { declarations } from '../../../src/model/kinds';
import { typeName } from '../../../src/model/schema';
import { stackState } from '../../../src/review/snapshot';
import { filledAttributes, SECRET } from './every-kind';

const provider = `provider["${PROVIDER_ADDRESS}"]`;
const getState = (resources: readonly object[], more: object = {}) =>
  JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 7, lineage: 'l', outputs: {}, resources, ...more });
const read = (text: string) => stackState(text, { name: 'org', source: 'org.tfstate' });
const resource = (type: string, attributes: object, more: object = {}) => ({
  ...{ mode: 'managed', type, name: 'x', provider },
  instances: [{ schema_version: 0, attributes, private: 'cHJpdmF0ZQ==', dependencies: ['a.b'], ...more }],
});

test.each(
  declarations
    .filter(({ terraform }) => terraform !== undefined)
    .map((declaration) => [declaration.kind, declaration] as const),
)('of the kind %s it keeps every declared attribute that is no secret', (_, declaration) => {
  const attributes = filledAttributes(declaration);
  const { state, omitted } = read(getState([resource(typeName(declaration), { ...attributes, undeclared: 'x' })]));
  const [kept] = (state as { resources: { instances: { attributes: object }[] }[] }).resources;
  expect(omitted).toEqual([]);
  expect(JSON.stringify(kept)).not.toContain(SECRET);
  const withoutSecrets = JSON.parse(JSON.stringify(attributes).replaceAll(`"${SECRET}"`, 'null')) as object;
  expect(kept?.instances[0]?.attributes).toEqual(withoutSecrets);
  expect(kept?.instances[0]).not.toHaveProperty('private');
});

test('it keeps what decides the plan: index, taint, deposed objects and marks', () => {
  const more = { index_key: 'a', status: 'tainted', deposed: '1234', sensitive_attributes: [[{ type: 'get_attr' }]] };
  const { state } = read(getState([{ ...resource('platform_group', { uid: 'u' }, more), module: 'module.m' }]));
  expect(state).toMatchObject({ serial: 7, resources: [{ module: 'module.m', instances: [more] }] });
});

test('it names the resources of other providers and the sensitive outputs, which it omits', () => {
  const { state, omitted } = read(
    getState(
      [
        {
          ...resource('random_password', { result: SECRET }),
          provider: 'provider["registry.terraform.io/hashicorp/random"]',
        },
        { ...resource('platform_group', { uid: SECRET }), provider: 'provider["example.com/other/platform"]' },
        { ...resource('platform_role', {}), mode: 'data' },
        {
          ...resource('null_resource', { id: '1', triggers: { a: 'b' } }),
          provider: 'provider["registry.terraform.io/hashicorp/null"]',
        },
        {
          ...resource('terraform_data', { input: SECRET }, { sensitive_attributes: [{}] }),
          module: 'module.m',
          provider: 'provider["terraform.io/builtin/terraform"]',
        },
      ],
      { outputs: { uid: { value: 'u', type: 'string' }, code: { value: SECRET, type: 'string', sensitive: true } } },
    ),
  );
  expect(JSON.stringify(state)).not.toContain(SECRET);
  expect(state).toMatchObject({
    outputs: { uid: { value: 'u' } },
    resources: [{ type: 'null_resource', instances: [{ attributes: { id: '1', triggers: { a: 'b' } } }] }],
  });
  expect(omitted).toEqual([
    'random_password.x: its provider is not ours',
    'platform_group.x: its provider is not ours',
    'module.m.terraform_data.x: its provider is not ours',
    'output code: it is sensitive',
  ]);
});

test('it keeps an encrypted code only if an output shows it, so that the output does not change in the plan', () => {
  const codeWith = (outputs: object) => {
    const { state } = read(
      getState([resource('platform_group_invite', { uid: 'u', encrypted_code: 'eyJ.x' })], { outputs }),
    );
    const [kept] = (state as { resources: { instances: { attributes: object }[] }[] }).resources;
    return kept?.instances[0]?.attributes;
  };
  const output = { value: ['code eyJ.x'], type: ['list', 'string'] };
  expect(codeWith({ code: output })).toEqual({ uid: 'u', encrypted_code: 'eyJ.x' });
  expect(codeWith({ code: { ...output, sensitive: true } })).toEqual({ uid: 'u', encrypted_code: null });
  expect(codeWith({})).toEqual({ uid: 'u', encrypted_code: null });
});

test('it keeps an encrypted code that a resource without a program shows, so that the resource does not change either', () => {
  const invite = resource('platform_group_invite', { uid: 'u', encrypted_code: 'eyJ.x' });
  const data = {
    ...resource('terraform_data', { id: 'i', triggers_replace: ['eyJ.x'] }),
    provider: 'provider["terraform.io/builtin/terraform"]',
  };
  const { state } = read(getState([invite, data]));
  const [kept] = (state as { resources: { instances: { attributes: object }[] }[] }).resources;
  expect(kept?.instances[0]?.attributes).toEqual({ uid: 'u', encrypted_code: 'eyJ.x' });
});

test('warnings of OpenTofu before the state are ignored', () => {
  const state = getState([resource('platform_group', { uid: 'u' })]);
  expect(read(`\nWarning: Unable to open CLI configuration file\n\n${state}`)).toEqual(read(state));
});

test('before the first apply there is no state', () => {
  expect(read('\n')).toEqual({ name: 'org', omitted: [] });
});

test.each([
  ['text', 'it is not a state'],
  ['[]', 'it is not a state'],
  ['{"version": 3}', 'it is not a state of version 4'],
  ['{"format_version": "1.0", "values": {}}', 'it is the output of "terraform show"'],
  ['{"encrypted_data": "x", "version": 4}', 'it is encrypted'],
])('%s is not a state', (text, message) => {
  expect(() => read(text)).toThrow(`Cannot read org.tfstate: ${message}`);
});
