import fc from 'fast-check';
import {
  atLeastOneOf,
  atMostOneOf,
  bool,
  checkFields,
  type CheckOptions,
  checkChangedValues,
  exactlyOneOf,
  type Field,
  type Fields,
  json,
  list,
  map,
  message,
  messages,
  type Rule,
  satisfies,
  string,
  timestamp,
  violationText,
} from '../../../src/model/schema';

const unknown = Symbol('unknown');
const isUnknown = (value: unknown) => value === unknown;

function problems(field: Field, value: unknown, options: CheckOptions = {}): string[] {
  return checkFields({ field }, [], { field: value }, { isUnknown, ...options }).map(violationText);
}

describe('a required field', () => {
  const field = string(['required'], 'A name.');

  it.each([undefined, null, '', [], {}])('is missing when it is %j, unless the values are a part only', (value) => {
    const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : value;
    expect(problems(field, given)).toEqual(['field is required']);
  });

  it('is missing when it is a map without entries', () => {
    expect(problems(map(['required'], 'Texts.', { is: 'string' }), {})).toEqual(['field is required']);
    expect(problems(map(['optional'], 'Texts.', { is: 'string' }), {})).toEqual([]);
  });

  it('exists when its value is not known yet', () => {
    expect(problems(field, unknown)).toEqual([]);
  });

  it('may be left out of a part, but not emptied by it', () => {
    expect(checkFields({ field }, [], {}, { complete: false })).toEqual([]);
    expect(problems(field, '', { complete: false })).toEqual(['field is required']);
  });

  it('is not asked of anybody when only the service sets it', () => {
    expect(problems(string(['required', 'outputOnly'], 'Set by the service.'), undefined)).toEqual([]);
  });
});

describe('a value', () => {
  it.each<[string, Field, unknown, string]>([
    ['of another type', string(['optional'], 'Text.'), 7, 'field must be a string'],
    ['of another type', bool(['optional'], 'A switch.'), 'true', 'field must be true or false'],
    [
      'of another type',
      { ...string(['optional'], 'A number.'), type: { is: 'integer' } },
      1.5,
      'field must be a whole number',
    ],
    ['of another type', list(['optional'], 'Texts.', { is: 'string' }), 'a', 'field must be a list'],
    ['of another type', map(['optional'], 'Texts.', { is: 'string' }), ['a'], 'field must be a map'],
    ['of another type', message(['optional'], 'Texts.', {}), 'a', 'field must be an object'],
    ['against its pattern', string(['optional'], 'Text.', { pattern: '^a$' }), 'a\n', 'field must match "^a$"'],
    ['that is too long', string(['optional'], 'Text.', { maxLength: 2 }), 'abc', 'field must be at most 2 characters'],
    [
      'that is none of those there are',
      string(['optional'], 'Text.', { oneOf: ['a', 'b'] }),
      'c',
      'field must be one of a, b',
    ],
    [
      'in a list that is too short',
      list(['optional'], 'T.', { is: 'string' }, { minItems: 2 }),
      ['a'],
      'field must have at least 2 elements',
    ],
    [
      'in a list that is too long',
      list(['optional'], 'T.', { is: 'string' }, { maxItems: 1 }),
      ['a', 'b'],
      'field must have at most 1 element',
    ],
    ['that is no time', timestamp(['optional'], 'When.'), 'now', 'field must be a timestamp like 2026-01-02T03:04:05Z'],
    [
      'that is no duration',
      string(['optional'], 'T.', { format: 'duration' }),
      '1h',
      'field must be a duration in seconds like 86400s',
    ],
    ['that is no address', string(['optional'], 'T.', { format: 'email' }), 'x', 'field must be an e-mail address'],
  ])('%s is named with what is wanted', (_, field, value, problem) => {
    expect(problems(field, value)).toEqual([problem]);
  });

  it('of open content may be any JSON and nothing else', () => {
    const field = json(['optional'], 'T.');
    for (const value of [true, 0, { a: [null, { b: 'x' }] }, 'x', { a: unknown }])
      expect(problems(field, value)).toEqual([]);
    for (const value of [() => 1, 1n, NaN, { a: undefined }, [new Date(0)]])
      expect(problems(field, value)).toEqual(['field must be a value of JSON']);
  });

  it('that is not known yet is asked nothing, wherever it stands', () => {
    const text: Field['type'] = { is: 'string', pattern: '^a$' };
    expect(problems(list(['optional'], 'T.', text), ['a', unknown, 'b'])).toEqual(['field must match "^a$"']);
    expect(problems(map(['optional'], 'T.', text), { one: unknown, two: 'b' })).toEqual(['field must match "^a$"']);
    expect(problems(message(['optional'], 'T.', { inner: string(['required'], 'T.') }), { inner: unknown })).toEqual(
      [],
    );
  });

  it('is found again by its path', () => {
    const fields: Fields = {
      rules: message(['optional'], 'Rules.', { exact: map(['optional'], 'T.', { is: 'string', pattern: '^a$' }) }),
      scores: messages(['optional'], 'Scores.', { value: string(['required'], 'T.', { maxLength: 1 }) }),
      names: list(['optional'], 'T.', { is: 'string', maxLength: 1 }),
    };
    const values = { rules: { exact: { 'a.b': 'x' } }, scores: [{ value: 'ok' }, {}], names: ['a', 'bc'] };
    const found = checkFields(fields, [], values);
    expect(found.map(({ path }) => path)).toEqual([
      ['rules', 'exact', 'a.b'],
      ['scores', 0, 'value'],
      ['scores', 1, 'value'],
      ['names', 1],
    ]);
  });

  it('within a message must be complete even in a part: a message is replaced whole', () => {
    const inner = { value: string(['required'], 'T.') };
    const fields: Fields = { one: message(['optional'], 'T.', inner), many: messages(['optional'], 'T.', inner) };
    const found = checkFields(fields, [], { one: {}, many: [{}] }, { complete: false });
    expect(found.map(({ path }) => path)).toEqual([
      ['one', 'value'],
      ['many', 0, 'value'],
    ]);
  });
});

