/**
 * The scripts and styles of the pages. The build replaces this file by both. If the sources are run, the same function bundles
 * them on first use.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** The assets of each page. The keys are those in `tools/build/page.mjs`. */
type AllPageAssets = Readonly<Record<'organization' | 'accessReview', PageAssets>>;

let assets: AllPageAssets | undefined;

export function pageAssets(): AllPageAssets {
  const program = join(__dirname, '../../../tools/build/page.mjs');
  assets ??= JSON.parse(
    execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 60_000 }),
  ) as AllPageAssets;
  return assets;
}
