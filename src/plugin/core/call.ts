/** One call from Terraform: what its handler is given, and the errors it ends with, in words for a user. Stacks go to the log alone. */
import type { BareContext, Log, ObjectContext, PrivateState } from '../sdk/context';
import { DiagError, type Diagnostic, type Diags, type Path } from '../sdk/diagnostics';
import { Dyn, isRecord, Unknown, ValueError } from '../values/types';

export interface CallScope {
  /** The type of the resource that the call is about; names it in errors. */
  readonly typeName: string;
  readonly diags: Diags;
  readonly log: Log;
  readonly privateState: StoredPrivateState;
  /** What handlers are given that run without a configured provider, and `own`. */
  readonly bare: <T extends object>(own: T) => BareContext & T;
  /** What all others are given, and `own`. Its `client` is what `configure` returned; throws before that. */
  readonly context: <T extends object>(own: T) => ObjectContext<unknown> & T;
}

interface Stored {
  readonly notes?: Readonly<Record<string, unknown>>;
  /** The object was imported and not read yet. */
  readonly imported?: true;
}

export class StoredPrivateState implements PrivateState {
  readonly #notes: Map<string, unknown>;
  imported: boolean;

  private constructor({ notes = {}, imported }: Stored) {
    this.#notes = new Map(Object.entries(notes));
    this.imported = imported === true;
  }

  /** Bytes of another provider, from which an object was moved, are ignored. */
  static decode(bytes: Uint8Array): StoredPrivateState {
    try {
      const stored: unknown = bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString());
      return new StoredPrivateState(typeof stored === 'object' && stored !== null ? stored : {});
    } catch {
      return new StoredPrivateState({});
    }
  }

  get(key: string): unknown {
    return this.#notes.get(key);
  }

  set(key: string, value: unknown): void {
    if (value === undefined) this.#notes.delete(key);
    else this.#notes.set(key, value);
  }

  /** Equal data are equal bytes. They belong into every response: Terraform deletes what a response leaves out. */
  encode(): Uint8Array {
    if (this.#notes.size === 0 && !this.imported) return new Uint8Array();
    const notes = Object.fromEntries([...this.#notes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)));
    const stored: Stored = { ...(this.#notes.size > 0 && { notes }), ...(this.imported && { imported: true }) };
    return Buffer.from(JSON.stringify(stored));
  }
}

export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** One error for each problem, which says that it is a mistake in the provider. */
export function problemsToDiagnostics(problems: readonly Problem[], handler: string): Diagnostic[] {
  return problems.map(({ path, message }) => ({
    severity: 'error',
    summary: 'The provider returned an invalid result',
    detail: `${pathText(path) === '' ? 'The object' : pathText(path)} ${message}.\n\nThis is a mistake in the provider (${handler}): please report it.`,
    path,
  }));
}

/** Runs `convert` on a handler's result. A ValueError is added to `problems`. */
export function attempt<T>(convert: () => T, problems: Problem[]): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    problems.push({ path: error.path, message: error.message });
    return undefined;
  }
}

/** Formats a path, such as `tags["team"]` or `rule[0].port`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** A value as part of a sentence, shortened. Not for sensitive values. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(plain(value)) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function plain(value: unknown): unknown {
  if (value instanceof Unknown) return String(value);
  if (value instanceof Dyn) return plain(value.value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)])) : value;
}

interface Reporting {
  readonly diags: Diags;
  readonly log: Log;
}

/** Adds the error to `diags`, under `summary` unless it brings its own. */
export function reportThrown(error: unknown, summary: string, { diags, log }: Reporting): void {
  log.debug(`${summary}: ${messageOf(error)}`, { stack: stackOf(error) });
  diags.add(...thrownToDiagnostics(error, summary));
}

function thrownToDiagnostics(error: unknown, summary: string): readonly Diagnostic[] {
  if (error instanceof DiagError) return error.diagnostics;
  return [{ severity: 'error', summary, detail: messageOf(error) }];
}

/** The message, and those of its causes; never empty. */
export function messageOf(error: unknown): string {
  if (!isErrorLike(error)) return typeof error === 'string' && error !== '' ? error : 'An unknown error occurred.';
  const own = error.message === '' ? error.name : error.message;
  return isErrorLike(error.cause) ? `${own}: ${messageOf(error.cause)}` : own;
}

/** All diagnostics of an error in one text. */
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
