/**
 * The part of DER (ITU-T X.690) that a certificate needs: each function returns one complete element.
 */
export function sequence(...elements: readonly Uint8Array[]): Buffer {
  return element(0x30, Buffer.concat(elements));
}

export function derSet(...elements: readonly Uint8Array[]): Buffer {
  return element(0x31, Buffer.concat(elements));
}

/** A non-negative integer given as big-endian bytes. */
export function derInteger(magnitude: Uint8Array): Buffer {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start += 1;
  const significant = magnitude.subarray(start);
  const padding = (significant[0] ?? 0) >= 0x80 || significant.length === 0 ? [0] : [];
  return element(0x02, Buffer.concat([Buffer.from(padding), significant]));
}

/** An object identifier in dotted form, such as `2.5.29.17`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return element(0x03, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

export const octetString = (bytes: Uint8Array): Buffer => element(0x04, bytes);
export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0]));

/** A time to the second: UTCTime up to 2049 and GeneralizedTime after it, as RFC 5280 §4.1.2.5 demands. */
export function derTime(value: Date): Buffer {
  const digits = value.toISOString().replace(/\.\d+|[-:T]/g, '');
  return value.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

/** A context-specific tag: `constructed` when it wraps whole elements instead of plain bytes. */
export function tagged(tag: number, content: Uint8Array, constructed: boolean): Buffer {
  return element((constructed ? 0xa0 : 0x80) | tag, content);
}

function element(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag, ...getLength(content.length)]), content]);
}

function getLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}
