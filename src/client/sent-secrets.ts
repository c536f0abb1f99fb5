import { behaves, type Fields } from '../schema';

/** The secrets among the values of a request: an answer may repeat them, and no error may. */
export function sentSecrets(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name];
    if (field === undefined) return [];
    if (behaves(field, 'sensitive')) return typeof value === 'string' ? [value] : [];
    const nested = field.type.is === 'message' && typeof value === 'object' && value !== null;
    return nested ? sentSecrets((field.type as { readonly fields: Fields }).fields, value as typeof values) : [];
  });
}
