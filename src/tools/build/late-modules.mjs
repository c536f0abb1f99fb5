/**
 * Puts modules into a bundle as text, which Node compiles at the first import. A normal bundled module is parsed at every
 * start: 25 ms for an HTTP client and a validator.
 */
import { build as bundle } from 'esbuild';

const namespace = 'late';

/**
 * @typedef {object} LateModule a module that shares no code with the rest of the bundle
 * @property {string} name
 * @property {RegExp} importedAs import paths that match refer to this module
 * @property {string} contents its source; its paths are relative to the repository
 * @property {RegExp} [unused] files that it imports but never calls; the bundle does not contain them
 */

/**
 * @param {readonly LateModule[]} modules
 * @param {(name: string, text: string) => string} keep stores a text, and returns the expression that reads it. @default a
 * string in the bundle
 */
export function lateModules(modules, keep = (_name, text) => JSON.stringify(text)) {
  return {
    name: 'late-modules',
    setup(build) {
      const { absWorkingDir, preserveSymlinks, target } = build.initialOptions;
      const inputs = {};
      for (const { name, importedAs } of modules)
        build.onResolve({ filter: importedAs }, () => ({ path: name, namespace }));
      build.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
        const { contents, unused } = modules.find(({ name }) => name === path);
        const { outputFiles, metafile } = await bundle({
          stdin: { contents, resolveDir: absWorkingDir, sourcefile: path },
          absWorkingDir,
          preserveSymlinks,
          target,
          bundle: true,
          platform: 'node',
          format: 'cjs',
          minify: true,
          legalComments: 'none',
          // Code that is compiled from text belongs to no module, which a dynamic import needs.
          supported: { 'dynamic-import': false },
          logLevel: 'silent',
          write: false,
          metafile: true,
          plugins: unused === undefined ? [] : [withoutContents(unused)],
        });
        const [{ inputs: used }] = Object.values(metafile.outputs);
        for (const input of Object.keys(used))
          if (used[input].bytesInOutput > 0) inputs[input] = metafile.inputs[input];
        return { contents: compiledFrom(path, keep(path, wrapped(outputFiles[0].text))) };
      });
      // The inputs of the bundle include the rest of a package in its embedded text.
      build.onEnd(({ metafile }) => void Object.assign(metafile?.inputs ?? {}, inputs));
    },
  };
}

function withoutContents(filter) {
  return {
    name: 'without-contents',
    setup: (build) => build.onLoad({ filter }, () => ({ contents: '' })),
  };
}

/** Returns a module as an expression: the function that Node would make of it. */
export function wrapped(text) {
  return `(function(module,exports,require){${text}\n})`;
}

/** The name of the function that compiles late modules instead, if there is one. An executable has their code cache. */
const compiler = 'platform-iac.compile';

/**
 * Returns the code that compiles the text of a wrapped module, and runs it with the `module` in scope and with `load` as
 * `require`.
 */
export function compiledFrom(name, text, load = 'require') {
  return `
    const compile =
      globalThis[Symbol.for('${compiler}')] ??
      ((name, text) => new (require('node:vm').Script)(text, { filename: name }));
    compile('${name}', ${text}).runInThisContext()(module, module.exports, ${load});
  `;
}
