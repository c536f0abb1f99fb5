/** Features of Terraform 1.12, on the wire and through the host. The local Terraform may be older. */
import { schemaProblems, type Resource, type Schema } from '../../../src/plugin';
import { startHost, type Connection } from '../../../src/plugin/testing';
import { impliedType } from '../../../src/plugin/schema/schema';
import { decodeValue, encodeValue } from '../../../src/plugin/values/codec';
import type { CtyType } from '../../../src/plugin/values/types';
import { createUsersProvider, userState, type UsersProvider } from '../support/users-provider';

const identityType: CtyType = ['object', { org: 'string', id: 'string' }];
const typeName = 'id_user';

let provider: UsersProvider;
let connection: Connection;

beforeEach(async () => {
  provider = createUsersProvider();
  connection = (await startHost(provider)).connection;
});

const state = (values: Record<string, unknown> | null): { msgpack: Uint8Array } => ({
  msgpack: encodeValue(values && userState(values), impliedType(provider.resources!['id_user']!.schema)),
});
const identity = (values: object) => ({ identityData: { msgpack: encodeValue(values, identityType) } });
const identityIn = (data: { identityData?: { msgpack: Uint8Array } | undefined } | undefined): unknown =>
  data?.identityData && decodeValue(data.identityData.msgpack, identityType);

async function withHandlers(override: Partial<Resource<Schema, object>>): Promise<void> {
  provider.override = override;
  connection = (await startHost(provider)).connection;
}

test('the schema of an identity says what an import needs', async () => {
  const { identitySchemas } = await connection.call('GetResourceIdentitySchemas', {});
  expect(identitySchemas[typeName]).toMatchObject({
    version: 1,
    identityAttributes: [
      { name: 'id', requiredForImport: true, optionalForImport: false },
      { name: 'org', requiredForImport: false, optionalForImport: true, description: 'Its organization.' },
    ],
  });
});

test('a read and an apply say the identity of the object; an object that is gone has none', async () => {
  const read = await connection.call('ReadResource', { typeName, currentState: state({ id: 'u1' }) });
  expect(identityIn(read.newIdentity)).toEqual({ org: 'acme', id: 'u1' });
  const planned = state({ id: 'u1' });
  const applied = await connection.call('ApplyResourceChange', {
    typeName,
    priorState: state(null),
    plannedState: planned,
    config: state({}),
  });
  expect(identityIn(applied.newIdentity)).toEqual({ org: 'acme', id: 'u1' });
  const gone = await connection.call('ApplyResourceChange', {
    typeName,
    priorState: planned,
    plannedState: state(null),
    config: state(null),
  });
  expect(gone.newIdentity).toBeUndefined();
});

const update = () => {
  const same = state({ id: 'u1' });
  return { typeName, priorState: same, proposedNewState: same, config: state({}) };
};

test('a plan keeps the identity that the object has, and tells it where none is stored yet', async () => {
  const stored = { ...update(), priorIdentity: identity({ org: 'old', id: 'u1' }) };
  const kept = await connection.call('PlanResourceChange', stored);
  expect(identityIn(kept.plannedIdentity)).toEqual({ org: 'old', id: 'u1' });
  const told = await connection.call('PlanResourceChange', update());
  expect(identityIn(told.plannedIdentity)).toEqual({ org: 'acme', id: 'u1' });
});

test('what is still to be created has no identity, though another object of that place had one', async () => {
  const create = { ...update(), priorState: state(null), priorIdentity: identity({ org: 'acme', id: 'u1' }) };
  expect((await connection.call('PlanResourceChange', create)).plannedIdentity).toBeUndefined();
});

test('an object whose creation failed halfway has its identity if it is known', async () => {
  const create = { typeName, priorState: state(null), plannedState: state({ id: 'u1' }), config: state({}) };
  for (const [known, expected] of [
    [{ id: 'u1' }, { org: 'acme', id: 'u1' }],
    [{ id: null }, undefined],
  ] as const) {
    await withHandlers({
      create({ checkpoint }) {
        checkpoint(known);
        throw new Error('Then it broke.');
      },
    });
    const { newState, newIdentity, diagnostics } = await connection.call('ApplyResourceChange', create);
    expect(newState?.msgpack.length).toBeGreaterThan(1);
    expect(identityIn(newIdentity)).toEqual(expected);
    expect(diagnostics).toMatchObject([{ summary: 'Cannot create id_user' }]);
  }
});

