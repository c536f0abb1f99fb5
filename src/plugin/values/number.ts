/**
 * Exact numbers. Terraform stores numbers as decimals of 512 bits, and two numbers are equal if their shortest decimal
 * texts are equal. So a double represents its shortest decimal text here. Numbers that a double would change stay a
 * bigint or text.
 */
import type { Decimal, Num } from './types';

/** sign × digits × 10^exponent; `digits` has no leading or trailing zero, and is '' for zero. */
interface Parts {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** As many decimal digits as Terraform's 512 bits keep for certain. */
const significantDigits = 154;
/** Numbers with more digits than this are never written out as an integer. */
const longestInteger = 1_000;

/** Returns true if `value` is a number that can be sent: finite, and if it is text, decimal. */
export function isNum(value: unknown): value is Num {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'bigint' || (isDecimal(value) && findParts(value.decimal) !== undefined);
}

/** Reads decimal text exactly; undefined if it is no number. */
export function parseNumber(text: string): Num | undefined {
  const parts = findParts(text);
  if (parts === undefined) return undefined;
  if (parts.digits === '') return 0;
  if (parts.exponent >= 0 && parts.digits.length + parts.exponent <= longestInteger) {
    const whole = BigInt((parts.negative ? '-' : '') + parts.digits + '0'.repeat(parts.exponent));
    return normalBigint(whole);
  }
  const double = Number(text);
  if (parts.exponent < 0 && Number.isFinite(double) && toNumberKey(double) === key(parts)) return double;
  return { decimal: text };
}

/** Returns the number that a float64 on the wire represents: exactly its binary value. */
export function fromDouble(double: number): Num | undefined {
  if (!Number.isFinite(double)) return undefined;
  if (Number.isInteger(double)) return normalBigint(BigInt(double));
  return parseNumber(exactText(double));
}

/** A bigint where it is needed, else a number. */
export function normalBigint(value: bigint): number | bigint {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}

/** The number as decimal text, as Terraform reads it. A whole double is taken at its exact value. */
export function numberText(value: Num): string {
  if (typeof value === 'object') return value.decimal;
  return String(Number.isInteger(value) && typeof value === 'number' ? BigInt(value) : value);
}

/** Equal as Terraform sees it. */
export function numbersEqual(a: Num, b: Num): boolean {
  return a === b || toNumberKey(a) === toNumberKey(b);
}

/** Negative, zero or positive, like the comparators of `sort`. */
export function compareNumbers(a: Num, b: Num): number {
  const [x, y] = [findParts(numberText(a)), findParts(numberText(b))];
  if (x === undefined || y === undefined) return 0;
  const exponent = Math.max(-longestInteger, Math.min(x.exponent, y.exponent));
  const difference = scaled(x, exponent) - scaled(y, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the same text for equal numbers, and different texts for others. */
export function toNumberKey(value: Num): string {
  const parts = findParts(numberText(value));
  return parts === undefined ? 'NaN' : key(parts);
}

function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Decimal>).decimal === 'string';
}

function key({ negative, digits, exponent }: Parts): string {
  if (digits === '') return '0';
  const dropped = Math.max(0, digits.length - significantDigits);
  const kept = digits.slice(0, significantDigits).replace(/0+$/, '');
  const shift = Math.min(digits.length, significantDigits) - kept.length;
  return `${negative ? '-' : ''}${kept}e${exponent + dropped + shift}`;
}

function findParts(text: string): Parts | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return { negative: false, digits, exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - digits.length);
  return { negative: sign === '-', digits, exponent };
}

function scaled({ negative, digits, exponent }: Parts, to: number): bigint {
  const power = Math.min(exponent - to, 2 * longestInteger);
  const magnitude = power < 0 ? 0n : BigInt(digits === '' ? '0' : digits) * 10n ** BigInt(power);
  return negative ? -magnitude : magnitude;
}

/** Every binary fraction has a finite decimal expansion: m / 2^k = m × 5^k / 10^k. */
function exactText(double: number): string {
  let mantissa = double;
  let shift = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    shift += 1;
  }
  return `${BigInt(mantissa) * 5n ** BigInt(shift)}e-${shift}`;
}
