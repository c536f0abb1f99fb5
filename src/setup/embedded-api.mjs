import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './ensure.mjs';
import { Refusal } from './say.mjs';

/**
 * The API at a socket of this process, as users get it from the package.
 *
 * @param {{ dataFile?: string }} options
 * @returns {Promise<import('../emulator').RunningEmulator>}
 */
export async function startApi(options) {
  const { startEmulator } = createRequire(import.meta.url)(join(root, 'dist/lib/src/emulator/index.js'));
  try {
    return await startEmulator(options);
  } catch (error) {
    throw new Refusal(error.message);
  }
}

/** What was written since the last `requestLog.clear()`: each request's method, address and body. */
export async function writesIn(requestLog) {
  return (await requestLog.entries())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, query, body }) => ({ request: `${method} ${path}${query ? `?${query}` : ''}`, body }));
}
