/**
 * `npm run check`: everything that has to hold before a change goes in. A failure does not keep the later steps from being looked at.
 * What a step prints is shown only if it fails; the examples and the tests speak for themselves.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureAll, root } from './ensure.mjs';
import { installNewestNode } from './newest-node.mjs';
import { run } from './run.mjs';
import { main, Refusal, say, timed } from './say.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

/** Each runs on one core. Lint takes longer than the others together: they run one after another in parallel to it. */
const sourceChecks = [
  [['Lint', bin('eslint'), ['.', '--max-warnings=0']]],
  [
    ['Types', bin('tsc'), ['--noEmit']],
    ['Types of the page', bin('tsc'), ['--noEmit', '--project', join(root, 'src/page')]],
    ['Format', bin('prettier'), ['--check', '--log-level=warn', '.']],
    ['Unused exports', bin('knip'), ['--config', join(root, 'src/setup/knip.config.mjs')]],
  ],
];

/** Every project of test/support/jest.config.mjs. */
const allTests = ['--selectProjects', 'fast', 'slow', 'smoke', 'acceptance', 'package'];

/** The acceptance tests that depend on Node: processes and signals, sockets and TLS, threads, proxies. */
const dependOnNode = [
  'acceptance/(plugin|own-provider|install-provider|threaded)',
  'acceptance/provider/(import|interruption|proxy|query|token|whole-path)',
];

await main(async () => {
  const { path } = await ensureAll();
  const env = { ...process.env, TERRAFORM_BINARY_NAME: path };
  const folder = mkdtempSync(join(tmpdir(), 'newest-node-'));
  // Begins now: it waits for the network most of the time. Whether it failed is looked at when its turn comes.
  const installing = installNewestNode(folder, { env });
  installing.catch(() => undefined);
  const steps = [
    () => checkSources(env),
    () => program(process.execPath, 'examples.mjs', [], env),
    () => testWithNewestNode(installing, env),
    () => program(process.execPath, 'test.mjs', allTests, env),
  ];
  let code = 0;
  try {
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        say(error.message);
        code = 1;
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return code;
});

function checkSources(env) {
  const titles = sourceChecks.flat().map(([title]) => title);
  return timed(titles.join(', '), async () => {
    const inTurn = async (checks) => {
      const results = [];
      for (const [title, command, args] of checks)
        results.push({ title, ...(await run(command, args, { cwd: root, env })) });
      return results;
    };
    const results = await Promise.all(sourceChecks.map(inTurn));
    const failed = results.flat().filter(({ code }) => code !== 0);
    if (failed.length > 0) throw new Refusal(failed.map(({ title, output }) => `${title}:\n${output}`).join('\n\n'));
  });
}

async function program(node, name, args, env) {
  const { code } = await run(node, [join(root, 'src/setup', name), ...args], { cwd: root, env, inherit: true });
  if (code !== 0) throw new Refusal(`${name} failed.`);
}

async function testWithNewestNode(installing, env) {
  const node = await timed('The newest Node', () => installing);
  if ('reason' in node) return say(`Nothing is tested with it: ${node.reason}.`);
  const args = [...dependOnNode, '--selectProjects', 'smoke', 'acceptance'];
  // Terraform starts the provider with what PATH has.
  const PATH = [node.path, env.PATH].join(delimiter);
  await program(join(node.path, 'node'), 'test.mjs', args, { ...env, PATH });
}
