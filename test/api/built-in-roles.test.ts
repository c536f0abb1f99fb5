import { BUILT_IN_ROLES, builtInRoleDescription } from '../../src/api/built-in-roles';
import { CAPABILITIES } from '../../src/api/capabilities';

const capabilitiesOf = (name: string) => BUILT_IN_ROLES.find((role) => role.name === name)!.capabilities;
const isWrite = (capability: string) => /\.(create|update|delete)$/.test(capability);

test('capabilities are known, sorted, and each once', () => {
  for (const { capabilities } of BUILT_IN_ROLES) {
    expect(capabilities).toEqual([...new Set(capabilities)].sort());
    expect(capabilities.filter((capability) => !CAPABILITIES.includes(capability as never))).toEqual([]);
  }
});

test('each of viewer, editor and owner holds all of the one before', () => {
  const [viewer, editor, owner] = ['viewer', 'editor', 'owner'].map(capabilitiesOf);
  expect(editor).toEqual(expect.arrayContaining([...viewer!]));
  expect(owner).toEqual(expect.arrayContaining([...editor!]));
});

test('viewers write nothing, and editors give nobody access', () => {
  for (const name of ['viewer', 'console_viewer', 'registry.pull'])
    expect(capabilitiesOf(name).filter(isWrite)).toEqual([]);
  expect(
    capabilitiesOf('editor').filter((capability) => isWrite(capability) && !capability.startsWith('repo.')),
  ).toEqual([]);
});

test('only an owner holds capabilities that have no name here', () => {
  expect(BUILT_IN_ROLES.filter(({ holdsUnknown }) => holdsUnknown === true).map(({ name }) => name)).toEqual(['owner']);
});

test('a limited owner creates identities and bindings, and changes or deletes nothing', () => {
  expect(capabilitiesOf('limited_owner').filter(isWrite)).toEqual(['identity.create', 'role_bindings.create']);
});

test('the description marks a role as built in', () => {
  expect(builtInRoleDescription('viewer')).toBe('Viewer Role (built-in)');
});
