import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const scratch = mkdtempSync(join(tmpdir(), 'deferred-module-'));

const files = {
  'main.js':
    "import { work } from './deferred.js';\nimport { shared } from './shared.js';\nconsole.log(work(1), shared);",
  'deferred.js': `
    import { first } from 'first';
    import { second } from 'second';
    import { shared } from './shared.js';
    export const work = (n) => [n, first, second, shared].join();`,
  'shared.js': 'export const shared = 9;',
};

/** Bundles the program. Each name of a module is loaded after its delay. */
const program = `
  import { writeFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { build } from ${JSON.stringify(join(root, 'node_modules/esbuild/lib/main.js'))};
  import { deferredModule } from ${JSON.stringify(join(root, 'src/tools/build/deferred-module.mjs'))};
  import { compiledFrom, wrapped } from ${JSON.stringify(join(root, 'src/tools/build/late-modules.mjs'))};
  const [output, ...delays] = process.argv.slice(2);
  const late = (keep) => ({
    name: 'late',
    setup(build) {
      build.onResolve({ filter: /^(first|second)$/ }, ({ path }) => ({ path, namespace: 'late' }));
      build.onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => {
        await setTimeout(Number(delays[path === 'first' ? 0 : 1]));
        return { contents: compiledFrom(path, keep(path, wrapped('exports.' + path + ' = "' + path + '"'))) };
      });
    },
  });
  const plugin = deferredModule({
    entry: 'main.js',
    path: 'deferred.js',
    functions: ['work'],
    plugins: (keep) => [late(keep)],
  });
  const { outputFiles } = await build({
    entryPoints: ['main.js'], absWorkingDir: process.cwd(), bundle: true, platform: 'node', format: 'cjs', write: false,
    metafile: true, outfile: output, plugins: [plugin],
  });
  writeFileSync(output, outputFiles[0].contents);`;

beforeAll(() => {
  for (const [name, text] of Object.entries({ ...files, 'bundle.mjs': program }))
    writeFileSync(join(scratch, name), text);
});
afterAll(() => rmSync(scratch, { recursive: true }));

function bundle(output: string, ...delays: readonly number[]): string {
  execFileSync(process.execPath, ['bundle.mjs', output, ...delays.map(String)], { cwd: scratch });
  return readFileSync(join(scratch, output), 'utf8');
}

test('the bytes of a bundle do not depend on the order of loaded modules', () => {
  expect(bundle('one.js', 0, 500)).toBe(bundle('other.js', 500, 0));
});

test('a deferred module shares the modules of the bundle', () => {
  bundle('run.js', 0, 0);
  expect(execFileSync(process.execPath, ['run.js'], { cwd: scratch, encoding: 'utf8' })).toBe('1,first,second,9 9\n');
});
