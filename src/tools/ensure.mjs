/** Prepares a fresh clone: installs the packages, builds the programs and finds or downloads Terraform. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { during } from './progress.mjs';
import { run } from './run.mjs';
import { Refusal, say, timed } from './say.mjs';

/** The folder of package.json. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Installs the packages. Does nothing if they are up to date. */
export async function ensurePackages() {
  requireNode();
  if (!packagesAreStale()) return;
  const packages = wantedPackages();
  const state = () =>
    `${packages.filter((path) => existsSync(join(path, 'package.json'))).length} of ${packages.length}`;
  await timed(`Installing ${packages.length} packages into node_modules/`, installPackages, { state });
  const megabytes = bytesIn(join(root, 'node_modules')) / 1_000_000;
  say(`  node_modules/ contains ${megabytes.toFixed(1)} MB`);
}

/** Installs the packages and builds. Does nothing if both are up to date. */
export async function ensureBuilt() {
  await ensurePackages();
  const build = () => run(process.execPath, [join(root, 'src/tools/build/build.mjs')], { cwd: root });
  const { code, output } = await during('Building dist/', build);
  if (code !== 0) throw new Refusal(`The build failed.\n\n${output}`);
  if (output !== '') say(output);
}

/** Installs the packages, builds, and returns a Terraform or OpenTofu. */
export async function ensureAll() {
  await ensureBuilt();
  if (process.platform === 'win32') {
    throw new Refusal(
      'Terraform for Windows cannot start the provider, which is a script. Use WSL: there all of this works.',
    );
  }
  const { ensureTerraform } = await import('./terraform/terraform.mjs');
  return ensureTerraform();
}

function requireNode() {
  const [major, minor, patch] = process.versions.node.split('.').map(Number);
  const tooOld = major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)));
  if (tooOld) throw new Refusal(`Node ${process.versions.node} is too old. Install Node 20.18.1 or newer.`);
}

function packagesAreStale() {
  const installed = join(root, 'node_modules/.package-lock.json');
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** @returns the folders of the packages that npm installs on this machine, from the lock file */
function wantedPackages() {
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const allows = (list, value) => list === undefined || list.includes(value);
  return Object.entries(packages)
    .filter(([path, { os, cpu }]) => path !== '' && allows(os, process.platform) && allows(cpu, process.arch))
    .map(([path]) => join(root, path));
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function installPackages() {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = npm
    ? await run(process.execPath, [npm, ...args], { cwd: root })
    : await run('npm', args, { cwd: root });
  if (code !== 0) {
    throw new Refusal(
      `Cannot install the packages. Check the connection to the npm registry. Output of npm:\n\n${output}`,
    );
  }
}
