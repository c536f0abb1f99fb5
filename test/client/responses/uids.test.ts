import { readUid, readUidsOfV1 } from '../../../src/client/responses/uids';
import { responseOf } from './response';

const uid = `${'c0ffee'.repeat(7).slice(0, 40)}/${'1'.repeat(16)}`;
const other = `${'c0ffee'.repeat(7).slice(0, 40)}/${'2'.repeat(16)}`;

test('the uids of v1 are read, and an empty list is present', () => {
  expect(readUidsOfV1(responseOf({ items: [{ id: uid }, { id: other, name: 'x' }] }), undefined)).toEqual([uid, other]);
  expect(readUidsOfV1(responseOf({ items: [] }), undefined)).toEqual([]);
});

test('a name that the service ignored is applied here; an object without a name may have it', () => {
  const items = [{ id: uid, name: 'a' }, { id: other, name: 'b' }, { id: uid }];
  expect(readUidsOfV1(responseOf({ items }), 'a')).toEqual([uid, uid]);
});

test('a response without the list is no empty list', () => {
  for (const body of [{}, { items: null }, { items: {} }])
    expect(() => readUidsOfV1(responseOf(body), undefined)).toThrow(
      expect.objectContaining({ isNotAList: true, problem: 'expected a list "items"' }),
    );
});

test('an item without a uid makes the whole list malformed', () => {
  for (const item of [{}, { id: 'x' }, 'x', null])
    expect(() => readUidsOfV1(responseOf({ items: [{ id: uid }, item] }), undefined)).toThrow(
      'items: expected objects with a uid in "id"',
    );
});

test('a lookup answers one uid', () => {
  expect(readUid(responseOf({ uid }))).toBe(uid);
  for (const body of [{}, { uid: '' }, { uid: 'me' }, { uid: [uid] }])
    expect(() => readUid(responseOf(body))).toThrow('uid: expected a uid');
});
