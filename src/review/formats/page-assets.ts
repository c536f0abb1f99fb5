/**
 * The script and the style of the page. The build replaces this file by both. If the sources are run, the same function bundles
 * them on first use.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

let assets: PageAssets | undefined;

export function pageAssets(): PageAssets {
  const program = join(__dirname, '../../setup/page.mjs');
  assets ??= JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 60_000 })) as PageAssets;
  return assets;
}
