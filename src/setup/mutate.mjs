/**
 * `npm run mutate -- --files PATH… [--tests PATH…] [--count N] [--seed S]`: plants one small mistake at a time into files of `src`, runs
 * tests against each, and lists the mistakes that no test finds.
 */
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';

const root = resolve(import.meta.dirname, '../..');
/** A mutant that loops forever is killed by the clock. */
const LIMIT_MS = 60_000;

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

/** The folder of tests that mirrors a file. @type {(file: string) => string} */
const mirrorOf = (file) =>
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
const rooms = [...new Set(files.map((file) => mirrorOf(file).split('/').slice(0, 2).join('/')))];
const given = filesIn(values.tests ?? rooms.filter((room) => existsSync(join(root, room))), '.test.ts');
const all = files.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
const random = createRandom(Number(values.seed));
const drawn = all.map((mutant) => ({ mutant, order: random() })).sort((one, other) => one.order - other.order);
const chosen = drawn.slice(0, Number(values.count ?? all.length)).map(({ mutant }) => mutant);
chosen.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line);

let runner = start();
function start() {
  return fork(join(import.meta.dirname, 'mutant-runner.mjs'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

/** @type {(task: { file: string, text?: string, tests: readonly string[] }, limit?: number) => Promise<{ failed: string[] }>} */
function ask(task, limit = LIMIT_MS) {
  return new Promise((done) => {
    const end = (/** @type {any} */ answer) => {
      clearTimeout(timer);
      runner.removeAllListeners();
      done(answer);
    };
    const restart = () => {
      runner.removeAllListeners();
      runner.kill('SIGKILL');
      runner = start();
      end({ failed: ['(stopped)'] });
    };
    const timer = setTimeout(restart, limit);
    runner.once('message', end);
    runner.once('exit', restart);
    runner.send(task);
  });
}

const [first = ''] = files;
const { failed } = await ask({ file: first, tests: given }, 10 * LIMIT_MS);
for (const test of failed) console.log(`Left out: ${relative(root, test)} fails without a mutant.`);
const tests = given.filter((test) => !failed.includes(test));

let survivors = 0;
for (const { file, line, what, text } of chosen) {
  const own = join(root, mirrorOf(file));
  const ordered = [...tests].sort((one, other) => Number(other === own) - Number(one === own));
  const { failed: killers } = await ask({ file, text, tests: ordered });
  if (killers.length > 0) continue;
  survivors++;
  console.log(`${relative(root, file)}:${line}: ${what}`);
}
console.log(`${chosen.length} mutants of ${all.length}, ${survivors} not found (seed ${values.seed}).`);
runner.removeAllListeners();
runner.kill();
