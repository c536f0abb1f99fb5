/** Lists the entries of the lock file inside of a saved plan: the engine runs exactly the files that they name. */
import { isObject, isOurProvider, PROVIDER_ADDRESS } from '../../../model/api';
import type { Execution } from './execution';
import { hashValues } from './hash';
import { readHcl } from './hcl';
import type { TerraformPlan } from './plan';

/** Returns one entry for each provider. The file of this provider is a program unless it is one of this release. */
export function lockExecutions({ lock, releaseHashes, configuration, changes = [] }: TerraformPlan): Execution[] {
  if (lock === undefined) return [];
  const entries = readLockEntries(lock);
  const isUsed = [...configuration.providers, ...changes].some(({ provider }) => isOurProvider(provider));
  const isMissing = isUsed && !entries.some(({ address }) => isOurProvider(address));
  return [...entries, ...(isMissing ? [lockEntry(PROVIDER_ADDRESS, undefined, [])] : [])].map((entry) => {
    const isOther = releaseHashes !== undefined && !isOfRelease(entry, releaseHashes);
    return isOurProvider(entry.address) && isOther ? { ...entry, isProgram: true } : entry;
  });
}

/** Returns true if the engine accepts a file of the release. */
export function isOfRelease({ hashes = [] }: Execution, releaseHashes: readonly string[]): boolean {
  return hashes.some((hash) => releaseHashes.includes(hash));
}

/** Returns the entries of a lock file. An unreadable file is one entry. */
export function readLockEntries(text: string): Execution[] {
  let blocks: unknown;
  try {
    blocks = readHcl(text)['provider'];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [lockEntry('.terraform.lock.hcl', undefined, [text])];
  }
  return Object.entries(isObject(blocks) ? blocks : {}).map(([source, block]) => {
    const { version, hashes } = isObject(block) ? block : {};
    return lockEntry(source, version, Array.isArray(hashes) ? hashes : []);
  });
}

function lockEntry(source: string, version: unknown, hashes: readonly unknown[]): Execution {
  return {
    ...{ kind: 'lock', address: source, type: source, actions: [], sha256: hashValues(source, version) },
    ...(typeof version === 'string' && { version }),
    hashes: hashes.filter((hash) => typeof hash === 'string').sort(),
  };
}
