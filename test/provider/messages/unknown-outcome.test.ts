import { unknownOutcome } from '../../../src/provider/messages/unknown-outcome';
import { role } from '../../../src/model/kinds';

const facts = { cause: new Error('the connection broke'), before: [], candidates: [], createsAgain: false };
const detailOf = (changes: Partial<Parameters<typeof unknownOutcome>[2]>) =>
  unknownOutcome(role, 'role "a"', { ...facts, ...changes }).diagnostics[0]?.detail ?? '';

test('without a candidate, the next run looks up existing objects', () => {
  const detail = detailOf({});
  expect(detail).toContain('its response was lost: the connection broke');
  expect(detail).toContain('No such role has appeared so far.\nRun again.');
  expect(detail).not.toContain('import {');
});

test('where a run creates without a lookup, nobody is asked to run again before a check', () => {
  const detail = detailOf({ createsAgain: true, before: [{ uid: 'old' }] });
  expect(detail).toContain('Do not run again yet');
  expect(detail).toContain('in addition to those that existed before (uid old)');
  expect(detail).not.toMatch(/^Run again/m);
  expect(detailOf({ createsAgain: true })).not.toContain('in addition');
});

test('candidates are named, and none is claimed to be the created one', () => {
  const candidates = [{ uid: 'u1' }, { uid: 'u2' }];
  expect(detailOf({ candidates })).toMatch(/appeared since: u1, u2\.[^]*or import the right one:[^]*"u1"/);
  expect(detailOf({ candidates, createsAgain: true })).toContain('Do not run again yet');
});

test('a lookup that failed is not reported as the absence of the object', () => {
  const detail = detailOf({ lookupError: new Error('denied') });
  expect(detail).toContain('The lookup of the object failed, too: denied');
  expect(detail).not.toContain('has appeared so far');
});
