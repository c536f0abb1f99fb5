/**
 * `npm run build`: writes the provider, the command line and the exports of the package to dist/. Does nothing if no
 * source has changed. `--meta` prints the contents of the provider's files as JSON, and writes nothing.
 * `--plugin ENTRY FILE` bundles another provider in the same way.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { cli, libraries, pluginBundle, provider } from './bundles.mjs';
import { root } from './entries.mjs';
import { notices } from './notices.mjs';

const [option, entry, output] = process.argv.slice(2);
if (option === '--meta') {
  const { metafile } = await provider.build();
  process.stdout.write(JSON.stringify(metafile));
} else if (option === '--plugin') {
  const { files } = await pluginBundle(entry, resolve(output)).build();
  for (const file of files) put(...file);
} else {
  await buildAll();
}

async function buildAll() {
  const started = performance.now();
  const stamp = resolve(root, 'dist/.stamp');
  const inputs = hashInputs();
  const [former, ...written] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  if (former === inputs && written.every((path) => existsSync(resolve(root, path)))) return;

  const results = await Promise.all([provider, cli, ...libraries()].map(buildOne));
  const failed = results.filter(({ error }) => error !== undefined);
  for (const { name, error } of failed) process.stderr.write(`build: ${name} failed\n${error.message}\n`);
  if (failed.length > 0) {
    process.exitCode = 1;
    return;
  }
  // Imported late: loading the compiler takes longer than finding that nothing changed.
  const { bundleDeclarations } = await import('./declarations.mjs');
  const { schemas } = await import('./schemas.mjs');
  const files = [
    ...results.flatMap((result) => result.files),
    ...(await bundleDeclarations()),
    ...(await schemas()),
    ['dist/THIRD-PARTY-NOTICES.txt', notices(results.map(({ metafile }) => metafile))],
  ];
  for (const file of files) put(...file);
  const outputs = files.map(([path]) => path);
  removeAllBut(new Set([...outputs, 'dist/.stamp']));
  put('dist/.stamp', [inputs, ...outputs.sort()].join('\n'));
  // Not on stdout: `npm pack --json` has its answer there.
  process.stderr.write(`Built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

async function buildOne(bundle) {
  try {
    return await (bundle.build ?? buildFile)(bundle);
  } catch (error) {
    return { name: bundle.name, error };
  }
}

async function buildFile({ output, mode, options }) {
  const { outputFiles, metafile } = await build(options);
  return { files: [[output, withoutNamedClosures(outputFiles[0].text), mode]], metafile };
}

/**
 * Returns a library whose helper of esbuild names classes and functions, and no arrow functions. Naming a closure at each call takes
 * longer than most closures run.
 */
function withoutNamedClosures(text) {
  const helper = /var __name=\(target,(\w+)\)=>(?=__defProp)/;
  if (text.includes('__name(') && !helper.test(text)) throw new Error('Cannot find the helper __name of esbuild.');
  return text.replace(helper, 'var __name=(target,$1)=>target.prototype===void 0?target:');
}

/** In one step, so that a process that runs the old file never sees a part of the new one. */
function put(path, contents, mode = 0o644) {
  const target = resolve(root, path);
  const fresh = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(fresh, contents, { mode });
  renameSync(fresh, target);
}

/** Otherwise the package would contain stale files of an earlier build. */
function removeAllBut(outputs) {
  const beingWritten = /\.\d+$/;
  for (const file of filesIn(resolve(root, 'dist'))) {
    const path = relative(root, file);
    if (!outputs.has(path) && !beingWritten.test(path) && !path.startsWith(join('dist', 'release')))
      rmSync(file, { force: true });
  }
}

/** Behind no link, which may lead out of this folder; from release 22 on the recursive list of Node follows them. */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

function hashInputs() {
  const hash = createHash('sha256');
  const files = ['src', 'constructs'].flatMap((folder) =>
    filesIn(resolve(root, folder)).map((file) => relative(root, file).split(sep).join('/')),
  );
  for (const file of [...files.sort(), 'package.json', 'package-lock.json', 'tsconfig.json'])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(resolve(root, file)))
      .update('\0');
  return hash.digest('hex');
}
