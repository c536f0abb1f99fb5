/** The bundles and their options. Paths in the output are relative to the repository: the same sources make the same bytes everywhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { build as bundle } from 'esbuild';
import { entries, importFor, manifest, otherLibrary, root, sharedFiles, suffixesFor } from './entries.mjs';
import { head, shellHead, versionCheck } from './head.mjs';
import { pageAssetsInside } from './page.mjs';
import { bundleWithSiblings } from './siblings.mjs';

/**
 * Bundles a provider, which runs in any folder. Terraform starts it many times in a run, and mostly for short calls, so
 * code for requests is in siblings.
 */
export function pluginBundle(entry, output, { deferred = [], plugins = [] } = {}) {
  const name = basename(output);
  return {
    name,
    build: () =>
      bundleWithSiblings({
        ...{ entry, output, deferred, siblings: [undici, responseSchema, re2js, jwe] },
        ...{ head: (siblings) => [...shellHead(name), ...head(name, siblings)].join('\n'), target: OLDEST_PARSER },
        hasMaps: true,
        options: { ...common(entry, 'esm'), plugins },
      }),
  };
}

/** An old Node must reach the check of the version, and for that it parses the whole file: no newer syntax is allowed. */
const OLDEST_PARSER = 'node14.6';

/**
 * V8 optimizes undici's parser of HTTP, which is WebAssembly, after this work: some hundred responses. By default it does so after
 * three, in a thread, for 50 to 170 ms, and the process cannot end before that. Set when the modules of Node are loaded, because
 * V8 uses their code cache only with unchanged options.
 */
const PARSER_BUDGET = 1_000_000_000;

/**
 * The parts of undici that `src/client/transport` uses. Loading all of undici takes five times as long, and HTTP/2, which
 * an `Agent` does not use without `allowH2`, a fifth of the rest.
 */
const undiciParts = {
  name: 'undici-parts',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'parts' }));
    build.onLoad({ filter: /.*/, namespace: 'parts' }, () => ({ resolveDir: root, contents: undiciExports }));
    build.onLoad({ filter: /[/\\]undici[/\\].*[/\\]client-h2\.js$/ }, () => ({ contents: '' }));
  },
};

const undiciExports = `
  require('undici/lib/dispatcher/dispatcher').prototype.request = require('undici/lib/api/api-request');
  module.exports = {
    get Agent() {
      const Agent = require('undici/lib/dispatcher/agent');
      require('node:v8').setFlagsFromString('--wasm-tiering-budget=${PARSER_BUDGET}');
      return Agent;
    },
    get EnvHttpProxyAgent() {
      Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, require('undici/lib/api'));
      return require('undici/lib/dispatcher/env-http-proxy-agent');
    },
    get Pool() {
      return require('undici/lib/dispatcher/pool');
    },
  };`;

const undici = { name: 'undici', importedAs: /^undici$/, entry: 'undici', plugins: [undiciParts] };

/** Includes the parts of zod that it uses. */
const responseSchema = {
  name: 'response-schema',
  importedAs: /\/response-schema$/,
  entry: 'src/model/schema/response-schema.ts',
};

const re2js = { name: 're2js', importedAs: /^re2js$/, entry: 're2js' };

const jwe = { name: 'jose', importedAs: /^jose\/jwe\/compact\/encrypt$/, entry: 'jose/jwe/compact/encrypt' };

export const provider = pluginBundle('src/provider/main.ts', 'dist/terraform-provider-platform', {
  // Terraform starts the provider for its schema alone, too. The handshake and the schema need a tenth of the code.
  deferred: [{ name: 'routes', importedAs: /^\.\/routes$/, entry: 'src/provider/routes.ts' }],
  plugins: [withEncodedSchema()],
});

/** Computes the schema of our provider, and adds it to the bundle. */
function withEncodedSchema() {
  return {
    name: 'encoded-schema',
    setup(build) {
      build.onLoad({ filter: /[/\\]src[/\\]provider[/\\]encoded-schema\.ts$/ }, async () => {
        const { outputFiles } = await bundle({
          ...common(undefined, 'cjs'),
          entryPoints: undefined,
          stdin: { contents: schemaProgram, resolveDir: root },
          metafile: false,
          external: Object.keys(manifest.dependencies),
        });
        const module = { exports: {} };
        compileFunction(outputFiles[0].text, ['module', 'require'])(module, createRequire(join(root, 'package.json')));
        const text = Buffer.from(module.exports.encoded).toString('base64');
        return { contents: `export const encodedSchema = () => Buffer.from('${text}', 'base64');` };
      });
    },
  };
}

const schemaProgram = `
  import { encodeSchema } from './src/plugin/server';
  import { createProvider } from './src/provider/provider';
  export const encoded = encodeSchema(createProvider({ env: {} }));`;

const jose = { name: 'jose', importedAs: /^jose(\/|$)/, entry: 'jose' };

