/**
 * Messages that many calls of Terraform plugin protocol 6 (package `tfplugin6`) contain, and schemas: version 6.8, and
 * the later additions about resource identity, list resources and generated configuration. Requests and responses are in
 * `calls.ts`.
 */
import {
  bool,
  bytes,
  type Decoded,
  enumeration,
  int64,
  map,
  message,
  type MessageType,
  one,
  optional,
  repeated,
  string,
} from '../../grpc/message';

/** A value of a Terraform type. Both fields empty: null. Terraform sends msgpack; the JSON form is read when it is alone. */
export const DynamicValue = message({ msgpack: bytes(1), json: bytes(2) });
export type DynamicValue = Decoded<typeof DynamicValue>;

/** One step into a value: exactly one field is present. Elements of a set cannot be addressed. */
export const AttributePathStep = message({
  attributeName: optional(string(1)),
  elementKeyString: optional(string(2)),
  elementKeyInt: optional(int64(3)),
});
export type AttributePathStep = Decoded<typeof AttributePathStep>;

export const AttributePath = message({ steps: repeated(1, AttributePathStep) });
export type AttributePath = Decoded<typeof AttributePath>;

/** `invalid` prints a message without a headline and does not fail the run: never send it. */
export const DiagnosticSeverity = { invalid: 0, error: 1, warning: 2 } as const;
export type DiagnosticSeverity = (typeof DiagnosticSeverity)[keyof typeof DiagnosticSeverity];

export const DiagnosticMessage = message({
  severity: enumeration<DiagnosticSeverity>(1),
  summary: string(2),
  detail: string(3),
  attribute: one(4, AttributePath),
});
export type DiagnosticMessage = Decoded<typeof DiagnosticMessage>;

/** An error of a provider function; `functionArgument` is the index of the argument to blame. */
export const FunctionError = message({ text: string(1), functionArgument: optional(int64(2)) });
export type FunctionError = Decoded<typeof FunctionError>;

/** A stored object from the state file: JSON, or the flat map of Terraform before 0.12. */
export const RawState = message({ json: bytes(1), flatmap: map(2, 'string') });
export type RawState = Decoded<typeof RawState>;

/** Since 6.9. */
export const ResourceIdentityData = message({ identityData: one(1, DynamicValue) });
export type ResourceIdentityData = Decoded<typeof ResourceIdentityData>;

export const ServerCapabilities = message({
  planDestroy: bool(1),
  getProviderSchemaOptional: bool(2),
  moveResourceState: bool(3),
  generateResourceConfig: bool(4),
});
export type ServerCapabilities = Decoded<typeof ServerCapabilities>;

export const ClientCapabilities = message({
  deferralAllowed: bool(1),
  writeOnlyAttributesAllowed: bool(2),
});
export type ClientCapabilities = Decoded<typeof ClientCapabilities>;

/** Unknown, an unknown configuration of the resource, an unknown one of the provider, an absent prerequisite. */
export type DeferredReason = 0 | 1 | 2 | 3;

export const Deferred = message({ reason: enumeration<DeferredReason>(1) });
export type Deferred = Decoded<typeof Deferred>;

// Schemas. A schema must have a `block` even when it has no attributes (Terraform panics without one); `type` is the
// JSON text of a type, such as `["list","string"]`.

export const StringKind = { plain: 0, markdown: 1 } as const;
export type StringKind = (typeof StringKind)[keyof typeof StringKind];

/** The repetition of a nested block. A nested attribute uses the same numbers, without `group`. */
export const NestingMode = { invalid: 0, single: 1, list: 2, set: 3, map: 4, group: 5 } as const;
export type NestingMode = (typeof NestingMode)[keyof typeof NestingMode];

// Attributes and objects, blocks and nested blocks contain each other. TypeScript cannot infer such types.
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
  /** Empty unless `deprecated` is true: Terraform rejects such a schema. */
  readonly deprecationMessage: string;
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
  readonly deprecationMessage: string;
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
  deprecationMessage: string(12),
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
  deprecationMessage: string(7),
});

export const SchemaNestedBlock: MessageType<SchemaNestedBlock> = message({
  typeName: string(1),
  block: one(2, SchemaBlock),
  nesting: enumeration<NestingMode>(3),
  minItems: int64(4),
  maxItems: int64(5),
});

export const SchemaMessage = message({ version: int64(1), block: one(2, SchemaBlock) });
export type SchemaMessage = Decoded<typeof SchemaMessage>;

export const FunctionParameter = message({
  name: string(1),
  type: bytes(2),
  allowNullValue: bool(3),
  allowUnknownValues: bool(4),
  description: string(5),
  descriptionKind: enumeration<StringKind>(6),
});
export type FunctionParameter = Decoded<typeof FunctionParameter>;

const FunctionReturn = message({ type: bytes(1) });
type FunctionReturn = Decoded<typeof FunctionReturn>;

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
const IdentityAttribute = message({
  name: string(1),
  type: bytes(2),
  requiredForImport: bool(3),
  optionalForImport: bool(4),
  description: string(5),
});
type IdentityAttribute = Decoded<typeof IdentityAttribute>;

/** Since 6.9. */
export const ResourceIdentitySchema = message({
  version: int64(1),
  identityAttributes: repeated(2, IdentityAttribute),
});
export type ResourceIdentitySchema = Decoded<typeof ResourceIdentitySchema>;
