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

/** At the same time: each of them runs on one core. */
const sourceChecks = [
  ['Types', bin('tsc'), ['--noEmit']],
  ['Types of the page', bin('tsc'), ['--noEmit', '--project', join(root, 'src/page')]],
  ['Lint', bin('eslint'), ['.', '--max-warnings=0']],
  ['Format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['Unused exports', bin('knip'), ['--config', join(root, 'src/setup/knip.config.mjs')]],
];

/** Of the acceptance tests those that depend on Node: processes and signals, sockets and TLS, threads, proxies. */
const dependOnNode = [
  'acceptance/(plugin|own-provider|install-provider|threaded)',
  'acceptance/provider/(import|interruption|proxy|query|token|whole-path)',
];

await main(async () => {
  const { path } = await ensureAll();
  const env = { ...process.env, TERRAFORM_BINARY_NAME: path };
  const steps = [
    () => checkSources(env),
    () => program(process.execPath, 'examples.mjs', [], env),
    () => testWithNewestNode(env),
    () => program(process.execPath, 'test.mjs', [], env),
  ];
  let code = 0;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.message);
      code = 1;
    }
  }
  return code;
});

function checkSources(env) {
  return timed(sourceChecks.map(([title]) => title).join(', '), async () => {
    const results = await Promise.all(
      sourceChecks.map(async ([title, command, args]) => ({
        title,
        ...(await run(command, args, { cwd: root, env })),
      })),
    );
    const failed = results.filter(({ code }) => code !== 0);
    if (failed.length > 0) throw new Refusal(failed.map(({ title, output }) => `${title}:\n${output}`).join('\n\n'));
  });
}

async function program(node, name, args, env) {
  const { code } = await run(node, [join(root, 'src/setup', name), ...args], { cwd: root, env, inherit: true });
  if (code !== 0) throw new Refusal(`${name} failed.`);
}

async function testWithNewestNode(env) {
  const folder = mkdtempSync(join(tmpdir(), 'newest-node-'));
  try {
    const node = await timed('The newest Node', () => installNewestNode(folder, { env }));
    if ('reason' in node) return say(`Nothing is tested with it: ${node.reason}.`);
    const args = [...dependOnNode, '--selectProjects', 'acceptance'];
    // Terraform starts the provider with what PATH has.
    const PATH = [node.path, env.PATH].join(delimiter);
    await program(join(node.path, 'node'), 'test.mjs', args, { ...env, PATH });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
