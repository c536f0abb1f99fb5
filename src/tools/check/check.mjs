/**
 * `npm run check`: runs every check that a change must pass. Continues after a failed step. Ends with a table of the
 * seconds of each step and the line `N passed, N failed`. Prints the output of a check only if it fails. Tests print
 * their own output.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureAll, root } from '../ensure.mjs';
import { installNewestNode } from '../release/newest-node.mjs';
import { run, runOk, withoutGoGarbageCollection } from '../run.mjs';
import { runTests } from './run-tests.mjs';
import { main, Refusal, say } from '../say.mjs';
import { createSteps } from './steps.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
// Checks types four times as fast as the version 5, whose API the tools for declarations need.
const tsc = join(root, 'node_modules/typescript-7/bin/tsc');

/** They fail most often, and take the same time with any Node. */
const nativeChecks = [
  ['Types', tsc, ['--noEmit']],
  ['Types with CDK Terrain', tsc, ['--project', join(root, 'src/tools/build/tsconfig.cdktn.json')]],
  ['Types of the page', tsc, ['--noEmit', '--project', join(root, 'src/review/page')]],
  ['Lint', bin('oxlint'), ['--deny-warnings']],
  ['Format', bin('oxfmt'), ['--list-different', '.']],
];

const checks = [
  ['Unused exports', bin('knip'), ['--config', join(root, 'src/tools/check/knip.config.mjs')]],
  ['Package in a new project', 'node', [join(root, 'src/tools/check/package-matrix.mjs'), 'modules']],
  ['Examples', 'node', [join(root, 'src/tools/check/examples.mjs')]],
];

/** Every project of test/support/jest.config.mjs. */
const allTests = ['--selectProjects', 'fast', 'cdktn', 'slow', 'smoke', 'acceptance', 'package'];

/** The acceptance tests that depend on Node: processes, sockets and TLS, threads, proxies. */
const dependOnNode = ['acceptance/(install-provider|threaded)', 'acceptance/provider/(import|proxy)'];

await main(async () => {
  const steps = createSteps();
  const folder = mkdtempSync(join(tmpdir(), 'newest-node-'));
  // Installs while the build runs: it waits for the network most of the time. Its own step reports a failure.
  const installing = installNewestNode(folder);
  installing.catch(() => undefined);
  let last = '0 passed, 1 failed';
  try {
    const engine = await steps.record('Packages, build and Terraform', ensureAll);
    if (engine === undefined) return 1;
    let nodes;
    await steps.inLanes([
      [['Newest Node', async () => (nodes = await chooseNodes(installing))]],
      nativeChecks.map(([title, ...command]) => [title, () => check(command, withoutGoGarbageCollection)]),
    ]);
    if (nodes === undefined) return 1;
    const [env, otherEnv] = nodes.map((node) => node && createEnvironment(node, engine, folder));
    const testAll = async () => {
      const { code, summary } = await runTests(allTests, { env, node: nodes[0].node, brief: true });
      last = summary;
      if (code !== 0) throw new Refusal(summary);
    };
    // In parallel: tests that wait for Terraform leave a part of the cores to the checks.
    await steps.inLanes([
      [['All tests', testAll]],
      [
        ...checks.map(([title, ...command]) => [title, () => check(command, env)]),
        ...(otherEnv ? [[`Tests with Node ${nodes[1].version}`, () => testWith(nodes[1], otherEnv)]] : []),
      ],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`\n${steps.table()}\n\n${last}`);
  return steps.hasFailed() ? 1 : 0;
});

/**
 * Returns the Node that runs everything, and the Node that runs only the tests that depend on Node. Node 20 takes half as much
 * time again as the newest Node for the same tests: it is the second one.
 */
async function chooseNodes(installing) {
  const onPath = { path: dirname(process.execPath), node: process.execPath, version: process.versions.node };
  const installed = await installing;
  if ('reason' in installed) {
    say(`Nothing is tested with the newest Node: ${installed.reason}.`);
    return [onPath];
  }
  const node = join(installed.path, 'node');
  const newest = { path: installed.path, node, version: (await runOk(node, ['-p', 'process.versions.node'])).output };
  if (newest.version === onPath.version) return [onPath];
  return Number.parseInt(onPath.version) < 22 ? [newest, onPath] : [onPath, newest];
}

/** Terraform starts the provider with the Node on PATH. */
function createEnvironment({ path }, engine, folder) {
  return {
    ...process.env,
    ...withoutGoGarbageCollection,
    TERRAFORM_BINARY_NAME: engine.path,
    PATH: [path, process.env.PATH].join(delimiter),
    // Since Node 22, programs that start a hundred times are compiled once.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
}

/** The programs of npm run with the Node on PATH. */
async function check([command, args], env) {
  const { code, output } = await run(command, args, { cwd: root, env: { ...process.env, ...env } });
  if (code !== 0) throw new Refusal(output);
}

async function testWith({ node, version }, env) {
  const selection = [...dependOnNode, '--selectProjects', 'smoke', 'acceptance'];
  const { code, summary, output } = await runTests(selection, { env, node, quiet: true });
  if (code !== 0) throw new Refusal(`${output}\n${summary}`);
  say(`With Node ${version}: ${summary}`);
}
