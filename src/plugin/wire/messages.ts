/**
 * The values that travel in many calls of Terraform plugin protocol 6 (package `tfplugin6`): version 6.8, and the
 * additions of 6.9 and 6.10 about resource identity and list resources. Schemas are in `schema-messages.ts`, requests
 * and responses in `call-messages.ts`.
 */
import {
  bool,
  bytes,
  enumeration,
  int64,
  map,
  message,
  one,
  optional,
  repeated,
  string,
  type Decoded,
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
export const Severity = { invalid: 0, error: 1, warning: 2 } as const;
export type Severity = (typeof Severity)[keyof typeof Severity];

export const Diagnostic = message({
  severity: enumeration<Severity>(1),
  summary: string(2),
  detail: string(3),
  attribute: one(4, AttributePath),
});
export type Diagnostic = Decoded<typeof Diagnostic>;

/** An error of a provider function; `functionArgument` is the index of the argument to blame. */
export const FunctionError = message({ text: string(1), functionArgument: optional(int64(2)) });
export type FunctionError = Decoded<typeof FunctionError>;

/** A stored object as it lies in the state file: JSON, or the flat map of Terraform before 0.12. */
export const RawState = message({ json: bytes(1), flatmap: map(2, 'string') });
export type RawState = Decoded<typeof RawState>;

/** Since 6.9. */
export const ResourceIdentityData = message({ identityData: one(1, DynamicValue) });
export type ResourceIdentityData = Decoded<typeof ResourceIdentityData>;

export const ServerCapabilities = message({
  planDestroy: bool(1),
  getProviderSchemaOptional: bool(2),
  moveResourceState: bool(3),
});
export type ServerCapabilities = Decoded<typeof ServerCapabilities>;

export const ClientCapabilities = message({ deferralAllowed: bool(1), writeOnlyAttributesAllowed: bool(2) });
export type ClientCapabilities = Decoded<typeof ClientCapabilities>;

export const DeferredReason = {
  unknown: 0,
  resourceConfigUnknown: 1,
  providerConfigUnknown: 2,
  absentPrerequisite: 3,
} as const;
export type DeferredReason = (typeof DeferredReason)[keyof typeof DeferredReason];

export const Deferred = message({ reason: enumeration<DeferredReason>(1) });
export type Deferred = Decoded<typeof Deferred>;

export { Timestamp } from '../../grpc/well-known';
