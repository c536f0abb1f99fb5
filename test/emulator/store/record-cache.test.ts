import { createRecordCache } from '../../../src/emulator/store/record-cache';
import type { StoredRecord } from '../../../src/emulator/store/row';

const cached = (uid: string): StoredRecord => ({
  kind: 'Group',
  uid,
  name: uid,
  values: {},
  createTime: '',
  updateTime: '',
});

test('the cache drops the least recently used records above its limit', () => {
  const cache = createRecordCache(10);
  const held = () => ['a', 'b', 'c', 'd'].filter((uid) => cache.get('Group', uid) !== undefined);
  for (const uid of ['a', 'b', 'c']) cache.set(cached(uid), 3);
  cache.get('Group', 'a');
  cache.set(cached('d'), 3);
  expect(held()).toEqual(['a', 'c', 'd']);
  cache.set(cached('a'), 4);
  expect(held()).toEqual(['a', 'c', 'd']);
  cache.delete('Group', 'c');
  cache.set(cached('b'), 11);
  expect(held()).toEqual([]);
});

test('objects of different kinds can have the same uid', () => {
  const cache = createRecordCache();
  cache.set(cached('a'), 1);
  expect(cache.get('AccountAssociation', 'a')).toBeUndefined();
  cache.clear();
  expect(cache.get('Group', 'a')).toBeUndefined();
});
