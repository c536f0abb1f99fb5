import { createRecentObjects } from '../../../src/provider/refresh/recent-objects';
import { accountAssociation, group } from '../../../src/model/kinds';

function recentFor(ms: number, isYoung: (createTime: unknown) => boolean = () => true) {
  let now = 0;
  return {
    recent: createRecentObjects(() => now, ms, isYoung),
    pass: (by: number) => void (now += by),
  };
}
const any = () => true;
const [former, latest] = [
  { uid: 'u', name: 'former' },
  { uid: 'u', name: 'latest' },
];

test.each(['created', 'adopted', 'updated'] as const)('a list that lags shows an object that this run %s', (step) => {
  const { recent } = recentFor(10);
  recent[step](group, latest);
  expect(recent.corrected(group, [former], any)).toEqual([latest]);
});

test('an object that a list lacks is added at its end, if it belongs there', () => {
  const { recent } = recentFor(10);
  recent.updated(group, latest);
  expect(recent.corrected(group, [{ uid: 'v' }], any)).toEqual([{ uid: 'v' }, latest]);
  expect(recent.corrected(group, [], ({ name }) => name === 'former')).toEqual([]);
});

test('every object of this run that a list lacks is added', () => {
  const { recent } = recentFor(10);
  const others = ['v', 'w'].map((uid) => ({ uid }));
  for (const object of [latest, ...others]) recent.created(group, object);
  expect(recent.corrected(group, [], any)).toEqual([latest, ...others]);
});

test('a renamed object no longer belongs to a list of its former name', () => {
  const { recent } = recentFor(10);
  recent.updated(group, latest);
  expect(recent.corrected(group, [former], ({ name }) => name === 'former')).toEqual([]);
});

test('a deleted object is removed from a list that still shows it', () => {
  const { recent } = recentFor(10);
  recent.updated(group, latest);
  expect(recent.isDeleted(group, 'u')).toBe(false);
  recent.deleted(group, 'u');
  expect(recent.isDeleted(group, 'u')).toBe(true);
  expect(recent.corrected(group, [former], any)).toEqual([]);
  // Nothing is asked about it.
  expect(recent.corrected(group, [former], ({ name }) => name !== '')).toEqual([]);
});

test('a read adds what a list lacks, but corrects neither the list nor a write of this run', () => {
  const { recent } = recentFor(10);
  recent.read(group, former);
  expect(recent.corrected(group, [], any)).toEqual([former]);
  expect(recent.corrected(group, [latest], any)).toEqual([latest]);
  recent.updated(group, latest);
  recent.read(group, former);
  expect(recent.corrected(group, [former], any)).toEqual([latest]);
});

test('a read of an older object adds nothing: the list is complete', () => {
  const { recent } = recentFor(10, (createTime) => createTime === 'today');
  recent.read(group, { ...former, createTime: 'yesterday' });
  expect(recent.corrected(group, [], any)).toEqual([]);
  recent.read(group, { ...former, createTime: 'today' });
  expect(recent.corrected(group, [], any)).toHaveLength(1);
});

test('after the time, the list counts', () => {
  const { recent, pass } = recentFor(10);
  recent.updated(group, latest);
  recent.deleted(group, 'v');
  pass(10);
  expect(recent.corrected(group, [former, { uid: 'v' }], any)).toEqual([former, { uid: 'v' }]);
  expect(recent.isDeleted(group, 'v')).toBe(false);
});

test('with no such time nothing is corrected', () => {
  const { recent } = recentFor(0);
  recent.updated(group, latest);
  recent.deleted(group, 'v');
  expect(recent.corrected(group, [former], any)).toEqual([former]);
  expect(recent.isDeleted(group, 'v')).toBe(false);
});

test('kinds that share a uid are kept apart', () => {
  const { recent } = recentFor(10);
  recent.deleted(accountAssociation, 'u');
  expect(recent.isDeleted(group, 'u')).toBe(false);
  expect(recent.corrected(group, [former], any)).toEqual([former]);
});
