import { exceeds, type Severity } from '../../../src/review';
import { reviewOf } from '../corpus';

test('counts objects by change, and findings and causes by severity', () => {
  const { verdict, findings, changes } = reviewOf('example');
  expect(verdict.result).toBe('changed');
  expect(verdict.worst).toBe('high');
  expect(Object.values(verdict.counts).reduce((sum, count) => sum + count, 0)).toBe(changes.length);
  expect(Object.values(verdict.findings).reduce((sum, count) => sum + count, 0)).toBe(findings.length);
});

test.each([
  ['nothing-to-do', 'unchanged'],
  ['renamed', 'changed'],
  ['errored', 'unjudged'],
])('%s is %s', (name, result) => {
  expect(reviewOf(name).verdict.result).toBe(result);
});

test.each<[string, Severity, boolean]>([
  ['owner-added', 'high', true],
  ['owner-added', 'low', true],
  ['nothing-to-do', 'low', false],
])('%s exceeds %s: %s', (name, limit, isExceeded) => {
  expect(exceeds(reviewOf(name), limit)).toBe(isExceeded);
});
