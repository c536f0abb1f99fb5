import { compareFindings, whereIs, type Finding } from '../../../../src/review/findings/shared/finding';

const finding = (more: Partial<Finding>): Finding => ({
  ...{ id: 'owner-gained', severity: 'high', subject: 'a', reason: 'Because.', evidence: [] },
  ...more,
});

test('findings are sorted by severity, kind and subject', () => {
  const sorted = [
    finding({ severity: 'high', id: 'self-lockout', subject: 'z' }),
    finding({ severity: 'high', id: 'owner-gained', subject: 'a' }),
    finding({ severity: 'high', id: 'owner-gained', subject: 'b' }),
    finding({ severity: 'medium', id: 'self-lockout', subject: 'a' }),
    finding({ severity: 'low', id: 'self-lockout', subject: 'a' }),
  ];
  expect([...sorted].reverse().sort(compareFindings)).toEqual(sorted);
  expect(compareFindings(sorted[0]!, { ...sorted[0]! })).toBe(0);
});

test('an object without a declaration has no place', () => {
  expect(whereIs({ addresses: new Map() }, 'key')).toEqual({});
  expect(whereIs({ addresses: new Map() }, undefined)).toEqual({});
});
