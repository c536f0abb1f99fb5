/**
 * The script and the style of the page that `src/review/formats/html.ts` writes. Called by the build, which puts them into what it
 * bundles; as a program it prints them as JSON, for whoever runs the sources.
 */
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { root } from './entries.mjs';

/** @returns {{ script: string, style: string }} */
export function pageAssets() {
  const [script, style] = ['src/page/main.ts', 'src/page/page.css'].map(bundled);
  return { script, style };
}

function bundled(entry) {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    absWorkingDir: root,
    preserveSymlinks: true,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    // It stands within a document, where only ASCII means the same whatever that is taken for.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    // Of the facts that it shares with the rest the page uses those that need no Node.
    external: ['re2js'],
  });
  return outputFiles[0].text.trim();
}

/** For esbuild: what asks for the page's assets gets them, and needs no sources then. */
export const pageAssetsInside = {
  name: 'page-assets-inside',
  setup(build) {
    build.onLoad({ filter: /[\\/]review[\\/]formats[\\/]page-assets\.ts$/ }, () => ({
      contents: `const assets = ${JSON.stringify(pageAssets())};\nexport const pageAssets = () => assets;`,
      loader: 'js',
    }));
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(JSON.stringify(pageAssets()));
