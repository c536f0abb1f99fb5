/**
 * Writes in a canonical form: the approved writes of a report, and the writes that the provider attempts. Two writes
 * with the same meaning have the same form, regardless of the order and notation of their values.
 */
import { createHash } from 'node:crypto';
import { jsonText, type JsonValue, type Values } from '../../api';
import type { ReportedWrite, WriteAction } from '../../report';
import { canonicalText, type Declaration, type Field, type FieldType, isDefaultValue, isWriteOnly } from '../../schema';

/** A write as the provider sends it. */
export interface Write {
  readonly action: WriteAction;
  readonly declaration: Declaration;
  /** The object; absent for a create. */
  readonly uid?: string | undefined;
  readonly parent?: string | undefined;
  /** By the names of the API; and the inputs that exist only in Terraform, such as the key that encrypts a secret. */
  readonly fields: Values;
}

type Canonical = Readonly<Record<string, JsonValue>>;

/** Returns the fields in their canonical form. An update keeps the fields that it clears; a create has none. */
export function canonicalFields(declaration: Declaration, action: WriteAction, fields: Values): Canonical {
  const entries = Object.keys(fields)
    .sort()
    .flatMap((name): [string, JsonValue][] => {
      const field = declaredField(declaration, name);
      if (field === undefined || isWriteOnly(field)) return [];
      const canonical = canonicalValue(field.type, fields[name]);
      return canonical === null && action === 'create' ? [] : [[name, canonical]];
    });
  return Object.fromEntries(entries);
}

/** Returns the field of a kind, or the input that only Terraform has. A name of `Object.prototype` is not a field. */
function declaredField({ fields, terraform }: Declaration, name: string): Field | undefined {
  return [fields, terraform?.fields ?? {}].find((own) => Object.hasOwn(own, name))?.[name];
}

/** Returns `null` for a value that reads as absent. Write-only secrets inside a message are left out. */
export function canonicalValue(type: FieldType, value: unknown): JsonValue {
  if (isDefaultValue(type, value)) return null;
  switch (type.is) {
    case 'string':
      return canonicalText(type, String(value));
    case 'list': {
      const elements = (value as readonly unknown[]).map((element) => canonicalValue(type.of, element));
      if (type.unordered !== true) return elements;
      return [...new Set(elements.map(jsonText))].sort().map((text) => JSON.parse(text) as JsonValue);
    }
    case 'map':
      return Object.fromEntries(
        Object.entries(value as Values).map(([key, element]) => [key, canonicalValue(type.of, element)]),
      );
    case 'message':
      return Object.fromEntries(
        Object.entries(type.fields).flatMap(([name, field]): [string, JsonValue][] => {
          const inner = isWriteOnly(field) ? null : canonicalValue(field.type, (value as Values)[name]);
          return inner === null ? [] : [[name, inner]];
        }),
      );
    default:
      return value as JsonValue;
  }
}

/** Returns the SHA-256 of a field's canonical value, salted with the path of the object. */
export function hashValue(path: string, field: string, value: JsonValue): string {
  return createHash('sha256')
    .update(JSON.stringify([path, field, jsonText(value)]))
    .digest('hex');
}

/** The facts of a write that the list contains in addition to the sent fields. */
export interface Listing {
  readonly write: Write;
  /** The placeholder of a create. */
  readonly placeholder?: string | undefined;
  readonly path: string;
  readonly key: Values;
  readonly isSensitive: (field: string) => boolean;
  readonly unknown: readonly string[];
  /** The uids of objects to change before it. @default none */
  readonly after?: readonly string[];
}

/** Returns the write as a report lists it. No sensitive value is in it. */
export function listWrite({ write, placeholder, path, key, isSensitive, unknown, after = [] }: Listing): ReportedWrite {
  const { action, declaration, parent } = write;
  const canonical = Object.entries(canonicalFields(declaration, action, write.fields)).filter(
    ([name]) => !unknown.includes(name),
  );
  const hashed = canonical
    .filter(([name]) => isSensitive(name))
    .map(([name, value]) => [name, hashValue(path, name, value)] as const);
  const shownKey = Object.entries(canonicalFields(declaration, 'create', key)).filter(
    ([name]) => !isSensitive(name) && !unknown.includes(name),
  );
  const uid = action === 'create' ? placeholder : write.uid;
  return {
    action,
    kind: declaration.kind,
    ...(uid !== undefined && { uid }),
    ...(parent !== undefined && { parent }),
    path,
    key: Object.fromEntries(shownKey),
    fields: Object.fromEntries(canonical.filter(([name]) => !isSensitive(name))),
    ...(hashed.length > 0 && { hashed: Object.fromEntries(hashed) }),
    ...(unknown.length > 0 && { unknown: [...unknown].sort() }),
    ...(after.length > 0 && { after: [...after].sort() }),
  };
}
