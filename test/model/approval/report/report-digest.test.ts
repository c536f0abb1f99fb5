/** The digest and the checksum are pure functions of a report's JSON. */
import { isContext, reportChecksum, reportDigest, sealReport } from '../../../../src/model/approval';
import type { Values } from '../../../../src/model/api';
import type { ReportedWrite } from '../../../../src/model/report';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const one: ReportedWrite = { action: 'delete', kind: 'Group', uid: root, path: 'a', key: {}, fields: {} };
const other: ReportedWrite = { ...one, path: 'b' };
const digest = (approvedWrites: readonly unknown[], more: object = { effect: {} }) =>
  reportDigest({ approvedWrites, ...more });

test('the digest depends on the effect and on every write, not on their order or on the order of keys', () => {
  const first = digest([one, other]);
  expect(digest([other, one])).toBe(first);
  expect(reportDigest({ effect: {}, approvedWrites: [one, other] })).toBe(first);
  expect(digest([{ fields: {}, key: {}, path: 'a', uid: root, kind: 'Group', action: 'delete' }, other])).toBe(first);
  const different = [digest([one, other], { effect: { access: 'x' } }), digest([one]), digest([one, other, other])];
  expect(new Set([first, ...different]).size).toBe(4);
});

test('a part that this version does not know is in the digest', () => {
  expect(isContext('proved')).toBe(false);
  expect(digest([one], { proved: true })).not.toBe(digest([one], { proved: false }));
  expect(digest([one], { proved: true })).not.toBe(digest([one], { proven: true }));
});

test.each(Object.getOwnPropertyNames(Object.prototype))(
  'a part named %s, as a member of each object, is in the digest',
  (name) => {
    const report = JSON.parse(`{"digest":"x","${name}":{"plan":1}}`) as Values;
    const other = JSON.parse(`{"digest":"x","${name}":{"plan":2}}`) as Values;
    expect(reportDigest(report)).not.toBe(reportDigest(other));
  },
);

test('the parts that inform are these, and no other', () => {
  const context = [
    ...['access', 'assume', 'assumptions', 'changes', 'checksum', 'digest', 'drift', 'findings', 'idleSuppressions'],
    ...['lookalikes', 'mentioned', 'moves', 'notShown', 'others', 'plans', 'provenance', 'roleChanges', 'suppressed'],
    ...['unmanaged', 'unread', 'unresolved', 'verdict'],
  ];
  const bound = ['approvedWrites', 'effect', 'executes', 'leastCapabilities', 'proof', 'version', ''];
  expect([...context, ...bound].filter(isContext)).toEqual(context);
  for (const part of context) expect(digest([one], { [part]: 1, effect: {} })).toBe(digest([one]));
});

test('the place that is not proved is in the digest, and its file and its sentence are not', () => {
  const of = (place: object, more: object = {}) =>
    digest([one], { proof: { proved: false, places: [place], ...more } });
  const place = { plan: 'a', place: 'b', why: 'c', isReviewed: true };
  expect([of({ ...place, plan: 'x' }), of({ ...place, why: 'x' })]).toEqual([of(place), of(place)]);
  const different = [of({ ...place, place: 'x' }), of({ ...place, isReviewed: false }), of(place, { proved: true })];
  expect(new Set([of(place), ...different]).size).toBe(4);
  const named = (effect: object) => digest([one], { effect });
  expect(named({ plan: 'a', why: 'a' })).not.toBe(named({ plan: 'a', why: 'b' }));
});

test('no two parts have the digest of one', () => {
  const parts = [
    { a: ['x', 'y'] },
    { a: ['xy'] },
    { a: ['x'], y: [] },
    { a: [], x: ['y'] },
    { ab: [] },
    { a: [], b: [] },
    { a: null },
    { a: {} },
    { a: 'x' },
  ];
  expect(new Set(parts.map(reportDigest)).size).toBe(parts.length);
});

test('context makes no difference to the digest, and makes one to the checksum', () => {
  const report = { approvedWrites: [one], verdict: { result: 'changed' } };
  const edited = { ...report, verdict: { result: 'unchanged' } };
  expect(reportDigest(edited)).toBe(reportDigest(report));
  expect(reportChecksum(edited)).not.toBe(reportChecksum(report));
});

test('a sealed report has its own digest and checksum, also when it is sealed again', () => {
  const sealed = sealReport({ approvedWrites: [one], verdict: {} });
  expect(sealed.digest).toBe(reportDigest({ approvedWrites: [one], verdict: {} }));
  expect(sealed.checksum).toBe(reportChecksum({ approvedWrites: [one], verdict: {}, digest: sealed.digest }));
  expect(sealReport(sealed)).toEqual(sealed);
});

test('the values in memory and their JSON have the same digest and checksum', () => {
  const report = { approvedWrites: [one], effect: { gained: undefined, list: [undefined, 1] }, verdict: undefined };
  const stored = JSON.parse(JSON.stringify(report)) as typeof report;
  expect([reportDigest(stored), reportChecksum(stored)]).toEqual([reportDigest(report), reportChecksum(report)]);
});
