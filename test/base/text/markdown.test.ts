import fc from 'fast-check';
import { code, codeBlock, prose } from '../../../src/base/text/markdown';

test('code and prose contain the whole text', () => {
  expect(code('a`b')).toBe('``a`b``');
  expect(code('`')).toBe('`` ` ``');
  expect(code('a|b\n\u202ec')).toBe('`a\\|b\\n\\u202ec`');
  expect(prose('@you #1 <b> *x* [y](z)')).toBe('@\u2060you \\#\u20601 &lt;b&gt; \\*x\\* \\[y\\](z)');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(prose(text)).not.toMatch(/[\n\r\u202e<>]|(^|[^\\])[`[\]|]/);
    }),
  );
});

test.each(['http://a.example', '//a.example', '///a', 'www.a.example', 'WWW.a'])(
  '%s is no address in prose',
  (text) => {
    expect(prose(text)).not.toMatch(/:\/\/|(^|[^\u2060])\/\/|www\./i);
    expect(prose(text).replaceAll('\u2060', '')).toBe(text);
  },
);

test('the fence of a code block is longer than any in its lines', () => {
  expect(codeBlock(['```'], 'json')).toEqual(['````json', '```', '````']);
  expect(codeBlock(['{}'], 'json')).toEqual(['```json', '{}', '```']);
});
