/** Values as they are kept: whatever reads as absent is absent. Source: not-shown "Zero values". */
import type { Fields, FieldType } from '../../schema';

/** Without nulls, empty text, empty lists and empty maps, also within messages. `false` and `0` stay. */
export function tidy(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = tidyValue(field.type, values[name]);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function tidyValue(type: FieldType, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object') return value;
  if (type.is === 'message') return tidy(type.fields, value as Readonly<Record<string, unknown>>);
  return Object.keys(value).length === 0 ? undefined : value;
}
