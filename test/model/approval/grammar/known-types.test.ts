/** The arguments that the grammar knows are those of the provider's schemas. */
import type { Schema } from '../../../../src/plugin';
import { declarations } from '../../../../src/model/kinds';
import { type Field, type FieldType, typeName } from '../../../../src/model/schema';
import { createProvider } from '../../../../src/provider/provider';
import {
  dataArguments,
  hasOwnUid,
  isKnown,
  isKnownAttribute,
  resourceArguments,
} from '../../../../src/model/approval/grammar/known-types';

const { resources = {}, dataSources = {} } = createProvider();

const schemasOf = (made: object): [type: string, schema: Schema][] =>
  Object.entries(made as Record<string, (() => { schema: Schema }) | { schema: Schema }>).map(([type, one]) => [
    type,
    (typeof one === 'function' ? one() : one).schema,
  ]);

/** Returns the arguments that a configuration can set. */
const settable = ({ attributes }: Schema) =>
  Object.entries(attributes).flatMap(([name, { mode }]) => (mode === 'computed' ? [] : [name]));

test.each(schemasOf(resources))('the arguments of the resource %s', (type, schema) => {
  expect([...(resourceArguments(type)?.keys() ?? [])].sort()).toEqual(settable(schema).sort());
});

test.each(schemasOf(dataSources))('the arguments of the data source %s', (type, schema) => {
  expect([...(dataArguments(type)?.keys() ?? [])].sort()).toEqual(settable(schema).sort());
});

test.each(schemasOf(resources))('a plan knows no attribute of %s that only the service sets', (type, schema) => {
  const known = Object.keys(schema.attributes).filter((name) => isKnownAttribute(type, [name]));
  expect(known.filter((name) => !settable(schema).includes(name))).toEqual([]);
});

test('a part that the service can set is unknown', () => {
  expect(isKnownAttribute('platform_identity', ['claim_match', 'subject'])).toBe(true);
  expect(isKnownAttribute('platform_identity', ['static_keys', 'issuer'])).toBe(true);
  expect(isKnownAttribute('platform_identity', ['static_keys', 'expiration_time'])).toBe(false);
  expect(isKnownAttribute('platform_identity', ['static_keys'])).toBe(false);
  expect(isKnownAttribute('platform_group', ['create_time'])).toBe(false);
  expect(isKnownAttribute('platform_role', ['capabilities'])).toBe(true);
});

test('what decides access, and which object it is, is marked', () => {
  const deciding = (type: string) =>
    [...(resourceArguments(type) ?? [])].flatMap(([name, { decides }]) => (decides ? [name] : []));
  expect(deciding('platform_role_binding')).toEqual(['group_uid', 'identity_uid', 'role_uid']);
  expect(deciding('platform_role')).toEqual(['group_uid', 'name', 'capabilities']);
  expect(deciding('platform_group')).toEqual(['parent_uid', 'name']);
  // A reference to a role decides access, although it is no part of the natural key.
  expect(deciding('platform_identity_provider')).toContain('default_role');
  expect(deciding('platform_group_invite')).toContain('role_uid');
});

test('an object has its own uid, unless its kind has that of the parent', () => {
  const types = declarations.map(typeName);
  expect(types.filter((type) => !hasOwnUid(type))).toEqual(['platform_account_association']);
  expect(['null_resource', 'platform_role_bindings_exclusive', ''].map(hasOwnUid)).toEqual([false, false, false]);
});

test('a plan knows each argument of a type of this provider, unless the service can decide a part of it or a response lacks it', () => {
  const known = (type: string) =>
    [...(resourceArguments(type)?.keys() ?? [])].filter((name) => isKnownAttribute(type, [name]));
  expect(known('platform_role_binding')).toEqual(['group_uid', 'identity_uid', 'role_uid']);
  expect(known('platform_identity_provider')).toEqual(['group_uid', 'name', 'description', 'default_role']);
  expect(known('platform_identity')).toEqual([
    'group_uid',
    'name',
    'description',
    'claim_match',
    'aws_identity',
    'service_principal',
    'rotate_on',
    'deletion_protection',
  ]);
  expect(isKnownAttribute('null_resource', ['id'])).toBe(false);
  expect(isKnownAttribute('platform_group', [])).toBe(false);
  expect(isKnownAttribute('platform_group', [0])).toBe(false);
  expect(isKnownAttribute('platform_identity', ['claim_match', 'none'])).toBe(false);
  expect(isKnownAttribute('platform_identity', ['claim_match', 0])).toBe(false);
});

test.each<[behavior: Field['behavior'], known: boolean]>([
  [[], true],
  [['optional'], true],
  [['immutable'], true],
  [['sensitive'], true],
  [['outputOnly'], false],
  [['identifier'], false],
  [['serverDefault'], false],
  [['inputOnly'], false],
])('a field that is %j is known to every plan: %s', (behavior, known) => {
  const field = (type: FieldType, own: Field['behavior']): Field => ({ type, behavior: own, description: '' });
  const text: FieldType = { is: 'string' };
  const around = field({ is: 'message', fields: { inner: field(text, behavior), other: field(text, []) } }, []);
  expect(isKnown(field(text, behavior), [])).toBe(known);
  expect([isKnown(around, []), isKnown(around, ['inner']), isKnown(around, ['other'])]).toEqual([known, known, true]);
});
