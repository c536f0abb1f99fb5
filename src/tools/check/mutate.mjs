/**
 * `npm run mutate -- --files PATH… [--tests PATH…] [--count N] [--seed S]`: plants one small mistake at a time into files of `src`, runs
 * the tests that import each file against it, those of its room first, and lists the mistakes that neither a test nor the types find.
 */
import { execFileSync, fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTypeCheck } from './mutant-types.mjs';
import { createMutants } from './mutants.mjs';

const root = resolve(import.meta.dirname, '../../..');
/** A mutant that loops forever is killed by the clock: after this time, and ten times the time of the test without it. */
const LIMIT_MS = 10_000;

const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (values.files === undefined) {
  console.error('Usage: npm run mutate -- --files PATH [--files PATH] [--tests PATH] [--count N] [--seed S]');
  process.exit(2);
}

/** @type {(paths: readonly string[], ending: string) => string[]} */
const filesIn = (paths, ending) =>
  paths.flatMap((path) => {
    const place = resolve(root, path);
    if (!existsSync(place)) throw new Error(`${path} does not exist.`);
    if (!statSync(place).isDirectory()) return [place];
    const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith(ending)).map((name) => join(place, name));
  });

/** The file of tests that mirrors a file. @type {(file: string) => string} */
const getMirror = (file) =>
  relative(root, file)
    .replace(/^(src\/)?/, 'test/')
    .replace(/\.ts$/, '.test.ts');

/** Returns numbers from 0 to 1 that depend on the seed alone. @type {(seed: number) => () => number} */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const files = filesIn(values.files, '.ts').filter((file) => !file.endsWith('.d.ts'));
const all = files.flatMap((file) => createMutants(file, readFileSync(file, 'utf8')));
const random = createRandom(Number(values.seed));
const drawn = all.map((mutant) => ({ mutant, order: random() })).sort((a, b) => a.order - b.order);
const chosen = drawn.slice(0, Number(values.count ?? all.length)).map(({ mutant }) => mutant);
chosen.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);

let runner = start();
function start() {
  return fork(join(import.meta.dirname, 'mutant-runner.mjs'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--enable-source-maps'],
  });
}

/** Returns true if the test fails. @type {(task: { file: string, text?: string, test: string }, limit: number) => Promise<boolean>} */
function isFailing(task, limit) {
  return new Promise((done) => {
    const end = (/** @type {any} */ failed) => {
      clearTimeout(timer);
      runner.removeAllListeners();
      done(failed);
    };
    const restart = () => {
      runner.removeAllListeners();
      runner.kill('SIGKILL');
      runner = start();
      end(true);
    };
    const timer = setTimeout(restart, limit);
    runner.once('message', end);
    runner.once('exit', restart);
    runner.send(task);
  });
}

/** The fast tests, unless some are given. @type {() => string[]} */
function findTests() {
  if (values.tests !== undefined) return filesIn(values.tests, '.test.ts');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = ['-c', 'test/support/jest.config.mjs', '--selectProjects', 'fast', '--listTests'];
  const lines = execFileSync(process.execPath, [jest, ...options], { cwd: root, encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.endsWith('.test.ts'));
}

/** @type {Map<string, readonly string[]>} */
const imports = new Map();
/** Returns the files that a file imports. @type {(file: string) => readonly string[]} */
function readImports(file) {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const paths = [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|require\()'(\.[^']*)'/g)].map(
    ([, path = '']) => path,
  );
  const found = paths.flatMap((path) => {
    const place = resolve(file, '..', path);
    return [`${place}.ts`, join(place, 'index.ts')].filter((candidate) => existsSync(candidate)).slice(0, 1);
  });
  imports.set(file, found);
  return found;
}

/** Returns the files that a test loads. @type {(test: string) => Set<string>} */
function getFiles(test) {
  const loaded = new Set([test]);
  for (const file of loaded) for (const other of readImports(file)) loaded.add(other);
  return loaded;
}

const loads = new Map(findTests().map((test) => [test, getFiles(test)]));
/** The time of each test without a mutant; 0: it fails. Milliseconds. @type {Map<string, number>} */
const times = new Map();

/** Returns the number of folders that two files share. @type {(one: string, other: string) => number} */
function nearness(a, b) {
  const [mine, theirs] = [a.split('/'), b.split('/')];
  const different = mine.findIndex((step, index) => step !== theirs[index]);
  return different === -1 ? Infinity : different;
}

/** Returns the tests of a file, the nearest first. @type {(file: string) => string[]} */
function getTests(file) {
  const own = join(root, getMirror(file));
  const found = [...loads].flatMap(([test, loaded]) => (loaded.has(file) ? [test] : []));
  const getTime = (/** @type {string} */ test) => times.get(test) ?? 0;
  return found.sort((a, b) => nearness(own, b) - nearness(own, a) || getTime(a) - getTime(b));
}

/** @type {(mutant: { file: string, text: string }) => Promise<boolean>} */
async function isFound({ file, text }) {
  for (const test of getTests(file)) {
    if (!times.has(test)) {
      const begun = performance.now();
      const fails = await isFailing({ file, test }, 20 * LIMIT_MS);
      times.set(test, fails ? 0 : performance.now() - begun);
      if (fails) console.log(`Left out: ${relative(root, test)} fails without a mutant.`);
    }
    const time = times.get(test) ?? 0;
    if (time > 0 && (await isFailing({ file, text, test }, LIMIT_MS + 10 * time))) return true;
  }
  return false;
}

const isRejected = createTypeCheck(root);
let survivors = 0;
let rejected = 0;
for (const [index, mutant] of chosen.entries()) {
  if (index > 0 && index % 50 === 0) console.log(`${index} mutants tried, ${survivors} not found.`);
  if (await isFound(mutant)) continue;
  if (isRejected(mutant.file, mutant.text)) {
    rejected++;
    continue;
  }
  survivors++;
  console.log(`${relative(root, mutant.file)}:${mutant.line}: ${mutant.what}`);
}
console.log(
  `${chosen.length} mutants of ${all.length}, ${survivors} not found, ${rejected} found by the types alone (seed ${values.seed}).`,
);
runner.removeAllListeners();
runner.kill();
