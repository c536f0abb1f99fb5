import { createRecordCache } from '../../../src/emulator/store/record-cache';
import type { StoredRecord } from '../../../src/emulator/store/row';

const record = (uid: string): StoredRecord => ({
  kind: 'Group',
  uid,
  name: uid,
  values: {},
  createTime: '',
  updateTime: '',
});

test('it holds as much JSON as it may, and lets go of what was not used for longest', () => {
  const cache = createRecordCache(10);
  const held = () => ['a', 'b', 'c', 'd'].filter((uid) => cache.get('Group', uid) !== undefined);
  for (const uid of ['a', 'b', 'c']) cache.set(record(uid), 3);
  cache.get('Group', 'a');
  cache.set(record('d'), 3);
  expect(held()).toEqual(['a', 'c', 'd']);
  cache.set(record('a'), 4);
  expect(held()).toEqual(['a', 'c', 'd']);
  cache.delete('Group', 'c');
  cache.set(record('b'), 11);
  expect(held()).toEqual([]);
});

test('a uid is one of its kind', () => {
  const cache = createRecordCache();
  cache.set(record('a'), 1);
  expect(cache.get('AccountAssociation', 'a')).toBeUndefined();
  cache.clear();
  expect(cache.get('Group', 'a')).toBeUndefined();
});
