/**
 * In a provider's process stdout belongs to the handshake, and a stray JSON line on stderr can bring Terraform down.
 * So what is written with `console` becomes a log line.
 */
import { format } from 'node:util';
import type { Level, Log } from './log';

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
