/**
 * Values as they are kept: whatever reads as absent is absent, and of a secret only that there is one.
 * Source: not-shown "Zero values" and "Resources" ("never the secret").
 */
import { behaves, type Fields, type FieldType } from '../../schema';

/** Without nulls, empty text, empty lists and maps, `false` and `0`, also within messages. */
export function tidy(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = tidyValue(field.type, values[name]);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** Stands in the place of a secret. */
export const SECRET = '(a secret)';

/** With {@link SECRET} in the place of every secret: nobody can ever read one. */
export function withoutSecrets(fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      if (field === undefined) return [name, value];
      if (behaves(field, 'sensitive') && behaves(field, 'inputOnly')) return [name, SECRET];
      const { type } = field;
      const nested = type.is === 'message' && typeof value === 'object' && value !== null;
      return [name, nested ? withoutSecrets(type.fields, value as Readonly<Record<string, unknown>>) : value];
    }),
  );
}

function tidyValue(type: FieldType, value: unknown): unknown {
  if (type.is === 'json') return value ?? undefined;
  if (value === undefined || value === null || value === '' || value === false || value === 0) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'object') return value;
  if (type.is === 'message') return tidy(type.fields, value as Readonly<Record<string, unknown>>);
  return Object.keys(value).length === 0 ? undefined : value;
}
