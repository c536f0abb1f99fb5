/** Hashes parts of a plan. The order of lists counts: the list of a command has one. */
import { createHash } from 'node:crypto';
import { jsonText, type JsonValue } from '../../../model/api';

/** Returns the SHA-256 of values of JSON, the same for every order of keys. */
export function hashValues(...values: readonly unknown[]): string {
  // An unknown value has no JSON text, so it never hashes like a known one.
  const present = values.map((value) => value ?? null) as JsonValue;
  return createHash('sha256').update(jsonText(present)).digest('hex');
}
