import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { Refusal } from '../say.mjs';

/**
 * Starts the emulator of the built package in this process.
 *
 * @param {{ dataFile?: string }} options
 * @returns {Promise<import('../../emulator').RunningEmulator>}
 */
export async function startLocalEmulator(options) {
  const { startEmulator } = createRequire(import.meta.url)(join(root, 'dist/lib/src/emulator/index.js'));
  try {
    return await startEmulator(options);
  } catch (error) {
    throw new Refusal(error.message);
  }
}

/**
 * Returns functions that call the API with an address and a token.
 *
 * @param {{ baseUrl: string, token: string }} api
 */
export function apiCaller({ baseUrl, token }) {
  const call = async (method, path, body) => {
    const response = await fetch(`${baseUrl}/iam/v2beta1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status} ${await response.text()}`);
    return response.json();
  };
  /** All objects of a collection beneath a group, by their names in the API: `groups`, `identities`, `roleBindings`. */
  const list = async (collection, group) =>
    (await call('GET', `${collection}?page_size=200&uidp.descendants_of=${group}`))[collection] ?? [];
  return { call, list };
}
