import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Bundles a provider, as ours is bundled, into an executable named `terraform-provider-<name>` in a folder of its own.
 * @param entry its main.ts
 */
export function bundlePlugin(
  entry: string,
  name: string,
): { readonly folder: string; readonly file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-test-'));
  const file = join(folder, `terraform-provider-${name}`);
  execFileSync(process.execPath, [join(__dirname, '../../src/tools/build/build.mjs'), '--plugin', entry, file]);
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
