/** Runs Jest with the settings of this repository, and counts the results. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { run } from '../run.mjs';

/**
 * @param {{ env: NodeJS.ProcessEnv, node?: string, brief?: boolean, quiet?: boolean }} options `node` runs Jest and its workers;
 * `brief` prints progress, failures and the time of each project instead of a line for each file; `quiet` prints nothing
 * @returns {Promise<{ code: number, summary: string, output: string }>} the summary is `N passed, N failed`; the output is what
 * `quiet` has not printed
 */
export async function runTests(selection, { env, node = process.execPath, brief = false, quiet = false }) {
  const scratch = mkdtempSync(join(tmpdir(), 'jest-'));
  const results = join(scratch, 'results.json');
  try {
    // Workers inherit these options. In each of them, a garbage collector with one thread for each core slows down the others.
    const nodeOptions = ['--single-threaded-gc', ...roomForGarbage, withoutWarningOfCdk, ...laterOptimization(node)];
    const jest = join(root, 'node_modules/jest/bin/jest.js');
    // A test that waits for Terraform leaves its core to another one. Jest reads more than 100% as a number of workers.
    const workers = Math.ceil(availableParallelism() * 1.5);
    // A busy machine makes five seconds, Jest's limit for a test, short.
    const settings = [`--maxWorkers=${workers}`, '--testTimeout=30000', '--json', `--outputFile=${results}`];
    if (brief) settings.push(`--reporters=${join(root, 'src/tools/check/brief-reporter.mjs')}`);
    const args = [...nodeOptions, jest, ...settings, ...selection];
    // Programs that tests start many times load faster with it.
    const environment = { NODE_COMPILE_CACHE: join(scratch, 'compiled'), ...env };
    const { code, output } = await run(node, args, { cwd: root, env: environment, inherit: !quiet });
    return { code, summary: summary(results), output };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The heap of a worker grows to this size in any case. Collections before that take a twentieth of its CPU time. */
const roomForGarbage = ['--initial-old-space-size=700', '--min-semi-space-size=64', '--max-semi-space-size=64'];

/** The outputs of the CDK call `util.isArray`, which Node deprecates since version 22. */
const withoutWarningOfCdk = '--disable-warning=DEP0044';

/** Node 20 optimizes functions early, in threads, which takes an eighth of the CPU time of all fast tests. Later versions have no such option. */
function laterOptimization(node) {
  return node === process.execPath && process.versions.node.startsWith('20.') ? ['--interrupt-budget=400000'] : [];
}

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
