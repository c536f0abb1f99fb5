import { decodeHuffman } from '../../../src/grpc/http2/huffman';

const decoded = (hex: string) => decodeHuffman(Buffer.from(hex, 'hex'));

// RFC 7541, appendix C.
test.each([
  ['f1e3c2e5f23a6ba0ab90f4ff', 'www.example.com'],
  ['a8eb10649cbf', 'no-cache'],
  ['25a849e95ba97d7f', 'custom-key'],
  ['6402', '302'],
  ['aec3771a4b', 'private'],
  ['d07abe941054d444a8200595040b8166e082a62d1bff', 'Mon, 21 Oct 2013 20:13:21 GMT'],
])('%s is %j', (hex, text) => {
  expect(decoded(hex)).toBe(text);
});

test('an empty text has no bytes', () => {
  expect(decoded('')).toBe('');
});

test('the long codes are those of rare bytes', () => {
  // 30 bits for a line feed, and two bits of padding.
  expect(decoded('fffffff3')).toBe('\n');
  expect(decoded('ffc7')).toBe('\0');
});

test.each([
  ['1f is followed by padding of zeros', '18'],
  ['padding of a whole byte', '1fff'],
  ['the code of the end of a text', 'ffffffff'],
  ['a code that is cut off', 'fffe'],
])('%s is malformed', (_name, hex) => {
  expect(() => decoded(hex)).toThrow('HTTP/2: a text is not valid Huffman code');
});
