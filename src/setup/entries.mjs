/** What the package exports, from package.json: a new entry is one line there. */
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

/**
 * How an entry's library, and its types, name another entry that one of its files imports: that one is shared and not
 * copied, so that there is one of each class.
 *
 * @param {Entry} entry
 * @param {string} target what the relative import leads to: an absolute path without `.ts`, or a folder
 * @returns {string | undefined} undefined for what belongs to the entry itself
 */
export function otherEntry(entry, target) {
  const stem = relative(root, target).replace(/\.js$/, '').split(sep).join('/');
  const source = [`${stem}.ts`, `${stem}/index.ts`].find((file) => existsSync(join(root, file)));
  const other = entries.find((one) => one !== entry && one.source === source);
  if (other === undefined) return undefined;
  const path = relative(dirname(entry.output), other.output).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
