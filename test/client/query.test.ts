import { searchParams } from '../../src/client/query';
import { camelCase, snakeCase } from '../../src/api';
import { advisory, declarations, group, roleBinding, tag } from '../../src/resources';
import { sortKeys } from '../../src/schema';
import { ROOT } from './canned';

describe('the query of a list', () => {
  it('spells every parameter as the specification does (§4 List parameters)', () => {
    const query = searchParams(group, {
      descendantsOf: ROOT,
      childrenOf: ROOT,
      inRoot: true,
      ids: ['a', 'b'],
      pageSize: 7,
      pageToken: 'x/y=',
      orderBy: 'name desc',
      skip: 3,
      name: 'a&b',
    });
    expect([...query]).toEqual([
      ['uidp.descendants_of', ROOT],
      ['uidp.children_of', ROOT],
      ['uidp.in_root', 'true'],
      ['uidp.ids', 'a'],
      ['uidp.ids', 'b'],
      ['name', 'a&b'],
      ['order_by', 'name desc'],
      ['page_size', '7'],
      ['page_token', 'x/y='],
      ['skip', '3'],
    ]);
  });

  it('asks for the largest page unless told otherwise (§8: 200)', () => {
    expect(searchParams(group, {}).toString()).toBe('page_size=200');
  });

  it('takes every filter that a kind declares, by its name in camelCase', () => {
    for (const declaration of declarations) {
      for (const name of Object.keys(declaration.filters)) {
        expect(searchParams(declaration, { [camelCase(name)]: 'x' }).get(name)).toBe('x');
      }
    }
    expect(searchParams(advisory, { advisoryIds: ['a', 'b'] }).getAll('advisory_ids')).toEqual(['a', 'b']);
  });

  it('refuses what the kind does not declare, for the service would ignore it and list everything', () => {
    expect(() => searchParams(roleBinding, { name: 'x' })).toThrow(
      new TypeError('Lists of roleBindings have no filter "name"; they have identity, group, role.'),
    );
    expect(() => searchParams(group, { toString: 'x' })).toThrow('no filter "toString"');
    expect(() => searchParams(group, { filters: { name: 'x' } })).toThrow('no filter "filters"');
  });

  it.each([
    [roleBinding, { identiy: ROOT }, 'Did you mean identity?'],
    [group, { childrnOf: ROOT }, 'Did you mean childrenOf?'],
    [tag, { updated_since: 'x' }, 'Did you mean updatedSince?'],
    [group, { orderby: 'name' }, 'Did you mean orderBy?'],
  ])('suggests the name that was meant', (declaration, query, words) => {
    expect(() => searchParams(declaration, query)).toThrow(words);
  });

  it('refuses an empty filter, which the service would take for none', () => {
    for (const query of [{ name: '' }, { childrenOf: '' }, { descendantsOf: '' }]) {
      expect(() => searchParams(group, query)).toThrow(/^The filter \w+ is empty; leave it out to list without it\.$/);
    }
    expect(searchParams(group, { name: undefined }).has('name')).toBe(false);
    expect(() => searchParams(group, { name: null })).toThrow('The filter name must be a text.');
  });

  it('takes every order that a kind declares, in either spelling, and no other', () => {
    for (const declaration of declarations) {
      for (const key of sortKeys(declaration)) {
        for (const orderBy of [key, `${key} desc`, `${snakeCase(key)} asc`])
          expect(searchParams(declaration, { orderBy }).get('order_by')).toBe(orderBy);
      }
    }
    for (const orderBy of ['', 'nonsense', 'name down', 'name desc, uid', 'toString'])
      expect(() => searchParams(group, { orderBy })).toThrow(
        /^Lists of groups cannot be ordered by ".*", but by uid, name/,
      );
    expect(() => searchParams(group, { orderBy: 'create_tme desc' })).toThrow('Did you mean createTime?');
  });
});
