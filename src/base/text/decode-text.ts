/** Decodes files that other programs have written. PowerShell writes the output of a command as UTF-16. */
import type { Buffer } from 'node:buffer';

/** Returns the text of UTF-8 or UTF-16. The mark at its beginning decides, otherwise the zero bytes of the first character. */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' }).decode(bytes);
}
