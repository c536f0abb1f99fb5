/**
 * Makes the zips in a folder a release: checksums, their signature and the manifest for a registry, and links to the zips in the
 * layout of a mirror for Terraform's `provider_installation`.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { root } from '../ensure.mjs';
import { runOk } from '../run.mjs';
import { Refusal } from '../say.mjs';

/** The addresses of the provider: those of the public registries, and the private one of constructs. */
const addresses = [
  'registry.terraform.io/platform-iac/platform',
  'registry.opentofu.org/platform-iac/platform',
  'platform-iac.internal/npm/platform',
];

/** The name of the provider's files. */
export const prefix = 'terraform-provider-platform';

/**
 * @param {string} folder with the zips
 * @param {string} version
 * @param {{ key?: string, env?: NodeJS.ProcessEnv }} options `key` names the key of GnuPG that signs @default none: unsigned
 * @returns {Promise<string[]>} the names of the zips
 * @throws {Refusal} without any zip, or if GnuPG cannot sign
 */
export async function makeRelease(folder, version, { key, env = process.env } = {}) {
  const base = `${prefix}_${version}`;
  const zips = readdirSync(folder)
    .filter((name) => name.startsWith(`${base}_`) && name.endsWith('.zip'))
    .sort();
  if (zips.length === 0) throw new Refusal(`${folder} contains no executable of version ${version}. Build one.`);
  const manifest = `${base}_manifest.json`;
  copyFileSync(join(root, 'src/tools/release/manifest.json'), join(folder, manifest));
  const sums = [...zips, manifest].sort().map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  const sumsFile = join(folder, `${base}_SHA256SUMS`);
  writeFileSync(sumsFile, sums.join(''));
  rmSync(`${sumsFile}.sig`, { force: true });
  if (key !== undefined && key !== '')
    await runOk(
      'gpg',
      ['--batch', '--yes', '--local-user', key, '--output', `${sumsFile}.sig`, '--detach-sign', sumsFile],
      { env },
    );

  const archives = Object.fromEntries(zips.map((name) => [getPlatform(name), createArchive(folder, name)]));
  for (const address of addresses) {
    const mirror = join(folder, address);
    rmSync(mirror, { recursive: true, force: true });
    mkdirSync(mirror, { recursive: true });
    for (const name of zips) link(join(folder, name), join(mirror, name));
    writeFileSync(join(mirror, 'index.json'), json({ versions: { [version]: {} } }));
    writeFileSync(join(mirror, `${version}.json`), json({ archives }));
  }
  return zips;
}

/** Returns the entry of a zip in a network mirror. */
function createArchive(folder, name) {
  const bytes = readFileSync(join(folder, name));
  const files = unzipSync(bytes);
  const lines = Object.keys(files)
    .sort()
    .map((file) => `${sha256(files[file])}  ${file}\n`);
  const contents = createHash('sha256').update(lines.join('')).digest('base64');
  return { url: name, hashes: [`h1:${contents}`, `zh:${sha256(bytes)}`] };
}

function getPlatform(zip) {
  return /_([a-z]+_[a-z0-9]+)\.zip$/.exec(zip)[1];
}

function link(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
