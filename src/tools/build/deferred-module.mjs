/**
 * Puts a module of our own into a bundle as text, with everything that only it imports. Node compiles it at the first call of
 * one of its functions. Unlike a late module, it shares the other modules of the bundle, so that each class exists once.
 *
 * The text is a comment in a function, and read with `toString`: V8 skips a comment in a third of the time of a string.
 */
import { relative, sep } from 'node:path';
import { build as bundle } from 'esbuild';
import { compiledFrom, wrapped } from './late-modules.mjs';

const namespace = 'deferred';

/**
 * @param {object} options
 * @param {string} options.entry the entry of the bundle
 * @param {string} options.path the module, which the bundle imports only by its functions; relative to the repository
 * @param {readonly string[]} options.functions the names of its exported functions
 * @param {(keep: (name: string, text: string) => string) => readonly import('esbuild').Plugin[]} options.plugins for the
 * module; `keep` stores the text of a late module
 */
export function deferredModule({ entry, path, functions, plugins }) {
  return {
    name: 'deferred-module',
    setup(build) {
      const { initialOptions: options } = build;
      const root = options.absWorkingDir;
      const pathOf = (file) => relative(root, file).split(sep).join('/');
      const inputs = {};
      let texts = new Map();
      /** Resolves each import to its file, and replaces it if `replace` returns something. */
      const resolving = (replace) => ({
        name: 'resolving',
        setup(inner) {
          inner.onResolve({ filter: /.*/ }, async ({ path: specifier, pluginData, namespace: from, ...details }) => {
            if (pluginData === resolved || from !== 'file' || details.kind === 'entry-point') return undefined;
            const found = await inner.resolve(specifier, { ...details, namespace: from, pluginData: resolved });
            return found.external || found.namespace !== 'file' ? undefined : replace(pathOf(found.path));
          });
        },
      });
      const bundled = (entryPoint, extra) =>
        bundle({ ...options, entryPoints: [entryPoint], format: 'cjs', banner: {}, minify: false, plugins: extra });

      build.onResolve({ filter: /^\.{1,2}\// }, async ({ path: specifier, pluginData, ...details }) => {
        if (pluginData === resolved || details.kind === 'entry-point') return undefined;
        const found = await build.resolve(specifier, { ...details, pluginData: resolved });
        return pathOf(found.path) === path ? { path, namespace } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace }, async () => {
        const outside = resolving((file) => (file === path ? { path: file, external: true } : undefined));
        const { metafile: others } = await bundled(entry, [outside]);
        const shares = resolving((file) =>
          others.inputs[file] === undefined ? undefined : { path: `shared:${file}`, external: true },
        );
        const keep = (name, text) => {
          texts.set(name, text);
          return `require('text:${name}')`;
        };
        const { outputFiles, metafile } = await bundled(path, [...plugins(keep), shares, textsOutside]);
        texts.set(path, wrapped(outputFiles[0].text));
        // esbuild loads modules in parallel, so their order differs between runs.
        texts = new Map([...texts].sort(([one], [other]) => (one < other ? -1 : 1)));
        const [{ imports }] = Object.values(metafile.outputs);
        const shared = [...new Set(imports.map((one) => one.path).filter((one) => one.startsWith('shared:')))];
        Object.assign(inputs, metafile.inputs);
        return { contents: contentsOf([...texts.keys()], shared), resolveDir: root };
      });
      build.onEnd(({ metafile, outputFiles: [output] = [] }) => {
        if (output === undefined) return;
        output.contents = Buffer.concat([output.contents, Buffer.from([...texts.values()].map(inComment).join(''))]);
        for (const [file, input] of Object.entries(inputs)) metafile.inputs[file] ??= input;
      });
    },
  };

  function contentsOf(names, shared) {
    return `
      ${shared.map((one, index) => `import * as shared${index} from './${one.slice('shared:'.length)}';`).join('\n')}
      const modules = { ${shared.map((one, index) => `'${one}': shared${index}`).join(', ')} };
      const texts = { ${names.map((name, index) => `'text:${name}': ${functionName(index)}`).join(', ')} };
      const textOf = (name) => texts[name].toString().slice(${before.length}, -${after.length}).replaceAll('${joint}', '*/');
      const load = (name) => modules[name] ?? (name in texts ? textOf(name) : require(name));
      let loaded;
      function functions() {
        if (loaded === undefined) {
          const module = { exports: {} };
          ${compiledFrom(path, `textOf('text:${path}')`, 'load')}
          loaded = module.exports;
        }
        return loaded;
      }
      ${functions.map((name) => `export const ${name} = (...values) => functions().${name}(...values);`).join('\n')}
    `;
  }
}

const functionName = (index) => `text${index}`.padEnd(8, '_');
const before = `function ${functionName(0)}(){/*`;
const after = '*/}';
/** Replaces the end of a comment inside of one. */
const joint = '*\\x01/';

function inComment(text, index) {
  return `\n${before.replace(functionName(0), functionName(index))}${text.replaceAll('*/', '*\x01/')}${after}`;
}

const textsOutside = {
  name: 'texts-outside',
  setup: (build) => build.onResolve({ filter: /^text:/ }, ({ path }) => ({ path, external: true })),
};

/** Marks the resolution that a plugin asks for, which it must not answer itself. */
const resolved = Symbol('resolved');
