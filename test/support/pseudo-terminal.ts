/** Runs programs at a pseudo-terminal: `script` of util-linux creates one. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';

const isAvailable = spawnSync('script', ['-qefc', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** `test` where the machine has `script` of util-linux. Elsewhere, the title contains the reason for the skip. */
export function testAtTerminal(title: string, run: () => Promise<void>): void {
  if (isAvailable) test(title, run);
  // oxlint-disable-next-line jest/no-disabled-tests -- the title says why
  else test.skip(`${title} (not run: this machine lacks script of util-linux)`, run);
}

/** Starts a program whose standard streams are one terminal. Its text arrives at `stdout`. */
export function spawnAtTerminal(command: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const line = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return spawn('script', ['-qefc', `exec ${line}`, '/dev/null'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}
