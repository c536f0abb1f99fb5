/** The exports of the package, from package.json: a new entry is one line there. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * @typedef {{ name: string, source: string, output: string, types: string }} Entry
 * paths relative to the repository
 */

/** @type {readonly Entry[]} */
export const entries = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([name, target]) => ({
    name,
    source: target.default.replace('./dist/lib/', '').replace(/\.js$/, '.ts'),
    output: target.default.slice('./'.length),
    types: target.types.slice('./'.length),
  }));

/** Files of the package that are no libraries, relative to the repository: JSON schemas. */
export const schemaFiles = Object.values(manifest.exports)
  .filter((target) => typeof target === 'string' && target.endsWith('.schema.json'))
  .map((target) => target.slice('./'.length));

/**
 * The common parts of several entries, without duplicates: a separate library that they import. Nobody else can,
 * because `exports` does not name it. `parts` are the files that its source passes on.
 *
 * @type {readonly (Entry & { parts: readonly string[] })[]}
 */
export const shared = [
  ...['src/plugin/internal.ts', 'src/grpc/cancellation.ts', 'src/grpc/status.ts'],
  // Constructs and review contain it: twice, it is too large for the package.
  'src/claims/index.ts',
  'src/rules/index.ts',
  // Emulator, command line and constructs contain it.
  'src/text/yaml.ts',
].map((source) => ({
  name: source,
  source,
  output: `dist/lib/${source.replace(/\.ts$/, '.js')}`,
  types: `dist/lib/${source.replace(/\.ts$/, '.d.ts')}`,
  parts: [...readFileSync(join(root, source), 'utf8').matchAll(/^export \* from '(.+)';$/gm)].map(([, path]) =>
    sourceOf(resolve(root, dirname(source), path)),
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
export function otherLibrary(library, target, others = [...entries, ...shared]) {
  const source = sourceOf(target);
  const other = others.find((one) => one.source === source || one.parts?.includes(source));
  if (other === undefined || other === library) return undefined;
  const path = relative(dirname(library.output), other.output).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** @returns {string | undefined} the file of ours that an import leads to, relative to the repository */
function sourceOf(target) {
  const stem = relative(root, target).replace(/\.js$/, '').split(sep).join('/');
  return [`${stem}.ts`, `${stem}/index.ts`].find((file) => existsSync(join(root, file)));
}
