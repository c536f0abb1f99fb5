/** Single values: from Terraform's to the API's, name by name (keys of maps are data). */
import { parseJson, snakeCase, type Values } from '../../api';
import { isUnknown } from '../../plugin';
import { behaves, type Field, type FieldType } from '../../schema';

/** Null becomes `undefined`, at every depth; unknown values stay what they are. */
export function apiValue(type: FieldType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (isUnknown(value)) return value;
  // A text that is not JSON stays as it is, for the check to report it.
  if (type.is === 'json') {
    const parsed = typeof value === 'string' ? parseJson(value) : undefined;
    return parsed === undefined ? value : (parsed ?? undefined);
  }
  if (type.is === 'message') return apiObject(nestedFields(type), value as Values);
  if (type.is === 'list') return (value as readonly unknown[]).map((element) => apiValue(type.of, element));
  if (type.is === 'map') {
    const entries = Object.entries(value as Values);
    return Object.fromEntries(entries.map(([key, element]) => [key, apiValue(type.of, element)]));
  }
  return value;
}

/** The object with the attributes' values under the fields' names; what is null is left out. */
export function apiObject(fields: readonly (readonly [string, Field])[], attributes: Values): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = apiValue(field.type, attributes[snakeCase(name)]);
    if (value !== undefined) object[name] = value;
  }
  return object;
}

/** `readable`: without the fields that no response holds (data sources, outputs). */
export function nestedFields(
  type: Extract<FieldType, { is: 'message' }>,
  { readable = false }: { readonly readable?: boolean } = {},
): [string, Field][] {
  return Object.entries(type.fields).filter(
    ([, field]) => field.notInTerraform === undefined && !(readable && behaves(field, 'inputOnly')),
  );
}

/**
 * A write-only value is stored nowhere, so no plan can see that it changed: this attribute, stored beside it, tells.
 * `client_secret` → `client_secret_wo_version`.
 */
export function versionAttribute(attribute: string): string {
  return `${attribute}_wo_version`;
}
