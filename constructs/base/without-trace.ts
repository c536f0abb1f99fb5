/** Tokens of CDKTF without the stack trace that each records: the traces take a tenth of a synthesis, and nobody reads them. */

/** The capture as a property, because it is replaced. */
const capture: { captureStackTrace?: unknown } = Error;

/** Returns the token that `create` makes. CDKTF records no trace if the capture leaves the text empty. */
export function withoutTrace<T>(create: () => T): T {
  const { captureStackTrace } = capture;
  try {
    capture.captureStackTrace = () => undefined;
    return create();
  } finally {
    capture.captureStackTrace = captureStackTrace;
  }
}
