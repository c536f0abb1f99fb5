/** Builds an executable: our programs in a Node, as a single executable application. */
import { copyFileSync, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../ensure.mjs';
import { run, runOk } from '../run.mjs';
import { Refusal } from '../say.mjs';
import { loaderProblem } from './loader.mjs';
import { fetchNode } from './node-distribution.mjs';
import { own } from './platforms.mjs';

const programs = ['terraform-provider-platform', 'platform-iac.js'];

/**
 * Builds the executable of a platform in `folder`, a temporary folder.
 *
 * @param {import('./platforms.mjs').Platform} platform
 * @param {{ node?: string, caches?: string }} options `node` is the path of another Node, for the platform of this machine. `caches`
 * is a folder with the code caches of an earlier build, which no two builds have in common @default a new folder in `folder`
 * @returns {Promise<{ file: string, texts: Record<string, Buffer>, notes: string[] } | { reason: string }>} the reason why this
 * machine cannot build it
 * @throws {Refusal} if a download has another checksum, or a step fails
 */
export async function buildExecutable(platform, folder, { node, caches } = {}) {
  if (own === undefined) return { reason: `no executable is for ${process.platform} ${process.arch}` };
  if (platform.os === 'darwin' && own.os !== 'darwin')
    return { reason: 'macOS runs only signed executables, and codesign exists only there' };
  if (node !== undefined && platform !== own) return { reason: `${node} is a Node of ${own.name}` };
  const builder = node === undefined ? await fetchNode(own, folder) : await describeNode(node);
  const target = platform === own ? builder : await fetchNode(platform, folder);

  const notes = [];
  const licenses = listLicenses(target, folder);
  const assets = { ...assetsIn(folder), ...licenses.assets };
  if (caches !== undefined) Object.assign(assets, cachesIn(caches));
  else if (platform === own) Object.assign(assets, await writeCaches(builder.binary, folder));
  else notes.push('without code cache: only its own platform can build that');
  const base = join(folder, `node-${platform.name}${platform.suffix}`);
  if (!(await stripped(platform, target.binary, base))) {
    copyFileSync(target.binary, base);
    if (platform.os === 'linux') notes.push('with symbols: strip is missing, or is for another processor');
  }
  const file = join(folder, `${platform.name}${platform.suffix}`);
  const configuration = join(folder, `${platform.name}.json`);
  // Node writes this path into the executable, which must have the same bytes everywhere.
  const start = 'start.cjs';
  copyFileSync(join(root, 'src/tools/release', start), join(folder, start));
  const options = { main: start, output: file, executable: base, assets, disableExperimentalSEAWarning: true };
  writeFileSync(configuration, JSON.stringify(options));
  await runOk(builder.binary, ['--build-sea', configuration], { cwd: folder });
  const problem = platform.os === 'linux' ? loaderProblem(file) : undefined;
  if (problem !== undefined) throw new Refusal(`Cannot release ${platform.name}: ${problem}.`);
  // A variable that the repository lacks is an empty string in a workflow.
  if (platform.os === 'darwin')
    await runOk('codesign', ['--force', '--sign', process.env.CODESIGN_IDENTITY || '-', file]);
  return { file, texts: licenses.texts, notes };
}

/** Returns a Node of this machine, with its license if that is where its distributions have it. */
async function describeNode(path) {
  if (!existsSync(path)) throw new Refusal(`Cannot use ${path} as Node: the file does not exist.`);
  const binary = realpathSync(path);
  const version = (await runOk(binary, ['--version'])).output.trim().replace(/^v/, '');
  if (Number(version.split('.')[0]) < 26)
    throw new Refusal(`Node ${version} cannot build an executable. Node 26 or newer can.`);
  const licenses = [dirname(binary), join(dirname(binary), '..')].map((folder) => join(folder, 'LICENSE'));
  return { version, binary, license: licenses.find((file) => existsSync(file)) };
}

/**
 * The texts next to the executable in its archive. They are also inside: the hash of the archive in a lock file covers them, and
 * the executable computes it to recognize its own plans.
 */
function listLicenses({ version, license }, folder) {
  const texts = {
    LICENSE: readFileSync(join(root, 'LICENSE')),
    'NODE-LICENSE.txt':
      license === undefined
        ? Buffer.from(`https://github.com/nodejs/node/blob/v${version}/LICENSE\n`)
        : readFileSync(license),
    'THIRD-PARTY-NOTICES.txt': readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt')),
  };
  const assets = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return [`archive/${name}`, file];
  });
  return { texts, assets: Object.fromEntries(assets) };
}

/**
 * Writes the programs and the siblings of the provider as functions, and returns their paths and those of the files that
 * they read (`readPackaged`).
 */
function assetsIn(folder) {
  const dist = join(root, 'dist');
  const built = readdirSync(dist).sort();
  return Object.fromEntries([
    ...built.filter((name) => name.endsWith('.schema.json')).map((name) => [name, join(dist, name)]),
    ...['gitignore', 'review.config.json'].map((name) => [name, join(root, 'examples/new-project', name)]),
    ...[...programs, ...built.filter((name) => name.endsWith('.cjs'))].map((name) => {
      const file = join(folder, name);
      // No file is next to an executable, so that none can be missing.
      const text = readFileSync(join(dist, name), 'latin1')
        .replace(/^#!.*\n/, '')
        .replace(/^siblings\.forEach.*\n/m, '');
      writeFileSync(file, `(function(module,exports,require,__filename,__dirname){${text}\n})`, 'latin1');
      return [name, file];
    }),
  ]);
}

/** Fails if Node would ignore the code cache, which makes an executable slow without any message. */
const acceptance = `
  const [program] = process.argv.slice(1);
  const cachedData = fs.readFileSync(program + '.cache');
  const { cachedDataRejected } = new vm.Script(fs.readFileSync(program, 'latin1'), { filename: program, cachedData });
  process.exit(cachedDataRejected ? 1 : 0);`;

async function writeCaches(node, folder) {
  // Nothing of this machine's configuration may run, or get into the cache.
  const env = { TF_PLUGIN_MAGIC_COOKIE: cookie(), PLUGIN_PROTOCOL_VERSIONS: '6', PATH: process.env.PATH };
  const recorder = join(root, 'src/tools/release/code-cache.cjs');
  for (const program of programs) {
    await runOk(node, [recorder, program, folder], { cwd: folder, env });
    const accepted = await run(node, ['--eval', acceptance, program], { cwd: folder, env });
    if (accepted.code !== 0) throw new Refusal(`Node rejects the code cache of ${program}.\n\n${accepted.output}`);
  }
  return cachesIn(folder);
}

function cachesIn(folder) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.cache'))
    .sort();
  return Object.fromEntries(files.map((name) => [name, resolve(folder, name)]));
}

function cookie() {
  return /value: '([0-9a-f]{64})'/.exec(readFileSync(join(root, 'src/plugin/goplugin/handshake.ts'), 'utf8'))[1];
}

async function stripped({ os, cpu }, from, to) {
  if (os !== 'linux' || own.os !== 'linux' || own.cpu !== cpu) return false;
  return (await run('strip', ['-o', to, from]).catch(() => ({ code: 1 }))).code === 0;
}
