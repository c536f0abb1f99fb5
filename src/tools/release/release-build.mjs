/**
 * `npm run release:build [-- PLATFORM…]`: builds the executables that this machine can, such as `linux_amd64`, and makes dist/release/
 * a release for a registry and a mirror. GPG_KEY names the key that signs.
 *
 *   --node PATH        use this Node instead of the pinned one; for the platform of this machine
 *   --caches FOLDER    use the code cache of another build, to compare the bytes
 *   --no-executables   use the existing zips
 */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../ensure.mjs';
import { buildExecutable } from './executable.mjs';
import { own, platforms } from './platforms.mjs';
import { makeRelease, prefix } from './registry.mjs';
import { zip } from './zip.mjs';
import { main, Refusal, say } from '../say.mjs';

const folder = join(root, 'dist/release');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

await main(async () => {
  const { values, positionals: wanted } = parseArgs({
    allowPositionals: true,
    options: { node: { type: 'string' }, caches: { type: 'string' }, 'no-executables': { type: 'boolean' } },
  });
  const known = platforms.map(({ name }) => name);
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refusal(`Unknown platform ${unknown}. Known: ${known.join(', ')}.`);
  await ensureBuilt();
  mkdirSync(folder, { recursive: true });
  const chosen = platforms.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const missing = values['no-executables'] ? [] : await buildAll(chosen, values);
  const key = process.env.GPG_KEY;
  const zips = await makeRelease(folder, version, { key });
  say(`${folder} contains ${zips.length} of ${platforms.length} platforms.`);
  if (!key) say('SHA256SUMS is not signed: GPG_KEY is not set.');
  return missing.some((name) => wanted.includes(name)) ? 1 : 0;
});

/** @returns {Promise<string[]>} the names of the platforms that this machine cannot build */
async function buildAll(chosen, options) {
  const missing = [];
  const scratch = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    for (const platform of [...chosen].sort((a, b) => Number(b === own) - Number(a === own))) {
      const built = await buildExecutable(platform, scratch, options);
      if (built.reason !== undefined) {
        missing.push(platform.name);
        say(`${platform.name}: left out, because ${built.reason}. The release workflow builds it on its own runner.`);
        continue;
      }
      const { file, texts, notes } = built;
      const contents = readFileSync(file);
      const archive = join(folder, `${prefix}_${version}_${platform.name}.zip`);
      writeFileSync(
        archive,
        zip([
          ...Object.entries(texts).map(([name, contents]) => ({ name, contents })),
          { name: `${prefix}_v${version}${platform.suffix}`, contents, mode: 0o755 },
        ]),
      );
      rmSync(file);
      const size = `${inMb(contents.length)} MB, ${inMb(statSync(archive).size)} MB zipped`;
      say([`${platform.name}: ${size}`, ...notes].join(', '));
    }
    keepCaches(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return missing;
}

/** The build that compares the bytes needs the same code cache: V8 never writes the same one twice. */
function keepCaches(scratch) {
  const kept = join(folder, 'code-cache');
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(scratch).filter((file) => file.endsWith('.cache')))
    copyFileSync(join(scratch, name), join(kept, name));
}

function inMb(bytes) {
  return (bytes / 1_000_000).toFixed(1);
}
