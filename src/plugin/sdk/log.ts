/**
 * Writes log lines, which Terraform shows while `TF_LOG` (or `TF_LOG_PROVIDER`) asks for their level; below that level
 * nothing is written. `fields` are shown as `key=value`; a function is called only if the line is written. No secret belongs
 * here.
 *
 * @example log.debug('Note written', { path, bytes: text.length });
 */
export interface Log {
  /** Shown under `TF_LOG=trace`. */
  trace(message: string, fields?: LogFields | (() => LogFields)): void;
  /** Shown under `TF_LOG=debug` and below. */
  debug(message: string, fields?: LogFields | (() => LogFields)): void;
  /** Shown under `TF_LOG=info` and below. */
  info(message: string, fields?: LogFields | (() => LogFields)): void;
  /**
   * Shown under `TF_LOG=warn` and below. Users rarely see it: use a diagnostic for everything that they should know.
   */
  warn(message: string, fields?: LogFields | (() => LogFields)): void;
  /** Shown under every level. Users rarely see it: use a diagnostic for everything that they should know. */
  error(message: string, fields?: LogFields | (() => LogFields)): void;
}

/**
 * The fields of a log line. Text, numbers and booleans are unchanged, an Error becomes its message, and any other value
 * becomes JSON.
 */
export type LogFields = Readonly<Record<string, unknown>>;
