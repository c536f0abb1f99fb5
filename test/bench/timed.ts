/** Runs a command, and measures its time and the CPU of all its processes. */
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';

export interface Timed {
  readonly stdout: string;
  readonly seconds: number;
  /** The CPU seconds of the command and of its children. */
  readonly cpu: number;
}

export interface TimedOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Rejects with the output of a command that fails. */
export function timed(command: string, args: readonly string[], { cwd, env }: TimedOptions = {}): Promise<Timed> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2>&3';
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 30 };
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-c', `{ ${script}; } 3>/dev/null`, 'bash', command, ...args],
      options,
      (error, stdout, stderr) => {
        if (error !== null) {
          reject(new Error(`${command} ${args.join(' ')} failed.\n${stdout.slice(-4_000)}`));
          return;
        }
        const [seconds = NaN, user = NaN, system = NaN] = stderr.trim().split(/\s+/).map(Number);
        resolve({ stdout, seconds, cpu: user + system });
      },
    );
  });
}

/** Writes a command in `file` that runs another one and adds up the CPU of its processes. */
export function timingCommand(
  file: string,
  command: string,
): { readonly command: string; readonly readCpu: () => number } {
  const log = `${file}.log`;
  writeFileSync(log, '');
  const lines = ['#!/bin/bash', 'TIMEFORMAT="%U %S"', `{ time "${command}" "$@" 2>&3; } 3>&2 2>>"${log}"`];
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
  return {
    command: file,
    readCpu: () =>
      readFileSync(log, 'utf8')
        .split(/\s+/)
        .reduce((sum, text) => sum + Number(text), 0),
  };
}
