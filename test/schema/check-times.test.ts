import { checkTimes, message, string, timestamp, violationText, type Fields } from '../../src/schema';

const now = new Date('2026-03-01T12:00:00.000Z');
const past = '2026-03-01T12:00:00Z';
const samePast = '2026-03-01T13:00:00.000+01:00';
const latest = '2026-03-11T12:00:00Z';
const tooLate = '2026-03-11T12:00:00.001Z';

const end = string(['optional'], 'When it ends.', { format: 'timestamp', daysAhead: 10 });
const fields: Fields = {
  keys: message(['optional'], 'Keys.', { end }),
  end,
  any: timestamp(['optional'], 'Any time.'),
};

const found = (values: object, before?: object | null) =>
  checkTimes(fields, values as Record<string, unknown>, { now, before: before as Record<string, unknown> | null }).map(
    (violation) => [violation.severity, violation.path.join('.'), violationText(violation)],
  );

describe('a time that must lie ahead', () => {
  it('may be any moment up to the limit', () => {
    expect(found({ end: '2026-03-01T12:00:00.001Z', keys: { end: latest } }, null)).toEqual([]);
  });

  it('is refused when it has passed or is too far ahead, where it is new or changed', () => {
    const passed = 'end must lie ahead, and is 2026-03-01T12:00:00.000Z, which has passed';
    expect(found({ keys: { end: past } }, null)).toEqual([['error', 'keys.end', passed]]);
    expect(found({ keys: { end: past } }, {})).toEqual([['error', 'keys.end', passed]]);
    expect(found({ end: past }, { end: '2026-02-01T12:00:00Z' })).toEqual([['error', 'end', passed]]);
    expect(found({ end: tooLate }, null)).toEqual([['error', 'end', 'end must be at most 10 days ahead']]);
  });

  it('is only a warning where it has passed and stays as it is, however it is spelled', () => {
    const passed = 'end is 2026-03-01T12:00:00.000Z, which has passed';
    expect(found({ keys: { end: past } }, { keys: { end: samePast } })).toEqual([['warning', 'keys.end', passed]]);
  });

  it('is only a warning where it is not known whether it is new', () => {
    expect(found({ end: past }).map(([severity]) => severity)).toEqual(['warning']);
    expect(found({ end: tooLate }).map(([severity]) => severity)).toEqual(['error']);
  });

  it('is no other time, and nothing that is no time', () => {
    expect(found({ any: past, end: 'soon', keys: null }, null)).toEqual([]);
    expect(found({ end: 7, keys: 'x' }, null)).toEqual([]);
  });
});
