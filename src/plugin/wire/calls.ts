/**
 * Requests and responses of `service tfplugin6.Provider`, by call. Fields that came with protocol 6.9 (identity) and
 * 6.10 (list resources, generated configuration) are additive: an older Terraform neither sends nor reads them.
 */
import { bool, bytes, int64, map, message, one, optional, repeated, string } from '../../grpc/message';
import { Timestamp } from '../../grpc/well-known';
import {
  AttributePath,
  ClientCapabilities,
  Deferred,
  DiagnosticMessage,
  DynamicValue,
  FunctionError,
  RawState,
  ResourceIdentityData,
  ServerCapabilities,
  FunctionSchema,
  ResourceIdentitySchema,
  SchemaMessage,
} from './messages';

const TypeMetadata = message({ typeName: string(1) });
const FunctionMetadata = message({ name: string(1) });

export const GetMetadataResponse = message({
  serverCapabilities: one(1, ServerCapabilities),
  diagnostics: repeated(2, DiagnosticMessage),
  dataSources: repeated(3, TypeMetadata),
  resources: repeated(4, TypeMetadata),
  functions: repeated(5, FunctionMetadata),
  ephemeralResources: repeated(6, TypeMetadata),
  listResources: repeated(7, TypeMetadata),
});

export const GetProviderSchemaResponse = message({
  provider: one(1, SchemaMessage),
  resourceSchemas: map(2, SchemaMessage),
  dataSourceSchemas: map(3, SchemaMessage),
  diagnostics: repeated(4, DiagnosticMessage),
  providerMeta: one(5, SchemaMessage),
  serverCapabilities: one(6, ServerCapabilities),
  functions: map(7, FunctionSchema),
  ephemeralResourceSchemas: map(8, SchemaMessage),
  listResourceSchemas: map(9, SchemaMessage),
});

export const ValidateProviderConfigRequest = message({ config: one(1, DynamicValue) });
/** Its diagnostics are field 2, those of every other validation field 1. */
export const ValidateProviderConfigResponse = message({ diagnostics: repeated(2, DiagnosticMessage) });

export const ValidateResourceConfigRequest = message({
  typeName: string(1),
  config: one(2, DynamicValue),
  clientCapabilities: one(3, ClientCapabilities),
});
/** The configuration of a data source or an ephemeral resource. */
export const ValidateTypedConfigRequest = message({ typeName: string(1), config: one(2, DynamicValue) });
/** A response that carries diagnostics alone. */
export const DiagnosticsResponse = message({ diagnostics: repeated(1, DiagnosticMessage) });

export const UpgradeResourceStateRequest = message({
  typeName: string(1),
  version: int64(2),
  rawState: one(3, RawState),
});
export const UpgradeResourceStateResponse = message({
  upgradedState: one(1, DynamicValue),
  diagnostics: repeated(2, DiagnosticMessage),
});

export const GetResourceIdentitySchemasResponse = message({
  identitySchemas: map(1, ResourceIdentitySchema),
  diagnostics: repeated(2, DiagnosticMessage),
});

export const UpgradeResourceIdentityRequest = message({
  typeName: string(1),
  version: int64(2),
  rawIdentity: one(3, RawState),
});
export const UpgradeResourceIdentityResponse = message({
  upgradedIdentity: one(1, ResourceIdentityData),
  diagnostics: repeated(2, DiagnosticMessage),
});

export const ConfigureProviderRequest = message({
  terraformVersion: string(1),
  config: one(2, DynamicValue),
  clientCapabilities: one(3, ClientCapabilities),
});

export const ReadResourceRequest = message({
  typeName: string(1),
  currentState: one(2, DynamicValue),
  private: bytes(3),
  providerMeta: one(4, DynamicValue),
  clientCapabilities: one(5, ClientCapabilities),
  currentIdentity: one(6, ResourceIdentityData),
});
export const ReadResourceResponse = message({
  newState: one(1, DynamicValue),
  diagnostics: repeated(2, DiagnosticMessage),
  private: bytes(3),
  deferred: one(4, Deferred),
  newIdentity: one(5, ResourceIdentityData),
});

export const PlanResourceChangeRequest = message({
  typeName: string(1),
  priorState: one(2, DynamicValue),
  proposedNewState: one(3, DynamicValue),
  config: one(4, DynamicValue),
  priorPrivate: bytes(5),
  providerMeta: one(6, DynamicValue),
  clientCapabilities: one(7, ClientCapabilities),
  priorIdentity: one(8, ResourceIdentityData),
});
/** Without `legacy_type_system`, which would turn Terraform's consistency checks into log lines. */
export const PlanResourceChangeResponse = message({
  plannedState: one(1, DynamicValue),
  requiresReplace: repeated(2, AttributePath),
  plannedPrivate: bytes(3),
  diagnostics: repeated(4, DiagnosticMessage),
  deferred: one(6, Deferred),
  plannedIdentity: one(7, ResourceIdentityData),
});

