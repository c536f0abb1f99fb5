/** Files of the site for programs: the Markdown of each page, `llms.txt`, which lists them, and the JSON schemas. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteLink } from './links.mjs';
import { pages, root, titleOf } from './pages.mjs';
import { sidebar } from './sidebar.mjs';

/** Writes them into the built site. */
export function writePlainFiles({ outDir, site }) {
  for (const [file, page] of Object.entries(pages)) {
    mkdirSync(dirname(join(outDir, page)), { recursive: true });
    writeFileSync(join(outDir, page), withSiteLinks(file, site.base));
  }
  writeFileSync(join(outDir, 'llms.txt'), llmsText(site));
  const dist = join(root, 'dist');
  for (const name of readdirSync(dist).filter((name) => name.endsWith('.schema.json')))
    cpSync(join(dist, name), join(outDir, name));
}

/** @returns the Markdown of a page, with links to the Markdown of other pages */
function withSiteLinks(file, base) {
  const siteAddress = (href) => siteLink(file, href).replace(/^\//, base);
  const text = readFileSync(join(root, file), 'utf8');
  // Every second part is code.
  return text
    .split(/(^```[^]*?^```$|`[^`\n]*`)/m)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/\]\(([^)\s]+)\)/g, (_, href) => `](${siteAddress(href)})`),
    )
    .join('');
}

/** @returns the start page of https://llmstxt.org: a title, a summary, and the pages by section */
function llmsText({ title, description, base }) {
  const sections = sidebar.map(({ text, link, items }) => {
    const nested = items.flatMap((item) => item.items?.map(withTitle) ?? [item]);
    const links = [...(link === undefined ? [] : [{ text, link }]), ...nested];
    return `## ${text}\n\n${links.map((page) => `- [${page.text}](${base}${markdownOf(page)})`).join('\n')}\n`;
  });
  return `# ${title}\n\n> ${description}\n\n${sections.join('\n')}`;
}

/** A resource and a data source have the same name: their titles differ. */
function withTitle(page) {
  const [file] = Object.entries(pages).find(([, path]) => path === markdownOf(page));
  return { ...page, text: titleOf(file) };
}

/** @returns the page of a link of the sidebar: `/` and `/api/` are folders */
function markdownOf({ link }) {
  const path = link.slice(1);
  return path === '' || path.endsWith('/') ? `${path}index.md` : path;
}
