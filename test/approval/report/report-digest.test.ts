/** The digest and the checksum are pure functions of a report's JSON. */
import { isContext, reportChecksum, reportDigest, type ReportedWrite } from '../../../src/approval';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const one: ReportedWrite = { action: 'delete', kind: 'Group', uid: root, path: 'a', key: {}, fields: {} };
const other: ReportedWrite = { ...one, path: 'b' };
const digest = (approvedWrites: readonly unknown[], more: object = { effect: {} }) =>
  reportDigest({ approvedWrites, ...more });

test('the digest depends on the effect and on every write, not on their order or on the order of keys', () => {
  const first = digest([one, other]);
  expect(digest([other, one])).toBe(first);
  expect(digest([{ fields: {}, key: {}, path: 'a', uid: root, kind: 'Group', action: 'delete' }, other])).toBe(first);
  const different = [digest([one, other], { effect: { access: 'x' } }), digest([one]), digest([one, other, other])];
  expect(new Set([first, ...different]).size).toBe(4);
});

test('a part that this version does not know is in the digest', () => {
  expect(isContext('proved')).toBe(false);
  expect(digest([one], { proved: true })).not.toBe(digest([one], { proved: false }));
  expect(digest([one], { proved: true })).not.toBe(digest([one], { proven: true }));
});

test('context makes no difference to the digest, and makes one to the checksum', () => {
  const report = { approvedWrites: [one], verdict: { result: 'changed' } };
  const edited = { ...report, verdict: { result: 'unchanged' } };
  expect(reportDigest(edited)).toBe(reportDigest(report));
  expect(reportChecksum(edited)).not.toBe(reportChecksum(report));
});

test('the values in memory and their JSON have the same digest and checksum', () => {
  const report = { approvedWrites: [one], effect: { gained: undefined, list: [undefined, 1] }, verdict: undefined };
  const stored = JSON.parse(JSON.stringify(report)) as typeof report;
  expect([reportDigest(stored), reportChecksum(stored)]).toEqual([reportDigest(report), reportChecksum(report)]);
});
