/**
 * `npm run check`: everything that has to hold before a change goes in. The run continues after a step that failed. A table of
 * the seconds of each step precedes the last line, `N passed, N failed`.
 * The output of a check is printed only if it fails; tests print their own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureAll, root } from './ensure.mjs';
import { installNewestNode } from './newest-node.mjs';
import { run } from './run.mjs';
import { runTests } from './run-tests.mjs';
import { main, Refusal, say } from './say.mjs';
import { createSteps } from './steps.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

/** In this order: first what fails most often. */
const checks = [
  ['Types', bin('tsc'), ['--noEmit']],
  ['Types with CDK Terrain', bin('tsc'), ['--project', join(root, 'src/setup/tsconfig.cdktn.json')]],
  ['Types of the page', bin('tsc'), ['--noEmit', '--project', join(root, 'src/page')]],
  ['Lint', bin('eslint'), ['.', '--max-warnings=0']],
  ['Format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['Unused exports', bin('knip'), ['--config', join(root, 'src/setup/knip.config.mjs')]],
  ['Package in a new project', process.execPath, [join(root, 'src/setup/package-matrix.mjs'), 'modules']],
  ['Examples', process.execPath, [join(root, 'src/setup/examples.mjs')]],
];

/** Every project of test/support/jest.config.mjs. */
const allTests = ['--selectProjects', 'fast', 'cdktn', 'slow', 'smoke', 'acceptance', 'package'];

/** The acceptance tests that depend on Node: processes and signals, sockets and TLS, threads, proxies. */
const dependOnNode = [
  'acceptance/(plugin|own-provider|install-provider|threaded)',
  'acceptance/provider/(import|interruption|proxy|query|token|whole-path)',
];

await main(async () => {
  const steps = createSteps();
  const engine = await steps.record('Packages, build and Terraform', ensureAll);
  if (engine === undefined) return 1;
  const env = { ...process.env, TERRAFORM_BINARY_NAME: engine.path };
  const folder = mkdtempSync(join(tmpdir(), 'newest-node-'));
  // Begins now: it waits for the network most of the time. Its own step reports a failure.
  const installing = installNewestNode(folder, { env });
  installing.catch(() => undefined);
  let last = '0 passed, 1 failed';
  try {
    const testAll = async () => {
      const { code, summary } = await runTests(allTests, { env, brief: true });
      last = summary;
      if (code !== 0) throw new Refusal(summary);
    };
    // In parallel: tests that wait for Terraform leave a part of the cores to the checks.
    await steps.inLanes([
      [['All tests', testAll]],
      [
        ...checks.map(([title, ...command]) => [title, () => check(command, env)]),
        ['Tests with the newest Node', () => testWithNewestNode(installing, env)],
      ],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`\n${steps.table()}\n\n${last}`);
  return steps.hasFailed() ? 1 : 0;
});

async function check([command, args], env) {
  const { code, output } = await run(command, args, { cwd: root, env });
  if (code !== 0) throw new Refusal(output);
}

async function testWithNewestNode(installing, env) {
  const node = await installing;
  if ('reason' in node) return say(`Nothing is tested with it: ${node.reason}.`);
  // Terraform starts the provider with what PATH has.
  const PATH = [node.path, env.PATH].join(delimiter);
  const selection = [...dependOnNode, '--selectProjects', 'smoke', 'acceptance'];
  const options = { env: { ...env, PATH }, node: join(node.path, 'node'), quiet: true };
  const { code, summary, output } = await runTests(selection, options);
  if (code !== 0) throw new Refusal(`${output}\n${summary}`);
  say(`With the newest Node: ${summary}`);
}
