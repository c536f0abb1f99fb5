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
 */

/** @param {readonly LateModule[]} modules */
export function lateModules(modules) {
  return {
    name: 'late-modules',
    setup(build) {
      const { absWorkingDir, preserveSymlinks, target } = build.initialOptions;
      const inputs = {};
      for (const { name, importedAs } of modules)
        build.onResolve({ filter: importedAs }, () => ({ path: name, namespace }));
      build.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
        const { contents } = modules.find(({ name }) => name === path);
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
        });
        const [{ inputs: used }] = Object.values(metafile.outputs);
        for (const input of Object.keys(used))
          if (used[input].bytesInOutput > 0) inputs[input] = metafile.inputs[input];
        return { contents: compiledFrom(path, outputFiles[0].text) };
      });
      // The inputs of the bundle include the rest of a package in its embedded text.
      build.onEnd(({ metafile }) => void Object.assign(metafile?.inputs ?? {}, inputs));
    },
  };
}

function compiledFrom(name, text) {
  return `
    const { compileFunction } = require('node:vm');
    const start = compileFunction(${JSON.stringify(text)}, ['module', 'exports', 'require'], { filename: '${name}' });
    start(module, exports, require);
  `;
}