describe('a violation', () => {
  const codesOf = (field: Field, value: unknown) =>
    checkFields({ field }, [], { field: value }).map(({ code, subject, message }) => [code, subject, message]);

  it('carries a code and a message without its subject', () => {
    expect(codesOf(string(['required'], 'T.'), '')).toEqual([['required', 'field', 'is required']]);
    expect(codesOf(string(['optional'], 'T.'), 7)).toEqual([['type', 'field', 'must be a string']]);
    expect(codesOf(string(['optional'], 'T.', { pattern: '^a$' }), 'b')).toEqual([
      ['pattern', 'field', 'must match "^a$"'],
    ]);
    expect(codesOf(string(['optional'], 'T.', { oneOf: ['a'] }), 'b')).toEqual([
      ['oneOf', 'field', 'must be one of a'],
    ]);
    expect(codesOf(string(['optional'], 'T.', { maxLength: 1 }), 'ab')).toEqual([
      ['length', 'field', 'must be at most 1 characters'],
    ]);
    expect(codesOf(string(['optional'], 'T.', { format: 'email' }), 'x').map(([code]) => code)).toEqual(['format']);
  });

  it('is reported for a name that is not declared, at any depth', () => {
    const fields: Fields = { one: message(['optional'], 'T.', { inner: string(['optional'], 'T.') }) };
    const values = { one: { inner: 'x', iner: 'y', left: undefined }, toString: 'z' };
    expect(checkFields(fields, [], values)).toEqual(
      [['one', 'iner'], ['toString']].map((path) => ({
        severity: 'error',
        path,
        subject: path.at(-1),
        code: 'unknownField',
        message: 'is not a field that can be set here',
      })),
    );
  });
});

