/**
 * Runs tests against mutants in one process, which starts no Jest: the tests run with Jest's own test functions, and only the modules
 * that import the mutated one are loaded again. Started by `mutate.mjs`, one message for each test of a mutant.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';

const root = resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);
// Parts of Jest, of the version that Jest uses.
const requireOfJest = createRequire(require.resolve('jest'));
const circus = requireOfJest('jest-circus');
const { jestExpect } = requireOfJest('@jest/expect');
const { ModuleMocker } = requireOfJest('jest-mock');
const { ModernFakeTimers } = requireOfJest('@jest/fake-timers');
const cache = require.cache;
const sources = [join(root, 'src'), join(root, 'test'), join(root, 'constructs')];
/** As in the configuration of Jest. */
const replaced = new Map([
  ['fast-check', join(root, 'test/support/seeded-fast-check.cjs')],
  ['cdktf-provider-platform/plugin', join(root, 'src/plugin/index.ts')],
  ['cdktf-provider-platform/plugin/testing', join(root, 'src/plugin/testing/index.ts')],
]);
const resolveFilename = /** @type {any} */ (Module)._resolveFilename;
/** @type {any} */ (Module)._resolveFilename = (/** @type {string} */ name, /** @type {unknown[]} */ ...rest) =>
  replaced.get(name) ?? resolveFilename(name, ...rest);
const isOurs = (/** @type {string} */ file) => sources.some((folder) => file.startsWith(folder));

/** The mutated source, by file. @type {Map<string, string>} */
const mutated = new Map();
/** @type {Map<string, string>} */
const compiled = new Map();

/** @type {(file: string, text: string, loader: 'ts' | 'js') => string} */
const compile = (file, text, loader) => {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const { code } = transformSync(text, {
    loader,
    format: 'cjs',
    target: 'es2022',
    sourcefile: file,
    sourcemap: 'inline',
  });
  compiled.set(text, code);
  return code;
};
const extensions = /** @type {Record<string, (module: any, file: string) => void>} */ (
  /** @type {any} */ (Module)._extensions
);
const ordinary = extensions['.js'];
extensions['.ts'] = (module, file) =>
  module._compile(compile(file, mutated.get(file) ?? readFileSync(file, 'utf8'), 'ts'), file);
// Packages without a CommonJS build, as in the configuration of Jest.
const esm = /node_modules\/(jose|string-width|strip-ansi|ansi-regex|get-east-asian-width)\//;
extensions['.js'] = (module, file) =>
  esm.test(file) ? module._compile(compile(file, readFileSync(file, 'utf8'), 'js'), file) : ordinary?.(module, file);

const timers = new ModernFakeTimers({ global: globalThis, config: { fakeTimers: {} } });
const jest = Object.assign(new ModuleMocker(/** @type {any} */ (globalThis)), {
  setTimeout: (/** @type {number} */ ms) => void (circus.getState().testTimeout = ms),
  // Node itself uses the others, and here they are its own.
  useFakeTimers: () =>
    timers.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] }),
  useRealTimers: () => timers.useRealTimers(),
  getTimerCount: () => timers.getTimerCount(),
  advanceTimersByTime: (/** @type {number} */ ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (/** @type {number} */ ms) => timers.advanceTimersByTimeAsync(ms),
});
Object.assign(globalThis, circus, { CDK: 'cdktf', expect: jestExpect, jest });

let failure = '';
circus.addEventHandler((/** @type {any} */ event) => {
  if (event.name !== 'test_done' || event.test.errors.length === 0) return;
  failure ||= event.test.name;
  // The first failure kills the mutant.
  const skip = (/** @type {any} */ block) => {
    for (const child of block.children)
      if (child.type === 'test') child.mode = 'skip';
      else skip(child);
  };
  skip(circus.getState().rootDescribeBlock);
});

/** Forgets the modules that import a file, directly or not. @type {(file: string) => void} */
function forget(file) {
  const stale = new Set([file]);
  for (let size = 0; size < stale.size;) {
    size = stale.size;
    for (const [name, module] of Object.entries(cache))
      if (isOurs(name) && module?.children.some(({ id }) => stale.has(id))) stale.add(name);
  }
  for (const name of Object.keys(cache)) if (stale.has(name) || name.endsWith('.test.ts')) delete cache[name];
}

/** Returns the name of the first test that fails, or an empty text. @type {(test: string) => Promise<string>} */
async function run(test) {
  failure = '';
  circus.resetState();
  try {
    require(test);
  } catch (error) {
    return `cannot load ${test}: ${String(error).split('\n')[0]}`;
  }
  const { unhandledErrors } = await circus.run();
  timers.useRealTimers();
  return failure || (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : '');
}

let current = '';
process.on('message', async (/** @type {{ file: string, text?: string, test: string }} */ { file, text, test }) => {
  // A mutant stays loaded for its next test.
  const task = `${file}\n${text ?? ''}`;
  for (const stale of current === task ? [] : [...mutated.keys(), file]) forget(stale);
  current = task;
  mutated.clear();
  if (text !== undefined) mutated.set(file, text);
  delete cache[test];
  process.send?.((await run(test)) !== '');
});
