/**
 * `node src/tools/release/command-package.mjs FOLDER`: packs the package `platform-iac` into a folder. It contains one program, which starts
 * the one of this package in the same version: `npx platform-iac` would otherwise ask the registry for a name that nobody owns.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../ensure.mjs';
import { runOk } from '../run.mjs';
import { main, Refusal, say } from '../say.mjs';

await main(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Refusal('Name the folder: node src/tools/release/command-package.mjs FOLDER');
  const scratch = mkdtempSync(join(tmpdir(), 'command-package-'));
  try {
    cpSync(join(root, 'src/tools/release/command'), scratch, { recursive: true });
    cpSync(join(root, 'LICENSE'), join(scratch, 'LICENSE'));
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    writeFileSync(join(scratch, 'package.json'), `${JSON.stringify(manifestFor(own), null, 2)}\n`);
    const args = ['pack', '--loglevel=error', '--pack-destination', resolve(folder)];
    const { output } = await runOk('npm', args, { cwd: scratch });
    say(output);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

function manifestFor({ name, version, license, homepage, bugs, repository, publishConfig, engines }) {
  return {
    name: 'platform-iac',
    version,
    description: `The command line of ${name}.`,
    ...{ license, homepage, bugs, repository, publishConfig, engines },
    bin: { 'platform-iac': 'platform-iac.js' },
    files: ['platform-iac.js'],
    dependencies: { [name]: version },
  };
}
