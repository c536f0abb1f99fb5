/**
 * Errors and warnings for the user, each with its place in the configuration. Converts thrown errors and mistakes of a
 * handler to them. Stack traces go only to the log.
 */
import type { Log } from './log';
import { Dyn, isRecord, Unknown, ValueError } from '../values/types';

/**
 * The way to a place in an object: attribute and block names, map keys, list indexes:
 * `['claim_match', 'issuer']`, `['tags', 'team']`, `['rule', 0, 'port']`. Inside a set it ends at the set.
 */
export type Path = readonly (string | number)[];

/** An error or a warning, as Terraform shows it to the user. */
export interface Diagnostic {
  /** An error makes the call fail; a warning does not. */
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** The event, the object, the reason and the next step. Plain text with any number of lines. */
  readonly detail?: string;
  /** The attribute that it is about: Terraform prints its file and line. */
  readonly path?: Path;
  /** A stable name of the cause: `GROUP_NOT_EMPTY`. The name of the provider and this code end the detail. */
  readonly code?: string;
}

/** The codes of the diagnostics that this package creates. */
export type PluginCode =
  | 'DEPRECATED'
  | 'INVALID_VALUE'
  | 'MOVE_REJECTED'
  | 'NOT_IMPORTABLE'
  | 'OBJECT_NOT_FOUND'
  | 'PROVIDER_MISTAKE'
  | 'PROVIDER_NOT_CONFIGURED'
  | 'STATE_TOO_OLD'
  | 'STATE_UNREADABLE'
  | 'TERRAFORM_TOO_OLD'
  | 'UNEXPECTED_ERROR'
  | 'UNKNOWN_TYPE';

/** Returns an error of this package. */
export function packageError(code: PluginCode, summary: string, detail: string, path?: Path): Diagnostic {
  return { severity: 'error', summary, detail, path, code };
}

/** Collects the diagnostics of one call. With an error among them the call fails; warnings alone are only shown. */
export class Diags {
  readonly #items: Diagnostic[] = [];

  /** Adds an error and continues; throw a {@link DiagError} to end the handler immediately. */
  error(summary: string, detail?: string, path?: Path): void {
    this.add({ severity: 'error', summary, detail, path });
  }

  /** Adds a warning. */
  warning(summary: string, detail?: string, path?: Path): void {
    this.add({ severity: 'warning', summary, detail, path });
  }

  /** Adds existing diagnostics, for example those of a {@link DiagError}. */
  add(...diagnostics: readonly Diagnostic[]): void {
    this.#items.push(...diagnostics);
  }

  /** All diagnostics so far, in their order. */
  get items(): readonly Diagnostic[] {
    return this.#items;
  }

  /** True if the call will fail. */
  get hasErrors(): boolean {
    return this.#items.some((item) => item.severity === 'error');
  }
}

/**
 * An error with a summary, a detail and a path of its own: throw it from any handler. Of any other error Terraform shows
 * the message under a general summary; its stack goes to the log.
 *
 * @example throw new DiagError('Group not found', `No group "acme" (uid 42) exists.`, ['parent_uid']);
 */
export class DiagError extends Error {
  /** The diagnostics that Terraform will show. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(summary: string, detail?: string, path?: Path);
  constructor(diagnostics: readonly Diagnostic[]);
  constructor(first: string | readonly Diagnostic[], detail?: string, path?: Path) {
    const diagnostics: readonly Diagnostic[] =
      typeof first === 'string' ? [{ severity: 'error', summary: first, detail, path }] : first;
    super(diagnostics.map((item) => item.summary).join('; '));
    this.name = 'DiagError';
    this.diagnostics = diagnostics;
  }
}

export interface Problem {
  readonly path: Path;
  readonly message: string;
}

/** Returns one error for each problem, reported as a mistake in the provider. */
export function problemsToDiagnostics(problems: readonly Problem[], handler: string): Diagnostic[] {
  return problems.map(({ path, message }) => {
    const detail = `${pathText(path) === '' ? 'The object' : pathText(path)} ${message}.\n\nThis is a mistake in the provider (${handler}): please report it.`;
    return packageError('PROVIDER_MISTAKE', 'The provider returned an invalid result', detail, path);
  });
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
  readonly log: Pick<Log, 'debug'>;
}

/** Adds the error to `diags`, under `summary` unless it brings its own. */
export function reportThrown(error: unknown, summary: string, { diags, log }: Reporting): void {
  log.debug(`${summary}: ${toErrorMessage(error)}`, { stack: getStack(error) });
  diags.add(...thrownToDiagnostics(error, summary));
}

function thrownToDiagnostics(error: unknown, summary: string): readonly Diagnostic[] {
  if (error instanceof DiagError) return error.diagnostics;
  return [packageError('UNEXPECTED_ERROR', summary, toErrorMessage(error))];
}

/** The message, and those of its causes; never empty. */
export function toErrorMessage(error: unknown): string {
  if (!isErrorLike(error)) return typeof error === 'string' && error !== '' ? error : 'An unknown error occurred.';
  const own = error.message === '' ? error.name : error.message;
  return isErrorLike(error.cause) ? `${own}: ${toErrorMessage(error.cause)}` : own;
}

/** All diagnostics of an error in one text. */
export function toErrorText(error: unknown): string {
  if (!(error instanceof DiagError)) return toErrorMessage(error);
  return error.diagnostics
    .map(({ summary, detail }) => (detail === undefined ? summary : `${summary}: ${detail}`))
    .join('\n');
}

export function getStack(error: unknown): string {
  return isErrorLike(error) ? (error.stack ?? '') : '';
}

/** An error of another realm (a worker, a test environment) is not an instance of our Error. */
function isErrorLike(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && typeof (error as Partial<Error>).message === 'string';
}
