/**
 * Log lines as Terraform reads them from a provider's stderr: one JSON object per line. Environment variables set the
 * level (TF_LOG and others); nothing is written below it. Terraform itself panics when `@message`, `@level` or
 * `@timestamp` is not a string, and does not parse a line of 64 KiB or more, so neither is ever written. It does not
 * escape texts, so control characters are escaped here.
 */
import { format, inspect } from 'node:util';
import { printable, printableIn } from '../../base/text/printable';
import type { Log, LogFields } from '../sdk/log';
import type { Env } from './handshake';

export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';
/** A log that knows its level. */
export interface LeveledLog extends Log {
  enabled(level: Level): boolean;
}

export interface LogOptions {
  /** The provider's name, as in `terraform-provider-<name>`. */
  readonly name: string;
  readonly env: Env;
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

export function createLog({ name, env, write, now = () => new Date() }: LogOptions): LeveledLog {
  const threshold = levels.indexOf(levelFrom(name, env) as Level);
  const enabled = (level: Level): boolean => threshold >= 0 && levels.indexOf(level) >= threshold;
  const at =
    (level: Level) =>
    (message: string, fields: LogFields | (() => LogFields) = {}): void => {
      if (!enabled(level)) return;
      write(renderLine(level, `provider.${name}`, message, typeof fields === 'function' ? fields() : fields, now()));
    };
  return { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), enabled };
}

const levels: readonly Level[] = ['trace', 'debug', 'info', 'warn', 'error'];
const maxLineBytes = 64 * 1024 - 1;

/** The most specific variable wins. An unknown level means trace, as in Terraform. */
function levelFrom(name: string, env: Env): string {
  const own = `TF_LOG_PROVIDER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
  const wanted = (env[own] || env.TF_LOG_PROVIDER || env.TF_LOG || 'off').toLowerCase();
  return wanted === 'off' || (levels as readonly string[]).includes(wanted) ? wanted : 'trace';
}

function renderLine(level: Level, module: string, message: unknown, fields: LogFields, now: Date): string {
  const own = {
    '@level': level,
    '@message': printable(typeof message === 'string' ? message : inspect(message)),
    '@module': module,
    '@timestamp': now.toISOString().replace('Z', '000Z'),
  };
  const line = JSON.stringify({ ...readableFields(fields), ...own });
  return `${Buffer.byteLength(line) <= maxLineBytes ? line : shortened(own)}\n`;
}

/** Fields never replace the `@` keys, and no value in them makes the line fail. */
function readableFields(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, value]) => [printable(key), printableIn(readable(value))]),
  );
}

function readable(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Error) return value.message;
  try {
    return JSON.stringify(value) ?? inspect(value);
  } catch {
    return inspect(value);
  }
}

/** The line without its fields, and with the part of the message that fits. */
function shortened(own: { readonly '@message': string }): string {
  for (let chars = maxLineBytes; ; chars = Math.floor(chars / 2)) {
    const message = `${own['@message'].slice(0, chars)} (shortened)`;
    const line = JSON.stringify({ ...own, '@message': message });
    if (Buffer.byteLength(line) <= maxLineBytes) return line;
  }
}

/**
 * Makes `console` write log lines. In a provider's process stdout belongs to the handshake, and a JSON line of another
 * shape on stderr can make Terraform panic.
 */
export function logConsole(console: Console, log: Log): void {
  for (const [method, level] of methods) {
    console[method] = (...values: readonly unknown[]) => log[level](format(...values));
  }
}

const methods: readonly (readonly ['log' | 'debug' | 'info' | 'warn' | 'error' | 'trace' | 'dir', Level])[] = [
  ['trace', 'trace'],
  ['log', 'debug'],
  ['debug', 'debug'],
  ['dir', 'debug'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
];
