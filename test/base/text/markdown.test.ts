import fc from 'fast-check';
import { ISSUERS } from '../../../src/access/trust';
import { codeSpan, codeBlock, inlineCode, prose } from '../../../src/base/text/markdown';

test('code and prose contain the whole text', () => {
  expect(codeSpan('a`b')).toBe('``a`b``');
  expect(codeSpan('`')).toBe('`` ` ``');
  expect(codeSpan('a|b\n\u202ec')).toBe('`a\\|b\\n\\u202ec`');
  expect(inlineCode('a|b\n`')).toBe('`` a|b\\n` ``');
  expect(prose('@you #1 <b> *x* [y](z)')).toBe('@\u2060you \\#\u20601 &lt;b&gt; \\*x\\* \\[y\\](z)');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(prose(text)).not.toMatch(/[\n\r\u202e<>]|(^|[^\\])[`[\]|]/);
    }),
  );
});

test.each(
  ISSUERS.flatMap(({ platform }) => (platform === undefined ? [] : [platform])).flatMap((platform) => [
    `"${platform}:acme"`,
    `"${platform}:1234"`,
    `"${platform}:111260650121245072906"`,
    `"${platform}:0123456789abcdef"`,
    `"https://${platform}.example/id/0123456789abcdef"`,
    '123456789012',
  ]),
)('the entry %s can be pasted from prose', (entry) => {
  for (const text of [entry, `Add ${entry}, or "x".`, `${entry} ${entry}`])
    expect(prose(text).match(/`[^`]*`/g)).toEqual(
      text
        .split(entry)
        .slice(1)
        .map(() => codeSpan(entry)),
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
