/**
 * Collects the license texts of the bundled packages, as their licenses require: the texts of the packages, the texts
 * in `licenses/` for packages without one, and the notices in their files, which bundling removes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './entries.mjs';

/**
 * @param {readonly import('esbuild').Metafile[]} metafiles of bundles; their paths are relative to `folder`
 * @throws Error for a package without any license text
 */
export function notices(metafiles, folder = root) {
  const packages = new Map();
  for (const path of new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))) {
    const home = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (home !== undefined) packages.set(home, [...(packages.get(home) ?? []), path]);
  }
  const homes = [...packages.keys()].sort();
  return homes.map((home) => notice(join(folder, home), getFiles(packages.get(home), folder))).join('\n');
}

function getFiles(paths, folder) {
  return paths.sort().map((path) => readFileSync(join(folder, path), 'utf8'));
}

function notice(home, files) {
  const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const licenses = [...licensesIn(home), ...addedLicense(name)].filter((text) => text.trim() !== '');
  if (licenses.length === 0) {
    throw new Error(
      `${name} ${version} (${license}) is bundled, but its package contains no license text. ` +
        `Put the text into ${addedFile(name)}.`,
    );
  }
  const texts = [...licenses, ...new Set(files.flatMap(noticesIn))].map((text) => text.trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n\n${'-'.repeat(80)}\n`;
}

function licensesIn(home) {
  const files = readdirSync(home)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  return files.map((file) => readFileSync(join(home, file), 'utf8'));
}

function addedFile(name) {
  return `src/tools/build/licenses/${name.replace('/', '+')}.txt`;
}

function addedLicense(name) {
  const file = join(root, addedFile(name));
  return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
}

/** Comments that claim a copyright, without their comment signs. */
function noticesIn(text) {
  const comments = text.match(/(?:^[ \t]*\/\/.*\n)+|\/\*[^]*?\*\//gm) ?? [];
  return comments
    .filter((comment) => /\bcopyright\b/i.test(comment))
    .map((comment) => comment.replace(/^[ \t]*(?:\/\/|\/\*+|\*(?!\/))? ?|[ \t]*\*+\/$/gm, '').trim());
}
