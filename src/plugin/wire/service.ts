/**
 * The calls of `service tfplugin6.Provider` that a provider may serve, by their names on the wire, and the types of their
 * handlers. The response to a call that is not in this table, or has no handler, is UNIMPLEMENTED.
 */
import * as call from './calls';
import { Empty } from '../../grpc/well-known';
import type { Init, MessageType } from '../../grpc/message';

export const providerServiceName = 'tfplugin6.Provider';

export interface ServiceMethod<Q, R> {
  readonly request: MessageType<Q>;
  readonly response: MessageType<R>;
  /** True if the call returns a stream of `response`. */
  readonly stream: boolean;
}

export interface UnaryMethod<Q, R> extends ServiceMethod<Q, R> {
  readonly stream: false;
}

export interface StreamMethod<Q, R> extends ServiceMethod<Q, R> {
  readonly stream: true;
}

export const providerMethods = {
  GetMetadata: unary(Empty, call.GetMetadataResponse),
  GetProviderSchema: unary(Empty, call.GetProviderSchemaResponse),
  ValidateProviderConfig: unary(call.ValidateProviderConfigRequest, call.ValidateProviderConfigResponse),
  ValidateResourceConfig: unary(call.ValidateResourceConfigRequest, call.DiagnosticsResponse),
  ValidateDataResourceConfig: unary(call.ValidateTypedConfigRequest, call.DiagnosticsResponse),
  UpgradeResourceState: unary(call.UpgradeResourceStateRequest, call.UpgradeResourceStateResponse),
  GetResourceIdentitySchemas: unary(Empty, call.GetResourceIdentitySchemasResponse),
  UpgradeResourceIdentity: unary(call.UpgradeResourceIdentityRequest, call.UpgradeResourceIdentityResponse),
  ConfigureProvider: unary(call.ConfigureProviderRequest, call.DiagnosticsResponse),
  ReadResource: unary(call.ReadResourceRequest, call.ReadResourceResponse),
  PlanResourceChange: unary(call.PlanResourceChangeRequest, call.PlanResourceChangeResponse),
  ApplyResourceChange: unary(call.ApplyResourceChangeRequest, call.ApplyResourceChangeResponse),
  ImportResourceState: unary(call.ImportResourceStateRequest, call.ImportResourceStateResponse),
  GenerateResourceConfig: unary(call.GenerateResourceConfigRequest, call.GenerateResourceConfigResponse),
  MoveResourceState: unary(call.MoveResourceStateRequest, call.MoveResourceStateResponse),
  ReadDataSource: unary(call.ReadDataSourceRequest, call.ReadDataSourceResponse),
  ValidateEphemeralResourceConfig: unary(call.ValidateTypedConfigRequest, call.DiagnosticsResponse),
  OpenEphemeralResource: unary(call.OpenEphemeralResourceRequest, call.OpenEphemeralResourceResponse),
  RenewEphemeralResource: unary(call.EphemeralResourceRequest, call.RenewEphemeralResourceResponse),
  CloseEphemeralResource: unary(call.EphemeralResourceRequest, call.DiagnosticsResponse),
  ListResource: stream(call.ListResourceRequest, call.ListResourceEvent),
  ValidateListResourceConfig: unary(call.ValidateListResourceConfigRequest, call.DiagnosticsResponse),
  GetFunctions: unary(Empty, call.GetFunctionsResponse),
  CallFunction: unary(call.CallFunctionRequest, call.CallFunctionResponse),
  StopProvider: unary(Empty, call.StopProviderResponse),
} as const;

export type RpcName = keyof typeof providerMethods;

export type RequestOf<N extends RpcName> =
  (typeof providerMethods)[N] extends ServiceMethod<infer Q, unknown> ? Q : never;
export type ResponseOf<N extends RpcName> =
  (typeof providerMethods)[N] extends ServiceMethod<unknown, infer R> ? Init<R> : never;

export interface CallContext {
  /** Aborted when the caller cancels this one call (or its connection breaks). StopProvider is not signalled here. */
  readonly signal: AbortSignal;
}

/**
 * Handles one call. Errors of the user are diagnostics in the response: a rejection is reported as a gRPC error,
 * which Terraform shows as a plugin error and which loses the state of what was being applied.
 */
export type Handler<N extends RpcName> = (
  request: RequestOf<N>,
  context: CallContext,
) => (typeof providerMethods)[N] extends { readonly stream: true }
  ? AsyncIterable<ResponseOf<N>>
  : Promise<ResponseOf<N>>;

/** The handlers of a provider, by the names of the calls. */
export type Handlers = { readonly [N in RpcName]?: Handler<N> };

function unary<Q, R>(request: MessageType<Q>, response: MessageType<R>): UnaryMethod<Q, R> {
  return { request, response, stream: false };
}

function stream<Q, R>(request: MessageType<Q>, response: MessageType<R>): StreamMethod<Q, R> {
  return { request, response, stream: true };
}
