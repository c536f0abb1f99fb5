import { createLearnedRate } from '../../../src/client/transport/learned-rate';
import { ownTime } from '../canned';

function learning() {
  const time = ownTime(0);
  const rate = createLearnedRate(time.clock);
  const admit = (count: number, waited = true): void => {
    for (let left = count; left > 0; left--) rate.admitted(rate.epoch(), waited);
  };
  return { time, rate, admit };
}

test('there is no rate before the first refusal', () => {
  const { rate, admit } = learning();
  admit(5000);
  expect(rate.perSecond()).toBeUndefined();
});

test('the first rate is the number of requests that succeeded in the last second', () => {
  const { rate, admit, time } = learning();
  admit(500);
  time.pass(1500);
  admit(20);
  rate.refused(rate.epoch(), time.clock());
  expect(rate.perSecond()).toBe(20);
});

test('responses that are read late count for the first rate', () => {
  const { rate, admit, time } = learning();
  const sentAt = time.clock();
  admit(5);
  time.pass(3000);
  rate.refused(rate.epoch(), sentAt);
  expect(rate.perSecond()).toBe(5);
});

test('the rate is never below one request in two seconds', () => {
  const { rate, time } = learning();
  for (let left = 20; left > 0; left--) rate.refused(rate.epoch(), time.clock());
  expect(rate.perSecond()).toBe(0.5);
});

test('it grows by at most 5 % for each success, and not for a request that did not wait', () => {
  const { rate, admit, time } = learning();
  admit(10);
  rate.refused(rate.epoch(), time.clock());
  for (let left = 50; left > 0; left--) {
    const before = rate.perSecond()!;
    admit(1, false);
    expect(rate.perSecond()).toBe(before);
    admit(1);
    expect(rate.perSecond()! / before).toBeGreaterThan(1);
    expect(rate.perSecond()! / before).toBeLessThanOrEqual(1.0500001);
  }
});

test('a refusal lowers it once: requests that were sent before do not count', () => {
  const { rate, admit, time } = learning();
  admit(40);
  const sent = rate.epoch();
  for (let left = 30; left > 0; left--) rate.refused(sent, time.clock());
  expect(rate.perSecond()).toBe(40);
  rate.refused(rate.epoch(), time.clock());
  expect(rate.perSecond()).toBe(20);
  rate.admitted(sent, true);
  expect(rate.perSecond()).toBe(20);
});

test('near the limit, a refusal lowers it little, and it grows slowly', () => {
  const { rate, admit, time } = learning();
  admit(10);
  rate.refused(rate.epoch(), time.clock());
  time.pass(2000);
  admit(20, false);
  rate.refused(rate.epoch(), time.clock());
  expect(rate.perSecond()).toBeCloseTo(8.5);
  admit(1000);
  expect(rate.perSecond()).toBeLessThan(60);
});
