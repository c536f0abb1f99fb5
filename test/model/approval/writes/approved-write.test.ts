import { canonicalFields, listWrite, type Write } from '../../../../src/model/approval';
import { hashValue } from '../../../../src/model/approval/writes/approved-write';
import { group, identityProvider, role } from '../../../../src/model/kinds';
import type { Declaration, Field, FieldType } from '../../../../src/model/schema';

const root = 'c0ffee'.repeat(7).slice(0, 40);

test('fields are sorted, and sets are sorted without duplicates in one notation', () => {
  const fields = { name: 'x', capabilities: ['roles.list', 'CAP_IAM_GROUPS_LIST', 'groups.list'] };
  expect(JSON.stringify(canonicalFields(role, 'create', fields))).toBe(
    '{"capabilities":["groups.list","roles.list"],"name":"x"}',
  );
});

test('an update keeps a cleared field as null, and a create omits it', () => {
  const fields = { name: 'x', description: '' };
  expect(canonicalFields(group, 'update', fields)).toEqual({ name: 'x', description: null });
  expect(canonicalFields(group, 'create', fields)).toEqual({ name: 'x' });
});

test('fields that are not declared, and write-only secrets, are left out', () => {
  expect(canonicalFields(group, 'create', { name: 'x', toString: 'y', other: 1 })).toEqual({ name: 'x' });
  const oidc = { issuer: 'https://a.example', clientId: 'c', clientSecret: 'hunter2' };
  expect(JSON.stringify(canonicalFields(identityProvider, 'create', { name: 'x', oidc }))).not.toContain('hunter2');
});

test('the hash of a value depends on its object and its field', () => {
  const hashes = [
    hashValue('a', 'name', 'x'),
    hashValue('b', 'name', 'x'),
    hashValue('a', 'description', 'x'),
    hashValue('a', 'name', 'y'),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashValue('a', 'name', 'x')).toBe(hashes[0]);
});

const write: Write = {
  action: 'create',
  declaration: group,
  parent: root,
  fields: { name: 'shop', description: 'private' },
};

test('a listed create has its placeholder, and neither sensitive nor unknown values', () => {
  const reported = listWrite({
    ...{ write, placeholder: 'PLACEHOLDER', path: 'acme/shop', key: { name: 'shop', description: 'private' } },
    isSensitive: (name) => name === 'description',
    unknown: ['name'],
  });
  expect(reported).toStrictEqual({
    ...{ action: 'create', kind: 'Group', uid: 'PLACEHOLDER', parent: root, path: 'acme/shop', key: {}, fields: {} },
    hashed: { description: hashValue('acme/shop', 'description', 'private') },
    unknown: ['name'],
  });
});

test('a listed update has the uid of its object, and no empty parts', () => {
  const update: Write = { action: 'update', declaration: group, uid: root, fields: { name: 'acme' } };
  const reported = listWrite({
    write: update,
    placeholder: 'X',
    path: 'acme',
    key: { name: 'acme' },
    isSensitive: () => false,
    unknown: [],
  });
  expect(reported).toStrictEqual({
    ...{ action: 'update', kind: 'Group', uid: root, path: 'acme', key: { name: 'acme' }, fields: { name: 'acme' } },
  });
});

const field = (type: FieldType, ...behavior: Field['behavior']): Field => ({ type, behavior, description: '' });
const text: FieldType = { is: 'string' };
/** A kind with a field of each type. */
const every: Declaration = {
  ...group,
  fields: {
    secret: field(text, 'optional', 'inputOnly', 'sensitive'),
    list: field({ is: 'list', of: text }),
    sets: field({ is: 'list', of: { is: 'list', of: text, unordered: true }, unordered: true }),
    map: field({ is: 'map', of: text }),
    flag: field({ is: 'bool' }),
    count: field({ is: 'integer' }),
    open: field({ is: 'json' }),
    message: field({
      is: 'message',
      fields: { a: field(text), b: field({ is: 'integer' }), secret: field(text, 'inputOnly', 'sensitive') },
    }),
  },
  terraform: { type: 'group', fields: { key: field(text, 'inputOnly') } },
};

test.each<[string, unknown, unknown]>([
  ['secret', 'hunter2', undefined],
  ['list', ['b', 'a', 'b'], ['b', 'a', 'b']],
  ['sets', [['b', 'a'], ['c'], ['a', 'b', 'a']], [['a', 'b'], ['c']]],
  ['map', { b: 'x', a: '' }, { a: null, b: 'x' }],
  ['map', {}, null],
  ['flag', true, true],
  ['flag', false, null],
  ['count', 7, 7],
  ['open', { b: [1, false] }, { b: [1, false] }],
  ['message', { a: 'x', b: 0, secret: 'hunter2' }, { a: 'x' }],
  ['message', { a: 'x', b: 2, c: 3 }, { a: 'x', b: 2 }],
  ['message', { a: '', b: 0 }, null],
  ['key', 'k', 'k'],
])('the canonical form of %s %j is %j', (name, value, expected) => {
  const canonical = canonicalFields(every, 'update', { [name]: value });
  expect(canonical).toStrictEqual(expected === undefined ? {} : { [name]: expected });
});

test('a listed write has the objects that change before it, sorted', () => {
  const own = { write, path: 'acme', key: {}, isSensitive: () => false, unknown: [] };
  const after = ['b', 'a'].map((digit) => digit.repeat(40));
  expect(listWrite({ ...own, after }).after).toEqual([...after].sort());
  expect(listWrite({ ...own, after: after.slice(1) }).after).toEqual(after.slice(1));
  expect(listWrite({ ...own, after: [] })).not.toHaveProperty('after');
});

test('an empty part of a natural key is not listed, and unknown fields are sorted', () => {
  const reported = listWrite({
    ...{ write, path: 'acme', key: { name: '', description: 'x' }, isSensitive: () => false },
    unknown: ['name', 'description'],
  });
  expect([reported.key, reported.unknown]).toStrictEqual([{}, ['description', 'name']]);
  const named = listWrite({
    write,
    path: 'acme',
    key: { name: '', description: 'x' },
    isSensitive: () => false,
    unknown: [],
  });
  expect(named.key).toStrictEqual({ description: 'x' });
});

test('a root group has no parent, and an object with the uid of its group none of its own', () => {
  const { parent: _, ...rootless } = write;
  expect(
    Object.keys(listWrite({ write: rootless, path: 'a', key: {}, isSensitive: () => false, unknown: [] })),
  ).toEqual([...['action', 'kind', 'path', 'key', 'fields']]);
});
