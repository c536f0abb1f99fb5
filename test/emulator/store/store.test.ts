import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declarations } from '../../../src/model/kinds';
import {
  anyOf,
  beneath,
  equal,
  getColumn,
  isRoot,
  oneOf,
  unset,
  within,
  withinOneOf,
} from '../../../src/emulator/store/selection';
import { type StoredRecord, unpackRecords } from '../../../src/emulator/store/row';
import { openStore } from '../../../src/emulator/store/store';

const kind = 'Group';
const root = 'a'.repeat(40);
const uids = [
  root,
  `${root}/1111111111111111`,
  `${root}/1111111111111111/2222222222222222`,
  `${root}/3333333333333333`,
  'b'.repeat(40),
];

function record(uid: string, values: Record<string, unknown> = {}): StoredRecord {
  const time = '2026-01-01T00:00:00.000Z';
  const end = uid.lastIndexOf('/');
  return {
    kind,
    uid,
    parent: end < 0 ? undefined : uid.slice(0, end),
    name: 'a',
    values,
    createTime: time,
    updateTime: time,
  };
}

function filled() {
  const store = openStore(declarations);
  for (const uid of uids) store.insert(record(uid));
  return store;
}

test('a subtree contains exactly the uids that begin with its uid and a slash', () => {
  const store = filled();
  const found = (condition: Parameters<typeof store.find>[1][number]) =>
    store.find(kind, [condition]).map(({ uid }) => uids.indexOf(uid));
  expect(found(within(uids[1]!))).toEqual([1, 2]);
  expect(found(beneath(root))).toEqual([1, 2, 3]);
  expect(found(withinOneOf([uids[1]!, uids[4]!]))).toEqual([1, 2, 4]);
  expect(found(withinOneOf([]))).toEqual([]);
  expect(found(anyOf([]))).toEqual([]);
  expect(found(anyOf([equal('parent', root), isRoot]))).toEqual([0, 1, 3, 4]);
});

test('a transaction that throws leaves nothing behind, not in counts either', () => {
  const store = filled();
  expect(store.count(kind, [])).toBe(5);
  const work = () => {
    store.remove(kind, root);
    store.insert(record('c'.repeat(40)));
    expect(store.count(kind, [])).toBe(5);
    throw new Error('no');
  };
  expect(() => store.transaction(work)).toThrow('no');
  expect(store.all().map(({ uid }) => uid)).toEqual(uids);
  expect([store.count(kind, []), store.count(kind, [beneath(root)])]).toEqual([5, 3]);
  store.transaction(() => store.transaction(() => store.remove(kind, root)));
  expect(store.get(kind, root)).toBeUndefined();
});

test('conditions on uids compare the whole uid, though an index contains only its last segment', () => {
  const store = filled();
  const [twin, other] = [`${uids[2]}/1111111111111111`, `${uids[1]}/4444444444444444`];
  store.insert(record(twin));
  for (const uid of [`${twin}/5555555555555555`, other]) store.insert(record(uid, { roleUid: twin }));
  const found = (condition: Parameters<typeof store.find>[1][number]) =>
    store.find(kind, [condition]).map(({ uid }) => uid);
  expect(found(equal('parent', uids[1]!))).toEqual([uids[2], other]);
  expect(found(equal('parent', twin))).toEqual([`${twin}/5555555555555555`]);
  expect(found(oneOf('parent', [twin, uids[3]!]))).toEqual([`${twin}/5555555555555555`]);
  expect(found(equal('roleUid', twin))).toEqual([`${twin}/5555555555555555`, other]);
  expect(found(equal('roleUid', uids[1]!))).toEqual([]);
  expect(found(unset('roleUid'))).toEqual([...uids.slice(0, 3), twin, ...uids.slice(3)]);
});

test('a new store finds the same records while it loads, after that, and after a load that failed', () => {
  const store = openStore(declarations);
  const fill = () => uids.forEach((uid) => store.insert(record(uid)));
  const found = () => store.find(kind, [equal('parent', root)]).map(({ uid }) => uids.indexOf(uid));
  const fail = () => {
    fill();
    throw new Error('no');
  };
  expect(() => store.load(fail)).toThrow('no');
  expect(found()).toEqual([]);
  const loaded = store.load(() => {
    fill();
    return found();
  });
  expect(loaded).toEqual([1, 3]);
  expect(found()).toEqual([1, 3]);
});

test('a data file has its indexes when it is opened again, also if it was empty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const file = join(folder, 'data.db');
  for (const expected of [0, 1]) {
    const store = openStore(declarations, file);
    expect(store.count(kind, [isRoot])).toBe(expected);
    if (expected === 0) store.insert(record(root));
    store.close();
  }
  rmSync(folder, { recursive: true });
});

test('packed records are all records, in parts', () => {
  const store = filled();
  expect(store.packed().flatMap(unpackRecords)).toEqual(store.all());
  expect(openStore(declarations).packed()).toEqual([]);
  for (let count = 0; count < 2_000; count++) store.insert(record(`${root}/${count.toString(16).padStart(16, '0')}`));
  expect(store.packed()).toHaveLength(2);
  expect(store.packed().flatMap(unpackRecords)).toHaveLength(2_005);
});

test('a kind has each uid once; another kind may have the same', () => {
  const store = filled();
  expect(() => store.insert(record(root))).toThrow('UNIQUE');
  store.insert({ ...record(root), kind: 'AccountAssociation' });
  expect(store.get('AccountAssociation', root)?.uid).toBe(root);
});

test('names of fields never come from outside: what is no plain name is thrown back', () => {
  for (const name of ["x') OR 1=1 --", 'a b', '', '$', 'a"b']) expect(() => getColumn(name)).toThrow(TypeError);
});

test('another process that is writing is waited for, and then named as the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const dataFile = join(folder, 'x.db');
  const [one, other] = [openStore(declarations, dataFile), openStore(declarations, dataFile)];
  one.transaction(() => {
    one.insert(record(root));
    expect(() => other.transaction(() => other.insert(record(root)))).toThrow(/locked|busy/i);
  });
  other.transaction(() => other.insert(record('d'.repeat(40))));
  expect(one.get(kind, 'd'.repeat(40))?.uid).toBe('d'.repeat(40));
  for (const store of [one, other]) store.close();
  rmSync(folder, { recursive: true });
});

test('a data file that cannot be one is named, with the reason in plain words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const garbage = join(folder, 'garbage.db');
  writeFileSync(garbage, 'no database at all'.repeat(500));
  expect(() => openStore(declarations, garbage)).toThrow(
    `The data file ${garbage} cannot be opened: file is not a database.`,
  );
  const nowhere = join(folder, 'missing/x.db');
  expect(() => openStore(declarations, nowhere)).toThrow(
    `The data file ${nowhere} cannot be opened: its folder does not exist.`,
  );
  rmSync(folder, { recursive: true });
});
