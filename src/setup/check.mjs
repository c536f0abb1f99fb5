/**
 * `npm run check`: everything that has to hold before a change goes in. A failure does not keep the later steps from being looked at.
 * What a step prints is shown only if it fails; the examples and the tests speak for themselves.
 */
import { join } from 'node:path';
import { ensureAll, root } from './ensure.mjs';
import { run } from './run.mjs';
import { main, Refusal, say, timed } from './say.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const script = (name) => join(root, 'src/setup', name);

const quiet = [
  ['Types', bin('tsc'), ['--noEmit']],
  ['Lint', bin('eslint'), ['.', '--max-warnings=0']],
  ['Format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['Unused exports', bin('knip'), ['--config', script('knip.config.mjs')]],
];

await main(async () => {
  const { path } = await ensureAll();
  const env = { ...process.env, TERRAFORM_BINARY_NAME: path };
  let failed = 0;
  for (const [title, command, args] of quiet) {
    try {
      await timed(title, async () => {
        const { code, output } = await run(command, args, { cwd: root, env });
        if (code !== 0) throw new Refusal(output);
      });
    } catch (error) {
      failed += 1;
      say(error.message);
    }
  }
  for (const program of ['examples.mjs', 'test.mjs']) {
    const { code } = await run(process.execPath, [script(program)], { cwd: root, env, inherit: true });
    if (code !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
});
