/** Tables as spreadsheets read them. */
import { csvCell, csvTable } from '../../../src/base/text/csv';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' blank', '" blank"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'.replace('"\'\t', "'\t").replace(/"$/, '')],
  ['  =1', "'  =1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['*', '*'],
])('%j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('a row is a line that ends as RFC 4180 has it', () => {
  expect(
    csvTable([
      ['a', 'b'],
      ['1', '2,3'],
    ]),
  ).toBe('a,b\r\n1,"2,3"\r\n');
});
