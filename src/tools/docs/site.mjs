/**
 * `npm run docs:build`: builds the documentation site. Its tools are a package of their own in docs/.vitepress, installed here: they
 * are a fifth of all packages, and nothing else needs them. The arguments are those of VitePress.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { run } from '../run.mjs';
import { main, Refusal } from '../say.mjs';

const folder = join(root, 'docs/.vitepress');

await main(async () => {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const locked = join(folder, 'package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await run('npm', ['ci', ...options], { cwd: folder });
    if (code !== 0) throw new Refusal(`Cannot install the tools of the site. Output of npm:\n\n${output}`);
  }
  const [command = 'build', ...options] = process.argv.slice(2);
  const program = join(folder, 'node_modules/vitepress/bin/vitepress.js');
  const { code } = await run(process.execPath, [program, command, 'docs', ...options], { cwd: root, inherit: true });
  return code;
});
