/**
 * `sbom.mjs`: prints the components of the package as CycloneDX: what npm installs with it, and what dist/ contains. The list
 * of npm itself has all development packages instead.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { componentsOf } from './components.mjs';
import { runOk } from '../run.mjs';
import { main, say } from '../say.mjs';

await main(async () => {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--loglevel=error'];
  const { output } = await runOk('npm', args, { cwd: root });
  const all = JSON.parse(output.slice(output.indexOf('{')));
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  say(JSON.stringify(componentsOf(all, { name, notices }), null, 2));
});
