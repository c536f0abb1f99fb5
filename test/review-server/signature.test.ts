import { createHmac } from 'node:crypto';
import { isSignedWith } from '../../src/review-server/signature';

const body = Buffer.from('{"a":1}');
const signature = createHmac('sha512', 'key').update(body).digest('hex');

test('a signature counts only for its body, key and algorithm', () => {
  expect(isSignedWith('key', 'sha512', body, signature)).toBe(true);
  expect(isSignedWith('key', 'sha512', body, signature.toUpperCase())).toBe(true);
  expect(isSignedWith('other', 'sha512', body, signature)).toBe(false);
  expect(isSignedWith('key', 'sha256', body, signature)).toBe(false);
  expect(isSignedWith('key', 'sha512', Buffer.from('{"a":2}'), signature)).toBe(false);
});

test.each([undefined, '', 'x', signature.slice(2), `${signature}00`, `${signature}zz`, `zz${signature.slice(2)}`])(
  'the signature %p is wrong',
  (wrong) => expect(isSignedWith('key', 'sha512', body, wrong)).toBe(false),
);
