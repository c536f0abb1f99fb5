/**
 * Writes log lines, which Terraform shows while `TF_LOG` (or `TF_LOG_PROVIDER`) asks for their level; below that level
 * nothing is written. `fields` are shown as `key=value`. No secret belongs here.
 *
 * @example log.debug('Note written', { path, bytes: text.length });
 */
export interface Log {
  /** Shown under `TF_LOG=trace`. */
  trace(message: string, fields?: LogFields): void;
  /** Shown under `TF_LOG=debug` and below. */
  debug(message: string, fields?: LogFields): void;
  /** Shown under `TF_LOG=info` and below. */
  info(message: string, fields?: LogFields): void;
  /** Shown under `TF_LOG=warn` and below. Users rarely see it: what they should know belongs into a diagnostic. */
  warn(message: string, fields?: LogFields): void;
  /** Shown under every level. Users rarely see it: what they should know belongs into a diagnostic. */
  error(message: string, fields?: LogFields): void;
}

/** Fields of a log line. Text, numbers and booleans stay what they are, an Error is its message, the rest is JSON. */
export type LogFields = Readonly<Record<string, unknown>>;
