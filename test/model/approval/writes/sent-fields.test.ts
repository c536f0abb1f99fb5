/** The fields of a create and of an update, derived from planned values. */
import { createSentFields } from '../../../../src/model/approval';
import { UNKNOWN } from '../../../../src/plugin';
import { apiObject } from '../../../../src/provider/convert/to-api';
import { declarations, group, identity, role } from '../../../../src/model/kinds';
import {
  type Declaration,
  type Field,
  type FieldType,
  isInput,
  decidingFields,
  inputs,
  nestedFields,
  parentAttribute,
  resourceFields,
  terraformInputs,
  versionAttribute,
} from '../../../../src/model/schema';

const { apiValue, createFields, createInput, updateChanges } = createSentFields((value) => value === UNKNOWN);
const untyped = (declaration: unknown) => declaration as Declaration;

const field = (type: FieldType, behavior: Field['behavior'] = [], more: Partial<Field> = {}): Field => ({
  ...{ type, behavior, description: '' },
  ...more,
});
const text: FieldType = { is: 'string' };
const oidc: FieldType = {
  is: 'message',
  fields: {
    issuer: field(text),
    clientSecret: field(text, ['inputOnly', 'sensitive']),
    limit: field(text, ['serverDefault'], { nameInTerraform: 'loginLimit' }),
    oldName: field(text, [], { notInTerraform: 'It is old.' }),
    once: field(text, ['inputOnly']),
  },
};
/** A kind with a field of each behavior and type. */
const every: Declaration = {
  ...group,
  naturalKey: ['name', 'once'],
  fields: {
    uid: field(text, ['identifier']),
    name: field(text),
    label: field(text, [], { nameInTerraform: 'displayName', decidesAccess: true }),
    fixed: field(text, ['immutable'], { decidesAccess: true }),
    created: field(text, ['outputOnly'], { decidesAccess: true }),
    seen: field(text, ['outputOnly'], { output: 'volatile' }),
    code: field(text, ['outputOnly', 'sensitive']),
    oldName: field(text, [], { notInTerraform: 'It is old.' }),
    once: field(text, ['inputOnly'], { decidesAccess: true }),
    secretKey: field(text, ['inputOnly', 'sensitive']),
    oidc: field(oidc),
    open: field({ is: 'json' }),
    list: field({ is: 'list', of: text }),
    map: field({ is: 'map', of: text }),
    flag: field({ is: 'bool' }),
    count: field({ is: 'integer' }),
  },
  terraform: { type: 'every', fields: { ownKey: field(text, ['inputOnly']), note: field(text) } },
};
const names = (fields: readonly (readonly [string, Field])[]) => fields.map(([name]) => name);
const none = { config: {} };

test('a resource has the fields that stay constant and that Terraform knows', () => {
  const { oldName: _, seen: __, code: ___, ...own } = every.fields;
  expect(names(resourceFields(every))).toEqual(Object.keys(own));
  const { uid: ____, created: _____, ...sent } = own;
  expect(names(inputs(every))).toEqual(Object.keys(sent));
  for (const declaration of declarations) expect(inputs(declaration).every(([, own]) => isInput(own))).toBe(true);
});

test('a deletion is approved with the fields of the key and those that decide access, as far as a response shows them', () => {
  expect(names(decidingFields(every))).toEqual(['name', 'label', 'fixed']);
});

test('the inputs that exist only in Terraform, the versions of secrets and the parent have their attributes', () => {
  expect([names(terraformInputs(every)), versionAttribute('a')]).toEqual([['ownKey'], 'a_wo_version']);
  const { terraform: _, parent: __, ...bare } = every;
  expect([terraformInputs(bare), parentAttribute(bare), parentAttribute(role)]).toEqual([[], undefined, 'group_uid']);
});

test('a message has the fields that Terraform knows, and an output those that a response contains', () => {
  if (oidc.is !== 'message') throw new Error('oidc is a message');
  expect(names(nestedFields(oidc))).toEqual(['issuer', 'clientSecret', 'limit', 'once']);
  expect(names(nestedFields(oidc, { readable: true }))).toEqual(['issuer', 'limit']);
});

