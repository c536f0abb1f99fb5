/**
 * Bundles a program into a main file and siblings: files next to it that it requires when it needs them, because Node
 * would compile code that is never used at every start. A sibling is named by its content.
 */
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { build as bundle, transform } from 'esbuild';

/**
 * @typedef {object} Sibling a module that shares no code with the rest of the program
 * @property {string} name
 * @property {RegExp} importedAs late imports of paths that match refer to this module
 * @property {string} [importer] only late imports in this file
 * @property {string} entry a file of the repository, or a module of a package
 * @property {readonly import('esbuild').Plugin[]} [plugins]
 */

/** @typedef {readonly [path: string, contents: string | Uint8Array, mode?: number]} File */

/** The place of a hash that is not known yet. It has the length of the hash, so that source maps stay valid. */
const UNKNOWN_HASH = '0'.repeat(8);

/**
 * @param {object} program
 * @param {string} program.entry
 * @param {string} program.output the path of the main file
 * @param {readonly Sibling[]} program.deferred siblings that share modules with the main file and each other, so that
 * each class exists once. Their late imports form no cycle: the name of a sibling depends on the names in its content
 * @param {readonly Sibling[]} program.siblings that share nothing
 * @param {(siblings: readonly string[]) => string} program.head returns the first lines of the main file
 * @param {string} program.target of the main file
 * @param {boolean} [program.hasMaps] adds source maps
 * @param {import('esbuild').BuildOptions} program.options for all files
 * @returns {Promise<{ files: readonly File[], metafile: import('esbuild').Metafile }>} the files in writing order, so
 * that a main file never lacks a sibling
 */
export async function bundleWithSiblings({ entry, output, deferred, siblings, head, target, hasMaps, options }) {
  const folder = dirname(output);
  const main = basename(output);
  const bundled = new Map();
  const fileFor = async (sibling) => {
    if (!bundled.has(sibling)) bundled.set(sibling, bundleSibling(sibling, options));
    return (await bundled.get(sibling)).file;
  };
  const unnamed = ({ name }) => `${name}-${UNKNOWN_HASH}`;
  const parts = await bundle({
    ...options,
    entryPoints: { [main]: entry, ...Object.fromEntries(deferred.map((each) => [unnamed(each), each.entry])) },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    // Splitting is for ES modules alone. `require` exists in every folder, and loads faster.
    ...{ format: 'esm', splitting: true, chunkNames: 'shared-[hash]' },
    ...(hasMaps && { sourcemap: 'inline', sourcesContent: false }),
    plugins: [...options.plugins, outside(siblings, fileFor), outside(deferred, (each) => `${unnamed(each)}.cjs`)],
  });

  const packages = await Promise.all(bundled.values());
  const files = packages.map(({ file, contents }) => [file, contents]);
  const list = packages.map(({ file }) => file);
  const maps = [];
  const texts = new Map(parts.outputFiles.map(({ path, text }) => [basename(path), text]));
  // Their paths begin in this repository, also outside of it.
  const outputs = new Map(Object.entries(parts.metafile.outputs).map(([path, part]) => [basename(path), part]));
  const finished = new Map();
  /** Adds a file after the parts that it imports, and returns its name. */
  const finish = async (part) => {
    if (finished.has(part)) return finished.get(part);
    const isMain = part === `${main}.cjs`;
    const name = isMain ? main : part.replace(/-[^-]*$/, '');
    let text = texts.get(part);
    for (const { path } of outputs.get(part).imports)
      if (texts.has(basename(path))) text = text.replaceAll(basename(path), await finish(basename(path)));
    // Without an export it would be CommonJS, which esbuild wraps in a function.
    const { code, map } = await transform(`${text}\nexport {};`, {
      ...{ platform: 'node', charset: options.charset, supported: options.supported, minifyWhitespace: true },
      ...(hasMaps && { sourcefile: part, sourcemap: 'external', sourcesContent: false }),
      ...(isMain ? { format: 'iife', target, banner: head(list.sort()) } : { format: 'cjs', target: options.target }),
    });
    const contents = hasMaps ? `${code}//# sourceMappingURL=${name}.map\n` : exportSimply(requireLate(code));
    const file = isMain ? name : nameByContent(name, contents);
    finished.set(part, file);
    list.push(file);
    if (hasMaps) maps.push([`${name}.map`, map]);
    files.push([file, contents, isMain ? 0o755 : 0o644]);
    return file;
  };
  await finish(`${main}.cjs`);
  return {
    files: [...maps, ...files].map(([file, ...rest]) => [join(folder, file), ...rest]),
    metafile: merge([parts, ...packages].map(({ metafile }) => metafile)),
  };
}

async function bundleSibling({ name, entry, plugins = [] }, options) {
  const { outputFiles, metafile } = await bundle({
    ...{ ...options, plugins },
    ...{ entryPoints: [entry], outfile: `${name}.cjs`, format: 'cjs', minify: true },
  });
  const [{ contents }] = outputFiles;
  return { file: nameByContent(name, contents), contents, metafile };
}

/**
 * Requires a shared part, or a module of Node, when its first export is used: each command uses a few of those that its parts import.
 */
function requireLate(code) {
  const required = /\bvar (import_\w+)=require\(("(?:\.\/shared-|node:)[^"]+")\);/g;
  const names = new Set([...code.matchAll(required)].map(([, name]) => name));
  return code
    .replace(/\b(import_\w+)\./g, (use, name) => (names.has(name) ? `(${name}()).` : use))
    .replace(required, 'var $1_,$1=()=>$1_||($1_=require($2));');
}

/** Writes the exports as one object with getters. The helpers of esbuild define each export twice, which a short command notices. */
function exportSimply(code) {
  const [written, exports] = /__export\(\w+,\{(.*?)\}\);module\.exports=__toCommonJS\(\w+\);/.exec(code) ?? [];
  if (written === undefined) return code;
  const rest = code.slice(code.indexOf(written) + written.length).replace(/0&&\(module\.exports=\{.*?\}\);/, '');
  if (/\b__(copyProps|defProp|toESM|reExport)\b/.test(rest)) return code;
  const getters = exports.replace(/([\w$]+):\(\)=>((?:\(import_\w+\(\)\)\.)?[\w$]+)(?=,|$)/g, 'get $1(){return $2}');
  return `module.exports={__esModule:true,${getters}};${rest}`;
}

function nameByContent(name, contents) {
  return `${name}-${createHash('sha256').update(contents).digest('hex').slice(0, UNKNOWN_HASH.length)}.cjs`;
}

/** Keeps siblings out of a bundle: late imports of them become imports of their files. */
function outside(siblings, fileFor) {
  return {
    name: 'siblings-outside',
    setup(build) {
      for (const sibling of siblings)
        build.onResolve({ filter: sibling.importedAs }, async ({ kind, importer }) =>
          (kind === 'require-call' || kind === 'dynamic-import') && importer.endsWith(sibling.importer ?? '')
            ? { path: `./${await fileFor(sibling)}`, external: true }
            : undefined,
        );
    },
  };
}

/** The inputs of a bundle include the unused files of a package. */
function merge(metafiles) {
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return { outputs, inputs: Object.fromEntries(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0)) };
}
