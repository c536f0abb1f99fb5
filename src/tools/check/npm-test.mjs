/**
 * `npm test`: runs the fast tests and the smoke tests. With arguments it passes them to Jest, which then selects from all
 * projects. Installs and builds first what the selected projects need. The last line is `N passed, N failed`.
 */
import { ensurePackages } from '../ensure.mjs';
import { runTests } from './run-tests.mjs';
import { withoutGoGarbageCollection } from '../run.mjs';
import { main, say } from '../say.mjs';

await main(async () => {
  await ensurePackages();
  const selection = process.argv.slice(2);
  const isQuick = selection.length === 0;
  const { code, summary } = await runTests(isQuick ? ['--selectProjects', 'fast', 'smoke'] : selection, {
    env: { ...process.env, ...withoutGoGarbageCollection },
    brief: isQuick,
  });
  say(`\n${summary}`);
  return code;
});
