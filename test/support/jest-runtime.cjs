/**
 * Jest's runtime, made faster. Every test file loads its modules into a context of its own, and Jest compiles each of them again.
 * Here V8 finds the module that an earlier file of the same worker compiled, with the functions that it called: a fifth of the
 * CPU time of all fast tests.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { Script } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

/** Until Node 24, each storage that was ever used slows down every promise, and Jest creates one for each test file. */
const storages = new Set();
const run = AsyncLocalStorage.prototype.run;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return Reflect.apply(run, this, args);
};

class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (context === null) return null;
      try {
        return compileOnce(source, filename, executor.injectedModuleParameters).runInContext(context);
      } catch {
        // For Jest's message.
        return compile(source, filename);
      }
    };
  }

  teardown() {
    super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
}

/** V8 caches scripts, but not the functions of `vm.compileFunction`, which Jest calls. */
function compileOnce(source, filename, parameters) {
  const head = `(function (${parameters.join(', ')}) {`;
  return new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
}

module.exports = { __esModule: true, default: Runtime };
