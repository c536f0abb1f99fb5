/** Values of fields as text for messages. */
import type { Fields, FieldType } from '../../model/schema';
import { toHclJson } from '../convert/attribute-path';

export function typeAt(fields: Fields, [name, ...inside]: readonly string[]): FieldType | undefined {
  const type = name === undefined ? undefined : fields[name]?.type;
  return inside.length > 0 && type?.is === 'message' ? typeAt(type.fields, inside) : type;
}

/** Returns a value of the API for a sentence: with the names of HCL, and shortened. */
export function formatted(type: FieldType | undefined, value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(toHclJson(type, value));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
