/** Turns whatever a handler throws into something a user can read. The stack goes to the log alone. */
import { DiagError, type Diagnostic } from '../sdk/diagnostics';
import type { Diags } from '../sdk/diagnostics';
import type { Log } from '../sdk/context';

interface Reporting {
  readonly diags: Diags;
  readonly log: Log;
}

/** Adds the error to `diags`, under `summary` unless it brings its own. */
export function reportThrown(error: unknown, summary: string, { diags, log }: Reporting): void {
  log.debug(`${summary}: ${messageOf(error)}`, { stack: stackOf(error) });
  diags.add(...thrownToDiagnostics(error, summary));
}

export function thrownToDiagnostics(error: unknown, summary: string): readonly Diagnostic[] {
  if (error instanceof DiagError) return error.diagnostics;
  return [{ severity: 'error', summary, detail: messageOf(error) }];
}

/** The message, and those of its causes; never empty. */
export function messageOf(error: unknown): string {
  if (!isErrorLike(error)) return typeof error === 'string' && error !== '' ? error : 'An unknown error occurred.';
  const own = error.message === '' ? error.name : error.message;
  return isErrorLike(error.cause) ? `${own}: ${messageOf(error.cause)}` : own;
}

/** Everything an error says, where there is room for one text only. */
export function textOf(error: unknown): string {
  if (!(error instanceof DiagError)) return messageOf(error);
  return error.diagnostics
    .map(({ summary, detail }) => (detail === undefined ? summary : `${summary}: ${detail}`))
    .join('\n');
}

export function stackOf(error: unknown): string {
  return isErrorLike(error) ? (error.stack ?? '') : '';
}

/** An error made in another realm (a worker, a test environment) is no instance of our Error. */
function isErrorLike(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && typeof (error as Partial<Error>).message === 'string';
}
