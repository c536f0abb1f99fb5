/**
 * Packages that are carried inside a bundle as text and compiled when they are first imported. A bundled module is not
 * evaluated before that either, but it is read and parsed at every start: 25 ms for an HTTP client and a validator.
 */
import { build as bundle } from 'esbuild';

const namespace = 'late';

/** @param {readonly string[]} names of packages that need nothing but Node */
export function lateModules(names) {
  return {
    name: 'late-modules',
    setup(build) {
      const { absWorkingDir, preserveSymlinks, target } = build.initialOptions;
      const inputs = {};
      build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
        const { outputFiles, metafile } = await bundle({
          entryPoints: [path],
          absWorkingDir,
          preserveSymlinks,
          target,
          bundle: true,
          platform: 'node',
          format: 'cjs',
          minify: true,
          legalComments: 'none',
          // Compiled from text there is no module that a dynamic import could belong to.
          supported: { 'dynamic-import': false },
          logLevel: 'silent',
          write: false,
          metafile: true,
        });
        Object.assign(inputs, metafile.inputs);
        return { contents: compiledFrom(path, outputFiles[0].text) };
      });
      // What the bundle is made of includes what it carries as text.
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
