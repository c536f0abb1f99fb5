import fc from 'fast-check';
import { parse } from 'yaml';
import type { DataValue } from '../../../../src/adopt/formats/yaml/organization-data';
import { yamlText } from '../../../../src/adopt/formats/yaml/yaml-text';

function plain(value: DataValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

test('small values are on one line, and maps of objects on several', () => {
  const ci = new Map<string, DataValue>([
    ['servicePrincipal', 'X'],
    ['roles', ['editor', 'a, b']],
  ]);
  const data = new Map<string, DataValue>([
    ['identities', new Map([['ci', ci]])],
    ['description', 'yes'],
    [
      'claims',
      new Map([
        ['long', 'x'.repeat(60)],
        ['short', 'y: z'.repeat(10)],
      ]),
    ],
  ]);
  expect(yamlText(data, 'x.json')).toBe(`# yaml-language-server: $schema=x.json
identities:
  ci: { servicePrincipal: X, roles: [editor, 'a, b'] }
description: yes
claims:
  long: ${'x'.repeat(60)}
  short: '${'y: z'.repeat(10)}'
`);
});

test('any data is read again unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom(
      'no',
      '~',
      '1',
      '0x1',
      '2027-03-31',
      '- a',
      '# a',
      'a: b',
      'a, b',
      "it's",
      '[',
      '{}',
      '|',
      '\n',
      ' ',
      '',
      '<<',
      '%a',
      '@b',
      '\u2028',
      '\u0085',
    ),
  );
  const value: fc.Arbitrary<DataValue> = fc.letrec<{ value: DataValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.boolean(),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
    ),
  })).value;
  const keys = fc.oneof(fc.constantFrom('groups', 'people'), text);
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, value), { minLength: 1, maxLength: 3 }), (entries) => {
      const data = new Map(entries);
      expect(parse(yamlText(data, 'x.json'))).toEqual(plain(data));
    }),
    { numRuns: 300 },
  );
});