test.each<[FieldType, unknown, unknown]>([
  [text, 'a', 'a'],
  [text, null, undefined],
  [text, undefined, undefined],
  [text, UNKNOWN, UNKNOWN],
  [{ is: 'json' }, '{"a":[1]}', { a: [1] }],
  [{ is: 'json' }, 'null', undefined],
  [{ is: 'json' }, '{', '{'],
  [{ is: 'json' }, 7, 7],
  [oidc, { issuer: 'a', login_limit: 'b', limit: 'c', old_name: 'd', once: null }, { issuer: 'a', limit: 'b' }],
  [oidc, { issuer: UNKNOWN }, { issuer: UNKNOWN }],
  [oidc, 'no message', 'no message'],
  [oidc, UNKNOWN, UNKNOWN],
  [text, ['a'], ['a']],
  [text, { a: 'b' }, { a: 'b' }],
  [{ is: 'list', of: oidc }, [{ issuer: 'a' }, { issuer: null }], [{ issuer: 'a' }, {}]],
  [{ is: 'list', of: text }, 'no list', 'no list'],
  [{ is: 'map', of: oidc }, { a_b: { login_limit: 'x' } }, { a_b: { limit: 'x' } }],
  [{ is: 'map', of: text }, 'no map', 'no map'],
])('a value of %j in Terraform, %j, is %j in the API', (type, value, expected) => {
  expect(apiValue(type, value)).toStrictEqual(expected);
});

test('a create sends a false and a zero that are set, and no other default', () => {
  const plan = { name: 'a', display_name: '', list: [], map: {}, oidc: { issuer: '' }, flag: false, count: 0 };
  expect(createInput(every, { plan, ...none })).toStrictEqual({ name: 'a', flag: false, count: 0 });
});

test('a create sends renamed attributes, the configured secrets, and no value that is unknown', () => {
  const plan = {
    ...{
      name: 'a',
      display_name: 'b',
      label: 'c',
      secret_key: 'planned',
      created: 'now',
      old_name: 'x',
      fixed: UNKNOWN,
    },
    oidc: { issuer: 'i', client_secret: null, login_limit: UNKNOWN },
  };
  const config = { secret_key: 'hunter2', oidc: { issuer: 'other', client_secret: 'hunter3' } };
  expect(createInput(every, { plan, config })).toStrictEqual({
    ...{ name: 'a', label: 'b', secretKey: 'hunter2' },
    oidc: { issuer: 'i', clientSecret: 'hunter3' },
  });
  expect(createInput(every, { plan, config: {} })).toMatchObject({ oidc: { issuer: 'i' } });
  expect(createInput(every, { plan: { oidc: 'no message' }, ...none })).toStrictEqual({ oidc: 'no message' });
});

test('an approved create contains the inputs that exist only in Terraform', () => {
  expect(createFields(every, { plan: { name: 'a', own_key: 'k', note: 'n' }, ...none })).toEqual({
    name: 'a',
    ownKey: 'k',
  });
  for (const own_key of [null, UNKNOWN])
    expect(createFields(every, { plan: { name: 'a', own_key }, ...none })).toStrictEqual({ name: 'a' });
});

test('an update leaves out immutable and unknown values', () => {
  const plan = { name: UNKNOWN, fixed: 'b', display_name: 'b', created: 'b' };
  const prior = { name: 'a', fixed: 'a', display_name: 'a', created: 'a' };
  expect(updateChanges(every, { plan, ...none }, prior)).toStrictEqual({ label: 'b' });
});

test('a value that the service decides inside of a message is no change', () => {
  const prior = { oidc: { issuer: 'i', login_limit: '1' } };
  const change = (own: unknown) => updateChanges(every, { plan: { oidc: own }, ...none }, prior);
  expect(change({ issuer: 'i', login_limit: UNKNOWN })).toEqual({});
  expect(change({ issuer: 'j', login_limit: UNKNOWN })).toStrictEqual({ oidc: { issuer: 'j' } });
  expect(change({ issuer: 'i', login_limit: '2' })).toStrictEqual({ oidc: { issuer: 'i', limit: '2' } });
  expect(updateChanges(every, { plan: { oidc: { issuer: UNKNOWN } }, ...none }, {})).toStrictEqual({ oidc: {} });
});

