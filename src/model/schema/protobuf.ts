/**
 * The numbers of a kind in protocol buffers. They are those of the published contract: another client has them in its
 * generated code, and reads wrong data without an error if a number differs. Contract G5.
 */
import type { FieldType } from './field';

export interface ProtobufFacts {
  /** Each served field of the kind. */
  readonly fields: NumberedFields;
  /** The request of a list: `uidp`, each filter by the name of its parameter in camelCase, and the page. */
  readonly list: Readonly<Record<string, FieldNumber>>;
  /** The defaults of a batch. */
  readonly batch?: Readonly<Record<string, number>>;
}

export type NumberedFields = Readonly<Record<string, FieldNumber>>;

/** `undefined`: the published contract does not have the field, so gRPC does not show it. */
export type FieldNumber = number | NumberedField | undefined;

export interface NumberedField {
  readonly number: number;
  /** The name of the message in its package. @default the message around it, and the field: `Identity.ClaimMatch` */
  readonly message?: string;
  /** The fields of the message, or of the messages in the list or the map. */
  readonly fields?: NumberedFields;
  /** The values, if the text is the name of one. */
  readonly enumeration?: EnumerationFacts;
  /** The choice that it belongs to: at most one of its fields is set. */
  readonly oneof?: string;
  /** The number that the text of the declaration is, as in protobuf's JSON. */
  readonly integer?: 'int64';
  /** The type of the keys of a map. @default 'string' */
  readonly key?: 'int64';
  /** The type, if the declaration has open content. */
  readonly type?: FieldType;
}

export interface EnumerationFacts {
  /** The name in the package of the kind, or the full name with a dot before it. */
  readonly name: string;
  /** The prefix of all names. A number without a name is the prefix and the number: `ORG_KIND_99`. */
  readonly prefix: string;
  /** The values with their numbers. */
  readonly values: Readonly<Record<string, number>>;
}

/** Returns the facts of an enumeration whose names begin with a prefix, with the value 0: `ORG_KIND_UNSPECIFIED`. */
export function createEnumeration(
  name: string,
  prefix: string,
  values: Readonly<Record<string, number>>,
): EnumerationFacts {
  const entries = Object.entries({ UNSPECIFIED: 0, ...values });
  return { name, prefix, values: Object.fromEntries(entries.map(([value, number]) => [`${prefix}_${value}`, number])) };
}
