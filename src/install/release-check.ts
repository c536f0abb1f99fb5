/** Checks that the engine starts the provider of this release in a folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOurProvider, PROVIDER_ADDRESS, REGISTRY_ADDRESSES } from '../model/api';
import { hasDevelopmentOverrides, type Environment } from './cli-configuration';
import { releaseHashes } from './install-provider';
import { lockBlocks } from './lock-blocks';

/**
 * Returns true if the engine starts the provider of this release in the folder: it is installed, the lock file allows no other, and
 * the CLI configuration replaces none.
 *
 * @param env the environment of the engine
 */
export function isReleaseInstalled(dir: string, env: Environment): boolean {
  const lock = join(dir, '.terraform.lock.hcl');
  const providers = resolve(dir, env['TF_DATA_DIR'] || '.terraform', 'providers');
  const installed = [PROVIDER_ADDRESS, ...REGISTRY_ADDRESSES].some((address) => existsSync(join(providers, address)));
  if (!installed || !existsSync(lock) || hasDevelopmentOverrides(env)) return false;
  return isLockedTo(releaseHashes(), readFileSync(lock, 'utf8'));
}

/** Returns true if a lock file names our provider, and admits a file with one of the hashes for each of its addresses. */
export function isLockedTo(hashes: readonly string[], text: string): boolean {
  try {
    const ours = lockBlocks(text).filter(({ address }) => isOurProvider(address));
    const admits = (entry: string) => hashes.some((hash) => entry.includes(`"${hash}"`));
    return ours.length > 0 && ours.every(({ start, end }) => admits(text.slice(start, end)));
  } catch {
    // The engine reports the text that it cannot read.
    return false;
  }
}
