/** Single calls to a provider that nobody has configured yet. */
import type { Log, Provider } from '../../../src/plugin';
import { createHandlers } from '../../../src/plugin/server';
import { connectHandlers, type Connection } from '../../../src/plugin/testing/connection';

export interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function connectTo(provider: Provider, lines: LogLine[] = []): Connection {
  return connectHandlers(createHandlers(provider, { log: collectLog(lines) }));
}

export function collectLog(lines: LogLine[]): Log {
  const at =
    (level: keyof Log) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      void lines.push({ level, message, fields });
  return { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
