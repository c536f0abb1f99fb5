/** Tokens of CDKTF without the stack trace that each records: the traces take a tenth of a synthesis, and nobody reads them. */

/** Error with a property that can be replaced. */
const errorClass: { captureStackTrace?: unknown } = Error;

/** Returns the token that `create` makes. Meanwhile `Error.captureStackTrace` does nothing: errors have no stack, and CDKTF stores none. */
export function withoutTrace<T>(create: () => T): T {
  const { captureStackTrace } = errorClass;
  try {
    errorClass.captureStackTrace = () => undefined;
    return create();
  } finally {
    errorClass.captureStackTrace = captureStackTrace;
  }
}
