/**
 * The official distribution of Node, whose programs the executables contain. `node-pin.json` has the version and the checksums; each
 * download must have them. They come from checksums that one of the keys in `node-keys.asc` has signed.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download } from '../download.mjs';
import { root } from '../ensure.mjs';
import { run, runOk } from '../run.mjs';
import { Refusal } from '../say.mjs';
import { platforms } from './platforms.mjs';

const remedy =
  'Run the workflow "Node", and merge its pull request. To build for this machine only, pass --node PATH with a Node of version 26 or newer.';

/**
 * @typedef {object} Distribution
 * @property {string} url of the distribution
 * @property {string} keys the file with the public keys
 * @property {string} pin the file with the pinned version
 */

/** @type {Distribution} */
export const official = {
  url: 'https://nodejs.org/dist',
  keys: join(root, 'src/tools/release/node-keys.asc'),
  pin: join(root, 'src/tools/release/node-pin.json'),
};

/**
 * @returns {{ version: string, sha256: Record<string, string> }} the checksums by the name of the platform
 * @throws {Refusal} if the file does not exist, or lacks a platform
 */
export function readPin({ pin }) {
  if (!existsSync(pin)) throw new Refusal(`No version of Node is pinned: node-pin.json does not exist. ${remedy}`);
  const { version, sha256 = {} } = JSON.parse(readFileSync(pin, 'utf8'));
  const missing = platforms.filter(({ name }) => !/^[0-9a-f]{64}$/.test(sha256[name]));
  if (!/^\d+\.\d+\.\d+$/.test(version) || missing.length > 0)
    throw new Refusal(`node-pin.json lacks ${missing.map(({ name }) => name).join(', ') || 'a version'}. ${remedy}`);
  return { version, sha256 };
}

/** @returns {string} the address of the archive with the Node of a platform */
export function archiveUrl({ url }, version, platform) {
  return `${url}/v${version}/${archiveName(version, platform)}`;
}

/**
 * Downloads the pinned Node of a platform into a folder, and unpacks it.
 *
 * @param {import('./platforms.mjs').Platform} platform
 * @returns {Promise<{ version: string, binary: string, license: string }>}
 * @throws {Refusal} if the archive has another checksum, or lacks a file
 */
export async function fetchNode(platform, folder, distribution = official) {
  const { version, sha256 } = readPin(distribution);
  const url = archiveUrl(distribution, version, platform);
  const name = archiveName(version, platform);
  const home = name.replace(/\.(tar\.gz|zip)$/, '');
  const isZip = name.endsWith('.zip');
  const binary = join(folder, home, isZip ? 'node.exe' : 'bin/node');
  const license = join(folder, home, 'LICENSE');
  if (existsSync(binary)) return { version, binary, license };
  const archive = await fetchFile(url, `Node ${version}`);
  const sum = createHash('sha256').update(archive).digest('hex');
  if (sum !== sha256[platform.name])
    throw new Refusal(`${url} is not the pinned Node: its SHA-256 is ${sum}, not ${sha256[platform.name]}.`);
  mkdirSync(folder, { recursive: true });
  if (isZip) {
    const { unzipSync } = await import('fflate');
    const wanted = [`${home}/node.exe`, `${home}/LICENSE`];
    const files = unzipSync(archive, { filter: ({ name: file }) => wanted.includes(file) });
    mkdirSync(join(folder, home), { recursive: true });
    for (const [file, contents] of Object.entries(files)) writeFileSync(join(folder, file), contents);
  } else {
    writeFileSync(join(folder, name), archive);
    await runOk('tar', ['-xzf', name, `${home}/bin/node`, `${home}/LICENSE`], { cwd: folder });
    chmodSync(binary, 0o755);
  }
  if (!existsSync(binary) || !existsSync(license)) throw new Refusal(`${url} contains no Node, or no license.`);
  return { version, binary, license };
}

/**
 * Checks that the pinned checksums are signed, and that no newer security release exists.
 *
 * @returns {Promise<string>} the version
 * @throws {Refusal} the reason why nothing may be released with this Node
 */