test('an unknown identity is an error, and the object is stored nevertheless', async () => {
  const { identity: declared } = provider.resources!['id_user']!;
  await withHandlers({
    identity: {
      ...declared!,
      of() {
        throw new Error('Out of words.');
      },
    },
  });
  const create = { typeName, priorState: state(null), plannedState: state({ id: 'u1' }), config: state({}) };
  const { newState, diagnostics } = await connection.call('ApplyResourceChange', create);
  expect(newState?.msgpack.length).toBeGreaterThan(1);
  expect(diagnostics).toMatchObject([{ severity: 1, detail: expect.stringContaining('Out of words.') }]);
});

test('an object is imported by its identity, and by its id with the same result', async () => {
  const by = [{ identity: identity({ org: null, id: 'u7' }) }, { id: 'u7' }];
  for (const target of by) {
    const { importedResources } = await connection.call('ImportResourceState', { typeName, ...target });
    expect(importedResources[0]!.state).toMatchObject(state({ id: 'u7' }));
    expect(identityIn(importedResources[0]!.identity)).toEqual({ org: 'acme', id: 'u7' });
  }
});

test('an import that leads to nothing names the identity', async () => {
  await withHandlers({ importState: async () => null as never });
  const { diagnostics } = await connection.call('ImportResourceState', {
    typeName,
    identity: identity({ org: 'a', id: 'u' }),
  });
  expect(diagnostics).toMatchObject([
    { detail: 'No id_user was found by the identity {"id":"u","org":"a"}.\n(ID_OBJECT_NOT_FOUND)' },
  ]);
});

test.each<[string, number, string, unknown]>([
  ['of this version is read', 1, '{"org":"acme","id":"u1","old":1}', { org: 'acme', id: 'u1' }],
  ['of an earlier version is upgraded', 0, '{"uid":"u1"}', { org: 'acme', id: 'u1' }],
  ['that was never stored is returned by the next read', 0, '', undefined],
])('a stored identity %s', async (_, version, json, expected) => {
  const rawIdentity = { json: Buffer.from(json) };
  const response = await connection.call('UpgradeResourceIdentity', { typeName, version, rawIdentity });
  expect(response.diagnostics).toEqual([]);
  expect(identityIn(response.upgradedIdentity)).toEqual(expected);
});

test('through its whole life an object has the identity that Terraform stores with it', async () => {
  const host = await startHost(provider, {}, { terraformVersion: '1.12.0' });
  const user = host.resource(typeName);
  expect(user.identity).toBeNull();
  await user.apply({ org: 'acme' });
  expect(user.identity).toEqual({ org: 'acme', id: 'u1' });
  await user.apply({ org: 'acme', name: 'ann' });
  await user.apply({ org: 'other' });
  expect(user.identity).toEqual({ org: 'other', id: 'u1' });
  const imported = host.resource(typeName);
  await imported.import({ id: 'u1' });
  expect(imported.identity).toEqual({ org: 'acme', id: 'u1' });
  await user.destroy();
  expect(user.identity).toBeNull();
});

test('a Terraform before 1.12 hears nothing of identities', async () => {
  const host = await startHost(provider, {}, { terraformVersion: '1.11.4' });
  const user = host.resource(typeName);
  await user.apply({ org: 'acme' });
  expect(user.identity).toBeNull();
  await expect(user.import({ id: 'u1' })).rejects.toThrow('not imported by identity');
});

test('an identity that could never work is found before Terraform finds it', () => {
  const { id_user } = provider.resources as Record<string, Resource<Schema, object>>;
  const problems = (attributes: object, listed = true) => {
    const resource = { ...id_user!, identity: { attributes, of: () => ({}) } as never };
    const listResources = { [listed ? 'id_user' : 'id_other']: provider.listResources!['id_user']! };
    return schemaProblems({ ...provider, resources: { id_user: resource }, listResources });
  };
  expect(problems({ id: { type: 'string' } })).toEqual([]);
  expect(problems({ id: { type: 'string', optionalForImport: true } })).toEqual([
    'id_user: identity: an import needs at least one attribute that is not optional',
  ]);
  expect(problems({ Id: { type: ['map', 'string'] } })).toEqual([
    expect.stringContaining('Id: a name has only'),
    'id_user: identity: Id: must be a string, a number, a bool, or a list of one of these',
  ]);
  expect(problems({ id: { type: ['list', 'string'] } }, false)).toEqual([
    'id_other: a list resource needs a managed resource of the same type that declares an identity',
  ]);
});
