/** The pages of the site: which file of the repository becomes which page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The page of each Markdown file: paths in the repository to paths in the site. */
export const pages = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  ...Object.fromEntries(filesIn('docs').map((file) => [`docs/${file}`, file])),
  // The registry's start page describes the provider. The start page of the site is the README.
  'docs/index.md': 'reference.md',
  'docs/api/README.md': 'api/index.md',
};

/** @returns the Markdown files in a folder of the repository, sorted */
function filesIn(folder) {
  return (
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.replaceAll('\\', '/'))
      // The guides of the registry are copies of other pages.
      .filter((file) => !/^(guides|\.vitepress)\//.test(file))
      .sort()
  );
}

/** @returns the first heading of a file, without Markdown */
export function titleOf(file) {
  const [, heading = file] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}
