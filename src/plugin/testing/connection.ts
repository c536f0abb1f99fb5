/** Calls handlers as over the wire: requests and responses are encoded and decoded on the way. */
import { impliedType, type Schema } from '../schema/schema';
import { decodeValue, encodeValue } from '../values/codec';
import type { CtyType } from '../values/types';
import { decode, encode } from '../../grpc/codec';
import { providerMethods, type Handlers, type RequestOf, type RpcName } from '../wire/service';
import type { DiagnosticMessage, DynamicValue } from '../wire/messages';
import type { Init, MessageType } from '../../grpc/message';

/** The decoded response of a call. */
export type DecodedResponse<N extends RpcName> = (typeof providerMethods)[N] extends {
  readonly response: MessageType<infer R>;
}
  ? R
  : never;

/**
 * Calls of the plugin protocol, by their names there and with its messages, for what {@link Host} has no method for.
 *
 * @example await host.connection.call('StopProvider', {});
 */
export interface Connection {
  /**
   * Calls the provider. Resolves also when the response contains errors, as `diagnostics`. Aborting `signal` cancels
   * the call.
   */
  readonly call: <N extends RpcName>(
    name: N,
    request: Init<RequestOf<N>>,
    signal?: AbortSignal,
  ) => Promise<DecodedResponse<N>>;
  /** Calls a list resource. Resolves with all events of the stream. */
  readonly list: (request: Init<RequestOf<'ListResource'>>) => Promise<readonly DecodedResponse<'ListResource'>[]>;
}

/** A diagnostic as Terraform receives it. */
export interface HostDiagnostic {
  /** True if the call failed or only warned. */
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** May have several lines; empty if the summary is enough. */
  readonly detail: string;
  /** The place whose line Terraform prints. Empty without a place. */
  readonly path: readonly (string | number)[];
}

/** Thrown by the methods of {@link Host} and {@link ResourceInstance} when the provider responds with errors. */
export class HostError extends Error {
  /** All that the provider reported, warnings included. */
  readonly diagnostics: readonly HostDiagnostic[];

  constructor(diagnostics: readonly HostDiagnostic[]) {
    super(diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n'));
    this.name = 'HostError';
    this.diagnostics = diagnostics;
  }
}

export function connectHandlers(handlers: Handlers): Connection {
  return {
    async call(name, request, signal = new AbortController().signal) {
      const method = providerMethods[name];
      const handler = handlers[name] as ((q: unknown, c: object) => Promise<object>) | undefined;
      if (handler === undefined) throw new Error(`${name} is not implemented.`);
      const response = await handler(transmit(method.request as MessageType<unknown>, request), { signal });
      return transmit(method.response as MessageType<unknown>, response) as never;
    },
    async list(request) {
      const { request: asked, response } = providerMethods.ListResource;
      const events = handlers.ListResource?.(transmit(asked, request), { signal: new AbortController().signal });
      const decoded: DecodedResponse<'ListResource'>[] = [];
      for await (const event of events ?? []) decoded.push(transmit(response, event));
      return decoded;
    },
  };
}

export function toWire(value: unknown, schema: Schema): Init<DynamicValue> {
  return { msgpack: encodeValue(value, impliedType(schema)) };
}

export function decodeResult(value: DynamicValue | undefined, type: CtyType): unknown {
  return value === undefined || value.msgpack.length === 0 ? null : decodeValue(value.msgpack, type);
}

export function readDiagnostics(diagnostics: readonly DiagnosticMessage[]): HostDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === 1 ? 'error' : 'warning',
    summary,
    detail,
    path: (attribute?.steps ?? []).map(
      ({ attributeName, elementKeyString, elementKeyInt }) => attributeName ?? elementKeyString ?? elementKeyInt ?? '',
    ),
  }));
}

/** Throws if there are errors; returns the warnings. */
export function failOnErrors(diagnostics: readonly DiagnosticMessage[]): readonly HostDiagnostic[] {
  const found = readDiagnostics(diagnostics);
  if (found.some(({ severity }) => severity === 'error')) throw new HostError(found);
  return found;
}

function transmit<T>(type: MessageType<T>, message: unknown): T {
  return decode(type, encode(type, message as Init<T>));
}
