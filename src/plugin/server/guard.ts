/**
 * Stands around every handler: whatever goes wrong becomes diagnostics. A gRPC error would be shown as a fault of the
 * plugin, and would lose the state of what was being applied.
 */
import type { Diagnostic } from '../sdk/diagnostics';
import type { Schema } from '../schema/schema';
import type { CallScope } from '../core/call';
import { reportThrown } from '../core/thrown';
import { ValueError } from '../values/value-error';
import type { CallContext, Diagnostic as WireDiagnostic } from '../wire';
import { beginCall, callScope, type Session } from './session';
import { encodeDiagnostics } from './values';

export interface Guarded {
  /** For errors that bring no words of their own: "Could not read demo_server". */
  readonly summary: string;
  readonly typeName: string;
  readonly private?: Uint8Array;
  /** Of the object that paths in diagnostics lead through. Undefined if the type is unknown. */
  readonly schema: Schema | undefined;
}

/** The answer of `work`, with the diagnostics of the call; without an answer, the diagnostics alone. */
export async function guarded<R extends object>(
  session: Session,
  context: CallContext,
  { summary, typeName, private: privateBytes, schema }: Guarded,
  work: (call: CallScope) => Promise<R> | R,
): Promise<Partial<R> & { diagnostics: WireDiagnostic[] }> {
  const { signal, end } = beginCall(session, context);
  const call = callScope(session, typeName, signal, privateBytes);
  let answer: Partial<R> = {};
  try {
    answer = await work(call);
  } catch (error) {
    reportThrown(readable(error), summary, call);
  } finally {
    end();
  }
  logDiagnostics(session, call.diags.items);
  return { ...answer, diagnostics: encodeDiagnostics(call.diags.items, schema) };
}

/** A value that does not fit its type did not come from a handler: those are checked where they return. */
function readable(error: unknown): unknown {
  if (!(error instanceof ValueError)) return error;
  return new Error(`Terraform sent a value that does not fit the schema: ${error.message}`);
}

function logDiagnostics({ log }: Session, diagnostics: readonly Diagnostic[]): void {
  for (const { severity, summary } of diagnostics) log.debug(`Answering with a diagnostic: ${summary}`, { severity });
}
