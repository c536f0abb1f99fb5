/** From Terraform's values to the API's: the fields that Terraform knows, name by name; null for what is not there. Map keys are data. */
import { snakeCase, parseJson } from '../../api';
import { isUnknown } from '../../plugin';
import { behaves, type Field, type FieldType } from '../../schema';

/** Null becomes `undefined`, at every depth; unknown values stay what they are. */
export function apiValue(type: FieldType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (isUnknown(value)) return value;
  // What is no JSON stays the text that it is, for whoever checks it.
  if (type.is === 'json') {
    const parsed = typeof value === 'string' ? parseJson(value) : undefined;
    return parsed === undefined ? value : (parsed ?? undefined);
  }
  if (type.is === 'message') return apiObject(nestedFields(type), value as Readonly<Record<string, unknown>>);
  if (type.is === 'list') return (value as readonly unknown[]).map((element) => apiValue(type.of, element));
  if (type.is === 'map') {
    const entries = Object.entries(value as Readonly<Record<string, unknown>>);
    return Object.fromEntries(entries.map(([key, element]) => [key, apiValue(type.of, element)]));
  }
  return value;
}

/** The object with the attributes' values under the fields' names; what is null is left out. */
export function apiObject(
  fields: readonly (readonly [string, Field])[],
  attributes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = apiValue(field.type, attributes[snakeCase(name)]);
    if (value !== undefined) object[name] = value;
  }
  return object;
}

/** `readable`: without what the service never answers (data sources, outputs). */
export function nestedFields(
  type: Extract<FieldType, { is: 'message' }>,
  { readable = false }: { readonly readable?: boolean } = {},
): [string, Field][] {
  return Object.entries(type.fields).filter(
    ([, field]) => field.notInTerraform === undefined && !(readable && behaves(field, 'inputOnly')),
  );
}

/** A secret that is sent and never answered: Terraform passes it on and stores it nowhere. */
export function isWriteOnly(field: Field): boolean {
  return behaves(field, 'inputOnly') && behaves(field, 'sensitive');
}

/**
 * Since nobody remembers a write-only value, nobody can see that it changed: this attribute, stored beside it, says so.
 * `client_secret` → `client_secret_wo_version`.
 */
export function versionAttribute(attribute: string): string {
  return `${attribute}_wo_version`;
}
