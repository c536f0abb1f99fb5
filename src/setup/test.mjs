/**
 * `npm test`: runs the fast tests and the smoke tests. With arguments it passes them to Jest, which then selects from all
 * projects. Installs and builds what is missing first. The last line is `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAll, root } from './ensure.mjs';
import { run } from './run.mjs';
import { main, say } from './say.mjs';

const quick = ['--selectProjects', 'fast', 'smoke'];

await main(async () => {
  const { path } = await ensureAll();
  const scratch = mkdtempSync(join(tmpdir(), 'jest-'));
  const results = join(scratch, 'results.json');
  try {
    const jest = join(root, 'node_modules/jest/bin/jest.js');
    // A test that waits for Terraform leaves its core to another one. Jest reads more than 100% as a number of workers.
    const workers = Math.ceil(availableParallelism() * 1.5);
    // A busy machine makes five seconds, Jest's limit for a test, short.
    const settings = [`--maxWorkers=${workers}`, '--testTimeout=30000', '--json', `--outputFile=${results}`];
    const selection = process.argv.length > 2 ? process.argv.slice(2) : quick;
    // Its workers take the same options: as many threads as cores collecting garbage in each of them are in each other's way.
    const node = ['--single-threaded-gc', '--max-semi-space-size=64'];
    const { code } = await run(process.execPath, [...node, jest, ...settings, ...selection], {
      cwd: root,
      env: { ...process.env, TERRAFORM_BINARY_NAME: path },
      inherit: true,
    });
    say(`\n${summary(results)}`);
    return code;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** A suite that could not be loaded has no tests; it counts as one that failed. */
function summary(file) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return '0 passed, 1 failed';
  }
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  return `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
