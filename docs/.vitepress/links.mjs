/** Links of Markdown files as GitHub resolves them, turned into links of the site. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pages, root } from './pages.mjs';

export const repository = 'https://github.com/platform-iac/cdktf-provider-platform';

/** Installs the rule in a markdown-it parser. A link to a missing file fails the build. */
export function siteLinks(markdown) {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const file = relative(root, env.realPath ?? env.path).replaceAll('\\', '/');
    const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open');
    for (const link of links) link.attrSet('href', siteLink(file, link.attrGet('href')));
  });
}

/** @returns the link to the page of a file, or to the repository if the site has no such page */
export function siteLink(file, href) {
  // The npm package lacks some pages: its links to them contain the address of the repository.
  const local = href.startsWith(`${repository}/blob/main/`);
  if (!local && /^([a-z]+:|#)/.test(href)) return href;
  const [path, fragment] = href.replace(`${repository}/blob/main/`, '').split('#');
  const named = local ? path : join(dirname(file), path).replaceAll('\\', '/');
  const target = named.replace(/^docs\/guides\//, 'docs/');
  if (!existsSync(join(root, target))) throw new Error(`${file} links to ${href}, which does not exist.`);
  const address = pages[target] === undefined ? `${repository}/blob/main/${target}` : `/${pages[target]}`;
  return fragment === undefined ? address : `${address}#${fragment}`;
}

/** @returns the anchor that GitHub gives to a heading */
export function anchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