describe('a secret that is only sent', () => {
  const config = { secret_key: 'hunter2', oidc: { client_secret: 'hunter3' } };
  const before = { secret_key_wo_version: 1, oidc: { issuer: 'i', client_secret_wo_version: 1 } };
  const change = (plan: object, more: object = config, prior: object = before) =>
    updateChanges(every, { plan: { ...before, ...plan }, config: { ...more } }, { ...prior });

  test('is sent again with another version alone', () => {
    expect(change({})).toEqual({});
    expect(change({ secret_key_wo_version: 2 })).toStrictEqual({ secretKey: 'hunter2' });
    expect(change({ secret_key_wo_version: null })).toStrictEqual({ secretKey: 'hunter2' });
    expect(change({ oidc: UNKNOWN })).toStrictEqual({});
    expect(change({ oidc: { issuer: 'i', client_secret_wo_version: 2 } })).toStrictEqual({
      oidc: { issuer: 'i', clientSecret: 'hunter3' },
    });
    expect(change({ oidc: { issuer: 'j', client_secret_wo_version: 1 } })).toStrictEqual({
      oidc: { issuer: 'j', clientSecret: 'hunter3' },
    });
  });

  test('is cleared if its version and its value are removed', () => {
    expect(change({ secret_key_wo_version: null }, {})).toStrictEqual({ secretKey: '' });
    expect(change({ oidc: { issuer: 'i', client_secret_wo_version: null } }, {})).toStrictEqual({
      oidc: { issuer: 'i', clientSecret: '' },
    });
    // Without a version before, the service keeps what it has.
    const unversioned = { secret_key_wo_version: 1, oidc: { issuer: 'i' } };
    expect(change({ oidc: { issuer: 'j', client_secret_wo_version: null } }, {}, unversioned)).toStrictEqual({
      oidc: { issuer: 'j' },
    });
    expect(change({ oidc: { issuer: 'j', client_secret_wo_version: 1 } }, {})).toStrictEqual({ oidc: { issuer: 'j' } });
  });

  test('is not sent in a message if it is empty: the service keeps the stored one', () => {
    const empty = { oidc: { client_secret: '' } };
    const plan = { oidc: { issuer: 'j', client_secret_wo_version: null } };
    expect(change(plan, empty)).toStrictEqual({ oidc: { issuer: 'j' } });
  });

  test('that nobody has versioned is no change', () => {
    expect(
      change(
        { oidc: { issuer: 'i' }, secret_key_wo_version: null },
        {},
        { oidc: { issuer: 'i', client_secret_wo_version: null } },
      ),
    ).toEqual({});
    expect(change({ oidc: null, secret_key_wo_version: 1 }, {}, { ...before, oidc: null })).toEqual({});
  });
});

test('the attributes of an object have the names of the API, without null', () => {
  const fields = Object.entries(every.fields);
  expect(apiObject(fields, { display_name: 'a', name: null, oidc: { login_limit: 'b' } })).toStrictEqual({
    ...{ label: 'a', oidc: { limit: 'b' } },
  });
});

test('a create sends values other than defaults, with the names of the API', () => {
  const plan = {
    uid: UNKNOWN,
    group_uid: 'somewhere',
    name: 'ci',
    description: '',
    claim_match: { issuer: 'https://a', subject_pattern: '^x$', audience: null, claims: { a_b: '1' } },
    static_keys: null,
  };
  expect(createInput(untyped(identity), { plan, config: {} })).toEqual({
    name: 'ci',
    claimMatch: { issuer: 'https://a', subjectPattern: '^x$', claims: { a_b: '1' } },
  });
});

test('an update sends only fields whose meaning changes', () => {
  const plan = { name: 'a', description: 'new', verified: true };
  expect(updateChanges(untyped(group), { plan, config: {} }, { name: 'a', description: 'old' })).toEqual({
    description: 'new',
  });
  expect(
    updateChanges(
      untyped(group),
      { plan: { name: 'a', description: null }, config: {} },
      { name: 'a', description: '' },
    ),
  ).toEqual({});
});

test('a cleared field is sent with its zero value, a cleared message without a value', () => {
  expect(
    updateChanges(
      untyped(group),
      { plan: { name: 'a', description: null }, config: {} },
      { name: 'a', description: 'old' },
    ),
  ).toEqual({
    description: '',
  });
  const before = { name: 'ci', claim_match: { issuer: 'https://a', subject: 's' } };
  const changes = updateChanges(untyped(identity), { plan: { name: 'ci', claim_match: null }, config: {} }, before);
  expect(changes).toStrictEqual({ claimMatch: undefined });
});

test('a changed message is sent whole', () => {
  const before = { name: 'ci', claim_match: { issuer: 'https://a', subject: 'old' } };
  const plan = { name: 'ci', claim_match: { issuer: 'https://a', subject: 'new' } };
  expect(updateChanges(untyped(identity), { plan, config: {} }, before)).toEqual({
    claimMatch: { issuer: 'https://a', subject: 'new' },
  });
});

test('another order of a set is not a change', () => {
  const plan = { name: 'r', capabilities: ['groups.list', 'roles.list'] };
  expect(
    updateChanges(untyped(role), { plan, config: {} }, { name: 'r', capabilities: ['roles.list', 'groups.list'] }),
  ).toEqual({});
});