export async function checkPin(distribution = official) {
  const { version, sha256 } = readPin(distribution);
  const signed = await readChecksums(version, distribution);
  const wrong = platforms.filter(({ name }) => signed[name] !== sha256[name]);
  if (wrong.length > 0)
    throw new Refusal(
      `node-pin.json has other checksums than Node ${version}: ${wrong.map(({ name }) => name).join(', ')}.`,
    );
  // An entry without the flag could be a security release.
  const security = (await readIndex(distribution)).filter((entry) => entry.security !== false);
  if (security.length === 0) throw new Refusal(`${distribution.url}/index.json lists no security release.`);
  const newest = getNewest(security);
  if (compareVersions(version, newest) < 0)
    throw new Refusal(`Node ${version} is older than the security release ${newest}. ${remedy}`);
  return version;
}

/**
 * Writes the newest version and its checksums to `node-pin.json`.
 *
 * @returns {Promise<string>} the version
 * @throws {Refusal} without a valid signature, or if the index ends before the pinned version
 */
export async function updatePin(distribution = official) {
  const version = getNewest(await readIndex(distribution));
  const pinned = existsSync(distribution.pin) ? readPin(distribution).version : version;
  if (compareVersions(version, pinned) < 0)
    throw new Refusal(`Node ${pinned} is pinned, and the newest version that ${distribution.url} lists is ${version}.`);
  const sha256 = await readChecksums(version, distribution);
  writeFileSync(distribution.pin, `${JSON.stringify({ version, sha256 }, null, 2)}\n`);
  return version;
}

/** @returns {Promise<Record<string, string>>} the signed checksums by the name of the platform */
async function readChecksums(version, { url, keys }) {
  const base = `${url}/v${version}/SHASUMS256.txt`;
  const [sums, signature] = [await fetchFile(base), await fetchFile(`${base}.sig`)];
  const folder = mkdtempSync(join(tmpdir(), 'node-signature-'));
  try {
    const [keyring, sumsFile, signatureFile] = ['keys.gpg', 'sums', 'signature'].map((name) => join(folder, name));
    writeFileSync(keyring, dearmor(readFileSync(keys, 'utf8')));
    writeFileSync(sumsFile, sums);
    writeFileSync(signatureFile, signature);
    const args = ['--status-fd', '1', '--homedir', folder, '--keyring', keyring, signatureFile, sumsFile];
    const { code, output } = await run('gpgv', args);
    // The exit code is 0 as well if the key has expired.
    if (code !== 0 || !/^\[GNUPG:\] GOODSIG /m.test(output))
      throw new Refusal(`The signature of ${base} is not valid.\n\n${output.replaceAll(folder, '.')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const byFile = new Map(
    sums
      .toString()
      .split('\n')
      .map((line) => line.split(/ +/).reverse()),
  );
  const entries = platforms.map((platform) => [platform.name, byFile.get(archiveName(version, platform))]);
  const missing = entries.filter(([, sum]) => !/^[0-9a-f]{64}$/.test(sum ?? '')).map(([name]) => name);
  if (missing.length > 0) throw new Refusal(`${base} lacks ${missing.join(', ')}.`);
  return Object.fromEntries(entries);
}

async function readIndex({ url }) {
  const entries = JSON.parse(await fetchFile(`${url}/index.json`));
  const unreadable = entries.find(({ version }) => !/^v\d+\.\d+\.\d+$/.test(version));
  if (unreadable !== undefined) throw new Refusal(`${url}/index.json has an unknown version: ${unreadable.version}.`);
  return entries.map(({ version, security }) => ({ version: version.slice(1), security }));
}

async function fetchFile(url, title = url.split('/').at(-1)) {
  return download(url, title).catch(({ message }) => {
    throw new Refusal(`Cannot download Node: ${message}.`);
  });
}

/** Returns the packets of armored keys, as gpgv reads them. */
function dearmor(text) {
  const blocks = text.matchAll(/^-----BEGIN PGP PUBLIC KEY BLOCK-----\n(?:.+\n)*\n([^]*?)\n=.{4}\n-----END/gm);
  return Buffer.concat([...blocks].map(([, body]) => Buffer.from(body, 'base64')));
}

function archiveName(version, { os, cpu }) {
  return os === 'win32' ? `node-v${version}-win-${cpu}.zip` : `node-v${version}-${os}-${cpu}.tar.gz`;
}

function getNewest(entries) {
  return entries.map(({ version }) => version).reduce((a, b) => (compareVersions(a, b) < 0 ? b : a));
}

function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
