/** The newest Node, which runs the tests in CI. It is pinned, and comes only from the npm registry. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { run } from '../run.mjs';
import { Refusal } from '../say.mjs';

/**
 * Installs it into `folder`, by a lock file of its own: among the other packages it would come with every installation.
 *
 * @returns {Promise<{ path: string } | { reason: string }>} the folder to put on PATH, or the reason why it failed
 * @throws {Refusal} when what came is not what the lock file says
 */
export async function installNewestNode(folder, { pinned = join(root, '.ci/newest-node'), env = process.env } = {}) {
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(pinned, file), join(folder, file));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, { cwd: folder, env });
  if (output.includes('EINTEGRITY')) throw new Refusal(`The download is not the pinned version of Node.\n\n${output}`);
  if (code !== 0) return { reason: `npm could not install it (${output.split('\n')[0]})` };
  const path = join(folder, 'node_modules/.bin');
  const started = await run(join(path, 'node'), ['--version'], { env }).catch(({ message }) => ({ output: message }));
  return started.code === 0 ? { path } : { reason: started.output };
}

/**
 * Installs a pinned Node of a major version and the npm that comes with it, as `installNewestNode` does. The newest Node has
 * no npm of its own: the tests that it runs start the npm on PATH.
 *
 * @returns {Promise<{ path: string } | { reason: string }>}
 */
export function installNode(major, folder) {
  const own = join(root, `.ci/node-${major}`);
  return installNewestNode(folder, { pinned: existsSync(own) ? own : undefined });
}
