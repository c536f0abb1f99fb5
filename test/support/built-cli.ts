import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** The path of the command line as people run it, built from these sources: it starts five times as fast as they do by themselves. */
export function builtCli(): string {
  // Does nothing when no source has changed.
  execFileSync(process.execPath, [join(root, 'src/setup/build.mjs')], { cwd: root, stdio: 'pipe' });
  return join(root, 'dist/platform-iac.js');
}
