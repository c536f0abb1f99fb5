import { gzipSync } from 'node:zlib';
import { canDecompress, decompress } from '../../../src/review/page/compressed';

const compress = (value: unknown) => gzipSync(JSON.stringify(value)).toString('base64');

test.each([
  ['names of prototypes', JSON.parse('{"__proto__": {"a": 1}, "constructor": "x", "toString": null}') as unknown],
  ['halves of characters', ['\ud83d', '\ud83d\ude00', '\ude00', '\ud83d\ude01']],
  ['characters of several bytes', 'Zoë ← 組織 😀 \u2028'],
  ['no value', null],
  ['an empty text', ['', '']],
  ['numbers and the same texts', [1, '1', -1, [], {}, '-1']],
  ['a large value', Array.from({ length: 20_000 }, (_, index) => ({ key: `${index}/${index * 7919}` }))],
])('decompresses %s', async (_, value) => {
  expect(JSON.stringify(await decompress(compress(value)))).toBe(JSON.stringify(value));
});

test('rejects data that is cut off', async () => {
  const text = compress({ a: 1 });
  await expect(decompress(text.slice(0, 20))).rejects.toThrow();
});

test('recognizes a browser without decompression', () => {
  expect(canDecompress()).toBe(true);
  const { DecompressionStream: original } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'DecompressionStream');
    expect(canDecompress()).toBe(false);
  } finally {
    globalThis.DecompressionStream = original;
  }
});
