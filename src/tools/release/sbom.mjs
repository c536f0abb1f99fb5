/**
 * `sbom.mjs [--node PATH]`: prints the components of a release as CycloneDX: what npm installs with the package, what dist/ contains,
 * and the Node in the executables. That is the pinned one, or the Node at PATH. The list of npm itself has all development packages.
 */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../ensure.mjs';
import { listComponents, nodeComponents } from './components.mjs';
import { archiveUrl, official, readPin } from './node-distribution.mjs';
import { own, platforms } from './platforms.mjs';
import { runOk } from '../run.mjs';
import { main, say } from '../say.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { node: { type: 'string' } } });
  const nodes = values.node === undefined ? pinnedNodes() : await nodeAt(realpathSync(values.node));
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--loglevel=error'];
  const { output } = await runOk('npm', args, { cwd: root });
  const all = JSON.parse(output.slice(output.indexOf('{')));
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  say(JSON.stringify(listComponents(all, { name, notices, nodes }), null, 2));
});

function pinnedNodes() {
  const pin = readPin(official);
  const addresses = platforms.map((platform) => [platform.name, archiveUrl(official, pin.version, platform)]);
  const byPlatform = Object.fromEntries(addresses);
  return nodeComponents(pin, (platform) => byPlatform[platform]);
}

async function nodeAt(path) {
  const { output } = await runOk(path, ['--version']);
  const content = createHash('sha256').update(readFileSync(path)).digest('hex');
  const pin = { version: output.trim().replace(/^v/, ''), sha256: { [own.name]: content } };
  return nodeComponents(pin, () => pathToFileURL(path).href);
}
