/** The names that a reference can lead to. */
import { readDeclaredNames, hasResourceTypes } from '../../../../src/model/approval/grammar/declared-names';
import { uid } from './stacks';

const body = {};

test('the addresses are those of the resources and data sources of all files', () => {
  const { addresses } = readDeclaredNames([
    {
      resource: { platform_group: { a: body, b: body }, null_resource: { c: body } },
      data: { platform_role: { d: body } },
    },
    { resource: { platform_group: { e: body } } },
    ...['text', null, [], { resource: [], data: 'text' }, { resource: { platform_group: 'text' } }],
  ]);
  expect([...addresses]).toEqual([
    ...['platform_group.a', 'platform_group.b', 'null_resource.c', 'platform_group.e', 'data.platform_role.d'],
  ]);
});

test.each([
  [{ a: {} }, ['a']],
  [{ a: { type: 'string', default: 'x' }, b_1: {} }, ['a', 'b_1']],
  [{ a: { ephemeral: true } }, ['a']],
  [{ 'a.b': {} }, []],
  [{ '0': {} }, []],
  [{ a: 'text' }, []],
  [{ a: null }, []],
  [{ a: [{}] }, []],
  [[{ a: {} }], []],
])('of the variables %j a reference can name %j', (variable, names) => {
  expect([...readDeclaredNames([{ variable }]).variables]).toEqual(names);
});

test('an import gives an address to the object with a literal uid', () => {
  const { imported } = readDeclaredNames([
    { import: [{ to: 'platform_group.a', id: uid }, { to: 'platform_group.b', id: 'no uid' }, 'text'] },
    { import: { to: 'platform_group.c', id: `${uid}/0011223344556677` } },
    ...[{ import: 'text' }, {}, null],
  ]);
  expect([...imported]).toEqual([
    [uid, 'platform_group.a'],
    [`${uid}/0011223344556677`, 'platform_group.c'],
  ]);
});

test.each([
  [{ resource: { platform_group: {} } }, true],
  [{ data: { platform_role: {} } }, true],
  [{ resource: { aws: {} }, data: { x: {}, platform_role: {} } }, true],
  [{ resource: { other_platform_group: {} }, data: { platform: {} } }, false],
  [{ output: { platform_group: {} } }, false],
  [{}, false],
  ['text', false],
  [null, false],
])('%j has blocks of this provider: %s', (document, has) => {
  expect(hasResourceTypes(document, 'platform_')).toBe(has);
});