export const ApplyResourceChangeRequest = message({
  typeName: string(1),
  priorState: one(2, DynamicValue),
  plannedState: one(3, DynamicValue),
  config: one(4, DynamicValue),
  plannedPrivate: bytes(5),
  providerMeta: one(6, DynamicValue),
  plannedIdentity: one(7, ResourceIdentityData),
});
export const ApplyResourceChangeResponse = message({
  newState: one(1, DynamicValue),
  private: bytes(2),
  diagnostics: repeated(3, DiagnosticMessage),
  newIdentity: one(5, ResourceIdentityData),
});

export const ImportResourceStateRequest = message({
  typeName: string(1),
  id: string(2),
  clientCapabilities: one(3, ClientCapabilities),
  identity: one(4, ResourceIdentityData),
});
const ImportedResource = message({
  typeName: string(1),
  state: one(2, DynamicValue),
  private: bytes(3),
  identity: one(4, ResourceIdentityData),
});
export const ImportResourceStateResponse = message({
  importedResources: repeated(1, ImportedResource),
  diagnostics: repeated(2, DiagnosticMessage),
  deferred: one(3, Deferred),
});

export const GenerateResourceConfigRequest = message({ typeName: string(1), state: one(2, DynamicValue) });
export const GenerateResourceConfigResponse = message({
  config: one(1, DynamicValue),
  diagnostics: repeated(2, DiagnosticMessage),
});

export const MoveResourceStateRequest = message({
  sourceProviderAddress: string(1),
  sourceTypeName: string(2),
  sourceSchemaVersion: int64(3),
  sourceState: one(4, RawState),
  targetTypeName: string(5),
  sourcePrivate: bytes(6),
  sourceIdentity: one(7, RawState),
  sourceIdentitySchemaVersion: int64(8),
});
export const MoveResourceStateResponse = message({
  targetState: one(1, DynamicValue),
  diagnostics: repeated(2, DiagnosticMessage),
  targetPrivate: bytes(3),
  targetIdentity: one(4, ResourceIdentityData),
});

export const ReadDataSourceRequest = message({
  typeName: string(1),
  config: one(2, DynamicValue),
  providerMeta: one(3, DynamicValue),
  clientCapabilities: one(4, ClientCapabilities),
});
export const ReadDataSourceResponse = message({
  state: one(1, DynamicValue),
  diagnostics: repeated(2, DiagnosticMessage),
  deferred: one(3, Deferred),
});

export const OpenEphemeralResourceRequest = message({
  typeName: string(1),
  config: one(2, DynamicValue),
  clientCapabilities: one(3, ClientCapabilities),
});
export const OpenEphemeralResourceResponse = message({
  diagnostics: repeated(1, DiagnosticMessage),
  renewAt: one(2, Timestamp),
  result: one(3, DynamicValue),
  private: optional(bytes(4)),
  deferred: one(5, Deferred),
});

/** Renewals and closing send the `private` of the opening. */
export const EphemeralResourceRequest = message({ typeName: string(1), private: optional(bytes(2)) });
export const RenewEphemeralResourceResponse = message({
  diagnostics: repeated(1, DiagnosticMessage),
  renewAt: one(2, Timestamp),
  private: optional(bytes(3)),
});

export const GetFunctionsResponse = message({
  functions: map(1, FunctionSchema),
  diagnostics: repeated(2, DiagnosticMessage),
});
export const CallFunctionRequest = message({ name: string(1), arguments: repeated(2, DynamicValue) });
export const CallFunctionResponse = message({ result: one(1, DynamicValue), error: one(2, FunctionError) });

export const ListResourceRequest = message({
  typeName: string(1),
  config: one(2, DynamicValue),
  includeResourceObject: bool(3),
  limit: int64(4),
});
/** One object found, or diagnostics alone: an event without an identity that brings no diagnostics is refused. */
export const ListResourceEvent = message({
  identity: one(1, ResourceIdentityData),
  displayName: string(2),
  resourceObject: one(3, DynamicValue),
  diagnostics: repeated(4, DiagnosticMessage),
});
export const ValidateListResourceConfigRequest = message({
  typeName: string(1),
  config: one(2, DynamicValue),
  includeResourceObject: one(3, DynamicValue),
  limit: one(4, DynamicValue),
});

/** The wire calls this field `Error`; empty means stopped. */
export const StopProviderResponse = message({ error: string(1) });
