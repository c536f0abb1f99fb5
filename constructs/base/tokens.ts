/** Tokens of CDKTF without the stack trace that each records: the traces take a tenth of a synthesis, and nobody reads them. */

/** Returns the token that `create` makes. CDKTF records no trace if the capture leaves the text empty. */
export function withoutTrace<T>(create: () => T): T {
  const { captureStackTrace } = Error;
  try {
    Error.captureStackTrace = () => undefined;
    return create();
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}
