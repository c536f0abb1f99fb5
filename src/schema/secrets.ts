/**
 * Secrets among the fields of a kind. One that is only sent is write-only in Terraform, which stores it nowhere: a version
 * beside it says when it is another one. One that the service makes is shown once (contract C3).
 */
import { behaves, type Field, type Fields, type FieldType, number } from './field';

/** A secret that is sent and in no response. */
export function isWriteOnly(field: Field): boolean {
  return behaves(field, 'inputOnly') && behaves(field, 'sensitive');
}

/** A secret that the service makes: only the response to the creation holds it. */
export function isShownOnce(field: Field): boolean {
  return behaves(field, 'outputOnly') && behaves(field, 'sensitive');
}

/** What Terraform has beside the write-only field `name`: `clientSecretWoVersion` for `clientSecret`. */
export function versionField(name: string): readonly [string, Field] {
  const description = `Any number; another one sends \`${name}\` again, which Terraform itself does not remember. Without it, another secret is not noticed.`;
  return [`${name}WoVersion`, number(['optional'], description)];
}

/** The fields, at every depth, with a version beside each that is write-only. */
export function withVersions(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): (readonly [string, Field])[] => {
      const own = [name, { ...field, type: versionsInside(field.type) }] as const;
      return isWriteOnly(field) ? [own, versionField(name)] : [own];
    }),
  );
}

function versionsInside(type: FieldType): FieldType {
  return type.is === 'message' ? { ...type, fields: withVersions(type.fields) } : type;
}
