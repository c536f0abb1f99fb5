import { createRefusals, isRefusal } from '../../../src/client/calls/refusals';

test('a refusal has status 429 or code 8', () => {
  expect(isRefusal({ status: 429, code: 'UNKNOWN' })).toBe(true);
  expect(isRefusal({ status: 200, code: 'RESOURCE_EXHAUSTED' })).toBe(true);
  expect(isRefusal({ status: 503, code: 'UNAVAILABLE' })).toBe(false);
});

function counting() {
  let [admissions, refusedForMs] = [0, 0];
  const refusals = createRefusals({ admissions: () => admissions, refusedForMs: () => refusedForMs }, 0);
  return { refusals, admitOther: () => void admissions++, refuseFor: (ms: number) => void (refusedForMs = ms) };
}

test('a call is repeated as long as the service refuses all calls, for two minutes', () => {
  const { refusals, refuseFor } = counting();
  refuseFor(119_999);
  for (let left = 100; left > 0; left--) expect(refusals.count()).toBeUndefined();
  refuseFor(120_000);
  expect(refusals.count()).toBe('The service refused every request for 120 seconds');
});

test('a call that is refused ten times while others are accepted is not repeated', () => {
  const { refusals, admitOther } = counting();
  for (let left = 9; left > 0; left--) {
    admitOther();
    expect(refusals.count()).toBeUndefined();
    expect(refusals.count()).toBeUndefined();
  }
  admitOther();
  expect(refusals.count()).toContain('refused this call 10 times and accepted others in the meantime');
});
