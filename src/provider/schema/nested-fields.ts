/** Which fields of a message Terraform knows, and which of them are secrets. */
import { behaves, type Field, type FieldType } from '../../schema';

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
