// @slow
/** Cached counts and records against the database, over any writes. */
import fc from 'fast-check';
import { declarations } from '../../../src/model/kinds';
import type { StoredRecord } from '../../../src/emulator/store/row';
import {
  anyOf,
  atLeast,
  beneath,
  contains,
  equal,
  isRoot,
  oneOf,
  unset,
  within,
  withinOneOf,
  type Condition,
} from '../../../src/emulator/store/selection';
import { createMatchCounts } from '../../../src/emulator/store/match-counts';
import { openStore } from '../../../src/emulator/store/store';

// A guard against hanging, no measure of speed.
jest.setTimeout(120_000);

const kind = 'Identity';
const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');
const root = (n: number) => hex(n % 2, 40);
const parent = (n: number) => `${root(n)}/${hex(n % 3, 16)}`;

/** The object of a number, in one of its versions. */
function record(n: number, version = 0): StoredRecord {
  const isRootObject = n % 50 === 0;
  const time = `2026-01-01T00:00:00.${String(version % 10).padStart(3, '0')}Z`;
  return {
    kind,
    uid: isRootObject ? hex(n + 2, 40) : `${parent(n)}/${hex(n, 16)}`,
    parent: isRootObject ? undefined : parent(n),
    name: version % 2 === 0 ? 'ci' : 'bot',
    values: {
      name: version % 2 === 0 ? 'ci' : 'bot',
      ...(version % 3 === 0 && { relationshipType: 'A', includeDates: true, claimMatch: { issuer: 'x' } }),
    },
    createTime: time,
    updateTime: time,
  };
}

const conditions: readonly (readonly Condition[])[] = [
  [],
  [equal('name', 'ci')],
  [equal('parent', parent(1)), equal('relationshipType', 'A')],
  [within(root(0))],
  [beneath(parent(1))],
  [beneath(parent(1)), unset('includeDates')],
  [unset('claimMatch')],
  [equal('claimMatch.issuer', 'x')],
  [equal('includeDates', 1)],
  [isRoot],
  [anyOf([withinOneOf([parent(1), parent(2)]), isRoot])],
  [withinOneOf([parent(0), parent(2), root(1)])],
  [oneOf('name', ['ci', 'none'])],
  [atLeast('updateTime', '2026-01-01T00:00:00.001Z')],
  [contains('name', 'C')],
];

const write = fc.record({
  what: fc.constantFrom('insert', 'replace', 'replace', 'remove', 'undo', 'clear'),
  n: fc.nat(1_600),
  version: fc.nat(5),
});

test('counts, records and lists agree with the database after any writes', () => {
  fc.assert(
    fc.property(fc.array(write, { minLength: 5, maxLength: 40 }), (writes) => {
      const store = openStore(declarations);
      store.transaction(() => {
        for (let n = 0; n < 1_500; n++) store.insert(record(n, n % 6));
      });
      const check = () => {
        const all = store.all();
        const sorted = ['uid', 'name', 'parent', 'createTime'].map((field) => {
          const key = ({ uid, name, parent: group = '', createTime }: StoredRecord) =>
            `${{ uid: '', name, parent: group, createTime }[field] ?? ''} ${uid}`;
          const keyed = all.map((found) => [key(found), found.uid] as const);
          return [field, keyed.sort((one, other) => (one[0] < other[0] ? -1 : 1)).map(([, uid]) => uid)] as const;
        });
        for (const where of conditions) {
          const sql = where.map((condition) => condition.sql).join();
          const counted = store.count(kind, where);
          const wanted = new Set(
            all
              .filter((found) => where.every(({ matches }) => matches?.(found) ?? found.name === 'ci'))
              .map(({ uid }) => uid),
          );
          expect([sql, counted]).toEqual([sql, wanted.size]);
          for (const [field, uids] of sorted) {
            const ascending = uids.filter((uid) => wanted.has(uid));
            for (const descending of [false, true]) {
              const order = { field, descending };
              const page = store.select({ kind, where, order, skip: 3, limit: 20 }).map((row) => row.record.uid);
              const expected = descending ? ascending.toReversed() : ascending;
              expect([sql, order, page]).toEqual([sql, order, expected.slice(3, 23)]);
            }
          }
        }
      };
      check();
      for (const { what, n, version } of writes) {
        const target = record(n, version);
        const known = store.get(kind, target.uid);
        if (what === 'insert' && known === undefined) store.insert(target);
        if (what === 'replace' && known !== undefined) store.replace(target);
        if (what === 'remove') store.remove(kind, target.uid);
        if (what === 'clear' && n < 40) store.clear();
        if (what === 'undo')
          expect(() =>
            store.transaction(() => {
              store.remove(kind, target.uid);
              store.insert(target);
              expect(store.get(kind, target.uid)?.updateTime).toBe(target.updateTime);
              throw new Error('undone');
            }),
          ).toThrow('undone');
        const now = store.all().find(({ uid }) => uid === target.uid);
        expect(store.get(kind, target.uid)).toEqual(now);
      }
      check();
      store.close();
    }),
    { numRuns: 6 },
  );
});

test('a count is right after each write, although it was read only once', () => {
  const decided = conditions.filter((where) => where.every(({ matches }) => matches !== undefined));
  const change = fc.record({ n: fc.nat(1_600), version: fc.nat(5), isRemoved: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { minLength: 10, maxLength: 20 }), (changes) => {
      const records = new Map(Array.from({ length: 1_500 }, (_, n) => [n, record(n, n % 6)]));
      let reads = 0;
      const countAll = (where: readonly Condition[]) =>
        [...records.values()].filter((found) => where.every(({ matches }) => matches!(found))).length;
      const counts = createMatchCounts((_, where) => {
        reads++;
        return countAll(where);
      });
      const wanted = () => decided.map((where) => [where.map(({ sql }) => sql).join(), countAll(where)]);
      const counted = () => decided.map((where) => [where.map(({ sql }) => sql).join(), counts.count(kind, where)]);
      expect(counted()).toEqual(wanted());
      const before = reads;
      const small = wanted().filter(([, count]) => Number(count) < 500).length;
      for (const { n, version, isRemoved } of changes) {
        const after = isRemoved ? undefined : record(n, version);
        counts.changed(records.get(n), after);
        if (after === undefined) records.delete(n);
        else records.set(n, after);
        expect(counted()).toEqual(wanted());
      }
      expect(small).toBeLessThan(decided.length / 2);
      // Only small numbers are counted again.
      expect(reads - before).toBeLessThanOrEqual((small + 1) * changes.length);
      counts.changed({ ...record(1), kind: 'Group' }, undefined);
      expect(counted()).toEqual(wanted());
    }),
    { numRuns: 4 },
  );
});
