/** Creates the .d.ts files of the exports: one for each entry, without unreachable declarations. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { entries, importFor, otherLibrary, root, sharedFiles, suffixesFor } from './entries.mjs';

/** @returns {Promise<ReadonlyMap<string, string>>} text by path, relative to the repository */
export async function bundleDeclarations() {
  const libraries = [...entries, ...sharedFiles];
  const files = emit();
  return new Map(await Promise.all(libraries.map(async (library) => [library.types, await rollUp(library, files)])));
}

/** @returns {Promise<ReadonlyMap<string, string>>} the whole declarations of each entry, by its name; nothing is shared */
export async function wholeDeclarations(of = entries) {
  const files = emit();
  return new Map(await Promise.all(of.map(async (entry) => [entry.name, await rollUp(entry, files, [])])));
}

/**
 * @returns {ReadonlyMap<string, string>} the declarations of every source, as if in the same folder. TypeScript 7 needs a
 * fifth of the time of version 5, whose API `rollup-plugin-dts` uses.
 */
function emit() {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const args = [
      '--project',
      join(import.meta.dirname, 'tsconfig.build.json'),
      '--outDir',
      folder,
      '--singleThreaded',
    ];
    execFileSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), ...args], { stdio: 'inherit' });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
    return new Map(names.map((name) => [join(root, name), withoutHeader(readFileSync(join(folder, name), 'utf8'))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The purpose of a single file is irrelevant in the file that it is rolled up into. */
function withoutHeader(text) {
  return text.replace(/^\/\*\*(?:(?!\*\/).)*\*\/\n(?=import |export (?:type )?\{|export \*|\/\*\*)/s, '');
}

/** Before TypeScript 5.7 a Uint8Array took no type argument; the one that is written down is the default. */
async function rollUp(entry, files, others) {
  const input = join(root, entry.source.replace(/\.ts$/, '.d.ts'));
  const bundle = await rollup({ input, plugins: [fromMemory(entry, files, others), dts()], onwarn: refuse });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code.replace(/\bUint8Array<ArrayBuffer(?:Like)?>/g, 'Uint8Array');
}

function fromMemory(entry, files, others) {
  return {
    name: 'declarations-from-memory',
    resolveId(path, importer) {
      if (importer === undefined) return path;
      if (!path.startsWith('.')) return { id: importFor(entry, path), external: true };
      const target = join(dirname(importer), path);
      const other = otherLibrary(entry, target, others);
      if (other !== undefined) return { id: other, external: true };
      const stem = target.replace(/\.js$/, '');
      const candidates = suffixesFor(entry).map((suffix) => `${stem}${suffix}.d.ts`);
      return [...candidates, join(stem, 'index.d.ts')].find((file) => files.has(file));
    },
    load: (path) => files.get(path),
  };
}

function refuse({ message }) {
  throw new Error(`The declarations cannot be rolled up: ${message}`);
}
