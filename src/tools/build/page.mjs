/**
 * Builds the scripts and styles of the pages of `src/review`. The build puts them into its bundles. As
 * a program, it prints them as JSON, for a run from the sources.
 */
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './entries.mjs';

/** @typedef {{ script: string, style: string }} Assets */

/** @returns {Promise<{ organization: Assets, accessReview: Assets }>} */
export async function buildPageAssets() {
  const files = [
    ...['src/review/page/main.ts', 'src/review/page/page.css'],
    ...['src/review/page/access-review.ts', 'src/review/page/access-review.css'],
  ];
  const [script, style, reviewScript, reviewStyle] = await Promise.all(files.map(bundled));
  return { organization: { script, style }, accessReview: { script: reviewScript, style: reviewStyle } };
}

async function bundled(entry) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    preserveSymlinks: true,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    // The script is embedded in a document, and only ASCII is the same in every encoding.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    metafile: true,
    plugins: [withoutNode],
  });
  const { imports } = Object.values(metafile.outputs)[0];
  if (imports.length > 0) throw new Error(`The page imports ${imports[0].path}, which no browser supports.`);
  return outputFiles[0].text.trim();
}

/** The page imports only shared facts that need neither Node nor a package. */
const withoutNode = {
  name: 'without-node',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true, sideEffects: false },
    );
  },
};

/** A plugin for esbuild: an import of the page's assets gets their contents, and needs no sources. */
export const pageAssetsInside = {
  name: 'page-assets-inside',
  setup(build) {
    build.onLoad({ filter: /[\\/]review[\\/]formats[\\/]browser[\\/]page-assets\.ts$/ }, async () => ({
      contents: `const assets = ${JSON.stringify(await buildPageAssets())};\nexport const pageAssets = () => assets;`,
      loader: 'js',
    }));
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.stdout.write(JSON.stringify(await buildPageAssets()));
