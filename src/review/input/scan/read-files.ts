/** Hashes the files that expressions read. An engine reads them again on apply, and a saved plan does not contain them. */
import { join } from 'node:path';
import type { HclBodyTree } from '../../../base/text/hcl-tree';
import type { Checkout } from './checkout';
import type { ScannedModule } from './module-bodies';
import type { ModuleScope } from './module-scope';
import { scanBody } from './scan-code';

/** Returns a checkout that records the hash of each file and folder that a scan looks at. */
export function recordReads(checkout: Checkout): {
  readonly recording: Checkout;
  readonly reads: Readonly<Record<string, string>>;
} {
  const reads: Record<string, string> = {};
  const record = (folder: string, path: string): void => {
    const key = join(folder, path);
    const hash = Object.hasOwn(reads, key) ? undefined : checkout.getHash(folder, path);
    if (hash !== undefined) reads[key] = hash;
  };
  return { recording: observed(checkout, record), reads };
}

/** Returns the files and folders that code reads, with their hashes: `null` for one that the plan could not hash. */
export function getReads(
  code: HclBodyTree,
  scope: ModuleScope,
  { reads = {} }: ScannedModule,
): (readonly [path: string, hash: string | null])[] {
  const paths = new Set<string>();
  const any: Checkout = { toStatus: () => 'file', read: () => '', isPlainTree: () => true, getHash: () => undefined };
  const checkout = observed(any, (folder, path) => paths.add(join(folder, path)));
  scanBody(code, scope, { checkout, found: () => undefined });
  return [...paths].sort().map((path) => [path, Object.hasOwn(reads, path) ? (reads[path] ?? null) : null]);
}

function observed(checkout: Checkout, observe: (folder: string, path: string) => void): Checkout {
  return {
    ...checkout,
    toStatus(folder, path) {
      observe(folder, path);
      return checkout.toStatus(folder, path);
    },
    isPlainTree(folder, path) {
      observe(folder, path);
      return checkout.isPlainTree(folder, path);
    },
  };
}
