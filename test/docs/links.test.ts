/** Every relative link of every page in the repository leads to a file and a heading. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deadLinks, linksIn } from '../support/markdown-links';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
});
const pages = listed
  .split('\n')
  .filter((page) => page !== '' && existsSync(page) && !page.startsWith('test/docs/fixture/'));

test('every relative link leads to a file and a heading', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/index.md', 'docs/api/README.md', 'src/README.md']));
  expect(pages.flatMap((page) => deadLinks(resolve('.'), page))).toEqual([]);
});

test('the README links to every page in docs/ that is written by hand', () => {
  const linked = new Set(linksIn('README.md').map((target) => target.split('#')[0]));
  const written = pages.filter((page) => /^docs\/[\w-]+\.md$/.test(page));
  expect(written.length).toBeGreaterThan(12);
  expect(written.filter((page) => !linked.has(page))).toEqual([]);
});

test('the navigation of the site has every page in docs/', () => {
  const sidebar = readFileSync('docs/.vitepress/sidebar.mjs', 'utf8');
  const all = pages.filter((page) => /^docs\/[\w-]+\.md$/.test(page));
  expect(all.filter((page) => !sidebar.includes(`page('${page}'`))).toEqual([]);
});

test('a link to a missing heading is dead', () => {
  expect(linksIn('README.md').length).toBeGreaterThan(15);
  expect(deadLinks(resolve('test/docs/fixture'), 'page.md')).toEqual(['page.md: other.md', 'page.md: #missing']);
});

test('the list of generated files names each file and part that `npm run docs` writes', () => {
  const programs = ['platform-lists', 'docs'].map((name) => readFileSync(`src/cli/reference/${name}.ts`, 'utf8'));
  const written = programs.join('\n').matchAll(/\bwrite(?:Part)?\((?:join\()?'([^']+)'/g);
  const list = readFileSync('docs/contributing.md', 'utf8').split('### Generated files')[1] ?? '';
  const names = Array.from(written, ([, path = '']) => path).filter((path) => path !== 'docs');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((path) => !list.includes(path) && !list.includes(path.replace(/^(docs|src)\//, '')))).toEqual([]);
});
