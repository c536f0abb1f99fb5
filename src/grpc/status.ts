/** The status of a call: a code, a message, and optional details; and the trailers that contain them. */

export const GrpcStatus = {
  ok: 0,
  cancelled: 1,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;
export type GrpcStatus = (typeof GrpcStatus)[keyof typeof GrpcStatus];

export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly status: GrpcStatus;
  constructor(status: GrpcStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** The encoded status. */
export interface CallStatus {
  readonly code: number;
  readonly message: string;
  /** An encoded google.rpc.Status. */
  readonly details?: Uint8Array;
}

/** The status of a {@link GrpcError}; any other error is INTERNAL, with its words. */
export function getStatus(error: unknown): CallStatus {
  const code = error instanceof GrpcError ? error.status : GrpcStatus.internal;
  return { code, message: error instanceof Error ? error.message : String(error) };
}

const maxMessageChars = 4096;
/** More does not fit into what clients take as headers: then the code and the message say what is wrong. */
const maxDetailsBytes = 8 * 1024;

export function getTrailers({ code, message, details }: CallStatus): Readonly<Record<string, string>> {
  return {
    'grpc-status': String(code),
    // Through bytes, because a lone surrogate cannot be percent-encoded.
    'grpc-message': encodeURI(Buffer.from(message.slice(0, maxMessageChars)).toString()),
    ...(details !== undefined &&
      details.length <= maxDetailsBytes && { 'grpc-status-details-bin': Buffer.from(details).toString('base64') }),
  };
}
