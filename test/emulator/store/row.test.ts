import { packRecords, recordsIn, storedText, unpackRecords } from '../../../src/emulator/store/row';

const row = (text: string | Uint8Array) => {
  const bytes = Uint8Array.from(typeof text === 'string' ? Buffer.from(text) : text);
  return { bytes: bytes.buffer };
};
const time = '2026-01-02T03:04:05.000Z';
const columns = ['Group', 'u', null, 'acme', time, time, 'acme'];

test('records come in their order, each with the value that it is ordered by', () => {
  const rows = recordsIn(
    row(
      JSON.stringify([
        [columns, { description: 'x' }],
        [['Group', 'v', 'u', 'b', time, time, 7], {}],
      ]),
    ),
  );
  expect(rows).toEqual([
    {
      orderKey: 'acme',
      record: {
        ...{ kind: 'Group', uid: 'u', parent: undefined, name: 'acme' },
        ...{ values: { description: 'x' }, createTime: time, updateTime: time },
      },
    },
    { orderKey: 7, record: expect.objectContaining({ uid: 'v', parent: 'u' }) },
  ]);
});

test('no records are no error, and a missing value is one', () => {
  expect(recordsIn({ bytes: null })).toEqual([]);
  expect(() => storedText({ bytes: null })).toThrow('a value is missing');
});

test.each([
  ['a number instead of a name', [columns.with(3, 7 as never), {}]],
  ['a list instead of values', [columns, []]],
  ['text instead of values', [columns, 'x']],
  ['a value too many', [columns, {}, {}]],
])('a record with %s is an error', (_name, record) => {
  expect(() => recordsIn(row(JSON.stringify([record])))).toThrow('a record has values of the wrong type');
});

test('bytes of a damaged file are an error, not other text', () => {
  expect(() => storedText(row(Uint8Array.of(0x61, 0xff)))).toThrow('not valid for encoding utf-8');
  expect(() => recordsIn(row('[[1'))).toThrow('JSON');
  expect(storedText(row('\ufeffa'))).toBe('\ufeffa');
});

test.each([1, 10_000])('%i packed records are one line, and unpack to the same records', (count) => {
  const records = Array.from({ length: count }, (_, index) => [columns.with(1, `u${index}`), { description: 'a\nb' }]);
  const stored = row(JSON.stringify(records));
  const text = packRecords(stored);
  expect(text).not.toContain('\n');
  expect(text.length).toBeLessThan(100_000);
  expect(unpackRecords(text)).toEqual(recordsIn(stored).map(({ record }) => record));
});
