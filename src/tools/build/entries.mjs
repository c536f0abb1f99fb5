/** The exports of the package, from package.json: a new entry is one line there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * @typedef {{ name: string, source: string, output: string, types: string, cdk: 'cdktf' | 'cdktn' }} Entry
 * paths relative to the repository; `cdk` is the package that an import of `cdktf` becomes
 */

/** The entry of the constructs for CDK Terrain: built from the sources of the constructs for CDK for Terraform. */
const terrain = /\/cdktn\.js$/;

/** @type {readonly Entry[]} */
export const entries = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([name, target]) => ({
    name,
    source: target.default.replace('./dist/lib/', '').replace(terrain, '/index.js').replace(/\.js$/, '.ts'),
    cdk: terrain.test(target.default) ? 'cdktn' : 'cdktf',
    output: target.default.slice('./'.length),
    types: target.types.slice('./'.length),
  }));

/**
 * Returns an import of the sources for the CDK of a library: `cdktf` is `cdktn` in the build for CDK Terrain, and so are
 * its files.
 *
 * @param {Entry} library
 * @param {string} specifier
 */
export function importFor({ cdk }, specifier) {
  return specifier.replace(/^cdktf(?=\/|$)/, cdk);
}

/**
 * Returns the suffixes of a source for the CDK of a library, the first one that exists: `x.cdktn.ts` takes the place of
 * `x.ts` in the build for CDK Terrain.
 *
 * @param {Entry} library
 */
export function suffixesFor({ cdk }) {
  return cdk === 'cdktf' ? [''] : [`.${cdk}`, ''];
}

/**
 * The common parts of several entries, without duplicates: a separate library that they import. Nobody else can,
 * because `exports` does not name it. `parts` are the files that its source passes on.
 *
 * @type {readonly (Entry & { parts: readonly string[] })[]}
 */
export const sharedFiles = [
  ...['src/plugin/internal.ts', 'src/grpc/cancellation.ts', 'src/grpc/status.ts'],
  // The client throws them, and the review recognizes them.
  ...['src/client/errors/api-error.ts', 'src/client/errors/response-shape-error.ts'],
  // The access of an apply that stops early is internal: the review contains it, and not by the public entry.
  'src/access/graph/capability-sets.ts',
  // Both builds of the constructs contain it, and usually other libraries do, too: a copy for each would make the
  // package too large.
  ...importedByConstructs(),
].map((source) => ({
  name: source,
  source,
  cdk: 'cdktf',
  output: `dist/lib/${source.replace(/\.ts$/, '.js')}`,
  types: `dist/lib/${source.replace(/\.ts$/, '.d.ts')}`,
  parts: [...readFileSync(join(root, source), 'utf8').matchAll(/^export \* from '(.+)';$/gm)].map(([, path]) =>
    getSource(resolve(root, dirname(source), path)),
  ),
}));

/**
 * Returns the name of the shared library that contains an imported file: it is not copied, so that each class exists
 * once.
 *
 * @param {Pick<Entry, 'output'>} library the importer
 * @param {string} target what the relative import leads to: an absolute path without `.ts`, or a folder
 * @returns {string | undefined} undefined for what belongs to the library itself
 */
export function otherLibrary(library, target, others = [...entries, ...sharedFiles]) {
  const source = getSource(target);
  const other = others.find((one) => one.source === source || one.parts?.includes(source));
  if (other === undefined || other === library) return undefined;
  const path = relative(dirname(library.output), other.output).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** @returns {string[]} the files of `src` that constructs import, except for entries */
function importedByConstructs() {
  const folder = join(root, 'constructs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/ from '(\.[^']*\/src\/[^']+)'/g)].map(([, path]) =>
      getSource(resolve(folder, dirname(file), path)),
    ),
  );
  return [...new Set(imported)].filter((file) => entries.every(({ source }) => source !== file)).sort();
}

/** @returns {string | undefined} the file of ours that an import leads to, relative to the repository */
function getSource(target) {
  const stem = relative(root, target).replace(/\.js$/, '').split(sep).join('/');
  return [`${stem}.ts`, `${stem}/index.ts`].find((file) => existsSync(join(root, file)));
}
