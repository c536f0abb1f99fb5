/** Errors over gRPC: a code, a message, and a google.rpc.Status with the typed details. Contract E1. */
import { codeNumber, detailType, type ErrorDetail, TYPE_URL_PREFIX } from '../../api';
import { encode } from '../../grpc/codec';
import {
  bytes,
  type Field,
  int32,
  map,
  message,
  type MessageType,
  repeated,
  string,
  type Values,
} from '../../grpc/message';
import type { ProtoFile } from '../../grpc/proto-file';
import type { CallStatus } from '../../grpc/status';
import { Empty } from '../../grpc/well-known';
import { errorBody } from '../errors';

const named = (name: string, fields: Readonly<Record<string, Field>>): MessageType<Values> =>
  message(fields, { name: `google.rpc.${name}` });

const detailMessages: Readonly<Record<string, MessageType<Values>>> = {
  ErrorInfo: named('ErrorInfo', { reason: string(1), domain: string(2), metadata: map(3, 'string') }),
  BadRequest: named('BadRequest', {
    fieldViolations: repeated(1, named('BadRequest.FieldViolation', { field: string(1), description: string(2) })),
  }),
  PreconditionFailure: named('PreconditionFailure', {
    violations: repeated(
      1,
      named('PreconditionFailure.Violation', { type: string(1), subject: string(2), description: string(3) }),
    ),
  }),
  ResourceInfo: named('ResourceInfo', { resourceType: string(1), resourceName: string(2), description: string(4) }),
};
/** Told by reflection, so that tools can show the details of an error. */
export const errorDetailsFile: ProtoFile = {
  name: 'google/rpc/error_details.proto',
  package: 'google.rpc',
  messages: Object.values(detailMessages),
};
const Any = message({ typeUrl: string(1), value: bytes(2) });
const Status = message({ code: int32(1), message: string(2), details: repeated(3, Any) });

/** The status of an error; one that nobody meant to throw says only that it happened. */
export function statusOf(error: unknown): CallStatus {
  const known = errorBody(error, 'iam');
  if (known === undefined) return { code: codeNumber('INTERNAL'), message: 'Internal error' };
  const { code, message: text, details } = known;
  return { code, message: text, details: encode(Status, { code, message: text, details: details.map(anyOf) }) };
}

function anyOf(detail: ErrorDetail): { readonly typeUrl: string; readonly value: Uint8Array } {
  const type = detailType(detail);
  return { typeUrl: `${TYPE_URL_PREFIX}${type}`, value: encode(detailMessages[type] ?? Empty, detail) };
}
