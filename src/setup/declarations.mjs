/** Creates the .d.ts files of the exports: one for each entry, without unreachable declarations. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { entries, importFor, otherLibrary, root, shared, suffixesFor } from './entries.mjs';

/** @returns {Promise<ReadonlyMap<string, string>>} text by path, relative to the repository */
export async function declarations() {
  const libraries = [...entries, ...shared];
  const files = emit([...libraries.map(({ source }) => join(root, source)), ...ofOneCdk()]);
  return new Map(await Promise.all(libraries.map(async (library) => [library.types, await rollUp(library, files)])));
}

/** @returns {Promise<ReadonlyMap<string, string>>} the whole declarations of each entry, by its name; nothing is shared */
export async function wholeDeclarations(of = entries) {
  const files = emit(of.map(({ source }) => join(root, source)));
  return new Map(await Promise.all(of.map(async (entry) => [entry.name, await rollUp(entry, files, [])])));
}

/** @returns {string[]} the sources of one CDK only, which nothing imports by their names */
function ofOneCdk() {
  const folder = join(root, 'constructs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.cdktn.ts')).map((file) => join(folder, file));
}

/**
 * @returns {ReadonlyMap<string, string>} the declarations of every file that the sources reach, as if in the same
 * folder
 */
function emit(sources) {
  const config = join(import.meta.dirname, 'tsconfig.build.json');
  const { options, errors } = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  if (errors.length > 0) fail(errors[0]);
  const files = new Map();
  const program = ts.createProgram(sources, { ...options, outDir: root });
  const { diagnostics } = program.emit(undefined, (path, text) => files.set(path, withoutHeader(text)));
  if (diagnostics.length > 0) fail(diagnostics[0]);
  return files;
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

function fail(diagnostic) {
  throw new Error(
    ts.formatDiagnostic(diagnostic, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => '\n',
    }),
  );
}
