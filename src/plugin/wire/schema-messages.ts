/**
 * Schemas on the wire. A schema must have a `block` even when it has no attributes (Terraform panics without one);
 * `type` is the JSON text of a type, such as `["list","string"]`.
 */
import {
  bool,
  bytes,
  enumeration,
  int64,
  message,
  one,
  repeated,
  string,
  type Decoded,
  type MessageType,
} from '../../grpc/message';

export const StringKind = { plain: 0, markdown: 1 } as const;
export type StringKind = (typeof StringKind)[keyof typeof StringKind];

/** How a nested block repeats. A nested attribute uses the same numbers, without `group`. */
export const NestingMode = { invalid: 0, single: 1, list: 2, set: 3, map: 4, group: 5 } as const;
export type NestingMode = (typeof NestingMode)[keyof typeof NestingMode];

// Attributes and objects, blocks and nested blocks contain each other; TypeScript infers no such type, so these are spelled out.
export interface SchemaAttribute {
  readonly name: string;
  readonly type: Uint8Array;
  readonly description: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly descriptionKind: StringKind;
  readonly deprecated: boolean;
  /** Either `type` or `nestedType`, never both. */
  readonly nestedType?: SchemaObject | undefined;
  readonly writeOnly: boolean;
}

export interface SchemaObject {
  readonly attributes: readonly SchemaAttribute[];
  readonly nesting: NestingMode;
}

export interface SchemaBlock {
  readonly version: number;
  readonly attributes: readonly SchemaAttribute[];
  readonly blockTypes: readonly SchemaNestedBlock[];
  readonly description: string;
  readonly descriptionKind: StringKind;
  readonly deprecated: boolean;
}

export interface SchemaNestedBlock {
  readonly typeName: string;
  readonly block?: SchemaBlock | undefined;
  readonly nesting: NestingMode;
  readonly minItems: number;
  readonly maxItems: number;
}

export const SchemaAttribute: MessageType<SchemaAttribute> = message({
  name: string(1),
  type: bytes(2),
  description: string(3),
  required: bool(4),
  optional: bool(5),
  computed: bool(6),
  sensitive: bool(7),
  descriptionKind: enumeration<StringKind>(8),
  deprecated: bool(9),
  nestedType: one(10, (): MessageType<SchemaObject> => SchemaObject),
  writeOnly: bool(11),
});

export const SchemaObject: MessageType<SchemaObject> = message({
  attributes: repeated(1, SchemaAttribute),
  nesting: enumeration<NestingMode>(3),
});

export const SchemaBlock: MessageType<SchemaBlock> = message({
  version: int64(1),
  attributes: repeated(2, SchemaAttribute),
  blockTypes: repeated(3, (): MessageType<SchemaNestedBlock> => SchemaNestedBlock),
  description: string(4),
  descriptionKind: enumeration<StringKind>(5),
  deprecated: bool(6),
});

export const SchemaNestedBlock: MessageType<SchemaNestedBlock> = message({
  typeName: string(1),
  block: one(2, SchemaBlock),
  nesting: enumeration<NestingMode>(3),
  minItems: int64(4),
  maxItems: int64(5),
});

export const Schema = message({ version: int64(1), block: one(2, SchemaBlock) });
export type Schema = Decoded<typeof Schema>;

export const FunctionParameter = message({
  name: string(1),
  type: bytes(2),
  allowNullValue: bool(3),
  allowUnknownValues: bool(4),
  description: string(5),
  descriptionKind: enumeration<StringKind>(6),
});
export type FunctionParameter = Decoded<typeof FunctionParameter>;

export const FunctionReturn = message({ type: bytes(1) });
export type FunctionReturn = Decoded<typeof FunctionReturn>;

export const FunctionSchema = message({
  parameters: repeated(1, FunctionParameter),
  variadicParameter: one(2, FunctionParameter),
  return: one(3, FunctionReturn),
  summary: string(4),
  description: string(5),
  descriptionKind: enumeration<StringKind>(6),
  deprecationMessage: string(7),
});
export type FunctionSchema = Decoded<typeof FunctionSchema>;

/** Since 6.9. */
export const IdentityAttribute = message({
  name: string(1),
  type: bytes(2),
  requiredForImport: bool(3),
  optionalForImport: bool(4),
  description: string(5),
});
export type IdentityAttribute = Decoded<typeof IdentityAttribute>;

/** Since 6.9. */
export const ResourceIdentitySchema = message({
  version: int64(1),
  identityAttributes: repeated(2, IdentityAttribute),
});
export type ResourceIdentitySchema = Decoded<typeof ResourceIdentitySchema>;
