/** `npm run bench [name…]`: builds, then runs the benchmarks of test/bench/. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

process.exitCode =
  run('src/tools/build/build.mjs') || run('--import', 'tsx', 'test/bench/main.ts', ...process.argv.slice(2));
