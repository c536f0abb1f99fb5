import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles a TypeScript entry point into one executable named `terraform-provider-<name>` in a folder of its own. */
export function bundlePlugin(
  entry: string,
  name: string,
): { readonly folder: string; readonly file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-test-'));
  const file = join(folder, `terraform-provider-${name}`);
  buildSync({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    outfile: file,
    logLevel: 'error',
  });
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