describe('a rule', () => {
  const names = ['a', 'b', 'c'];
  const fields: Fields = Object.fromEntries(names.map((name) => [name, string(['optional'], 'T.')]));
  const check = (rule: Rule, values: Record<string, unknown>) => checkFields(fields, [rule], values, { isUnknown });

  it('counts the fields that exist', () => {
    expect(check(exactlyOneOf('a', 'b'), { a: 'x' })).toEqual([]);
    expect(check(exactlyOneOf('a', 'b'), { a: '', b: 'x' })).toEqual([]);
    expect(check(exactlyOneOf('a', 'b'), {})).toEqual([
      { severity: 'error', path: [], code: 'rule', message: 'exactly one of a, b must be given, found none' },
    ]);
    expect(check(exactlyOneOf('a', 'b', 'c'), { a: 'x', c: 'x' })).toEqual([
      { severity: 'error', path: ['c'], code: 'rule', message: 'exactly one of a, b, c must be given, found a, c' },
    ]);
    expect(check(atMostOneOf('a', 'b'), { a: 'x', b: 'x' })[0]?.message).toBe(
      'at most one of a, b must be given, found a, b',
    );
    expect(check(atLeastOneOf('a', 'b'), {})[0]?.message).toBe('at least one of a, b must be given, found none');
  });

  it('is broken, while values are unknown, exactly if no outcome could satisfy it', () => {
    const state = fc.constantFrom('there', 'absent', 'unknown');
    const made = fc.constantFrom(exactlyOneOf(...names), atMostOneOf(...names), atLeastOneOf(...names));
    fc.assert(
      fc.property(made, fc.tuple(state, state, state), (rule, states) => {
        const values = Object.fromEntries(
          names.map((name, index) => [name, { there: 'x', absent: undefined, unknown }[states[index]!]]),
        );
        const outcomes = states.reduce<boolean[][]>(
          (before, one) =>
            before.flatMap((known) =>
              (one === 'unknown' ? [true, false] : [one === 'there']).map((next) => [...known, next]),
            ),
          [[]],
        );
        const possible = outcomes.some((outcome) => satisfies(rule, (name) => outcome[names.indexOf(name)]!));
        expect(check(rule, values).length === 0).toBe(possible);
      }),
    );
  });

  it('takes false for absent, as the wire does', () => {
    const fields: Fields = { a: string(['optional'], 'A.'), pkce: bool(['optional'], 'B.') };
    const found = (values: Record<string, unknown>) => checkFields(fields, [atLeastOneOf('a', 'pkce')], values);
    expect(found({ pkce: false })).toHaveLength(1);
    expect(found({ pkce: true })).toEqual([]);
  });

  it('is not asked of a part', () => {
    expect(checkFields(fields, [exactlyOneOf('a', 'b')], {}, { complete: false })).toEqual([]);
  });
});

describe('the reader', () => {
  it('sees displayed names', () => {
    const fields: Fields = {
      roleUid: string(['required'], 'A role.'),
      teamName: string(['optional'], 'A team.', { maxLength: 1 }),
    };
    const displayName = (name: string) => name.toUpperCase();
    const found = checkFields(fields, [exactlyOneOf('roleUid', 'teamName')], { teamName: 'xy' }, { displayName });
    expect(found.map(violationText)).toEqual(['ROLEUID is required', 'TEAMNAME must be at most 1 characters']);
  });
});

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
  checkChangedValues(fields, values as Record<string, unknown>, {
    now,
    before: before as Record<string, unknown> | null,
  }).map((violation) => [violation.severity, violation.path.join('.'), violationText(violation)]);

describe('a time that must lie ahead', () => {
  it('may be any moment up to the limit', () => {
    expect(found({ end: '2026-03-01T12:00:00.001Z', keys: { end: latest } }, null)).toEqual([]);
  });

  it('is refused when it has passed or is too far ahead, where it is new or changed', () => {
    const passed = 'end must be in the future, and is 2026-03-01T12:00:00.000Z, which is in the past';
    expect(found({ keys: { end: past } }, null)).toEqual([['error', 'keys.end', passed]]);
    expect(found({ keys: { end: past } }, {})).toEqual([['error', 'keys.end', passed]]);
    expect(found({ end: past }, { end: '2026-02-01T12:00:00Z' })).toEqual([['error', 'end', passed]]);
    expect(found({ end: tooLate }, null)).toEqual([['error', 'end', 'end must be at most 10 days ahead']]);
  });

  it('is only a warning where it is in the past and unchanged, in any representation', () => {
    const passed = 'end is 2026-03-01T12:00:00.000Z, which is in the past';
    expect(found({ keys: { end: past } }, { keys: { end: samePast } })).toEqual([['warning', 'keys.end', passed]]);
  });

  it('is only a warning where it is unchanged and too far ahead; a fast clock of the service causes none', () => {
    const [skewed, far] = [tooLate, '2026-03-12T12:00:00.001Z'];
    expect(found({ end: skewed }, { end: skewed })).toEqual([]);
    expect(found({ end: far }, { end: far })).toEqual([
      ['warning', 'end', `end is ${far}, and should be at most 10 days ahead`],
    ]);
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
