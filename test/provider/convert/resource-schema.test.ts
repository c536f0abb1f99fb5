import fc from 'fast-check';
import { type Attribute, type NestedType, UNKNOWN } from '../../../src/plugin';
import { declarations, group, identity, role, roleBinding } from '../../../src/model/kinds';
import { json, message, string, type Declaration, typeName } from '../../../src/model/schema';
import { resourceSchema } from '../../../src/provider/convert/resource-schema';

const getKnownAttributes = (schema: { attributes: Readonly<Record<string, Attribute>> }) => schema.attributes;
/** Returns true if the change from one value to another needs a new object. */
const changes = ({ requiresReplace }: Attribute, prior: unknown, plan: unknown) =>
  typeof requiresReplace === 'function' ? requiresReplace({ prior, plan }) : requiresReplace;
const modes = (attributes: Readonly<Record<string, Attribute>>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, { mode }]) => [name, mode]));

test('a group has the promised attributes, and none that change on their own', () => {
  expect(modes(getKnownAttributes(resourceSchema(group)))).toEqual({
    uid: 'computed',
    parent_uid: 'optional',
    name: 'required',
    description: 'optional',
    resource_limits: 'computed',
    verified: 'computed',
    create_time: 'computed',
    deletion_protection: 'optional+computed',
  });
});

test('settings of Terraform: timeouts of every kind, as a block, and protection for kinds that declare it', () => {
  for (const declaration of declarations) {
    const { attributes, blocks } = resourceSchema(declaration);
    expect(blocks).toMatchObject({ timeouts: { nesting: 'single' } });
    expect(modes(blocks!['timeouts']!.attributes)).toEqual({
      create: 'optional',
      read: 'optional',
      update: 'optional',
      delete: 'optional',
    });
    const { deletion_protection: protection } = attributes;
    expect(protection?.default).toBe(declaration.terraform?.deletionProtection === true ? false : undefined);
  }
  const protectable = declarations.filter(({ terraform }) => terraform?.deletionProtection === true);
  expect(protectable.map(({ kind }) => kind)).toEqual(['Group', 'Identity']);
});

test('an identity has its four relationships and no e-mail address or last-seen time', () => {
  expect(Object.keys(getKnownAttributes(resourceSchema(identity))).sort()).toEqual([
    'aws_identity',
    'claim_match',
    'create_time',
    'deletion_protection',
    'description',
    'group_uid',
    'name',
    'rotate_on',
    'service_principal',
    'static_keys',
    'uid',
  ]);
});

test('values to rotate on replace the object if one map replaces another one', () => {
  const attribute = getKnownAttributes(resourceSchema(identity))['rotate_on']!;
  expect(attribute).toMatchObject({ type: ['map', 'string'], mode: 'optional' });
  const values = fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 });
  fc.assert(
    fc.property(values, values, (prior, plan) => {
      expect(changes(attribute, prior, Object.fromEntries(Object.entries(prior).reverse()))).toBe(false);
      expect(changes(attribute, prior, { ...prior, unknown: UNKNOWN })).toBe(true);
      expect(changes(attribute, prior, UNKNOWN)).toBe(true);
      for (const none of [null, plan]) expect(changes(attribute, null, none)).toBe(false);
      expect(changes(attribute, prior, null)).toBe(false);
      const isAnother = Object.keys({ ...prior, ...plan }).some((key) => prior[key] !== plan[key]);
      expect(changes(attribute, prior, plan)).toBe(isAnother);
    }),
  );
});

test('messages become nested objects with attributes of their own', () => {
  const { type } = getKnownAttributes(resourceSchema(identity))['claim_match']!;
  expect((type as NestedType).nesting).toBe('single');
  expect(modes((type as NestedType).attributes)).toMatchObject({ issuer: 'optional', issuer_pattern: 'optional' });
  expect((type as NestedType).attributes['claims']!.type).toEqual(['map', 'string']);
});

test('a list without a meaningful order is a set, and integers are numbers', () => {
  expect(getKnownAttributes(resourceSchema(role))['capabilities']!.type).toEqual(['set', 'string']);
  expect(getKnownAttributes(resourceSchema(group))['resource_limits']!.type).toEqual(['map', 'number']);
});

test('the role of a role binding changes in place, its identity and its group do not', () => {
  const attributes = getKnownAttributes(resourceSchema(roleBinding));
  expect(Object.keys(attributes).sort()).toEqual(['create_time', 'group_uid', 'identity_uid', 'role_uid', 'uid']);
  expect(attributes['role_uid']!.requiresReplace).toBeUndefined();
  expect(attributes['identity_uid']!.requiresReplace).toBe(true);
  expect(attributes['group_uid']).toMatchObject({ mode: 'required', requiresReplace: true });
});

test('everything computed keeps its value through an update', () => {
  for (const declaration of declarations)
    for (const attribute of Object.values(getKnownAttributes(resourceSchema(declaration))))
      if (attribute.mode === 'computed') expect(attribute.useStateForUnknown).toBe(true);
});

test('in a kind without updates, every change needs a new object', () => {
  const attributes = getKnownAttributes(resourceSchema({ ...group, operations: ['list', 'get', 'create', 'delete'] }));
  expect(changes(attributes['description']!, 'a', 'b')).toBe(true);
  expect(changes(attributes['description']!, '', null)).toBe(false);
  expect(attributes['verified']!.requiresReplace).toBeUndefined();
});

test('immutable fields need a new object, server defaults are optional, secrets are sensitive', () => {
  const kind: Declaration = {
    ...group,
    fields: {
      uid: group.fields.uid,
      seal: string(['required', 'immutable'], 'Fixed.'),
      tier: string(['optional', 'serverDefault'], 'Chosen by the service if not given.'),
      limits: message(['optional'], 'Limits.', { most: string(['optional', 'serverDefault'], 'Chosen likewise.') }),
      code: string(['outputOnly', 'sensitive'], 'Secret.'),
      extra: json(['optional'], 'Open content.'),
      internal: string(['optional'], 'Internal.', {}, { notInTerraform: 'only for the service itself' }),
    },
  };
  expect(getKnownAttributes(resourceSchema(kind))).toMatchObject({
    seal: { mode: 'required', requiresReplace: expect.any(Function) },
    tier: { mode: 'optional+computed', useStateForUnknown: true },
    limits: {
      mode: 'optional',
      type: { attributes: { most: { mode: 'optional+computed', useStateForUnknown: true } } },
    },
  });
  expect(getKnownAttributes(resourceSchema(kind))).not.toHaveProperty('internal');
  // Shown once, and never stored in clear text.
  expect(getKnownAttributes(resourceSchema(kind))).not.toHaveProperty('code');
  const { extra } = getKnownAttributes(resourceSchema(kind));
  expect(extra).toMatchObject({ type: 'string', mode: 'optional' });
  expect(['{"a":1}', '{'].map((text) => extra!.validate![0]!(text))).toEqual([
    undefined,
    'must be JSON, for example from jsonencode',
  ]);
});

test('type names begin with the provider and match the declaration', () => {
  expect(declarations.filter((kind) => kind.terraform?.type !== undefined).map(typeName)).toEqual(
    expect.arrayContaining(['platform_group', 'platform_identity', 'platform_role', 'platform_role_binding']),
  );
});
