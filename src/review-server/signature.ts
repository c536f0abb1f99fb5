import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns true if the text is the HMAC of the body in hexadecimal digits. Compares in constant time. */
export function isSignedWith(
  secret: string,
  algorithm: 'sha256' | 'sha512',
  body: Buffer,
  signature: string | undefined,
): boolean {
  const expected = createHmac(algorithm, secret).update(body).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return /^[0-9a-f]+$/i.test(signature ?? '') && given.length === expected.length && timingSafeEqual(given, expected);
}
