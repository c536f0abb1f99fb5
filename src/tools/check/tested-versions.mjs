/**
 * `node src/tools/check/tested-versions.mjs`: installs the newest version of each CDK in a new project, synthesizes a stack there, and
 * writes the versions and the date into docs/versions.md. A scheduled workflow proposes the change.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from '../ensure.mjs';
import { newestCdks } from './package-axes.mjs';
import { pack, tryOut } from './package-leg.mjs';
import { main, Refusal, say, timed } from '../say.mjs';

const page = join(root, 'docs/versions.md');
const line = /^Tested with .* on \d{4}-\d{2}-\d{2}\.$/m;

/**
 * @param {string} text the page
 * @param {readonly { cdk: string, version: string, constructs: string }[]} tested
 * @returns {string} the page with these versions and the date
 */
export function withTestedVersions(text, tested, date) {
  if (!line.test(text))
    throw new Refusal('Cannot write the tested versions: docs/versions.md has no line "Tested with …".');
  const pairs = tested.map(
    ({ cdk, version, constructs }) => `with \`${cdk}\` ${version} and \`constructs\` ${constructs}`,
  );
  return text.replace(line, `Tested ${pairs.join(', and ')}, on ${date.toISOString().slice(0, 10)}.`);
}

async function testNewest() {
  await ensureBuilt();
  const scratch = mkdtempSync(join(tmpdir(), 'tested-versions-'));
  try {
    const tarball = await pack(scratch);
    const tested = [];
    for (const leg of newestCdks) {
      const project = await timed(leg.title, () => tryOut(leg, tarball, scratch));
      const [cdk] = leg.cdks;
      tested.push({
        cdk,
        version: installedVersion(project, cdk),
        constructs: installedVersion(project, 'constructs'),
      });
    }
    writeFileSync(page, withTestedVersions(readFileSync(page, 'utf8'), tested, new Date()));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  say(line.exec(readFileSync(page, 'utf8'))[0]);
}

function installedVersion(project, name) {
  return JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')).version;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(testNewest);
