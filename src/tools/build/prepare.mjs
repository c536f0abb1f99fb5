/**
 * `npm ci` and `npm install` in a clone build dist/, unless they omit the development packages: these contain the compiler. They
 * run this as `postprepare`: npm warns of a `prepare` in the packed file that a project installs, although it never runs there.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { run } from '../run.mjs';
import { main, say } from '../say.mjs';

await main(async () => {
  if (!isInstalled('esbuild')) {
    say('dist/ is not built: the development packages are missing. To build it, run "npm ci" without --omit=dev.');
    return 0;
  }
  const { code } = await run(process.execPath, [join(root, 'src/tools/build/build.mjs')], { cwd: root, inherit: true });
  return code;
});

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