/** Each command is a file of its own: to compile all of them takes longer than most of them run. */
const commands = readdirSync(join(root, 'src/cli/commands'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'index')
  .map((name) => ({
    name: `command-${name}`,
    importedAs: new RegExp(`^\\./${name}$`),
    importer: 'src/cli/commands/index.ts',
    entry: `src/cli/commands/${name}.ts`,
  }));

/**
 * Late imports of a file. Without a file of its own, a part that every command needs would import the packages of some. And esbuild
 * wraps a module that is required late, and all modules that it imports, in functions.
 */
const late = [
  ['src/base/text/yaml.ts'],
  ['src/access/rules/configuration/schema.ts', 'src/access/rules/configuration/read.ts'],
  ['src/emulator/faults/fault-schema.ts'],
  ['src/emulator/administration/oidc-token-request.ts'],
  ['src/client/internal.ts'],
  ['src/provider/configuration/configure.ts', 'src/cli/live/api-connection.ts'],
].map(([entry, importer]) => {
  const name = basename(entry, '.ts');
  return { name, importedAs: new RegExp(`^\\..*/${name}$`), ...(importer && { importer }), entry };
});

/** The command line. Each command loads its declarations, and the review, the emulator or the conformance kit if it needs them. */
export const cli = {
  name: 'platform-iac',
  build: () =>
    bundleWithSiblings({
      ...{ entry: 'src/cli/main.ts', output: 'dist/platform-iac.js' },
      deferred: [
        { name: 'commands', importedAs: /^\.\/commands$/, entry: 'src/cli/commands/index.ts' },
        { name: 'review', importedAs: /^(\.\.\/)+review$/, entry: 'src/review/index.ts' },
        { name: 'emulator', importedAs: /^(\.\.\/)+emulator(\/index\.js)?$/, entry: 'src/emulator/index.ts' },
        ...commands,
        { name: 'provider-server', importedAs: /^\.\.\/provider-server$/, entry: 'src/cli/provider-server.ts' },
        { name: 'routes', importedAs: /^\.\.\/provider\/routes$/, entry: 'src/provider/routes.ts' },
        { name: 'conformance', importedAs: /^\.\.\/conformance$/, entry: 'src/cli/conformance/index.ts' },
        ...late,
      ],
      siblings: [undici, responseSchema, re2js, jose],
      head: (siblings) => ['#!/usr/bin/env node', ...head('platform-iac', siblings)].join('\n'),
      target: OLDEST_PARSER,
      options: {
        ...common('src/cli/main.ts', 'esm'),
        // libsql brings native binaries and is looked up when the emulator starts.
        external: ['libsql', ...peers()],
        plugins: [pageAssetsInside, withEncodedSchema()],
        // Half of it would be indentation and long names, which are useless in a user's project.
        ...{ minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: true },
      },
    }),
};

/** The libraries that synthesize: an old Node prints the sentence of the command instead of the first missing function. */
const constructs = new Set(['.', './cdktn'].map((name) => entries.find((entry) => entry.name === name).output));

/**
 * The exports of the package. Its dependencies stay outside, so that a project has one copy of each. Classes keep the
 * names that they have in the sources; esbuild renames those that mention themselves.
 */
export function libraries() {
  return [...entries, ...sharedFiles].map((entry) => ({
    name: entry.output,
    output: entry.output,
    mode: 0o644,
    options: {
      ...(constructs.has(entry.output)
        ? executable(entry.source, 'cjs', `"use strict";\n${versionCheck(manifest.name, 'stderr')}`)
        : common(entry.source, 'cjs')),
      keepNames: true,
      // The indentation of all libraries is more than the package has left to its limit of 35 MB.
      minifySyntax: true,
      minifyWhitespace: true,
      // Node prints the whole line of an uncaught error.
      lineLimit: 200,
      external: [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies), ...peers()],
      resolveExtensions: [...suffixesFor(entry).map((suffix) => `${suffix}.ts`), '.js', '.json'],
      plugins: [otherLibrariesOutside(entry), cdkOutside(entry), pageAssetsInside],
    },
  }));
}

function peers() {
  return ['@cdktf/provider-null', 'cdktf', 'cdktn', 'constructs'];
}

function common(entry, format) {
  return {
    entryPoints: [entry],
    absWorkingDir: root,
    // Otherwise the output would contain the real path of a linked node_modules.
    preserveSymlinks: true,
    bundle: true,
    platform: 'node',
    // Modules are joined without a function around each. Packages with an exports field decide for themselves.
    mainFields: ['module', 'main'],
    target: 'node20.18',
    // The VM of Jest refuses a dynamic import, and so does an executable. `require` replaces it.
    supported: { 'dynamic-import': false },
    format,
    // A file that is pure ASCII is read and parsed faster.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    metafile: true,
  };
}

function executable(entry, format, text) {
  return {
    ...common(entry, format),
    target: OLDEST_PARSER,
    banner: { js: text },
  };
}

/**
 * A library that imports another one shares it instead of containing a copy, so that `instanceof` works across them.
 */
function otherLibrariesOutside(library) {
  return {
    name: 'other-libraries-outside',
    setup(build) {
      build.onResolve({ filter: /^\.\.?(\/|$)/ }, ({ path, resolveDir }) => {
        const other = otherLibrary(library, resolve(resolveDir, path));
        return other === undefined ? undefined : { path: other, external: true, sideEffects: false };
      });
    },
  };
}

/** The CDK stays outside, by the name that it has for this library. */
function cdkOutside(library) {
  return {
    name: 'cdk-outside',
    setup(build) {
      build.onResolve({ filter: /^cdktf(\/|$)/ }, ({ path }) => ({ path: importFor(library, path), external: true }));
    },
  };
}
