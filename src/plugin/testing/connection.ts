/** Calls handlers as if over the wire: requests and responses are encoded and decoded on the way. */
import { impliedType, type Schema } from '../schema/schema';
import { decodeValue, encodeValue } from '../values/codec';
import type { CtyType } from '../values/types';
import { decode, encode } from '../../grpc/codec';
import { providerMethods, type Handlers, type RequestOf, type RpcName } from '../wire/service';
import type { Diagnostic, DynamicValue } from '../wire/messages';
import type { Init, MessageType } from '../../grpc/message';

/** What a call answers, decoded. */
export type AnswerOf<N extends RpcName> = (typeof providerMethods)[N] extends {
  readonly response: MessageType<infer R>;
}
  ? R
  : never;

export interface Connection {
  readonly call: <N extends RpcName>(
    name: N,
    request: Init<RequestOf<N>>,
    signal?: AbortSignal,
  ) => Promise<AnswerOf<N>>;
  /** All events of a call that answers with a stream. */
  readonly list: (request: Init<RequestOf<'ListResource'>>) => Promise<readonly AnswerOf<'ListResource'>[]>;
}

export interface HostDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  readonly path: readonly (string | number)[];
}

/** Errors that the provider answered with. */
export class HostError extends Error {
  readonly diagnostics: readonly HostDiagnostic[];

  constructor(diagnostics: readonly HostDiagnostic[]) {
    super(diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n'));
    this.name = 'HostError';
    this.diagnostics = diagnostics;
  }
}

export function connect(handlers: Handlers): Connection {
  return {
    async call(name, request, signal = new AbortController().signal) {
      const method = providerMethods[name];
      const handler = handlers[name] as ((q: unknown, c: object) => Promise<object>) | undefined;
      if (handler === undefined) throw new Error(`${name} is not implemented.`);
      const answer = await handler(transmit(method.request as MessageType<unknown>, request), { signal });
      return transmit(method.response as MessageType<unknown>, answer) as never;
    },
    async list(request) {
      const { request: asked, response } = providerMethods.ListResource;
      const events = handlers.ListResource?.(transmit(asked, request), { signal: new AbortController().signal });
      const answers: AnswerOf<'ListResource'>[] = [];
      for await (const event of events ?? []) answers.push(transmit(response, event));
      return answers;
    },
  };
}

export function toWire(value: unknown, schema: Schema): Init<DynamicValue> {
  return { msgpack: encodeValue(value, impliedType(schema)) };
}

export function decodeResult(value: DynamicValue | undefined, type: CtyType): unknown {
  return value === undefined || value.msgpack.length === 0 ? null : decodeValue(value.msgpack, type);
}

export function readDiagnostics(diagnostics: readonly Diagnostic[]): HostDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === 1 ? 'error' : 'warning',
    summary,
    detail,
    path: (attribute?.steps ?? []).map(
      ({ attributeName, elementKeyString, elementKeyInt }) => attributeName ?? elementKeyString ?? elementKeyInt ?? '',
    ),
  }));
}

function transmit<T>(type: MessageType<T>, message: unknown): T {
  return decode(type, encode(type, message as Init<T>));
}
