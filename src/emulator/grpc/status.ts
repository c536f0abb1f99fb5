/** Errors as gRPC says them: a code, a message, and a google.rpc.Status with the typed details. Source: specification §7. */
import { codeNumber, detailType, TYPE_URL_PREFIX, type ErrorDetail } from '../../api';
import { errorBody } from '../errors';
import { encode } from './codec';
import { bytes, int32, map, repeated, string, type Message } from './message';

export interface GrpcStatus {
  readonly code: number;
  readonly message: string;
  /** An encoded google.rpc.Status; absent when there are no details. */
  readonly details?: Uint8Array<ArrayBuffer>;
}

const detailMessages: Readonly<Record<string, Message>> = {
  ErrorInfo: { reason: string(1), domain: string(2), metadata: map(3, 'string') },
  BadRequest: { fieldViolations: repeated(1, { field: string(1), description: string(2) }) },
  PreconditionFailure: {
    violations: repeated(1, { type: string(1), subject: string(2), description: string(3) }),
  },
  ResourceInfo: { resourceType: string(1), resourceName: string(2), description: string(4) },
};
const anyMessage: Message = { typeUrl: string(1), value: bytes(2) };
const statusMessage: Message = { code: int32(1), message: string(2), details: repeated(3, anyMessage) };

/** The status of an error; one that nobody meant to throw says only that it happened. */
export function statusOf(error: unknown): GrpcStatus {
  const known = errorBody(error, 'iam');
  if (known === undefined) return { code: codeNumber('INTERNAL'), message: 'Internal error' };
  const { code, message, details } = known;
  return { code, message, details: encode(statusMessage, { code, message, details: details.map(anyOf) }) };
}

function anyOf(detail: ErrorDetail): { readonly typeUrl: string; readonly value: Uint8Array } {
  const type = detailType(detail);
  return { typeUrl: `${TYPE_URL_PREFIX}${type}`, value: encode(detailMessages[type] ?? {}, detail) };
}
