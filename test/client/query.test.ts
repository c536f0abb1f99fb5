import { searchParams } from '../../src/client/query';
import { declarations, group, roleBinding } from '../../src/resources';
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
      filters: { name: 'a&b' },
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

  it('takes every filter that a kind declares', () => {
    for (const declaration of declarations) {
      for (const name of Object.keys(declaration.filters)) {
        expect(searchParams(declaration, { filters: { [name]: 'x' } }).get(name)).toBe('x');
      }
    }
  });

  it('refuses a filter that the kind does not declare, for the service would ignore it and list everything', () => {
    expect(() => searchParams(roleBinding, { filters: { name: 'x' } })).toThrow(
      'Lists of roleBindings have no filter "name"; they have identity, group, role.',
    );
    expect(() => searchParams(group, { filters: { toString: 'x' } })).toThrow('no filter "toString"');
  });
});
