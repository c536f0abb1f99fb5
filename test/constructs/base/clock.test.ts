/** The time of a synthesis. */
import { now, startOfDate } from '../../../constructs/base/clock';
import { emptyStack } from '../synthesized';

describe('the clock', () => {
  it.each(['2027-03-31', '2027-03-31T00:00Z', '2027-03-31T00:00:00Z', '2027-03-31T00:00:00.000Z'])(
    'is the context of the App: %s',
    (time) => {
      expect(now(emptyStack({ 'platform:now': time }))).toEqual(new Date('2027-03-31T00:00:00Z'));
    },
  );

  it('accepts a Date', () => {
    expect(now(emptyStack({ 'platform:now': new Date(0) }))).toEqual(new Date(0));
  });

  it('is the current time without the context', () => {
    const before = Date.now();
    expect(now(emptyStack()).getTime()).toBeGreaterThanOrEqual(before);
  });

  it.each(['', 'today', '31.03.2027', '2027-03-31T00:00:00', '2027-13-01', 5, null, {}])('rejects %j', (time) => {
    expect(() => now(emptyStack({ 'platform:now': time }))).toThrow(
      `Cannot read the context "platform:now": it is ${JSON.stringify(time)}. ` +
        'Set a date or a UTC time: "2027-03-31" or "2027-03-31T08:00:00Z".',
    );
  });
});

test('a date begins at midnight UTC, and exists', () => {
  expect(startOfDate('2028-02-29')).toEqual(new Date('2028-02-29T00:00:00Z'));
  const wrong = ['2027-02-29', '2027-02-30', '2027-3-1', '2027-03-31T00:00:00Z', '2027-00-10', ' 2027-03-31', 'soon'];
  expect(wrong.map(startOfDate)).toEqual(wrong.map(() => undefined));
});
