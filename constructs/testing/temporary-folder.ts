/** A folder for the files of one call. Nothing is written outside of it. */
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Removes the folder with its contents. A second call does nothing. */
  readonly remove: () => void;
}

const prefix = 'platform-testing-';
const open = new Set<string>();

/** Creates a folder. It is removed when the process exits, at the latest. */
export function temporaryFolder(): TemporaryFolder {
  if (open.size === 0) process.on('exit', removeAll);
  removeAbandoned();
  // A link would be another folder for programs that compare paths.
  const path = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`)));
  open.add(path);
  return { path, remove: () => removeFolder(path) };
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  open.delete(path);
  if (open.size === 0) process.off('exit', removeAll);
}

function removeAll(): void {
  for (const path of open) removeFolder(path);
}

const HOUR_MS = 3_600_000;

/** Removes folders of ended processes. A killed process calls no listener of `exit`, and neither does Jest. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(tmpdir(), name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    // A process in another container has a pid that is unknown here.
    if (Date.now() - changed > HOUR_MS) rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
